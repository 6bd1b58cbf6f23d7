"""The terms of the table, to which everybody agrees who accepts: what they are in words, and what a program holds.

They are in the genesis. Only the times can be changed later: by the GM alone to give more time, else by all.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from pbem.errors import BadOption, BadStatement, NotAllowed
from pbem.ledger.cases import time
from pbem.ledger.clock import Clock, Pace
from pbem.misread import nearest
from pbem.protocol.steps import USUAL, Genesis, Setup, Terms

if TYPE_CHECKING:
    from pbem.ledger.ledger import Ledger
    from pbem.protocol.bodies import Clocked


class Term(Struct, frozen=True):
    """A term as a GM writes it: `--option pace=7d`. `values`: what may be written, the usual first."""

    name: str
    values: str
    words: str


AIDS = {"odds": "odds", "robot": "a robot's advice", "try": "a try of one's own"}
"""What a program offers a player to think with, by the word for it in the genesis."""
CLOSE = 0.7
"""How much of a word must be right for it to be taken for a slip of the fingers, from 0 to 1."""
ALL, NONE = "all", "none"
DECLARED = (
    Term("takebacks", "kind or strict or none", "whatever all agree to; nothing after dice or cards; none at all"),
    Term("pace", "none or 7d", "time for each answer: 36h, 7d, 2w"),
    Term("grace", "none or 3d", "more time after that, with a reminder"),
    Term("then", " or ".join(time.ENDINGS), "what happens when the grace is over"),
    Term("holidays", "any or 21", "days that each side can be away in the whole game"),
    Term("ends", "none or 2027-06-30", "the day by which the game ends"),
    Term("delay", "0 or 1", "how many game turns later spectators see a turn"),
    Term("aids", f"{ALL} or {NONE} or {','.join(AIDS)}", "what a player can use to think"),
)  # fmt: skip
"""The terms that every game has, whatever its rules."""


def split(options: Mapping[str, str]) -> tuple[Terms, dict[str, str]]:
    """Separate options as typed into the terms of the table and the game's own options. Raises BadOption."""
    term_of = {term.name: term for term in DECLARED}
    mine = {name: value.strip().lower() for name, value in options.items() if name in term_of}
    fields: dict[str, Any] = {}
    for name, value in mine.items():
        try:
            fields |= _fields_of_term(name, value)
        except ValueError:
            values = _values_allowed(term_of[name])
            raise BadOption(option=f"{name}={value}", known=values) from None
    if not fields.get("pace") and (fields.get("grace") or fields.get("ending", "gm") != "gm"):
        raise BadOption(option="grace or then", known="they belong to a pace: --option pace=7d")
    game_options = {name: value for name, value in options.items() if name not in term_of}
    for name in game_options:
        for near in nearest(name, term_of, alike=CLOSE):
            raise BadOption(option=name, known=_values_allowed(term_of[near]))
    return Terms(**fields), game_options


def _values_allowed(term: Term) -> str:
    return f"{term.name}={term.values} ({term.words})"


def _fields_of_term(name: str, value: str) -> dict[str, Any]:
    """The fields of `Terms` that this term as typed sets, with their values. Raises ValueError if it has no such
    value."""
    match name:
        case "takebacks" if value in ("kind", "strict", "none"):
            return {"takebacks": value}
        case "pace" | "grace":
            return {name: 0 if value == NONE else time.hours_of(value)}
        case "then" if value in time.ENDINGS:
            return {"ending": value}
        case "holidays":
            return {} if value == "any" else {"holidays": _number(value, 1000)}
        case "ends":
            if value != NONE:
                time.day(value)
            return {"ends": "" if value == NONE else value}
        case "delay":
            return {"delay": _number(value, 100)}
        case "aids":
            aids = {ALL: set(AIDS), NONE: set()}.get(value, set(value.split(",")))
            if not aids <= AIDS.keys():
                raise ValueError(value)
            return {"barred": tuple(sorted(AIDS.keys() - aids))}
        case _:
            raise ValueError(value)


def _number(value: str, most: int) -> int:
    if int(value) not in range(most + 1):
        raise ValueError(value)
    return int(value)


def is_past_last_day(terms: Terms, now: int) -> bool:
    """Is the day by which the game ends past?"""
    return bool(terms.ends) and now >= time.day(terms.ends) + time.DAY


def of(genesis: Setup) -> Terms:
    """The terms of a game; a duel has none of its own."""
    return (genesis.terms if isinstance(genesis, Genesis) else None) or USUAL


def clock(genesis: Setup) -> Clock:
    """The clock as a game begins: its pace runs from the first reading after the first question; in a duel none does."""
    if not isinstance(genesis, Genesis):
        return Clock()
    terms = of(genesis)
    pace = Pace(0, terms.pace, terms.grace, terms.ending, genesis.days)
    return Clock((pace,), said=genesis.at)


def words(ledger: Ledger) -> str:
    """The terms of the table as one paragraph for people, with the pace that the clock has now."""
    if not isinstance(ledger.genesis, Genesis):
        own_data = _own_data(ledger, ledger.genesis.keys.name)
        return " ".join((DUEL, *own_data))
    terms = of(ledger.genesis)
    clock_now, clock_signed = ledger.cases.clock, clock(ledger.genesis)
    sentences = [TAKEBACKS[terms.takebacks], _pace(clock_now.pace)]
    if clock_now.pace.n and _pace(clock_now.pace) != _pace(clock_signed.pace):
        sentences.append(f"At the beginning of the game it was: {_pace(clock_signed.pace)}")
    if terms.holidays is not None:
        sentences.append(f"At most {terms.holidays} days of holidays per side.")
    if terms.ends:
        sentences.append(f"The game ends by {terms.ends}.")
    if terms.delay:
        turns = "1 game turn" if terms.delay == 1 else f"{terms.delay} game turns"
        sentences.append(f"Spectators see the game {turns} later.")
    aids_barred = ", ".join(AIDS[aid] for aid in terms.barred)
    sentences.append(
        f"Not allowed while the game goes on: {aids_barred}."
        if aids_barred
        else "All aids allowed."
    )
    sentences += _own_data(ledger, "the GM")
    return " ".join(sentences)


def _own_data(ledger: Ledger, whose: str) -> list[str]:
    """A sentence if a game is played by data that whoever began it has changed."""
    names = " and ".join(sorted(ledger.genesis.data))
    sentence = f"The rules data are those of this pbem, except {whose}'s own {names}."
    return [sentence] if names else []


def times(ledger: Ledger, step: Clocked) -> str:
    """New terms for the time of answers, for people."""
    return _pace(time.pace_of(step, ledger.cases.clock.pace.days))


DUEL = "This is a duel: there is no GM and there are no deadlines. An order is final when it is signed."
TAKEBACKS = {
    "kind": "Take-backs: anything that all agree to.",
    "strict": "Take-backs: if all agree, and if no die has been rolled and no card dealt since.",
    "none": "No take-backs.",
}


def _pace(pace: Pace) -> str:
    """How long an answer may take, and after what silence nobody waits for it."""
    on_silence = (
        f"If you say nothing for {time.days_of(pace.days)}, the GM can declare you absent. Then nobody "
        "waits for you any longer."
    )
    if not pace.hours:
        return f"No deadlines. {on_silence}"
    grace = f", then {time.span(pace.grace)} of grace" if pace.grace else ""
    answer = f"{time.span(pace.hours).capitalize()} for each answer{grace}; then {time.ENDINGS[pace.ending]}."
    return f"{answer} {on_silence}"


# -- what a program holds -----------------------------------------------------------------------


def allows_aid(ledger: Ledger, aid: str) -> bool:
    """May this aid, one of `AIDS`, be used in this game now? After the end, every aid may be."""
    return aid not in of(ledger.genesis).barred or ledger.result is not None


def check_aid(ledger: Ledger, aid: str) -> None:
    """Raises NotAllowed unless this aid, one of `AIDS`, may be used in this game now."""
    if not allows_aid(ledger, aid):
        raise NotAllowed(aid=AIDS[aid])


def check_take_back(ledger: Ledger, first: int) -> None:
    """May a table go back to before entry `first` by consent? Raises BadStatement."""
    kind = of(ledger.genesis).takebacks
    if kind == "none":
        raise BadStatement(
            why=(
                "the terms of this table, which all have signed, have no take-backs. If the GM or the "
                "program made a mistake, use `pbem dispute`"
            )
        )
    if kind == "strict" and ledger.cases.chance >= first:
        raise BadStatement(
            why=f"the terms of this table are strict: in entry {ledger.cases.chance} a die fell or a card came, so "
            f"nobody goes back to before entry {first}"
        )


def check_holiday(ledger: Ledger, side: str, text: str) -> None:
    """Has this side so many days left? Raises BadStatement."""
    most = of(ledger.genesis).holidays
    if most is None:
        return
    start, end = time.days(text)
    days_taken = sum(row.days for row in ledger.cases.clock.away if row.side == side)
    days_wanted = (end - start) // time.DAY
    if days_taken + days_wanted > most:
        raise BadStatement(
            why=f"the terms of this table give each side {most} days of holidays; {side} has taken {days_taken}, and "
            f"these are {days_wanted}. Ask the GM for more time"
        )
