"""An account at a mail server: where its password comes from, and what is wrong when it cannot be used, in plain words."""

from __future__ import annotations

import os
import socket
import ssl
import subprocess
import time
from collections.abc import Callable
from typing import TypeVar

from msgspec import Struct

from pbem.errors import NoKeyring
from pbem.home import computer, passphrases
from pbem.post.config import COMMAND, KEYRING, TOKEN, VARIABLE, Server, command_words
from pbem.post.journal import HOUR, Journal

SERVICE = "pbem post"
"""Under which the keyring keeps passwords of mail servers."""
CONNECT, ANSWER = 20, 60
"""Seconds until a connection is there, and for each answer."""
PATIENCE = 60
"""Seconds for a program that prints a password; it may have to ask somebody."""
PAUSE, LONGEST = 15, 600
"""Seconds until a server that could not be reached is tried again, at first and at most."""
SETUP = "Type `pbem post --setup`."
APP = (
    "Many providers do not accept your own password here. They want an app password, which you make for "
    "one program."
)
ONLY_TOKENS = (
    "{host} lets programs in only with OAuth, and `pbem` cannot get an OAuth token itself. You can open a "
    "free mailbox for your games at another provider. Or let a program with OAuth put your email into a "
    "folder or a Maildir, and send the emails that `pbem` writes into another folder. If you have a "
    "program that prints a token, use `oauth-command:PROGRAM`."
)
NO_TLS = "WRONG_VERSION_NUMBER"
"""What OpenSSL says of a server that does not start with TLS."""
OTHER_NAME, EXPIRED = (62, 64), 10
"""Numbers that OpenSSL gives to these faults of a certificate: for another name or IP address; too old."""
T = TypeVar("T")


class AccountFault(Exception):
    """A mail server cannot be used now. Its words say what is wrong and what helps."""


class Proof(Struct, frozen=True):
    """What proves to a server who one is; `token`: for OAuth."""

    secret: str
    token: bool


class Account:
    """An account, and what this post knows about it."""

    def __init__(self, server: Server, usual_port: int, journal: Journal) -> None:
        self.server, self.journal = server, journal
        self.port = server.port or usual_port
        self.name = f"{server.user} at {server.host}, port {self.port}"
        self.failures, self.until, self.words = 0, 0.0, ""

    def connected(self, connect: Callable[[Proof], T]) -> T:
        """What `connect` returns. A server that could not be reached is left alone for a while.

        Raises AccountFault.
        """
        if time.monotonic() < self.until:
            raise AccountFault(self.words)
        try:
            connection = connect(self._proof())
        except (AccountFault, OSError) as error:
            self.words = str(error) if isinstance(error, AccountFault) else self.why(error)
            pause = min(PAUSE * 2**self.failures, LONGEST)
            self.failures, self.until = self.failures + 1, time.monotonic() + pause
            raise AccountFault(self.words) from error
        self.failures = 0
        self.journal.forget_refused(self.name)
        return connection

    def _proof(self) -> Proof:
        """Raises AccountFault: there is none, or the server has refused this one before."""
        proof = proof_of(self.server)
        if words := self.journal.refused(self.name, self._mark(proof)):
            raise AccountFault(words)
        return proof

    def refused(self, proof: Proof, answer: str) -> AccountFault:
        """The server does not accept this; it is not tried again before it changes, and a token once an hour."""
        what = "token" if proof.token else "password"
        words = (
            f"{self.server.host} does not accept the {what} of {self.server.user} ({answer}). `pbem` will not try it again. "
            f"{'' if proof.token else APP + ' '}{SETUP}"
        )
        with self.journal.transaction():
            self.journal.put_refused(self.name, self._mark(proof), words)
        return AccountFault(words)

    def _mark(self, proof: Proof) -> str:
        """What the journal keeps of a secret, from which nobody can find it."""
        secret_name = f"hour/{computer.now() // HOUR}" if proof.token else f"secret/{proof.secret}"
        return self.journal.mark(f"{self.name}/{secret_name}")

    def why(self, error: OSError) -> str:
        """What is wrong with a connection, and what helps."""
        host, at = self.server.host, f"{self.server.host}, port {self.port}"
        if isinstance(error, socket.gaierror):
            return f"There is no server {host}, or this computer is offline. Check the name."
        if isinstance(error, ConnectionRefusedError):
            return f"No mail server answers at {at}. Check the port."
        if isinstance(error, TimeoutError):
            return f"{at}, does not answer. Check the port and your firewall."
        if isinstance(error, ssl.SSLCertVerificationError):
            return self._certificate(error)
        if isinstance(error, ssl.SSLError) and error.reason == NO_TLS:
            return f"{at}, does not start with TLS. Try another port, or `starttls = true`."
        return f"The connection to port {self.port} of {host} has ended: {error.strerror or error}."

    def _certificate(self, error: ssl.SSLCertVerificationError) -> str:
        host = self.server.host
        if error.verify_code in OTHER_NAME:
            return (
                f"The certificate of the server is not for the name {host}. Use the name that your "
                f"provider gives. If that is {host}, somebody may be intercepting the connection. `pbem` "
                "has sent nothing."
            )
        if error.verify_code == EXPIRED:
            return f"The certificate of {host} has expired. Check the date of this computer, or tell your provider."
        return (
            f"This computer does not trust the certificate of {host} ({error.verify_message}). If the server is your own, set "
            "SSL_CERT_FILE to the file with its certificate."
        )


def proof_of(server: Server) -> Proof:
    """The password or token of an account. Raises AccountFault: there is none."""
    secret = server.secret
    if secret == KEYRING:
        secret_text = _from_keyring(server)
    elif secret.startswith(VARIABLE):
        name = secret.removeprefix(VARIABLE)
        secret_text = os.environ.get(name, "")
        if not secret_text:
            raise AccountFault(
                f"The password should be in the variable {name}, but this variable is not set."
            )
    elif secret.startswith(TOKEN):
        return Proof(_first_line_of(secret.removeprefix(TOKEN)), token=True)
    else:
        secret_text = _first_line_of(secret.removeprefix(COMMAND))
    return Proof(secret_text, token=False)


def _from_keyring(server: Server) -> str:
    try:
        keyring = passphrases.system_keyring()
        password = keyring.get_password(SERVICE, f"{server.user} at {server.host}")
    except NoKeyring as error:
        raise AccountFault(f"No keyring can be used: {error.facts['why']}.") from error
    except Exception as error:  # whatever the system's keyring raises
        raise AccountFault(f"The keyring cannot be read: {error}.") from error
    if not password:
        raise AccountFault(
            f"The keyring has no password for {server.user} at {server.host}. {SETUP}"
        )
    return str(password)


def keep_password(server: Server, password: str) -> None:
    """Keep a password in the keyring. Raises AccountFault."""
    try:
        keyring = passphrases.system_keyring()
        keyring.set_password(SERVICE, f"{server.user} at {server.host}", password)
    except NoKeyring as error:
        raise AccountFault(f"No keyring can be used: {error.facts['why']}.") from error
    except Exception as error:  # whatever the system's keyring raises
        raise AccountFault(f"The keyring cannot store the password: {error}.") from error
    if _from_keyring(server) != password:
        raise AccountFault("The keyring did not store the password correctly.")


def _first_line_of(program: str) -> str:
    """The first line that a program prints, which is a password. Raises AccountFault."""
    command = command_words(program)
    try:
        process = subprocess.run(command, capture_output=True, timeout=PATIENCE, check=False)
    except FileNotFoundError as error:
        raise AccountFault(
            f"There is no program {command[0]}, which should print a password."
        ) from error
    except (OSError, subprocess.TimeoutExpired) as error:
        raise AccountFault(
            f"{command[0]}, which should print a password, failed: {error}."
        ) from error
    lines = process.stdout.decode("utf-8", "replace").splitlines()
    if process.returncode or not lines or not lines[0]:
        raise AccountFault(
            f"{command[0]}, which should print a password, ended with {process.returncode}"
            f"{'' if lines else ' and printed nothing'}."
        )
    return lines[0]
