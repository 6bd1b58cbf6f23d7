"""What a side says where it does nothing, or nothing more."""

from __future__ import annotations

from pbem.engine.decision import Decision, decision


@decision("pass", passes=True)
class Pass(Decision):
    """6.1, 11.2 This opportunity is not used."""


@decision("pass all")
class PassAll(Decision):
    """C3 Nor is any other of this phase."""


@decision("none", passes=True)
class NoMore(Decision):
    """8.0, 9.0, 10.0 No attempt, levy or trial more."""
