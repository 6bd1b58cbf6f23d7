"""Every step and every field of a record has a row in the tables of what an entry may hold."""

from __future__ import annotations

import typing

import msgspec
import pytest

from pbem.errors import FalseEntry
from pbem.ledger.checks import classes, fields
from pbem.ledger.checks.classes import EntryClass
from pbem.protocol import bodies, steps
from pbem.protocol.bodies import Record
from pbem.protocol.said import AnySaid


def step_names() -> set[str]:
    """Every name that a step can have: its type, with its kind or role where those decide."""
    names = {str(kind.__struct_config__.tag) for kind in typing.get_args(AnySaid)}
    names -= {"claim", "consent"}  # they come inside of `seat`, `gm` and `rules`
    tags = {str(kind.__struct_config__.tag) for kind in typing.get_args(steps.AnyStep)}
    tags -= {"genesis", "duel", "said", "gm", "ruling"}
    rulings = {f"ruling {kind}" for kind in steps.RULING_FIELDS}
    return names | tags | rulings | {"gm co", "gm handover"}


def test_every_step_has_a_class() -> None:
    assert set(classes.STEPS) == step_names()


def test_every_field_of_a_record_says_which_entries_have_it() -> None:
    assert set(classes.FIELDS) == set(Record.__struct_fields__)


def leaves(kind: type[msgspec.Struct], path: str = "") -> set[str]:
    """All fields of a record, those of its rows too: `rolls.label`."""
    found: set[str] = set()
    for name, hint in typing.get_type_hints(kind, include_extras=False).items():
        inner = [
            one for one in walked(hint) if isinstance(one, type) and issubclass(one, msgspec.Struct)
        ]
        found |= {f"{path}{name}"} if not inner else leaves(inner[0], f"{path}{name}.")
    return found


def walked(hint: typing.Any) -> list[typing.Any]:
    return [hint, *(one for arg in typing.get_args(hint) for one in walked(arg))]


def test_every_claim_of_a_record_says_who_checks_it() -> None:
    assert set(fields.CLAIMS) == leaves(Record)


@pytest.mark.parametrize("name", sorted(Record.__struct_fields__))
def test_each_field_has_a_class_or_a_step_that_may_have_it(name: str) -> None:
    row = classes.FIELDS[name]
    assert row.does
    assert row.classes or row.steps
    assert set(row.steps) <= set(classes.STEPS)
    assert all(isinstance(of, EntryClass) for of in row.classes)


__all__ = ["FalseEntry", "bodies"]
