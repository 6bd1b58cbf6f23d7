"""What commands write: names that tell games apart, `-o`, who may read it, no link followed."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

import pbem
from pbem.cli import VERBS, group
from tests.cli.console import Console
from tests.moderator.people import ANN, BOB, Post, accept, invited, played, seated
from tests.says import says, sentence

posix = pytest.mark.skipif(os.name != "posix", reason="modes and links are those of POSIX")
NO_PRINT = {  # their -o is the mail, or the save, or they print nothing about one game that is worth keeping
    "addresses", "adopt", "apply", "card", "clock", "consent", "demo", "dispute", "doctor", "due",
    "guide", "holiday", "join", "league", "learn", "list", "lock", "new", "note", "play", "post", "restore", "rule", "rules", "seat",
    "takeback", "unlock",
}  # fmt: skip


@pytest.fixture
def console(tmp_path: Path) -> Console:
    return Console(tmp_path, played(12).save)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.mark.slow
def test_five_games_in_one_folder_overwrite_nothing(tmp_path: Path) -> None:
    """Mails of the players, reports of the GM: each game has its own."""
    console = Console(tmp_path)
    saves = []
    for n in range(5):
        post = Post(invited("Ib", bytes([n + 1]) * 32).dumps())
        post.take({s: accept(post.save, s).to_text() for s in ("york", "lancaster")})
        saves.append(f"{n}.toml")
        console.file(saves[-1], post.save)
    for save in saves:
        before = console.files()
        for who in ("ann", "bob"):
            assert console.type(who, "orders", save, "--line", "ready").code == 0
            assert console.type(who, "dispute", save, "--entry", "1", "--text", "So?").code == 0
        new = console.files().keys() - before.keys()
        assert len(new) == 4
        assert console.type("gm", "apply", save, *(n for n in new if n.endswith(".txt"))).code == 0
        after = console.files()
        assert {name for name in before if after[name] != before[name]} == {save}
        assert len([name for name in after.keys() - before.keys() if "reports" in name]) >= 6
        id = pbem.open(tmp_path / save).id
        assert all(id in name or name == f"{save}.bak" for name in after.keys() - before.keys())


@posix
def test_a_report_with_secrets_is_its_owners_alone(console: Console) -> None:
    mask = os.umask(0o022)
    try:
        side = pbem.open(console.save).waiting_for()[0].side
        who, identity = {"york": ("ann", ANN), "lancaster": ("bob", BOB)}[side]
        line = pbem.open(console.save, identity).legal(side)[0].line
        assert console.type(who, "orders", "game.toml", "--line", line, "-o", "mail.txt").code == 0
        assert console.type("gm", "apply", "game.toml", "mail.txt").code == 0
    finally:
        os.umask(mask)
    folder = console.folder / "reports"
    assert mode(folder) == 0o700
    made = {path.name: mode(path) for path in folder.iterdir()}
    assert len(made) > 6
    for name, bits in made.items():
        assert bits == (0o644 if "-public." in name else 0o600), name


OWN = ("show", "legal", "report", "map", "orders --blank", "replay --as york", "stats")


@pytest.mark.slow
@posix
@pytest.mark.parametrize("words", [*OWN, "explain --entry 3", "verify", "report --as public"])
def test_o_writes_what_is_printed(console: Console, words: str) -> None:
    """Byte for byte, and for its owner's eyes where a side's secrets may be in it."""
    verb, *rest = words.split()
    who = "ann" if pbem.open(console.save).waiting_for()[0].side == "york" else "bob"
    rest = ["--as", "york" if who == "ann" else "lancaster"] if "york" in rest else rest
    plain = console.type(who, verb, "game.toml", *rest)
    mask = os.umask(0o022)
    try:
        done = console.type(who, verb, "game.toml", *rest, "-o", "kept")
    finally:
        os.umask(mask)
    assert (plain.code, done.code, done.out) == (0, 0, ""), done.err
    kept = console.folder / "kept"
    if verb != "replay":  # a page instead of steps
        assert kept.read_text("utf-8") == plain.out
    assert mode(kept) == (0o644 if "public" in " ".join(rest) else 0o600)


def commands(command: click.Command, context: click.Context) -> Iterator[click.Command]:
    if not isinstance(command, click.Group):
        yield command
        return
    for name in command.list_commands(context):
        below = command.get_command(context, name)
        assert below is not None
        yield from commands(below, click.Context(below, parent=context, info_name=name))


def test_every_command_that_prints_a_file_has_o() -> None:
    found = {c.name: c for c in commands(group, click.Context(group)) if c.name != "new"}
    assert {*VERBS} - {*found} == {"identity", "new"}
    for name, command in found.items():
        options = {text for parameter in command.params for text in parameter.opts}
        assert "-o" in options or name in NO_PRINT, name


@pytest.mark.slow
@posix
@pytest.mark.parametrize(
    "words",
    [
        ("report",),
        ("map",),
        ("show",),
        ("verify",),
        ("orders", "--blank"),
        ("replay",),
    ],
)
def test_o_follows_no_link(console: Console, words: tuple[str, ...]) -> None:
    precious = console.folder / "precious.txt"
    precious.write_text("mine")
    who = "ann" if pbem.open(console.save).waiting_for()[0].side == "york" else "bob"
    for target in (precious, console.folder / "nowhere"):
        link = console.folder / "link"
        link.symlink_to(target)
        done = console.type(who, words[0], "game.toml", *words[1:], "-o", "link")
        assert done.code == 2
        assert says(done.said, "errors.WouldOverwrite", "link")
        assert link.is_symlink()
        link.unlink()
    assert precious.read_text() == "mine"
    assert not (console.folder / "nowhere").exists()
    done = console.type(who, words[0], "game.toml", *words[1:], "-o", "inbox")
    assert done.code == 2


def test_a_blank_orders_file_keeps_what_somebody_wrote_and_is_no_email(console: Console) -> None:
    blank = ("ann", "orders", "game.toml", "--blank", "-o")
    assert console.type(*blank, "my.toml").said == console.type(*blank, "my.toml").said
    console.file("my.toml", b"# mine\n")
    said = console.type(*blank, "my.toml").said
    assert "The old contents of my.toml are now in my.toml.bak." in said
    assert "Fill in the file my.toml. Then type: pbem orders game.toml my.toml" in said
    assert (console.folder / "my.toml.bak").read_bytes() == b"# mine\n"
    sealed = console.file("sealed.eml", b"sealed before\n")
    done = console.type("ann", "orders", "game.toml", "-o", "sealed.eml")
    assert done.code == 2
    assert says(done.said, "cli.orders.NOTHING_SEALED")
    assert (console.folder / sealed).read_bytes() == b"sealed before\n"


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("inbox", ("Refused: inbox: " + sentence("home.files.check_free"))),
        (
            "none/x.txt",
            ("Refused: none: " + sentence("protocol.atomic._temporary")),
        ),
    ],
)
def test_a_place_where_no_file_can_be_written_is_named(
    console: Console, name: str, says: str
) -> None:
    done = console.type("ann", "show", "game.toml", "-o", name)
    assert done.code == 2
    assert says in " ".join(done.said.split())


@posix
def test_a_link_among_the_reports_is_replaced_not_followed(console: Console) -> None:
    """The save is written by then, so the report is written too, but into the folder."""
    precious = console.folder / "precious.txt"
    precious.write_text("mine")
    reports = console.folder / "reports"
    reports.mkdir()
    game = pbem.open(console.save)
    link = reports / f"{game.id}-{game.entry + 1:03}-york.txt"
    link.symlink_to(precious)
    side = game.waiting_for()[0].side
    who, identity = {"york": ("ann", ANN), "lancaster": ("bob", BOB)}[side]
    line = pbem.open(console.save, identity).legal(side)[0].line
    assert console.type(who, "orders", "game.toml", "--line", line, "-o", "mail.txt").code == 0
    assert console.type("gm", "apply", "game.toml", "mail.txt").code == 0
    assert precious.read_text() == "mine"
    assert not link.is_symlink()
    assert mode(link) == 0o600


@pytest.mark.slow
@posix
@pytest.mark.parametrize("name", ["mail.txt", "mail.eml"], ids=["text", "finished"])
def test_a_mail_and_all_folders_of_ones_own_are_its_writers_alone(
    tmp_path: Path, name: str
) -> None:
    """With --readable the lines stand in it in clear; and names in a home tell which games are played."""
    console = Console(tmp_path, seated().save)
    mask = os.umask(0o022)
    try:
        line = ("--line", "ready", "-o", name)
        done = console.type("ann", "orders", "game.toml", "--readable", *line)
        assert done.code == 0, done.err
        accepted = console.type("gm", "apply", "game.toml", name, "--outbox", "out")
        assert accepted.code == 0, accepted.err
    finally:
        os.umask(mask)
    assert mode(tmp_path / name) == 0o600
    for who in ("ann", "gm"):
        home = tmp_path / "people" / who
        folders = [path for path in home.rglob("*") if path.is_dir()]
        assert home / "pins" in folders
        assert {mode(path) for path in folders} == {0o700}
