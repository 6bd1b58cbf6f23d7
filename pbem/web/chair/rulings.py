"""What a GM signs beside mails: rulings, his clock, an absence, a seat. Each is shown before it is signed."""

from __future__ import annotations

import copy
import re
import secrets
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from pbem.engine import codec
from pbem.engine.declared import typed_options
from pbem.engine.patch import difference, patch
from pbem.engine.prose import listing
from pbem.errors import BadPatch, BadRuling, NotOnThisPage, PbemError
from pbem.gm.game import Game
from pbem.ledger.cases import absence, consents, time
from pbem.ledger.cases.time import hours_of
from pbem.ledger.glimpse import state_for
from pbem.ledger.ledger import Ledger
from pbem.ledger.story import Story
from pbem.protocol.bodies import Absent, Claim, Clocked, Envelope
from pbem.reports.context import PUBLIC
from pbem.web.chair.corrections import correctable, in_words, lines_of
from pbem.web.chair.public_map import public
from pbem.web.seat.position import PositionView

Act = Callable[[Game, int], Story]
"""Signs an entry more in a game, at that second since 1970."""
CARD = re.compile(r"[+-]\w+(:\w+)+")
"""A change of one hidden card, which says nothing to a reader: `-deck:york_1:7`."""
HIDDEN = (
    "these corrections lead to an impossible position, or name something that is hidden from everybody; "
    "`pbem rule` says more"
)

CONSENT_FIRST = (
    "these deadlines give somebody less time, so every player has to agree first. Ask each player to click Speak, "
    "then Agree to new terms, and to write exactly these deadlines. Apply their emails here, and preview again"
)
NO_REASON = "the players have agreed to the deadlines alone, so leave the reason empty"


class StorySentence(Struct, frozen=True):
    """A sentence about an entry; `to`: the side that alone may read it, "" for everybody."""

    text: str
    to: str = ""


class Preview(Struct, frozen=True):
    """What an act would do.

    Attributes:
        kind: of ruling, "" for what is none.
        head: of the log for which that was found out. `token`: names this preview among all others.
        changed: what everybody may see of the position that would be different.
        before, after: the position in a few words. `stands`: as everybody may see it, where that changes.
    """

    act: Act
    kind: str
    head: str
    token: str
    said: tuple[StorySentence, ...]
    changed: tuple[str, ...]
    before: str
    after: str
    stands: tuple[PositionView, PositionView] | None = None


def preview(game: Game, act: Act, kind: str, now: int) -> Preview:
    """What an act of the GM would do, found out on a copy that nobody keeps. Raises what the act raises."""
    trial = copy.copy(game)
    story = act(trial, now)
    sentences = story_sentences(story)
    step = trial.save.entries[-1].body.step
    if isinstance(step, Clocked | Absent) and (doubt := time.strange(game.ledger, now)):
        sentences = (StorySentence(f"{doubt} Sign this only if that is right."), *sentences)
    if early := absence.given_away_early(game.ledger, step, now):
        sentences = (StorySentence(early), *sentences)
    if overtaken := _overtaken(game.ledger, trial.ledger):
        warning = f"Orders that {overtaken} sent before this will be refused."
        sentences = (*sentences, StorySentence(warning))
    sentence_texts = {one.text for one in sentences}
    differences = difference(_public(game.ledger), _public(trial.ledger))
    changed_lines = [
        count_of_hidden_cards(line) for line in differences if line not in sentence_texts
    ]
    token = secrets.token_hex(8)  # of no other program either, whose tabs may still be open
    position_before, position_after = public(game.ledger), public(trial.ledger)
    positions = (
        (position_before, position_after)
        if position_before is not None
        and position_after is not None
        and position_before != position_after
        else None
    )
    return Preview(
        act, kind, game.head, token, sentences, tuple(changed_lines), game.now, trial.now, positions
    )


def _overtaken(before: Ledger, after: Ledger) -> str:
    """The sides whose open question is no longer open, or is asked again under another number."""
    numbers = {side: asking.number for side, asking in after.askings.items()}
    waiting = [side for side in before.askings if side not in before.owes_ready()]
    sides = [side for side in waiting if numbers.get(side) != before.askings[side].number]
    return listing([before.rules.sides[side].name for side in sides])


def refused_openly(ledger: Ledger, error: BadPatch, lines: Sequence[str]) -> PbemError:
    """Why these corrections are refused, told from what everybody may see: the names that are possible in a
    place, and why a position would be none, may be somebody's secrets."""
    if not ledger.veiled:
        why = str(error).partition("cannot be carried out: ")[2].removesuffix(".")
        corrections_text = "; ".join(in_words(correctable(ledger), ledger, line) for line in lines)
        return NotOnThisPage(why=f"{corrections_text}: {why}")
    state = public_state(ledger)
    for line in lines:
        try:
            patch(state, line)
        except BadPatch as openly:
            return openly
    return NotOnThisPage(why=HIDDEN)


def count_of_hidden_cards(line: str) -> str:
    """Many hidden cards that come or go as their number; other lines as they are."""
    path, _, rest = line.partition(": ")
    words = rest.split()
    if not words or not all(CARD.fullmatch(word) for word in words):
        return line
    gone = sum(word.startswith("-") for word in words)
    count = max(gone, len(words) - gone)
    return f"{path}: {count} {'card changes' if count == 1 else 'cards change'}"


def story_sentences(story: Story) -> tuple[StorySentence, ...]:
    """What an entry did, for the GM."""
    return tuple(StorySentence(event.text, event.to) for event in story.events if event.text)


def _public(ledger: Ledger) -> object:
    return codec.dump(public_state(ledger)) if ledger.begun else {}


def public_state(ledger: Ledger) -> Any:
    """The state as everybody may see it, a copy."""
    return codec.copied(state_for(ledger.rules, ledger.play.state, PUBLIC))


def read(words: Mapping[str, str], agreed: Sequence[Envelope] = ()) -> Act:
    """An act as a form says it; `agreed`: consents of players, for new terms. Raises NotOnThisPage."""
    kind = words.get("kind", "")
    if kind == "terms":
        return _terms(words, agreed)
    if kind in RULINGS:
        return _ruling(kind, words)
    if kind not in OTHERS:
        raise NotOnThisPage(why=f"a GM signs no `{kind}` here")
    return OTHERS[kind](words)


def seat(claim: Envelope, agreed: tuple[Envelope, ...], reason: str) -> Act:
    """Give a seat, or the chair, to who claims it."""
    beside = isinstance(claim.body, Claim) and not claim.body.anchors
    return lambda game, now: game.seat(claim, agreed, reason, "co" if beside else "handover")


def _ruling(kind: str, words: Mapping[str, str]) -> Act:
    """The ruling of this kind that the form describes, to be made once it is confirmed."""
    reason, entry, side = words.get("reason", ""), number(words, "entry"), ""
    lines: list[str] = []
    match kind:
        case "patch":
            lines = lines_of(words)
        case "impose":
            side, lines = words.get("side", ""), [words.get("line", "").strip()]
        case "option":
            lines = [" ".join(pair) for pair in typed_options([words.get("option", "")]).items()]
        case "house":
            lines = [words.get("house", "").strip()]
        case "result":
            side = words.get("winner", "")
        case _:
            pass
    return lambda game, now: game.rule(kind, reason, entry, side, lines)


def _clock(kind: str) -> Callable[[Mapping[str, str]], Act]:
    def act(words: Mapping[str, str]) -> Act:
        side, reason = words.get("side", ""), words.get("reason", "")
        hours = span(words.get("span", "")) if kind == "extend" else 0
        return lambda game, now: game.tick(now, kind, side, hours, reason=reason)

    return act


def _terms(words: Mapping[str, str], agreed: Sequence[Envelope]) -> Act:
    """New terms, with those of the consents that are to exactly these terms."""
    hours, grace = span(words.get("deadline", "")), span(words.get("grace", "") or "none")
    ending, reason = words.get("then", "gm"), words.get("reason", "")
    plain = consents.step_digest(time.terms(hours, grace, ending, 0))
    consenting = [mail for mail in agreed if getattr(mail.body, "text", "") == plain]
    if consenting and reason.strip():
        raise NotOnThisPage(why=NO_REASON)
    terms = time.terms(hours, grace, ending, 0, reason)

    def act(game: Game, now: int) -> Story:
        try:
            return game.set_terms(now, terms, consenting)
        except BadRuling as error:
            if time.needs_consents(terms) not in str(error):
                raise
            raise NotOnThisPage(why=CONSENT_FIRST) from None

    return act


def _absent(words: Mapping[str, str]) -> Act:
    side, reason = words.get("side", ""), words.get("reason", "")
    return lambda game, now: game.absent(side, now, reason)


def _timed_out(words: Mapping[str, str]) -> Act:
    side = words.get("side", "")
    return lambda game, now: game.timed_out(side, now)


RULINGS = ("uphold", "void", "again", "patch", "impose", "option", "house", "result")
OTHERS: Mapping[str, Callable[[Mapping[str, str]], Act]] = {
    "absent": _absent,
    "timeout": _timed_out,
    **{kind: _clock(kind) for kind in ("reading", "pause", "resume", "extend")},
}


def span(typed: str) -> int:
    """Hours of `7 days`, `36h`, `2w`; 0 for `none`. Raises NotOnThisPage."""
    try:
        return 0 if typed.strip().lower() == "none" else hours_of(typed)
    except ValueError as error:
        raise NotOnThisPage(why=f"`{typed}` is no length of time; {error}, or none") from error


def number(words: Mapping[str, str], name: str) -> int:
    """A number as it was typed, 0 for none. Raises NotOnThisPage."""
    typed = words.get(name, "").strip() or "0"
    if not typed.isdecimal() or len(typed) > 6:
        raise NotOnThisPage(why=f"`{typed}` is no number of an entry")
    return int(typed)
