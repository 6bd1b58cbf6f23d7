"""PROTOCOL 10, sequels: behind a reader's own entries they give the save as the GM signed it, byte for byte."""

from __future__ import annotations

import pytest

from pbem.errors import NotASave, SaveTampered
from pbem.protocol import save, sequel
from pbem.protocol.sequel import EntriesMissing, NoSequel
from tests.moderator.people import Post, seated
from tests.says import worded


@pytest.fixture(scope="module")
def post() -> Post:
    return seated().ready().play(6)


def test_every_sequel_gives_the_whole_save(post: Post) -> None:
    whole = post.save
    count = len(save.read(whole).entries)
    sizes = []
    for first in range(1, count + 1):
        cut = sequel.cut(whole, first)
        assert sequel.named(cut) == (save.genesis_hash(whole), first)
        for own in (whole, *post.saves):
            if len(save.read(own).entries) >= first:
                assert sequel.joined(own, cut) == whole
        sizes.append(len(cut))
    assert sizes == sorted(sizes, reverse=True)


def test_an_entry_in_between_is_missing(post: Post) -> None:
    own = post.saves[0]
    count = len(save.read(own).entries)
    with pytest.raises(EntriesMissing, match=f"only {count} entries"):
        sequel.joined(own, sequel.cut(post.save, count + 1))
    with pytest.raises(EntriesMissing):
        sequel.cut(own, count + 1)


def test_line_ends_of_a_mail_program_do_no_harm(post: Post) -> None:
    cut = sequel.cut(post.save, 2)
    top, _, rest = cut.partition(b"\n\n")
    changed = top + b"\n\n" + rest.replace(b"\n", b"\r\n")
    assert sequel.joined(post.save.replace(b"\n", b"\r\n"), changed) == post.save


def test_what_was_changed_is_found_by_the_signature_of_the_save(post: Post) -> None:
    cut = bytearray(sequel.cut(post.save, 3))
    cut[-400] ^= 1
    with pytest.raises(SaveTampered):
        save.read(sequel.joined(post.save, bytes(cut)))


def test_entries_of_another_game_do_not_fit(post: Post) -> None:
    other = seated(nonce=bytes([28]) * 32).ready()
    with pytest.raises(SaveTampered):
        save.read(sequel.joined(other.save, sequel.cut(post.save, 3)))


@pytest.mark.parametrize("data", [b"", b"# A sequel", b"# A sequel of a game moderated by pbem\n"])
def test_something_else_is_no_sequel(data: bytes) -> None:
    with pytest.raises(NoSequel):
        sequel.named(data)
    with pytest.raises(NoSequel):
        sequel.joined(b"", data)


def test_a_sequel_without_a_save_in_it_is_refused(post: Post) -> None:
    top = sequel.cut(post.save, 1).partition(b"\n\n")[0]
    with pytest.raises(NoSequel):
        sequel.joined(post.save, top + b"\n\nnothing\n")


def test_a_save_reader_names_a_sequel_and_what_to_do(post: Post) -> None:
    with pytest.raises(NotASave, match=worded("protocol.save.read", word="post")):
        save.read(sequel.cut(post.save, 3))
