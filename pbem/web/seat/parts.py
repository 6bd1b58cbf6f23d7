"""What a player's page is made of, each part by the id of its element; a part is sent when it has changed."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from pbem.drawing import board
from pbem.drawing.svg import draw
from pbem.drawing.tags import Markup, tag
from pbem.drawing.templates import environment
from pbem.engine.about import AIMS
from pbem.engine.document import Calendar, Document, Heading, Map, Track
from pbem.engine.picture import Fight
from pbem.engine.table import cards_in
from pbem.ledger.cases import agreed
from pbem.ledger.cases.unsettled import Ways
from pbem.ledger.values import READY
from pbem.player.orders import BETWEEN, Orders
from pbem.player.target import Line
from pbem.reports import narration
from pbem.reports.context import Context
from pbem.reports.formats.html import css
from pbem.reports.from_game import notice_sentences, report_for
from pbem.reports.report_parts import waits
from pbem.web.lobby import robots
from pbem.web.lookups import chances, forecast, notes
from pbem.web.lookups.links import LiveWriter, live
from pbem.web.seat import always, arrivals, branches, drawer, fights, stacks, trays
from pbem.web.seat.answers import policy_told
from pbem.web.seat.duels import is_duel, opponent
from pbem.web.seat.ending import ending_panel, published_keys
from pbem.web.seat.highlights import (
    Concern,
    can_only_pass,
    concern_is_his,
    concerns_about,
    deeds,
    farther_goals,
    goals,
    in_sight,
    later,
    lit,
    name_of,
    nearest_first,
    of_cards,
    others,
    parted,
    told_who,
    ways,
    without_actor,
)
from pbem.web.seat.position import earlier
from pbem.web.seat.seat import Part, Seat
from pbem.web.seat.targets import MANY, Target, groups_of, in_full, named, on_map

MOST = 40
"""So many choices are listed without a further click."""
LATER = "`pbem` checks this only when it is reached: a die or another player comes first."
FEW = 6
"""So many are shown where was clicked."""
BUTTONS = Ways(
    "press Speak, then Agree to take back everything",
    "press Speak, then A draw",
    "the button Sign the end",
    "with the button Publish your key; then anyone can check the whole game",
    "the ruling Carry out the line that failed",
    "press Speak, then Agree or Say no",
)
"""What a player's page has for what a game waits for."""
DRAWN = (Track, Calendar)
"""Parts of a position that are in sight all the time."""
TABS = (("log", "Log"), ("position", "Position"), ("hand", "Mats and cards"))


class ChoiceButton(Struct, frozen=True):
    """A choice as it is clicked: in words, and its order line.

    Attributes:
        group: word and name of those who may go along. `leads`: the word before them, as `with`.
        odds: can its chance be asked for. `chance`: what is known of it.
        plays: can it be played at once, as against robots?
        rule: its section, "" if it is the question's.
    """

    said: str
    line: str
    note: str
    rule: str
    group: tuple[tuple[str, str], ...] = ()
    limit: int = 0
    odds: bool = False
    chance: str = ""
    plays: bool = False
    leads: str = "with"


def page(seat: Seat, parts: Mapping[str, str]) -> str:
    return _render(
        "seat",
        title=f"{seat.game.title}, {seat.side}",
        parts={id: Markup(html) for id, html in parts.items()},
        tabs=TABS,
        missing=_missing(seat),
        said=seat.said,
        css=Markup(css() + narration.css() + board.css()),
    )


def _missing(seat: Seat) -> set[str]:
    """The lookups that this game does not have, or that the terms of its table forbid."""
    rules, ledger = seat.game.ledger.rules, seat.game.ledger
    odds = chances.are_offered(seat.game)
    present = {
        "card": bool(rules.cards()),
        "odds": odds,
        "turn": agreed.allows_aid(ledger, "odds") and agreed.allows_aid(ledger, "robot"),
        "try": agreed.allows_aid(ledger, "try"),
    }
    return {verb for verb, is_there in present.items() if not is_there}


def _render(name: str, **context: Any) -> str:
    return environment().get_template(f"desk/{name}.html.j2").render(**context)


def head(seat: Seat) -> str:
    game, rules = seat.game, seat.game.ledger.rules
    scenario = rules.scenarios()[game.ledger.genesis.scenario]
    return _render(
        "head",
        game=game,
        title=f"{rules.title.partition(':')[0]}: {scenario}",
        side=rules.sides[seat.side],
        now=seat.stand.document.headline.removeprefix(f"{scenario}: "),
        seat=seat,
        said_ready=game.owes_ready and seat.orders.lines == (READY,),
    )


def map_(seat: Seat) -> str:
    stand = seat.stand
    fresh = seat.arrived or (seat.brief and not seat.lines)
    moves = arrivals.news(seat).moves if fresh else stand.moves
    drawing = Map(stand.picture, seat.game.title, stand.document.now, moves)
    mine = str([side for side, _ in stand.picture.sides].index(seat.side))
    chart, bare = Markup(draw(drawing, alone=False, live=True)), stand.picture.is_bare
    return tag("div", chart, id="map", data_mine=mine, data_bare="yes" if bare else "")


def question_panel(seat: Seat) -> str:
    """The panel with the player's question: its choices in full, or by target and kind if there are many."""
    stand, game = seat.stand, seat.game
    about = concerns_about(seat.concerns, seat.on) if not seat.waits else ()
    concerns = nearest_first(about, stand.picture)
    few = len(concerns) <= MOST or seat.every
    targets = in_full(seat, named(seat, lit(concerns, seat.on)), concerns)
    far = farther_goals(concerns, seat.on)
    groups = (
        [one for one in groups_of(seat, targets, far) if one.named or one.bare] if not few else []
    )
    rows = in_sight(concerns) if few else [one for one in concerns if one.option.passes]
    stack = seat.request is not None and seat.request.stack is not None and not seat.waits
    whole = stack or (seat.stacks and not seat.card and not seat.tried)  # takes no line beside it
    rolls = fights.rolls(seat)
    return _render(
        "asked",
        seat=seat,
        question=f"{len(game.save.entries)} {len(seat.lines)}",
        gm=opponent(game) if is_duel(game) else game.ledger.table.gms[0].name,
        duel=is_duel(game),
        ready=READY if game.owes_ready and not seat.lines and not seat.tried else "",
        alone=seat.orders == Orders(),
        brief=arrivals.last_words(arrivals.without_rolls(seat.brief, rolls)),
        rolls=rolls,
        on=[Target(target, name_of(seat.names, target), 0) for target in seat.on],
        parted=named(seat, parted(one for one in concerns if few or groups or one not in rows)),
        rows=[choice_button(seat, one) for one in rows] if few or not groups else [],
        plain=[choice_button(seat, one) for one in concerns if not one.about] if not few else [],
        groups=groups,
        left=len(concerns),
        sole=len(concerns) == len(seat.concerns) == 1 and not concerns[0].option.group,
        idle=bool(seat.request and seat.request.slots) and can_only_pass(seat.concerns),
        cards=stacks.cards_left(seat) if stack else {},
        dealt=stacks.dealt(seat) if stack else [],
        advised=bool(stack) and stacks.is_advised(seat),
        usual=always.usual(seat),
        stack_name=stacks.name_of,
        faces=branches.way_labels(game.ledger.rules, seat.side, stand.fork),
        plays=robots.sits_at(seat) and not seat.tried,
        sends=seat.orders != Orders() and not (seat.tried or seat.arrived),
        typing=not (game.owes_ready or whole or seat.waits) and (seat.lines or stand.request),
    )


def choices_bubble(seat: Seat) -> str:
    """What is left after a click on the map, to be shown beside it."""
    concerns = concerns_about(seat.concerns, seat.on) if seat.on else ()
    names = ", ".join(name_of(seat.names, what) for what in seat.on)
    rows = [choice_button(seat, one) for one in concerns] if len(concerns) <= FEW else []
    does = named(seat, deeds(concerns))
    if len(does) == 1:
        does = named(seat, lit(concerns, seat.on))
    does = does if len(does) <= MANY else []
    return _render("near", names=names, rows=rows, left=len(concerns), deeds=does)


def orders(seat: Seat) -> str:
    """The panel of the order list, or of the script that is written, with the policies that change."""
    mine, game, policies_now = seat.orders, seat.game, seat.game.standing.reactions
    if seat.card:
        lines = [Line(text) for text in seat.lines]
    else:
        lines = seat.target.preview(mine.lines) if mine.lines and not game.owes_ready else []
    scripts = [_script_row(seat, n, card) for n, card in seat.cards.items()]
    policies_then = policies_now if mine.reactions is None else mine.reactions
    kinds_changed = [
        kind
        for kind in {**policies_now, **policies_then}
        if policies_now.get(kind) != policies_then.get(kind)
    ]
    return _render(
        "orders",
        seat=seat,
        lines=lines,
        words=[seat.names.statement(line.text) for line in lines],
        later=LATER,
        ready=game.owes_ready and mine.lines,
        stacked=not seat.card and seat.stacks,
        told=seat.stand.told if not seat.assumed else (),
        branches=seat.stand.branches,
        scripts=scripts,
        policies=[policy_told(seat, kind, policies_then.get(kind, "")) for kind in kinds_changed],
    )


def _script_row(seat: Seat, number: str, card: str) -> tuple[str, str, str, str, str]:
    """A card with its script, as it is written and in sentences."""
    script = seat.script(number)
    statements = [seat.names.statement(line) or line for line in script]
    return number, card, seat.names.piece(card), BETWEEN.join(script), BETWEEN.join(statements)


def log(seat: Seat) -> str:
    """What happened since one's last order."""
    report = report_for(seat.game)
    return _logged(seat, report, report.story_title, "log")


def _logged(seat: Seat, report: Context, title: str, id: str) -> str:
    sides = report.position.sides
    if report.notices:
        ended = seat.game.result is not None
        settled = ended and bool(robots.moderate(seat) or published_keys(seat))
        waiting = () if settled else notice_sentences(seat.game.ledger, report.audience, BUTTONS)
        report = replace(report, notices=waiting)
    return _render(
        "log",
        id=id,
        notices=live(tuple(waits(report)), sides),
        title=title,
        blocks=arrivals.story_parts(seat, report),
        told=narration.Narration(report, seat.names, LiveWriter(sides).aside),
    )


def news_panel(seat: Seat) -> str:
    """The panel with the news since the last decision, to be looked at step by step before the next one."""
    if not seat.arrived:
        return _render("arrived", blocks=[], title="", before={})
    report = arrivals.news(seat)
    return _render(
        "arrived",
        blocks=arrivals.story_parts(seat, report),
        told=narration.Narration(report, seat.names, LiveWriter(report.position.sides).aside),
        title=report.story_title,
        before=_before(seat, bool(report.moves)),
        ended=seat.game.result is not None,
    )


def _before(seat: Seat, moved: bool) -> Mapping[str, Markup]:
    """Map, tracks and log, or the battle if nobody `moved`, before what is stepped through: they do not tell the end."""
    ledger = seat.game.own_ledger(max(seat.since - 1, 0))
    then = earlier(seat.game, ledger)
    drawing = Map(then.picture, seat.game.title, then.document.now)
    map_markup = Markup(draw(drawing, alone=False, live=True))
    log = Markup(_logged(seat, arrivals.older(seat, ledger), "What was before", "log-then"))
    battle = board.board(Fight(() if moved else then.trays), then.document.sides)
    tracks_markup = _tracks(then.document, "tracks-then")
    return {"map": map_markup, "tracks": tracks_markup, "log": log, "battle": battle}


def tracks(seat: Seat) -> str:
    """What is always in sight: the tracks and the calendar."""
    return _tracks(seat.stand.document, "tracks")


def _tracks(document: Document, id: str) -> Markup:
    shown_parts = [
        part for kind in DRAWN for part in document.parts if isinstance(part, kind)
    ]  # the score first: where there is little room, the calendar is scrolled
    return tag(
        "div",
        live(shown_parts, document.sides),
        id=id,
        class_="tracks",
        role="group",
        aria_label="Tracks and calendar",
        tabindex="0",
        hidden="" if shown_parts else "hidden",
    )


def position(seat: Seat) -> str:
    """All else that stands on the table."""
    document = seat.stand.document
    parts_left = [part for part in document.parts if not isinstance(part, DRAWN)]
    below = (*parts_left[1:], Heading("", 1))
    # A heading under which nothing is left goes too.
    parts_shown = [
        part
        for part, after in zip(parts_left, below, strict=True)
        if not (
            isinstance(part, Heading) and isinstance(after, Heading) and after.level <= part.level
        )
    ]
    return tag("div", live(parts_shown, document.sides), id="position")


def sheet(seat: Seat) -> str:
    """What is shown above all else, on demand."""
    return str(tag("dialog", id="sheet", aria_labelledby="sheet-title"))


def hint(seat: Seat) -> str:
    """What is told of something that is pointed at (`peeked`)."""
    return str(tag("div", id="hint", role="tooltip", hidden="hidden"))


def glow(seat: Seat) -> str:
    """The element that says what can be clicked on the map, the mats and the cards, and how it glows."""
    quiet = seat.arrived or seat.waits
    concerns = () if quiet else concerns_about(seat.concerns, seat.on)
    picture = seat.stand.picture
    if seat.request is not None and seat.request.stack is not None and not quiet:
        counts = stacks.cards_left(seat)
        lights = {
            target_id: counts[card]
            for target_id, card in of_cards(counts, picture).items()
            if counts[card]
        }
        return _lights(seat, lights, {}, (), ())
    lights = {
        target: n
        for target, n in lit(concerns, seat.on).items()
        if target.partition(":")[0] in AIMS
    }
    aims = {
        target: n
        for target, n in later(concerns, seat.on).items()
        if target.partition(":")[0] in AIMS
    }
    other_targets = () if quiet else others(seat.concerns, seat.on)
    lines = ways(told_who(concerns, seat.on), picture)
    far = farther_goals(concerns, seat.on)
    if on_map(picture).isdisjoint(
        lights
    ):  # who acts stands beside the map: where to is seen at once
        ends = (*goals(concerns, seat.on), *aims)
        return _lights(
            seat, {**dict.fromkeys(other_targets, 0), **lights, **aims}, lines, ends, far
        )
    dim = dict.fromkeys((*other_targets, *aims), 0)
    return _lights(seat, {**dim, **lights}, lines, goals(concerns, seat.on), far)


def _lights(
    seat: Seat,
    lights: Mapping[str, int],
    ways: Mapping[str, str],
    goals: Iterable[str],
    farther: Iterable[str],
) -> str:
    """The hidden element from which the page lights up the map: targets, ways, near and far goals, and whom the question
    is about."""
    question = seat.asked.question if seat.asked is not None and not seat.arrived else ""
    hexes = trays.hexes_named(question, (space.id for space in seat.stand.picture.spaces))
    return tag(
        "div",
        id="glow",
        hidden="hidden",
        data_version=str(seat.version),
        data_lit=json.dumps(lights),
        data_on=json.dumps(seat.on),
        data_ways=json.dumps(ways),
        data_goals=json.dumps(list(goals)),
        data_farther=json.dumps(list(farther)),
        data_about=f"{trays.subjects(seat)} {hexes}".strip(),
    )


def choice_button(seat: Seat, concern: Concern) -> ChoiceButton:
    """What the button of one choice shows: its sentence, line, rule, group and odds."""
    names, option, value = seat.names, concern.option, concern.value
    sentence = names.sentence(value) if value is not None else names.line(option.line)
    words_along = option.group if names.asks_along(value, option.group) else ()
    group = tuple(zip(words_along, names.along(value, words_along), strict=True))
    odds, chance = forecast.known_chance(seat, concern)
    request = seat.request
    question_rule = request.rule if request is not None else ""
    question = request.question if request else ""
    known = concern_is_his(names, concern, seat.on, question, seat.concerns)
    choice_words = without_actor(sentence or option.line) if known else sentence or option.line
    own_card = cards_in((option.slot,), seat.game.known(seat.side))[0] if option.slot else ""
    choice_words += f": {names.card(own_card)}" if own_card else ""
    words = (
        choice_words,
        option.line,
        what_is_new(option.note, choice_words),
        "" if option.rule == question_rule else option.rule,
    )
    written_apart = seat.card or seat.tried or seat.assumed or seat.stacks
    plays = robots.sits_at(seat) and not written_apart
    return ChoiceButton(*words, group, option.limit, odds, chance, plays, names.leads_along(value))


def what_is_new(note: str, words: str) -> str:
    """The note of a choice without what its words say: of `5 for Act of Accord` the number, of `Act of Accord: ...` the
    rest; `York: ...; Lancaster: ...` stays whole."""

    def is_known(part: str) -> bool:
        return bool(re.search(rf"(?<!\w){re.escape(part)}(?!\w)", words, re.IGNORECASE))

    title, colon, text = note.partition(": ")
    count, of, card = note.partition(" for ")
    card, comma, more = card.partition(",")
    if is_known(note):
        return ""
    if colon and ": " not in text and is_known(title):
        return text
    return f"{count}{comma}{more}" if of and count.isdigit() and is_known(card) else note


def _game(seat: Seat) -> tuple[object, ...]:
    return (seat.game,)


def _published(seat: Seat) -> tuple[object, ...]:
    return (seat.game, seat.game.result is not None and bool(published_keys(seat)))


def _document(seat: Seat) -> tuple[object, ...]:
    return (seat.stand.document,)


def _waiting(seat: Seat) -> tuple[object, ...]:
    return (seat.game, seat.arrived)


def _drawn(seat: Seat) -> tuple[object, ...]:
    return (seat.stand, seat.arrived)


PARTS: Mapping[str, Part] = {
    "head": Part(head),
    "map": Part(map_, _drawn),
    "arrived": Part(news_panel, _waiting),
    "coach": Part(robots.beside_question, _game),
    "battle": Part(trays.battle, _drawn),
    "ending": Part(ending_panel, _published),
    "asked": Part(question_panel),
    "tray": Part(trays.trays_near_question),
    "near": Part(choices_bubble),
    "orders": Part(orders),
    "log": Part(log, _published),
    "tracks": Part(tracks, _document, by_value=True),
    "position": Part(position, _document, by_value=True),
    "drawer": Part(drawer.drawer_panel),
    "hand": Part(trays.hand, trays.shown, by_value=True),
    "sheet": Part(sheet),
    "hint": Part(hint),
    "glow": Part(glow),
    "noted": Part(notes.note_marks),
}
