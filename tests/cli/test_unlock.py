"""`pbem identity unlock` and `lock`: the passphrase is typed once, and kept by a keyring that keeps secrets."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import keyring
import keyring.backends.fail
import keyring.backends.null
import keyring.errors
import pytest
from keyring.backend import KeyringBackend

from pbem.home import passphrases
from tests.moderator.people import ANN, played
from tests.says import says, sentence

from .console import Console, Done

SECRET = "Rosemary and thyme"
NOW = 1_800_000_000
HOUR = 3600


class Kept(KeyringBackend):
    """A keyring of this test."""

    priority = -1  # type: ignore[assignment]

    def __init__(self) -> None:
        super().__init__()
        self.secrets: dict[tuple[str, str], str] = {}
        self.looks = 0

    def set_password(self, service: str, username: str, password: str) -> None:
        self.secrets[service, username] = password

    def get_password(self, service: str, username: str) -> str | None:
        self.looks += 1
        return self.secrets.get((service, username))

    def delete_password(self, service: str, username: str) -> None:
        if (service, username) not in self.secrets:
            raise keyring.errors.PasswordDeleteError("not there")
        del self.secrets[service, username]


@pytest.fixture
def ring() -> Iterator[Kept]:
    before, kept = keyring.get_keyring(), Kept()
    keyring.set_keyring(kept)
    yield kept
    keyring.set_keyring(before)


@pytest.fixture
def console(tmp_path: Path) -> Console:
    """Cec is Anne behind a passphrase."""
    console = Console(tmp_path, played(6).save)
    console.home("cec", ANN, SECRET)
    return console


def show(console: Console, now: int = NOW, **environment: str) -> Done:
    return console.type("cec", "show", "game.toml", PBEM_NOW=str(now), **environment)


def unlock(console: Console, *words: str) -> Done:
    return console.type(
        "cec", "identity", "unlock", *words, PBEM_NOW=str(NOW), PBEM_PASSPHRASE=SECRET
    )


def test_a_locked_identity_says_so_at_once(console: Console, ring: Kept) -> None:
    done = show(console)
    assert done.code == 2
    assert says(done.said, "errors.Locked")
    assert "pbem identity unlock" in done.said
    assert ring.looks == 0  # no keyring is opened for who has unlocked nothing


@pytest.mark.slow
def test_unlocked_until_its_time_is_over(console: Console, ring: Kept) -> None:
    done = unlock(console, "--for", "2h")
    assert done.code == 0, done.err
    assert "Unlocked for 2 hours" in done.out
    assert show(console, NOW + 2 * HOUR - 1).code == 0
    assert show(console, NOW + 2 * HOUR).code == 2
    assert ring.secrets == {}
    assert show(console, NOW).code == 2  # a clock set back opens nothing


@pytest.mark.slow
def test_locked_by_hand(console: Console, ring: Kept) -> None:
    unlock(console)
    assert console.type("cec", "identity", "lock").out == "Locked.\n"
    assert ring.secrets == {}
    assert show(console).code == 2
    locked = f"{sentence('cli.identity.lock', word='locked')}\n"
    assert console.type("cec", "identity", "lock").out == locked


@pytest.mark.slow
def test_a_wrong_passphrase_is_not_kept(console: Console, ring: Kept) -> None:
    done = console.type("cec", "identity", "unlock", PBEM_PASSPHRASE="Thyme")
    assert done.code == 2
    assert ring.secrets == {}
    assert not passphrases.kept_passphrase(console.folder / "people" / "cec" / "identity.toml", NOW)


@pytest.mark.slow
def test_the_passphrase_is_in_no_file_and_in_no_output(console: Console, ring: Kept) -> None:
    done = unlock(console)
    assert SECRET not in done.out + done.err
    files = [path for path in console.folder.rglob("*") if path.is_file()]
    assert not [path for path in files if SECRET.encode() in path.read_bytes()]


@pytest.mark.slow
def test_one_person_opens_nothing_of_another(console: Console, ring: Kept) -> None:
    console.home("dan", ANN, "Sage")
    unlock(console)
    assert console.type("dan", "show", "game.toml", PBEM_NOW=str(NOW)).code == 2


@pytest.mark.slow
@pytest.mark.parametrize("backend", [keyring.backends.fail.Keyring, keyring.backends.null.Keyring])
def test_where_no_keyring_keeps_secrets_the_shell_can(
    console: Console, ring: Kept, backend: type[KeyringBackend]
) -> None:
    keyring.set_keyring(backend())
    done = unlock(console)
    assert done.code == 2
    assert says(done.said, "errors.NoKeyring")
    assert "PBEM_PASSPHRASE" in done.said
    assert "read -rs PBEM_PASSPHRASE" in console.type("cec", "identity", "unlock", "--help").out
    assert show(console, PBEM_PASSPHRASE=SECRET).code == 0


def test_a_keyring_that_keeps_a_plain_file_is_none(
    console: Console, ring: Kept, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Kept, "__module__", "keyrings.alt.file")
    assert unlock(console).code == 2
    assert ring.secrets == {}


def test_without_the_library_it_says_what_to_install(
    console: Console, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "keyring", None)
    assert says(unlock(console).said, "home.passphrases.system_keyring", word="install")


def test_an_identity_without_a_passphrase_needs_no_keyring(console: Console, ring: Kept) -> None:
    assert says(console.type("ann", "identity", "unlock").out, "cli.identity.unlock", word="unlock")
    assert ring.secrets == {}


@pytest.mark.slow
def test_the_shell_that_keeps_it_is_named(console: Console, ring: Kept) -> None:
    done = console.type("cec", "identity", "lock", PBEM_PASSPHRASE=SECRET)
    assert says(done.said, "cli.identity.lock", word="shell")
