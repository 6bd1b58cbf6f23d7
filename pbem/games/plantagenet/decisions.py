"""What decisions of many sections have in common.

Every other kind is declared in the file of its section or card.
"""

from __future__ import annotations

from enum import StrEnum

from pbem.engine.decision import Card, Decision, Piece, decision


class Asset(StrEnum):
    """1.7 What Lords have on their mats besides Forces."""

    PROVENDER = "provender"
    COIN = "coin"
    CARTS = "carts"
    SHIPS = "ships"


@decision("no", passes=True)
class No(Decision):
    """Nothing is done."""


@decision("done", passes=True)
class Done(Decision):
    """Nothing more is done."""


class LevyAction(Decision):
    """3.4 What a Lord may do in a Muster."""

    lord: Piece


class TroopsAction(LevyAction):
    """3.4.4 A way to Levy Troops."""


class CardAction(Decision):
    """1.9.1 What a card lets a Lord do in a Muster or on his Command card; its line ends in `by {card}`."""

    lord: Piece
    card: Card
