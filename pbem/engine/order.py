"""Order lines: the one notation for decisions (DESIGN section 5).

An order line is `actor: word word ...`; the actor (a Lord, a block, a noble) may be missing:

    march: parley st_albans +1        norfolk: troops        pass        plan march warwick pass
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from pbem.errors import UnknownWord

WORD = re.compile(r"[a-z0-9+*][a-z0-9_+*-]*\Z")


@dataclass(frozen=True, slots=True)
class Order:
    """One decision. `Order.parse(str(order)) == order` for every order."""

    words: tuple[str, ...]
    actor: str = ""

    def __str__(self) -> str:
        line = " ".join(self.words)
        return f"{self.actor}: {line}" if self.actor else line

    @property
    def verb(self) -> str:
        return self.words[0]

    @property
    def args(self) -> tuple[str, ...]:
        return self.words[1:]

    @property
    def group(self) -> tuple[str, ...]:
        """The names after `with`: `warwick: march york with norfolk` gives `("norfolk",)`."""
        return self.words[self.words.index("with") + 1 :] if "with" in self.words else ()

    @classmethod
    def parse(cls, line: str) -> Order:
        """Read a canonical order line; players' free spelling goes through `notation.match`.

        Raises:
            UnknownWord: the line is not canonical.
        """
        actor, colon, rest = line.rpartition(": ")
        words = tuple(rest.split(" "))
        if (colon and not WORD.match(actor)) or not all(WORD.match(word) for word in words):
            raise UnknownWord(where="", line=line, reason="not an order line", instead="")
        return cls(words, actor)
