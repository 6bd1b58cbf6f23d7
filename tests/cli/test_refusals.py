"""Every class of error through the command line: its exit code and message, and nothing changed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pbem import errors
from pbem.errors import PbemError
from tests.cli.refusals import CASES
from tests.cli.refusals.cases import Case, every_class
from tests.moderator.people import seated

from .console import Console, Done

APPLIES_ANOTHER = {"higher_revision"}


def pattern(kind: type[PbemError]) -> re.Pattern[str]:
    """What a message of this class looks like."""
    return re.compile(".*".join(map(re.escape, re.split(r"\{[a-z0-9_]+\}", kind.says))))


PAIRS = [(kind, case) for kind, cases in CASES.items() for case in cases]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kind", "case"), PAIRS, ids=[f"{kind.__name__}-{case.__name__}" for kind, case in PAIRS]
)
def test_is_refused(tmp_path: Path, kind: type[PbemError], case: Case) -> None:
    console = Console(tmp_path, seated().save)
    before: list[dict[str, bytes]] = []
    honest = console.type

    def watched(who: str, *words: str | Path, **environment: str) -> Done:
        before.append(console.files())
        return honest(who, *words, **environment)

    console.type = watched  # type: ignore[method-assign]
    done = case(console)
    waits = kind in (errors.WaitsForReady, errors.WaitsForRuling)
    assert done.code == (1 if kind is errors.Bug else 0 if waits else 2), done
    assert pattern(kind).search(f"{done.said} "), done.said
    assert "Traceback" not in done.err
    if case.__name__ not in APPLIES_ANOTHER:
        after = {name: data for name, data in console.files().items() if "-refused-" not in name}
        assert after == before[-1]


@pytest.mark.slow
def test_every_class_has_a_case() -> None:
    """A class between others is never raised itself; all the rest is shown above."""
    sources = Path(errors.__file__).parent.rglob("*.py")
    text = "\n".join(path.read_text(encoding="utf-8") for path in sources)
    for kind in every_class():
        raised = re.search(rf"(?<!class )\b{kind.__name__}(\(\w+=|$|\n)", text)
        if kind.__subclasses__() and kind not in CASES:
            assert not re.search(rf"(raise|=) {kind.__name__}\b\(?", text), kind
        else:
            assert kind in CASES, f"{kind.__name__} has no test"
            assert raised or kind in CASES


def test_the_tree_in_the_docstring_is_the_tree() -> None:
    """Every class is drawn once, below its parent."""
    drawn: dict[str, str] = {}
    known = {kind.__name__ for kind in every_class()}
    parents: dict[int, str] = {}
    for line in (errors.__doc__ or "").splitlines():
        found = [(m.start(), m[0]) for m in re.finditer(r"\b[A-Z][a-z]+[A-Za-z]+\b", line)]
        names = [(at, name) for at, name in found if name in known]
        for at, name in names:
            depth = 0 if name == "PbemError" else 1 if at == 4 and not line.startswith("│") else 2
            parents[depth] = name
            drawn[name] = parents.get(depth - 1, "")
    for kind in every_class():
        assert kind.__name__ in drawn, f"{kind.__name__} is not drawn"
        lineage = [parent.__name__ for parent in kind.__mro__[1:]]
        assert drawn[kind.__name__] in (lineage if kind is not PbemError else [""])


def test_messages_fill_in_all_their_names() -> None:
    """Each class says something of its own."""
    for kind in every_class():
        assert "says" in vars(kind), f"{kind.__name__} only says what its parent says"
        names = re.findall(r"\{([a-z0-9_]+)\}", kind.says)
        message = str(kind(**dict.fromkeys(names, "VALUE")))
        assert "{" not in message
        assert message.count("VALUE") == len(names)
