"""A secret stack by clicks: its cards in order, and a script for each of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping

from pbem.engine.stack import Stack
from pbem.errors import NotOnThisPage
from pbem.web.lines import number
from pbem.web.page import Answer
from pbem.web.seat import Seat


def asked_stack(seat: Seat) -> Stack:
    """The stack that is asked for now. Raises NotOnThisPage."""
    request = seat.request
    if request is None or request.stack is None:
        raise NotOnThisPage(why="no stack is asked for")
    return request.stack


def left(seat: Seat) -> dict[str, int]:
    """How many of each card may still be put in; -1 without limit."""
    stack, used = asked_stack(seat), Counter(seat.stack)
    if len(seat.stack) == stack.size:
        return dict.fromkeys(stack.limits, 0)
    return {card: n - used[card] if n >= 0 else n for card, n in stack.limits.items()}


def put(seat: Seat, words: Mapping[str, str]) -> Answer:
    """Put `card` into the stack, below those that are in it."""
    card = words.get("card", "")
    if not left(seat).get(card):
        raise NotOnThisPage(why=f"`{card}` cannot be put in, or not once more")
    seat.stack = (*seat.stack, card)
    missing = asked_stack(seat).size - len(seat.stack)
    return seat.answer(
        f"Card {len(seat.stack)}: {card}. {f'{missing} to go.' if missing else 'All are in; take the stack.'}"
    )


def out(seat: Seat, words: Mapping[str, str]) -> Answer:
    """Take card `at` out again."""
    at = number(words, "at", len(seat.stack))
    gone = seat.stack[at]
    seat.stack = (*seat.stack[:at], *seat.stack[at + 1 :])
    return seat.answer(f"Out: {gone}.")


def shift(seat: Seat, words: Mapping[str, str]) -> Answer:
    """Put card `at` to place `to`."""
    cards = list(seat.stack)
    at, to = number(words, "at", len(cards)), number(words, "to", len(cards))
    cards.insert(to, cards.pop(at))
    seat.stack = tuple(cards)
    return seat.answer(f"Card {to + 1}: {cards[to]}.")


def stacked(seat: Seat, words: Mapping[str, str]) -> Answer:
    """Take the stack as it is put together into the orders."""
    verb = asked_stack(seat).verb
    (line,) = seat.write_lines((" ".join([verb, *seat.stack]),))
    return seat.answer(f"Taken: {line}. What shall each card do?")


def script(seat: Seat, words: Mapping[str, str]) -> Answer:
    """Write the script of card `card`; without one the order lines again."""
    card = words.get("card", "")
    if card and card not in seat.cards:
        raise NotOnThisPage(why=f"there is no card {card}")
    seat.card = card
    seat.look()
    return seat.answer(
        f"The script of card {card}, {seat.cards[card]}." if card else "The order lines."
    )


VERBS: Mapping[str, Callable[[Seat, Mapping[str, str]], Answer]] = {
    "put": put,
    "out": out,
    "shift": shift,
    "stacked": stacked,
    "script": script,
}
