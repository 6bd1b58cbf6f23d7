"""The same cheats, seen by people who type `pbem`: exit codes and words, and nothing on the disk has changed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from pbem.protocol import envelope, save
from pbem.protocol.bodies import Decided, Mailed, Ruling, replace
from tests.cli.console import Console

from .table import BOB, GM, PARLEY, Crook, changed, mustering, order, sent


def another_die() -> Crook:
    post = mustering()
    mail = order(post, "york", PARLEY)
    (die,) = Crook(post).takes(mail).last.rolls
    return Crook(post).takes(mail, rolls=(replace(die, value=die.value % 6 + 1),))


def another_hand() -> Crook:
    post = mustering()
    mail = order(post, "york", PARLEY)
    crook = Crook(post)
    crook.signs(Mailed(order=changed(mail, BOB)), Crook(post).takes(mail).last)
    return crook


def a_policy_of_nobody() -> Crook:
    post = mustering()
    mail = order(post, "york", PARLEY)
    honest = Crook(post).takes(mail).last
    asked = honest.questions[0]
    more = Decided("york", asked.request, "norfolk: done", "policy")
    return Crook(post).takes(mail, decisions=(*honest.decisions, more))


def a_void_of_a_void() -> Crook:
    post = mustering()
    sent(post, "york", PARLEY)
    n = post.look().ledger.n
    crook = Crook(post).writes(Ruling(kind="void", entry=n, reason="A slip."))
    crook.signs(Ruling(kind="void", entry=n + 1, reason="No slip."), crook.entries[n].body.record)
    return crook


SAVES: list[Callable[[], Crook]] = [another_die, another_hand, a_policy_of_nobody, a_void_of_a_void]


@pytest.mark.parametrize("made", SAVES, ids=lambda made: str(made.__name__))
def test_verify_names_the_entry_and_exits_2(made: Callable[[], Crook], tmp_path: Path) -> None:
    crook = made()
    console = Console(tmp_path, save.write({"pbem": 2}, {}, crook.entries, GM))
    done = console.type("ann", "verify", str(console.save))
    assert done.code == 2, done.out
    n = crook.entries[-1].n
    assert f"ntry {n}" in done.said or "signature" in done.said


def test_the_clients_of_players_write_nothing_from_a_forged_save(tmp_path: Path) -> None:
    crook = another_die()
    console = Console(tmp_path, save.write({"pbem": 2}, {}, crook.entries, GM))
    done = console.type("ann", "orders", str(console.save), "--line", "norfolk: done")
    assert done.code == 2
    assert "BEGIN PBEM2" not in done.out


def test_apply_says_why_and_leaves_the_save_as_it_was(tmp_path: Path) -> None:
    post = mustering()
    console = Console(tmp_path, post.save)
    mail = console.mail(envelope.to_text(changed(order(post, "york", PARLEY), BOB)))
    done = console.type("gm", "apply", str(console.save), mail)
    assert done.code == 2
    assert console.save.read_bytes() == post.save
