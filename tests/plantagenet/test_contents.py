"""The rulebook's contents, the rules' files and the tests' files match each other."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pbem.games import plantagenet
from pbem.games.plantagenet.facts import facts
from pbem.reports.rulebook import rulebook

HERE = Path(__file__).parent
RULES = Path(str(plantagenet.__file__)).parent
SECTIONS = [section.number for section in rulebook("plantagenet").sections]
SCENARIOS = {"ia": "Ia", "ib": "Ib", "ic": "Ic", "ii": "II", "iii": "III", "iii_b": "III(B)"}
ELSEWHERE = {
    "1.7": ("s1_5_lords.py", "test_1_5_lords.py"),
    "1.9": ("cards/__init__.py", "cards/test_index.py"),
}
"""Sections without a file of their own: Assets are on mats, cards have a folder."""


def number(file: str) -> str:
    """The section in a file's name: 4.3.4 of `s4_3_4_intercept.py`, `6.0 III(B)` of `s6_0_iii_b_...`."""
    digits = re.findall(r"\d+", file)
    scenario = re.search(r"6_0_(iii_b|iii|ii|i[abc])_", file)
    return f"6.0 {SCENARIOS[scenario[1]]}" if scenario else ".".join(digits)


def rule_files() -> dict[str, str]:
    return {path.name: number(path.name) for path in RULES.glob("s[0-9]*.py")}


def numbered_tests() -> dict[str, str]:
    return {path.name: number(path.name) for path in HERE.glob("test_[0-9]*.py")}


def inside(section: str, whole: str) -> bool:
    """Is it the same section or a part of it?"""
    return section == whole or section.startswith((f"{whole}.", f"{whole} "))


def above(section: str) -> str:
    return section.rpartition(" " if " " in section else ".")[0]


def played() -> list[str]:
    """Sections that say how to play: 1.3 to 5.3 and 6, but not those on unpacking the box (1.8, 2.1)."""
    first, last = SECTIONS.index("1.3"), SECTIONS.index("6")
    rules = [s for s in [*SECTIONS[first:last], *SECTIONS[last:]] if s != "1.8"]
    return [section for section in rules if not inside(section, "2.1")]


@pytest.mark.parametrize("file", sorted(rule_files()) + sorted(numbered_tests()))
def test_every_file_is_named_after_a_section(file: str) -> None:
    assert number(file) in SECTIONS


@pytest.mark.parametrize("file", sorted(rule_files()))
def test_every_file_says_its_section_in_its_docstring(file: str) -> None:
    first = (RULES / file).read_text("utf-8").split("\n", 1)[0]
    section = rule_files()[file]
    assert first.startswith(f'"""{section}') or section == "6", first


@pytest.mark.parametrize("section", played())
def test_every_section_has_rules_and_tests(section: str) -> None:
    if whole := next((each for each in ELSEWHERE if inside(section, each)), ""):
        rule, test = ELSEWHERE[whole]
        assert (RULES / rule).exists()
        assert (HERE / test).exists()
        return
    for files in (rule_files(), numbered_tests()):
        assert any(inside(section, n) or inside(n, section) for n in files.values()), section


@pytest.mark.parametrize("file", sorted(rule_files()))
def test_every_rule_file_has_tests_of_its_section_or_the_one_above(file: str) -> None:
    section = rule_files()[file]
    assert {section, above(section)} & set(numbered_tests().values())


@pytest.mark.parametrize("file", sorted(numbered_tests()))
def test_every_test_file_tests_a_rule_file(file: str) -> None:
    section = numbered_tests()[file]
    assert any(inside(n, section) for n in rule_files().values())


def test_every_scenario_and_war_has_a_section() -> None:
    for id, row in facts().scenarios.items():
        shown = "III(B)" if id == "IIIB" else id
        if id != "quickstart":
            assert f"{'6.3' if row['grand'] else '6.0'} {shown}" in SECTIONS
