"""What decisions of several sections have in common.

Every other kind is declared in the file of its section.
"""

from __future__ import annotations

from pbem.engine.decision import Decision, decision


@decision("no", passes=True)
class No(Decision):
    """5.1, 9.1 Nothing is done."""


@decision("done", passes=True)
class Done(Decision):
    """6.7, 8.3 Nothing more is done."""
