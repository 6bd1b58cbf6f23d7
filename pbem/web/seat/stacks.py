"""A secret stack by clicks: its cards in order, and a script for each of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping

from msgspec import Struct
from msgspec.structs import replace

from pbem.engine.stack import Stack
from pbem.errors import NotOnThisPage
from pbem.ledger.cases import agreed
from pbem.player.orders import Orders
from pbem.player.robots import advice
from pbem.web.seat.lines import number
from pbem.web.seat.seat import Seat
from pbem.web.server.page import Answer

TO_GO = "{n} to go."
COMPLETE = "Your choice is complete: click the button to take it."
CAPABILITY = "Capability"
"""Kind of the half of a card that is dealt to somebody."""


def asked_stack(seat: Seat) -> Stack:
    """The stack that is asked for now. Raises NotOnThisPage."""
    request = seat.request
    if request is None or request.stack is None:
        raise NotOnThisPage(why="no stack is asked for")
    return request.stack


def cards_left(seat: Seat) -> dict[str, int]:
    """How many of each card may still be put in; -1 without limit."""
    stack, used = asked_stack(seat), Counter(seat.stack)
    if len(seat.stack) == stack.size:
        return dict.fromkeys(stack.limits, 0)
    barred = {card for card in stack.limits if stack.trouble and stack.trouble((*seat.stack, card))}
    return {
        card: 0 if card in barred else n - used[card] if n >= 0 else n
        for card, n in stack.limits.items()
    }


class Dealt(Struct, frozen=True):
    """A card that goes to one of several people.

    Attributes:
        id: its number. `name`: that and its name. `text`: what it does. `takers`: word in the stack, name, how many are left.
    """

    id: str
    name: str
    text: str
    takers: tuple[tuple[str, str, int], ...]


def dealt(seat: Seat) -> list[Dealt]:
    """The words of a stack that deals cards to people, by card; empty for a stack of any other kind."""
    texts = {card.id: card for card in seat.game.ledger.rules.cards()}
    counts, takers = cards_left(seat), dict[str, list[tuple[str, str, int]]]()
    for word, count in counts.items():
        card, taker = _parts(word)
        if card not in texts or not taker:
            return []
        takers.setdefault(card, []).append((word, seat.names.piece(taker), count))
    cards = []
    for id, takers_of_card in takers.items():
        half = next(
            (half for half in texts[id].halves if half.kind == CAPABILITY), texts[id].halves[-1]
        )
        cards.append(Dealt(id, f"{id} {half.name}", half.text, tuple(takers_of_card)))
    return cards


def name_of(seat: Seat, word: str) -> str:
    """A card of a stack as people call it: `Warwick`, `Culverins and Falconets to Norfolk`."""
    cards = (
        f"{card.name} to {name}"
        for card in dealt(seat)
        for other, name, _ in card.takers
        if other == word
    )
    return next(cards, seat.names.piece(word))


def _parts(word: str) -> tuple[str, str]:
    """`y1_norfolk`: the card Y1, for Norfolk."""
    card, _, taker = word.partition("_")
    return card.upper(), taker


def put_card(seat: Seat, words: Mapping[str, str]) -> Answer:
    """Put the card `word` into the stack, below those that are in it."""
    card = words.get("word", "")
    if not cards_left(seat).get(card):
        raise NotOnThisPage(why=f"`{card}` cannot be added, or not once more")
    seat.stack = (*seat.stack, card)
    missing = asked_stack(seat).size - len(seat.stack)
    left = [(other, n) for other, n in cards_left(seat).items() if n]
    if missing and len(left) == 1 and left[0][1] == missing:  # nothing else can follow
        seat.stack, missing = (*seat.stack, *[left[0][0]] * missing), 0
    return seat.answer(
        f"{len(seat.stack)}: {name_of(seat, card)}. {TO_GO.format(n=missing) if missing else COMPLETE}"
    )


def is_advised(seat: Seat) -> bool:
    """Can a simple player fill what is left? Not in a branch, nor where the terms forbid a robot's help."""
    return not seat.tried and agreed.allows_aid(seat.game.ledger, "robot")


def fill(seat: Seat, words: Mapping[str, str]) -> Answer:
    """Put the card `word` into all places that are left; without one the cards that a simple player would put there."""
    fill_up(seat, words.get("word", ""))
    missing = asked_stack(seat).size - len(seat.stack)
    return seat.answer(f"{len(seat.stack)}: {TO_GO.format(n=missing) if missing else COMPLETE}")


def fill_up(seat: Seat, word: str = "") -> None:
    """As `fill`. Raises NotOnThisPage, NotAllowed."""
    stack = asked_stack(seat)
    if not word:
        agreed.check_aid(seat.game.ledger, "robot")
    cards = [word] * stack.size if word else next(iter(advice(seat.game, ())), "").split()[1:]
    for card in () if word else seat.stack:
        if card in cards:
            cards.remove(card)
    for card in cards if word else (*cards, *list(stack.limits) * stack.size):
        if cards_left(seat).get(card):
            seat.stack = (*seat.stack, card)


def out(seat: Seat, words: Mapping[str, str]) -> Answer:
    """Take card `at` out again."""
    at = number(words, "at", len(seat.stack))
    gone = seat.stack[at]
    seat.stack = (*seat.stack[:at], *seat.stack[at + 1 :])
    return seat.answer(f"Out: {name_of(seat, gone)}.")


def shift(seat: Seat, words: Mapping[str, str]) -> Answer:
    """Put card `at` to place `to`."""
    cards = list(seat.stack)
    at, to = number(words, "at", len(cards)), number(words, "to", len(cards))
    cards.insert(to, cards.pop(at))
    seat.stack = tuple(cards)
    return seat.answer(f"{to + 1}: {name_of(seat, cards[to])}.")


def stacked(seat: Seat, words: Mapping[str, str]) -> Answer:
    """Take the stack as it is put together into the orders, with the scripts of the one before it."""
    line = " ".join([asked_stack(seat).verb, *seat.stack])
    if seat.tried:
        (line,) = seat.write_lines((line,))
        return seat.answer(f"Taken: {line}.")
    (line,) = seat.game.spelled((line,))
    scripts, scripts_lost = _scripts_moved(seat)
    seat.write(replace(seat.orders, lines=(line,), scripts=scripts))
    messages = [f"Taken: {seat.names.statement(line)}."]
    if scripts:
        messages.append("Your scripts moved along with their cards.")
    messages += [
        f"Card {card} is no longer in your Plan, so this script was dropped: {text}."
        for card, text in scripts_lost
    ]
    return seat.answer(
        " ".join(
            messages
            if scripts or scripts_lost or not seat.cards
            else (*messages, "What does each card do?")
        )
    )


def _scripts_moved(seat: Seat) -> tuple[dict[str, str], list[tuple[str, str]]]:
    """The scripts of the stack that was written last, each with its card, the first with the first of that name;
    and the cards that are there no more, with what was written for them."""
    last = next((one for one in reversed(seat.written) if one.lines), Orders())
    free, scripts, lost = list(enumerate(seat.stack, 1)), dict[str, str](), list[tuple[str, str]]()
    for at, card in enumerate(" ".join(last.lines).split()[1:], 1):
        text = last.scripts.get(str(at), "")
        place = next((one for one in free if one[1] == card), None)
        if place is not None:
            free.remove(place)
        if text and place is not None:
            scripts[str(place[0])] = text
        elif text:
            lost.append((seat.names.piece(card), text))
    return scripts, lost


def script(seat: Seat, words: Mapping[str, str]) -> Answer:
    """Write the script of card `card`; without one the order lines again."""
    card = words.get("card", "")
    seat.write_for(card)
    seat.look()
    return seat.answer(
        f"You now write the script of card {card}, {seat.names.piece(seat.cards[card])}."
        if card
        else "You now write the order lines."
    )


VERBS: Mapping[str, Callable[[Seat, Mapping[str, str]], Answer]] = {
    "put": put_card,
    "fill": fill,
    "out": out,
    "shift": shift,
    "stacked": stacked,
    "script": script,
}
