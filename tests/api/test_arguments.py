"""Every function of the API refuses an argument of a wrong type at once, and says what it expected."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from pathlib import Path
from typing import Any, get_type_hints

import pytest

import pbem
from pbem.arguments import fits
from tests.moderator.people import ANN, GM, seated
from tests.says import sentence, worded

WRONG: tuple[Any, ...] = (
    None, 3, True, 1.5, "ann", b"x", [3], {3: "a"}, {"a": 3}, object(),
)  # fmt: skip


def functions() -> dict[str, Callable[..., Any]]:
    """All that can be called, by name; what is made by a game belongs to the one that was opened."""
    kinds = {"Game": pbem.Game, "Identity": pbem.Identity}
    names = {name: getattr(pbem, name) for name in ("open", "saves", "schema", "own_identity")}
    mine = {"Identity": ("new", "load", "save")}
    for kind, of in kinds.items():
        for name in mine.get(kind, [name for name in dir(of) if name[0] != "_"]):
            value = getattr(of, name)
            if callable(value) and arguments(value):
                names[f"{kind}.{name}"] = value
    return names


def arguments(function: Callable[..., Any]) -> dict[str, Any]:
    """Its arguments, and their types."""
    known = {"Identity": pbem.Identity, "Game": pbem.Game}
    hints = get_type_hints(inspect.unwrap(function), localns=known)
    return {name: kind for name, kind in hints.items() if name != "return"}


@pytest.mark.parametrize("name", functions())
def test_an_argument_of_a_wrong_type_is_refused_by_name(name: str, tmp_path: Path) -> None:
    save = tmp_path / "game.toml"
    save.write_bytes(seated().save)
    function = functions()[name]
    if name.startswith("Game.") and name != "Game.new":
        function = getattr(pbem.open(save, ANN), name.removeprefix("Game."))
    if name == "Identity.save":
        function = ANN.save
    right = {"path": save, "gm": GM, "rules": "plantagenet", "scenario": "Ib", "lines": ["ready"]}
    right |= {"folder": tmp_path, "emails": {}, "side": "", "name": "Fay", "passphrase": "x"}
    needed = {
        key for key, p in inspect.signature(function).parameters.items() if p.default is p.empty
    }
    for argument, kind in arguments(function).items():
        others = {key: right[key] for key in needed - {argument}}
        for wrong in WRONG:
            if not fits(wrong, kind):
                with pytest.raises(TypeError, match=f"^{argument} is .*; expected "):
                    function(**others, **{argument: wrong})


def test_the_refusal_says_where_an_identity_comes_from() -> None:
    with pytest.raises(TypeError) as refused:
        pbem.open("game.toml", "ann")  # type: ignore[arg-type]
    assert str(refused.value) == (
        "identity is 'ann' (str); expected Identity | None. "
        + sentence("arguments.HINTS", word="Get")
    )
    with pytest.raises(TypeError, match=worded("arguments.HINTS", word="Make")):
        pbem.Game("game.toml")  # type: ignore[arg-type]


def test_a_wrong_value_is_refused_in_its_own_words(tmp_path: Path) -> None:
    save = tmp_path / "game.toml"
    save.write_bytes(seated().save)
    game = pbem.open(save, ANN)
    for revision in (0, 1001):
        with pytest.raises(ValueError, match=worded("api.game.Game.orders", revision, 1000)):
            game.orders(["ready"], revision=revision)
    with pytest.raises(pbem.PbemError, match=worded("errors.UnknownSide", "fay")):
        game.seen("fay")
    new = pbem.Game.new(GM, "plantagenet", "Ib", options={"ends": "2027-06-30"})
    assert str(new.data().ends) == "2027-06-30"
    with pytest.raises(pbem.PbemError, match="`pace=soon`"):
        pbem.Game.new(GM, "plantagenet", "Ib", options={"pace": "soon"})
