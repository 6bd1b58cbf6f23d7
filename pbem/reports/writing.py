"""What a reader needs to put order lines together on the page itself, without a server and without the rules.

All of it is what the reader may know anyway: the open question, the own standing orders, names and words.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from pbem.engine import codec
from pbem.engine.notation import squash
from pbem.engine.play import Play
from pbem.errors import BadScript, IllegalOrder
from pbem.ledger.chance import NoChance
from pbem.ledger.glimpse import state_for
from pbem.player.dry import Rehearsal, lines_on
from pbem.player.target import turned_up
from pbem.reports.order_sentences import Names, names_of
from pbem.reports.policy_forms import Policies, policies
from pbem.reports.questions import Choice, OpenRequest, asked_of, rows
from pbem.reports.rulebook import Rulebook, Section, without_rulings

if TYPE_CHECKING:
    from pbem.engine.picture import Picture
    from pbem.engine.ruleset import RuleSet
    from pbem.engine.stack import Stack
    from pbem.proof.reader import Reader

GAP = re.compile(r"\b[A-Z]{3,}\b")
MOST_TRIED = 2
"""So many lines of a verb are tried."""
BRACKETS = re.compile(r" \[[^]]*\]")
"""Of a line as a menu shows it: `march: parley ely [+1]`."""
OF_EVERY_GAME = ("can WORDS", "asked KIND")
"""Terms that no game looks up: whether such a line is offered, and what is asked."""
OF_KINDS = "KIND"
OF_LINES = ("WORDS",)
"""What stands for words of a line."""


Prepared = Mapping[str, tuple[Choice, ...]]
"""Card to the choices that there would be if it were turned up now."""


class Plan(Struct, frozen=True):
    """The secret stack that is asked for: `size` words, each as often as `limits` says, -1 for any number.

    `scripts`: they are cards that are turned up one by one, each may have a script. `places`: where each stands.
    """

    verb: str
    size: int
    limits: Mapping[str, int]
    scripts: bool
    places: tuple[str, ...]


class Writing(Struct, frozen=True):
    """What the page of a side knows besides what it shows.

    Attributes:
        answers: the id of the open question, `ready` where that is owed, "" if nothing is asked.
        plan: the stack that is asked for. `at_once`: it is answered in secret by several at once.
        cards: number to card of a stack that is being flipped; `scripts`: theirs so far.
        policies: and what they can be put together from. `rolls`: verbs of lines for which a die is rolled.
        terms: what conditions may look at, `enemy at PLACE`.
        prepared: card to the choices that there would be if it were turned up now, for scripts.
        fills: what may stand for a word in capitals of a term. `names`: what words of lines are called.
        sections: of the rulebook, that the choices name. `said`: lines of choices and of the story in sentences.
    """

    game: str
    side: str
    answers: str
    plan: Plan | None
    at_once: bool
    cards: Mapping[str, str]
    scripts: Mapping[str, str]
    policies: Policies
    rolls: tuple[str, ...]
    terms: tuple[str, ...]
    prepared: Prepared
    fills: Mapping[str, tuple[str, ...]]
    names: Mapping[str, str]
    sections: tuple[Section, ...]
    said: Mapping[str, str]

    def sentence(self, choice: Choice) -> str:
        """A choice as people say it, without what more may be spent and who may go along."""
        return self.said.get(plain(choice.line), "")


def plain(line: str) -> str:
    """A line of a menu without what stands in brackets: what it is without more."""
    return BRACKETS.sub("", line)


def writing(
    game: Reader,
    side: str,
    questions: Sequence[OpenRequest],
    picture: Picture | None,
    story: Iterable[str] = (),
) -> Writing:
    """All that the page of a side's report needs to put order lines together.

    Args:
        questions: of this side. `picture`: the board as it sees it. `story`: the order lines of what happened.
    """
    rules = game.ledger.rules
    request = next(
        (open_request for open_request in game.requests if open_request.side == side), None
    )
    stack = request.stack if request is not None else None
    cards = {slot.rpartition(":")[2]: card for slot, card in game.plan_cards(side).items()}
    standing = game.standing_of(side)
    choices = [choice for one in questions for choice in one.options]
    pieces, places = spaces_of(picture)
    names = _names(game, side, picture)
    below_by_card = _cards_below(tuple(cards.values()), stack)
    choices_by_card = _script_choices(game, side, below_by_card)
    all_choices = (*choices, *(choice for some in choices_by_card.values() for choice in some))
    lines = (*(plain(one.line) for one in all_choices), *story)
    return Writing(
        game.id,
        side,
        next((one.request_id for one in questions), ""),
        Plan(
            stack.verb,
            stack.size,
            dict(stack.limits),
            stack.scripted and game.ledger.offices.moderated,
            stack.places,
        )
        if stack is not None
        else None,
        request is not None and request.secret_menu,
        cards,
        {slot.rpartition(":")[2]: text for slot, text in standing.scripts.items()},
        policies(game, side, picture, names),
        _rolls(game, side, choices, below_by_card, choices_by_card),
        terms_of(rules),
        choices_by_card,
        {gap: words for gap, words in fills_of(game, side, picture).items() if gap != OF_KINDS},
        {**_card_names(rules, names), **places, **pieces},
        tuple(cited_sections(without_rulings(rules), (choice.rule for choice in choices))),
        {line: sentence for line in dict.fromkeys(lines) if (sentence := names.lines(line))},
    )


def cited_sections(book: Rulebook, numbers: Iterable[str]) -> Iterator[Section]:
    """The sections that choices name, or those around them, each once."""
    cited = dict.fromkeys(numbers)
    sections = {book.numbered(n) or book.numbered(book.above(n)) for n in cited if n}
    return (section for section in book.sections if section in sections)


def spaces_of(picture: Picture | None) -> tuple[dict[str, str], dict[str, str]]:
    """Words and names of pieces and of places that the reader sees; hexes without a name are left out.

    A piece may go by its name alone where a picture needs an id of its own for it.
    """
    if picture is None:
        return {}, {}
    seen = [piece for space in picture.spaces for piece in space.pieces]
    pieces = {squash(piece.name): piece.name for piece in seen} | {p.id: p.name for p in seen}
    places = {space.id: space.name for space in picture.spaces if space.name != space.id}
    return pieces, {**dict(picture.areas), **places}


def terms_of(rules: RuleSet[Any]) -> tuple[str, ...]:
    """What conditions may look at, each once."""
    return (
        *dict.fromkeys(term.strip() for term in rules.conditions.terms.split(",")),
        *OF_EVERY_GAME,
    )


def fills_of(game: Reader, side: str, picture: Picture | None) -> dict[str, tuple[str, ...]]:
    """For each word in capitals of a term what can stand for it: of pieces and places those of which the game can
    look up more, each name once; else what the game says itself, and kinds of questions."""
    rules, state = game.ledger.rules, game.ledger.play.state
    words_by_gap = {gap: tuple(words) for gap, words in rules.conditions.fills.items()}
    words_by_gap[OF_KINDS] = tuple(game.reactions)
    if state is None:
        return words_by_gap
    seen_state: Any = state_for(rules, state, side)
    for term in terms_of(rules):
        gaps = GAP.findall(term)
        if len(gaps) == 1 and gaps[0] not in words_by_gap and gaps[0] not in OF_LINES:
            some = (
                _looked_up(rules, seen_state, side, term, names) for names in spaces_of(picture)
            )
            if words := max(some, key=len):
                words_by_gap[gaps[0]] = words
    return words_by_gap


def _looked_up(
    rules: RuleSet[Any], seen: Any, side: str, term: str, names: Mapping[str, str]
) -> tuple[str, ...]:
    """The words that the game can look up in a term, one for each name."""
    words: dict[str, str] = {}
    for word, name in names.items():
        with contextlib.suppress(BadScript):
            rules.conditions.look(seen, side, tuple(GAP.sub(word, term).split()))
            words[name] = word
    return tuple(words.values())


def _names(game: Reader, side: str, picture: Picture | None) -> Names:
    """What this side calls what lines name, on the map and beside it."""
    rules, state = game.ledger.rules, game.ledger.play.state
    if state is None:
        return names_of(rules, side, picture)
    trays = rules.trays(state_for(rules, state, side), side, game.known(side))
    return names_of(rules, side, picture, trays)


def _card_names(rules: RuleSet[Any], names: Names) -> dict[str, str]:
    """Names of cards, by the words that lines have for them."""
    return {card.id.lower(): names.card(card.id) for card in rules.cards()}


def _cards_below(cards: Sequence[str], stack: Stack | None) -> dict[str, int]:
    """The cards that a script can be written for, with how many lie below each when it is turned up: below the
    first of several alike."""
    below: dict[str, int] = {}
    for n, card in enumerate(cards, 1):
        below.setdefault(card, len(cards) - n)
    if stack is not None:
        for card in stack.limits:
            below.setdefault(card, stack.size - 1)
    return below


def _rolls(
    game: Reader,
    side: str,
    choices: Sequence[Choice],
    below_by_card: Mapping[str, int],
    choices_by_card: Prepared,
) -> tuple[str, ...]:
    """The verbs of choices for which a die is rolled, found by trying the first lines of each.

    Those of cards in a stack are tried only where they do what no other does. `below_by_card`: as `_cards_below`.
    """
    ledger, rolls_by_verb = game.ledger, dict[str, bool]()
    rules, own = ledger.rules, game.known(side)
    # What a GM knows besides must make no difference to the page of a side.
    secrets = {slot: one for slot, one in ledger.position.secrets.items() if slot in own}

    choices_now = (
        choices if side not in ledger.owes_ready() else ()
    )  # nothing can be ordered before that
    for card, some in (("", choices_now), *choices_by_card.items()):
        lines_by_verb: dict[str, list[str]] = {}
        for choice in some:
            lines_by_verb.setdefault(verb(choice.line), []).append(plain(choice.line))
        for word in [word for word in lines_by_verb if word not in rolls_by_verb]:
            rolls_by_verb[word] = False
            for line in lines_by_verb[word][:MOST_TRIED]:
                play = (
                    turned_up(ledger, side, card, below_by_card[card])
                    if card
                    else _play_now(game, side)
                )
                with contextlib.suppress(IllegalOrder):
                    rolls_by_verb[word] |= play is not None and bool(
                        lines_on(rules, play, side, [line], NoChance(secrets), False).die
                    )
    return tuple(word for word, rolls in rolls_by_verb.items() if rolls)


def _play_now(game: Reader, side: str) -> Play[Any] | None:
    """A copy of the game where it stands, in a veiled one as this side sees it; None if that cannot be told."""
    ledger, play = game.ledger, game.ledger.play
    if play.state is None:
        return None
    if ledger.veiled or not isinstance(play, Play):
        seen: Any = codec.copied(state_for(ledger.rules, play.state, side))
        return Rehearsal.at(ledger.rules, seen, play.request(side).kind)
    copied: Play[Any] = Play(ledger.rules, play.checkpoint.copied())
    copied.resume()
    return copied


def verb(line: str) -> str:
    """What a line does: its first word, or the first behind who acts."""
    return line.rpartition(": ")[2].partition(" ")[0]


def _script_choices(game: Reader, side: str, cards: Mapping[str, int]) -> Prepared:
    """For each card of a stack what could be ordered if it were turned up now."""
    choices_by_card: dict[str, tuple[Choice, ...]] = {}
    for card, below in cards.items():
        play = turned_up(game.ledger, side, card, below)
        for request in play.pending if play is not None else ():
            if request.side == side and request.stack is None:
                open_request = asked_of(request, side, game.known(side), game.ledger.rules)
                choices_by_card[card] = tuple(rows(open_request.options))
    return choices_by_card
