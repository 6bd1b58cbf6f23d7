"""What a game declares about itself in plain values: its sides, the options a GM may choose, and
how it can end: each way with its rule and the sentence that says so."""

# No `from __future__ import annotations`: msgspec would evaluate each text again at every start.

from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from typing import NewType

from msgspec import Struct
from msgspec.structs import force_setattr

from pbem.errors import BadOption

YES, NO = "yes", "no"
SWITCHED = {"true": YES, "on": YES, "1": YES, "": YES, "false": NO, "off": NO, "0": NO}
"""What else people write for yes and no; a name alone means yes."""


class Side(Struct, frozen=True, forbid_unknown_fields=True):
    """One side, by its id in a game's `sides`.

    Attributes:
        name: as it stands in a sentence: `York wins`.
        people: who is asked and told: `for the Yorkists`; the name if it has no such word.
        adjective: before a noun: `Yorkist exile`; the name likewise.
        colour: `#rrggbb`, dark enough to be read on white.
    """

    name: str
    people: str = ""
    adjective: str = ""
    colour: str = "#444444"

    def __post_init__(self) -> None:
        force_setattr(self, "people", self.people or self.name)
        force_setattr(self, "adjective", self.adjective or self.name)


class GameOption(Struct, frozen=True):
    """A choice for a whole game.

    Attributes:
        values: what may be chosen, the default first.
        words: what it is about, in a few words. `rule`: where the rulebook or a ruling says so.
        changes: a ruling may change it while a game runs.
    """

    name: str
    values: tuple[str, ...]
    words: str
    rule: str
    changes: bool = False

    @property
    def default(self) -> str:
        return self.values[0]

    def __str__(self) -> str:
        return f"{self.name}={' or '.join(self.values)} ({self.words}, {self.rule})"


def typed_options(words: Iterable[str]) -> dict[str, str]:
    """`--option hidden_mats=yes`, once or more, without case; a name alone switches it on."""
    pairs = (word.lower().partition("=") for word in words)
    return {name.strip(): value.strip() or YES for name, _, value in pairs}


def declared(options: Sequence[GameOption], name: str) -> GameOption:
    """The option of this name. Raises BadOption, which names those there are."""
    for option in options:
        if option.name == name:
            return option
    names = "; ".join(map(str, options)) or "none in this scenario"
    raise BadOption(option=name, known=names)


def option_values(
    options: Sequence[GameOption], chosen_values: Mapping[str, object]
) -> dict[str, str]:
    """The value of every option: as given, else its default.

    Raises:
        BadOption: no such option, or no such value; it names those there are.
    """
    values = {option.name: option.default for option in options}
    for name, value in chosen_values.items():
        option, word = declared(options, name), str(value).lower()
        values[name] = word if word in option.values else SWITCHED.get(word, word)
        if values[name] not in option.values:
            raise BadOption(option=f"{name}={value}", known=str(option))
    return values


Reason = NewType("Reason", str)
"""The filled in sentence of an `Ending`: where one is asked for, no other text will do."""


DRAW = "draw"
"""Who has won a game that nobody has won, where a state keeps a winner."""


class Ending(Enum):
    """A game lists its own: `THRESHOLD = "5.2", "The {winner} reach {points} Influence: they win."`

    Attributes:
        rule: rulebook section.
        sentence: for all to read, blanks in braces.
    """

    def __init__(self, rule: str, sentence: str) -> None:
        self.rule = rule
        self.sentence = sentence

    def reason(self, **blanks: str | int) -> Reason:
        """The sentence with its blanks filled in. Raises KeyError if one is missing."""
        return Reason(self.sentence.format(**blanks))
