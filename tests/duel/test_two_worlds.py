"""Two worlds that differ in nothing but what one side has sealed: the other gets and sees the same in both."""

from __future__ import annotations

import re
from collections.abc import Iterator
from email import message_from_bytes
from pathlib import Path
from typing import NamedTuple

import pytest

from pbem.home.computer import sitting_as
from pbem.protocol.bodies import DuelOrder
from pbem.round import duels

from .people import Person
from .towton import PLANS, laid_out, put

WORLDS = (
    ("plan march march pass pass", {"array": "ask", "flee": "stand"}),
    ("plan march march warwick norfolk", {"array": "pass", "flee": "if enemy at york: flee all"}),
)
"""York's Plan, of which the first two cards are the same, and policies of the same kinds."""
LOOKS = (
    ("show", "game.toml", "--json"),
    ("report", "game.toml", "--json"),
    ("verify", "game.toml"),
    ("audit", "game.toml"),
    ("explain", "game.toml", "--entry", "18"),
    ("explain", "game.toml", "--entry", "19"),
    ("try", "game.toml", "--line", "pass"),
    ("orders", "game.toml", "--line", "plan pass"),
    ("adopt", "game.toml"),
    ("list", "."),
    ("due", "."),
)
EMAILS = 10


def bare(data: bytes | str) -> str:
    """Without hashes, links, signatures and sealed parts; each of them leaves its length behind."""
    text = data.decode() if isinstance(data, bytes) else data
    text = re.sub(r"\b[0-9a-f]{8,}\b", lambda found: f"#{len(found[0])}", text)
    return re.sub(r"[A-Za-z0-9+/]{40,}=*", lambda found: f"#{len(found[0])}", text)


def sealed_world(folder: Path, plan: str, policies: dict[str, str]) -> tuple[Person, Person]:
    """Both have sealed their Plans, and York's first card lies open."""
    ann, bob = laid_out(folder)
    player = ann.duel
    player.decide([plan], None, policies)
    put(ann, player)
    bob.done("apply", "game.toml", bob.gets(ann.file))
    bob.done("orders", "game.toml", "--line", PLANS["bob"])
    ann.done("apply", "game.toml", ann.gets(bob.file))
    bob.done("apply", "game.toml", bob.gets(ann.file))
    return ann, bob


def in_folder(person: Person) -> dict[str, str]:
    """All files of somebody but for their identity."""
    paths = [path for path in person.folder.rglob("*") if path.is_file()]
    return {
        str(path.relative_to(person.folder)): bare(path.read_bytes())
        for path in paths
        if path.name != "identity.toml"
    }


SECRETS: dict[tuple[str, str], tuple[dict[str, str], dict[str, str]]] = {
    ("bosworth", "ann"): (
        {
            "field_cards": "cards y3_norfolk y11_richard_iii y9_richard_iii y8_northumberland_y2",
            "field_array": "array norfolk richard_iii northumberland_y2",
            "flee": "stand",
        },
        {
            "field_cards": "cards y4_norfolk y9_northumberland_y2 y3_richard_iii y8_richard_iii",
            "field_array": "array northumberland_y2 richard_iii norfolk",
            "flee": "if enemy at york: flee all",
        },
    ),
    ("bosworth", "bob"): (
        {
            "field_cards": "cards l34_henry_tudor l11_oxford l7_oxford l37_henry_tudor",
            "field_array": "array oxford henry_tudor jasper_tudor_2",
            "flee": "stand",
        },
        {
            "field_cards": "cards l34_henry_tudor l11_oxford l1_jasper_tudor_2 l8_oxford",
            "field_array": "array jasper_tudor_2 henry_tudor oxford",
            "flee": "if enemy at york: flee all",
        },
    ),
    ("towton", "ann"): (
        {"plan": "plan march march pass pass", "flee": "stand"},
        {"plan": "plan march march warwick norfolk", "flee": "if enemy at york: flee all"},
    ),
    ("towton", "bob"): (
        {"plan": "plan pass pass exeter_1 somerset_1", "flee": "stand"},
        {"plan": "plan pass pass pass somerset_1", "flee": "if enemy at york: flee all"},
    ),
}
"""What the owner of the secrets seals in each world: of a question the stack, and one policy."""


class Moment(NamedTuple):
    """After an email of the owner's: what the opponent knows by then, and all that they got and keep."""

    revealed: tuple[list[tuple[str, str]], list[tuple[str, str]]]
    sent: tuple[str, ...]
    kept: dict[str, str]


def line_for(person: Person, secrets: dict[str, str]) -> str:
    """The stack of this world; the same as ever for any other question; "" where nothing is asked."""
    player = person.duel
    if not player.decides:
        return ""
    request = player.ledger.request(player.side)
    if request.stack is not None:
        return secrets[request.kind]
    return next((o.line for o in request.options if o.passes), request.options[0].line)


def moments(folder: Path, scenario: str, who: str, secrets: dict[str, str]) -> Iterator[Moment]:
    """One world: after each email of the owner's the files of the opponent and the words of the email."""
    people = ann, bob = laid_out(folder, scenario)
    owner, other = people if who == "ann" else people[::-1]
    theirs = SECRETS[scenario, other.who][0]
    for _ in range(EMAILS):
        for person, line in (
            (ann, secrets if owner is ann else theirs),
            (bob, secrets if owner is bob else theirs),
        ):
            if order := line_for(person, line):
                player = person.duel
                policies = {"array": "ask", "flee": line["flee"]} if line is secrets else None
                player.decide([order], None, policies)
                put(person, player)
            reader = bob if person is ann else ann
            reader.done("apply", "game.toml", reader.gets(person.file))
            if person is owner:
                with sitting_as(owner.folder / "people" / owner.who):
                    mail = message_from_bytes(duels.email(owner.duel))
                parts = [part.get_payload(decode=True) for part in mail.walk()]
                sent = tuple(bare(part) for part in parts if isinstance(part, bytes))
                records = [entry.body.record for entry in owner.duel.entries]
                under_way = getattr(owner.duel.order, "body", None)
                shown = [*records, *([under_way] if isinstance(under_way, DuelOrder) else [])]
                cards = [(one.slot, one.card) for part in shown for one in part.openings]
                texts = [(one.kind, one.text) for record in records for one in record.policies]
                yield Moment((cards, texts), sent, in_folder(other))


@pytest.mark.slow
@pytest.mark.parametrize(("scenario", "who"), SECRETS)
def test_the_opponent_gets_the_same_files_and_emails_whatever_is_sealed(
    tmp_path: Path, scenario: str, who: str
) -> None:
    one, other = (
        moments(tmp_path / str(place), scenario, who, world)
        for place, world in enumerate(SECRETS[scenario, who])
    )
    for same, (mine, theirs) in enumerate(zip(one, other, strict=True)):
        if mine.revealed != theirs.revealed:
            assert mine.kept != theirs.kept
            assert same >= 2
            return
        assert mine.sent == theirs.sent
        assert mine.kept == theirs.kept
    raise AssertionError("nothing that differs was revealed")


@pytest.mark.slow
def test_the_opponent_is_shown_the_same_by_every_command(tmp_path: Path) -> None:
    views = []
    for place, world in enumerate(WORLDS):
        _, bob = sealed_world(tmp_path / str(place), *world)
        done = [bob.type(*words) for words in LOOKS]
        views.append([(bare(one.out), bare(one.err), one.code) for one in done])
    for words, one, other in zip(LOOKS, *views, strict=True):
        assert one == other, words
