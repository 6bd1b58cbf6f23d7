"""`pbem doctor` says of any file what is wrong with it, and what to do."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.club.doctor import DENIED, Finding, examine
from pbem.protocol.pins import Pins
from tests.says import says, sentence

from .forger import Body, chained, entries_of, plain, resigned, saved
from .people import GM, Post, hidden, joined, played, with_everything


def found(post: bytes, folder: Path, pins: Pins | None = None) -> list[Finding]:
    path = folder / "game.toml"
    path.write_bytes(post)
    return examine(path, pins or Pins(folder / "pins"))


def bad(findings: list[Finding]) -> list[str]:
    return [one.words for one in findings if not one.good]


def test_a_good_save_is_called_good(tmp_path: Path) -> None:
    post = played(10)
    findings = found(post.save, tmp_path)
    assert bad(findings) == []
    told = " ".join(one.words for one in findings)
    assert says(told, "club.doctor._verdict_words", len(post.look().save.entries), word="replayed")
    assert says(told, "club.doctor._pin_findings", word="never")
    assert GM.public.fingerprint in told


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda data: b"hello\n", sentence("club.doctor._unreadable", word="Look")),
        (
            lambda data: data.replace(b"\n", b"\r\n", 9),
            sentence("club.doctor._unreadable", word="ends"),
        ),
        (lambda data: data[:-400], "cut short"),
        (
            lambda data: data.replace(b"title", b"tit1e", 1),
            sentence("club.doctor._unreadable", word="after"),
        ),
    ],
)
def test_a_damaged_file_is_told_apart_by_how_it_came_about(
    tmp_path: Path, change: object, why: str
) -> None:
    (finding, *_) = found(change(played(10).save), tmp_path)  # type: ignore[operator]
    assert not finding.good
    assert why in finding.advice


def test_an_entry_that_the_rules_deny_is_the_gms(tmp_path: Path) -> None:
    post = with_everything()
    n = next(e.n for e in post.look().save.entries if e.body.record.rolls)

    def better(body: Body) -> None:
        roll = body["record"]["rolls"][0]
        roll["value"] = roll["value"] % 6 + 1

    findings = found(resigned(post.save, n, better), tmp_path)
    (wrong,) = [one for one in findings if not one.good]
    assert says(wrong.words, "errors.ReplayMismatch", n)
    assert wrong.advice == DENIED


def pinned(post: Post, folder: Path) -> Pins:
    pins, game = Pins(folder / "pins"), post.look()
    pins.settle(game.ledger.game, game.heads, [GM.public.fingerprint])
    return pins


def test_another_history_and_an_older_one_are_named(tmp_path: Path) -> None:
    post = played(10)
    pins = pinned(post, tmp_path)
    assert bad(found(post.save, tmp_path, pins)) == []
    assert says(" ".join(bad(found(post.saves[-1], tmp_path, pins))), "errors.ShorterHistory")
    entries = entries_of(post.save)
    other = chained(entries[:-1], [plain(entries[-2])])
    assert bad(found(saved(other), tmp_path, pins)) != []


def test_entries_that_were_signed_and_not_written_are_named(tmp_path: Path) -> None:
    post = played(10)
    before, entries = Post(post.saves[-1]).look(), entries_of(post.save)
    pins, game = Pins(tmp_path / "pins"), before.ledger.game
    new = entries[len(before.heads) :]
    pins.intend(game, before.heads, [GM.public.fingerprint], new)
    words = " ".join(bad(found(post.saves[-1], tmp_path, pins)))
    assert says(words, "club.doctor._pin_findings", len(new), word="entries")


def test_of_a_game_with_hidden_pieces_it_says_only_what_was_checked(tmp_path: Path) -> None:
    findings = found(joined(Post(hidden())).save, tmp_path)
    assert bad(findings) == []
    told = " ".join(one.words for one in findings)
    assert "replay" not in told
    assert says(told, "club.doctor._verdict_words", word="whether")
