"""A passphrase kept for a while by the system's keyring, so that it is typed once an evening.

A file beside the identity says until when, so that nobody pays for the keyring who has nothing in it.
"""

from __future__ import annotations

import contextlib
from pathlib import Path
from types import ModuleType

from pbem.errors import NoKeyring
from pbem.protocol.atomic import SECRET, replace_file

SERVICE = "pbem"
UNTIL = "unlocked"
UNSAFE = ("keyrings.alt", "keyring.backends.fail", "keyring.backends.null")
"""They keep a secret in a plain file, or not at all."""


def keep(identity: Path, passphrase: str, until: int) -> None:
    """Keep the passphrase of an identity file, until that second since 1970. Raises NoKeyring, OSError."""
    keyring = system_keyring()
    try:
        keyring.set_password(SERVICE, str(identity.absolute()), passphrase)
        held = keyring.get_password(SERVICE, str(identity.absolute()))
    except keyring.errors.KeyringError as error:
        raise NoKeyring(why=str(error) or type(error).__name__) from error
    if held != passphrase:
        raise NoKeyring(why="it did not store the passphrase")
    replace_file(identity.with_name(UNTIL), f"{until}\n".encode(), mode=SECRET)


def kept_passphrase(identity: Path, now: int) -> str:
    """The passphrase that is kept; "" if there is none, or its time is over: then it is forgotten."""
    try:
        until = int(identity.with_name(UNTIL).read_text("ascii"))
    except (FileNotFoundError, ValueError):
        return ""
    if now >= until:
        forget(identity)
        return ""
    with contextlib.suppress(NoKeyring):
        keyring = system_keyring()
        with contextlib.suppress(keyring.errors.KeyringError):
            return keyring.get_password(SERVICE, str(identity.absolute())) or ""
    return ""


def forget(identity: Path) -> bool:
    """Keep no passphrase of this identity any more; False if none was kept. Raises NoKeyring, OSError."""
    until_file = identity.with_name(UNTIL)
    if not until_file.exists():
        return False
    keyring = system_keyring()
    try:
        keyring.delete_password(SERVICE, str(identity.absolute()))
    except keyring.errors.PasswordDeleteError:
        pass  # the keyring was emptied by somebody else
    except keyring.errors.KeyringError as error:
        raise NoKeyring(why=str(error) or type(error).__name__) from error
    until_file.unlink(missing_ok=True)
    return True


def system_keyring() -> ModuleType:
    """The keyring library, with a keyring that is one. Raises NoKeyring."""
    try:
        import keyring.errors
    except ImportError as error:
        raise NoKeyring(
            why="the library is missing. Where pbem is installed: pip install 'pbem[keyring]'"
        ) from error
    backend = keyring.get_keyring()
    used = [backend, *getattr(backend, "backends", ())]
    if any(type(one).__module__.startswith(UNSAFE) for one in used):
        raise NoKeyring(why="this system has no keyring that can store a passphrase")
    return keyring
