"""What changed between two states, and back again."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.engine.patch import changes, difference, with_changes

OLD: dict[str, Any] = {"at": {"a": "york", "b": {"n": 1}}, "list": [1, 2], "gone": {"x": 1}}
NEW: dict[str, Any] = {"at": {"a": "ely", "b": {"n": 1}, "c": "kent"}, "list": [2], "more": 0}


def test_only_what_differs_is_told() -> None:
    assert changes(OLD, NEW) == [
        [["at", "a"], "ely"],
        [["at", "c"], "kent"],
        [["gone"]],
        [["list"], [2]],
        [["more"], 0],
    ]
    assert changes(NEW, NEW) == []


def test_changes_lead_from_one_to_the_other_and_touch_neither() -> None:
    told = changes(OLD, NEW)
    assert with_changes(OLD, told) == NEW
    assert "gone" in OLD
    with_changes(OLD, told)["list"].append(3)
    assert NEW["list"] == [2]


@pytest.mark.parametrize("wrong", [[["no", "such"], 1], [["gone", "y"]], [[]], [["at"], 1, 2]])
def test_what_does_not_fit_is_refused(wrong: list[Any]) -> None:
    with pytest.raises((KeyError, TypeError, ValueError)):
        with_changes(OLD, [wrong])


def test_each_difference_is_a_line_and_lists_of_lists_are_compared_row_by_row() -> None:
    assert difference(OLD, NEW) == [
        "at.a: york -> ely",
        "at.c: nothing -> kent",
        "gone: (x 1) -> nothing",
        "list: -1",
        "more: nothing -> 0",
    ]
    assert difference([1, 2], [2, 1], "deck") == ["deck: in another order"]
    assert difference([[1], [2]], [[1], [3]], "rows") == ["rows.1: -2 +3"]
