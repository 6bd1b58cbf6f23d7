"""The quick tier loses sight of nothing, and leaves out few test functions."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests import tiers

pytest_plugins = ["pytester"]
TESTS = Path(__file__).parent
CONFTEST = """
import pytest
from tests import tiers

def pytest_addoption(parser):
    parser.addoption("--slow", action="store_true")

def pytest_collection_modifyitems(config, items):
    items[:], _ = tiers.without_soak(items)
    if not config.getoption("--slow"):
        items[:], _ = tiers.quick_tier(items)
"""
FILES = {
    "test_mixed": """
        import pytest
        def test_fast(): pass
        @pytest.mark.slow
        def test_long(): pass
        @pytest.mark.slow
        @pytest.mark.parametrize("game", ["first", "second"])
        def test_games(game): pass
    """,
    "test_all_slow": """
        import pytest
        pytestmark = pytest.mark.slow
        def test_one(): pass
        def test_other(): pass
    """,
    "test_cases": """
        import pytest
        from tests.tiers import soaked
        @pytest.mark.slow
        @pytest.mark.parametrize("game", soaked([("near",), ("far",)], [("near",)]))
        def test_case(game): pass
    """,
}


@pytest.mark.parametrize(
    ("option", "left_out"),
    [
        ([], {"test_long", "test_games[first]", "test_games[second]", "test_other"}),
        (["--slow"], set()),
    ],
)
def test_quick_tier_keeps_a_case_of_every_file(
    pytester: pytest.Pytester, option: list[str], left_out: set[str]
) -> None:
    pytester.makeconftest(CONFTEST)
    pytester.makeini("[pytest]\nmarkers =\n    slow\n    soak")
    pytester.makepyfile(**FILES)
    result = pytester.inline_run("-p", "no:xdist", "-p", "no:cacheprovider", *option)
    ran = {call.nodeid.split("::")[-1] for call in result.getcalls("pytest_runtest_logstart")}
    everything = {
        "test_fast", "test_long", "test_games[first]", "test_games[second]", "test_one", "test_other",
        "test_case[near]",
    }  # fmt: skip
    assert ran == everything - left_out


def _is_slow(decorated: ast.FunctionDef | ast.ClassDef) -> bool:
    return any("mark.slow" in ast.unparse(decorator) for decorator in decorated.decorator_list)


def _count(body: list[ast.stmt], slow: bool) -> tuple[int, int]:
    """Test functions, and how many of them are slow."""
    functions = marked = 0
    for statement in body:
        if isinstance(statement, ast.ClassDef):
            inside = _count(statement.body, slow or _is_slow(statement))
            functions, marked = functions + inside[0], marked + inside[1]
        elif isinstance(statement, ast.FunctionDef) and statement.name.startswith("test_"):
            functions += 1
            marked += slow or _is_slow(statement)
    return functions, marked


def test_most_functions_are_in_the_quick_tier() -> None:
    functions = marked = 0
    for file in sorted(TESTS.rglob("test_*.py")):
        module = ast.parse(file.read_text("utf-8"))
        whole = any(
            isinstance(statement, ast.Assign)
            and ast.unparse(statement.targets[0]) == "pytestmark"
            and "mark.slow" in ast.unparse(statement.value)
            for statement in module.body
        )
        inside = _count(module.body, whole)
        functions, marked = functions + inside[0], marked + inside[1]
    assert 0 < marked <= 0.15 * functions


@pytest.mark.parametrize("kept", [[("nowhere",)], []])
def test_the_whole_tier_keeps_a_case_that_is_there(kept: list[tuple[str]]) -> None:
    """Or nothing in CI would notice what breaks."""
    with pytest.raises(ValueError, match="keep one of"):
        tiers.soaked([("near",), ("far",)], kept)
