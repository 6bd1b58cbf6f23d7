"""Answers to several questions that mean "nothing (more)"; each question cites its own rule."""

from __future__ import annotations

from pbem.engine.decision import Decision, decision


@decision("no", passes=True)
class No(Decision):
    """5.1 Keep the Treason card's roll. 9.1 Spare a turncoat."""


@decision("done", passes=True)
class Done(Decision):
    """6.7 Nobody else regroups. 8.3, 8.4 Who still waits goes home without being asked."""
