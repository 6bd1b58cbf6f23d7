"""A passphrase is kept until its second, by a keyring that keeps secrets, and forgotten for good."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import keyring
import keyring.errors
import pytest
from keyring.backend import KeyringBackend

from pbem.errors import NoKeyring
from pbem.home import passphrases
from tests.says import worded

SECRET, NOW = "Rosemary and thyme", 1_800_000_000


class Ring(KeyringBackend):
    """A keyring of this test; `fault` is raised at whatever is done next."""

    priority = -1  # type: ignore[assignment]

    def __init__(self) -> None:
        super().__init__()
        self.secrets: dict[tuple[str, str], str] = {}
        self.fault: Exception | None = None
        self.calls = 0

    def act(self) -> None:
        self.calls += 1
        if self.fault is not None:
            raise self.fault

    def set_password(self, service: str, username: str, password: str) -> None:
        self.act()
        self.secrets[service, username] = password

    def get_password(self, service: str, username: str) -> str | None:
        self.act()
        return self.secrets.get((service, username))

    def delete_password(self, service: str, username: str) -> None:
        self.act()
        if (service, username) not in self.secrets:
            raise keyring.errors.PasswordDeleteError("not there")
        del self.secrets[service, username]


@pytest.fixture
def ring() -> Iterator[Ring]:
    before, kept = keyring.get_keyring(), Ring()
    keyring.set_keyring(kept)
    yield kept
    keyring.set_keyring(before)


@pytest.fixture
def identity(tmp_path: Path) -> Path:
    return tmp_path / "identity.toml"


def test_it_is_kept_until_its_second_and_not_in_it(identity: Path, ring: Ring) -> None:
    assert passphrases.kept_passphrase(identity, NOW) == ""
    assert ring.calls == 0, "nobody pays for the keyring who has nothing in it"
    passphrases.keep(identity, SECRET, NOW)
    until = identity.with_name("unlocked")
    assert until.read_text() == f"{NOW}\n"
    assert until.stat().st_mode & 0o077 == 0
    assert SECRET not in until.read_text()
    assert passphrases.kept_passphrase(identity, NOW - 1) == SECRET
    assert passphrases.kept_passphrase(identity, NOW) == ""
    assert not ring.secrets
    assert not until.exists()


def test_each_identity_has_its_own(identity: Path, ring: Ring) -> None:
    other = identity.with_name("other") / "identity.toml"
    other.parent.mkdir()
    passphrases.keep(identity, SECRET, NOW)
    passphrases.keep(other, "Parsley", NOW)
    assert [passphrases.kept_passphrase(one, 0) for one in (identity, other)] == [SECRET, "Parsley"]
    assert passphrases.forget(identity)
    assert [passphrases.kept_passphrase(one, 0) for one in (identity, other)] == ["", "Parsley"]
    assert not passphrases.forget(identity)


@pytest.mark.parametrize("garbled", [b"", b"soon", b"\xff", b"1.5"])
def test_a_garbled_time_unlocks_nothing(identity: Path, ring: Ring, garbled: bytes) -> None:
    passphrases.keep(identity, SECRET, NOW)
    identity.with_name("unlocked").write_bytes(garbled)
    assert passphrases.kept_passphrase(identity, 0) == ""
    assert passphrases.forget(identity)
    assert not ring.secrets


def test_a_keyring_that_fails_is_named_or_keeps_nothing(identity: Path, ring: Ring) -> None:
    ring.fault = keyring.errors.KeyringError("the daemon sleeps")
    with pytest.raises(NoKeyring, match="the daemon sleeps"):
        passphrases.keep(identity, SECRET, NOW)
    assert not identity.with_name("unlocked").exists()
    ring.fault = None
    passphrases.keep(identity, SECRET, NOW)
    ring.fault = keyring.errors.KeyringLocked()
    assert passphrases.kept_passphrase(identity, 0) == ""
    with pytest.raises(NoKeyring, match="KeyringLocked"):
        passphrases.forget(identity)
    assert identity.with_name("unlocked").exists()


def test_a_keyring_that_somebody_emptied_is_forgotten(identity: Path, ring: Ring) -> None:
    passphrases.keep(identity, SECRET, NOW)
    ring.secrets.clear()
    assert passphrases.kept_passphrase(identity, 0) == ""
    assert passphrases.forget(identity)
    assert not identity.with_name("unlocked").exists()


def test_a_keyring_that_keeps_nothing_is_refused(
    identity: Path, ring: Ring, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Ring, "get_password", lambda *names: None)
    with pytest.raises(NoKeyring, match=worded("home.passphrases.keep")):
        passphrases.keep(identity, SECRET, NOW)
    assert not identity.with_name("unlocked").exists()


@pytest.mark.parametrize("unsafe", passphrases.UNSAFE)
@pytest.mark.parametrize("inside", [False, True])
def test_a_keyring_without_secrecy_is_refused(
    identity: Path, ring: Ring, unsafe: str, inside: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    kind = type("Plain", (Ring,), {"__module__": f"{unsafe}.file"})
    if inside:
        monkeypatch.setattr(ring, "backends", [ring, kind()], raising=False)
    else:
        keyring.set_keyring(kind())
    with pytest.raises(NoKeyring, match=worded("home.passphrases.system_keyring", word="store")):
        passphrases.keep(identity, SECRET, NOW)
