"""Submission to a mail server by SMTP over TLS (RFC 6409, RFC 8314)."""

from __future__ import annotations

import contextlib
import smtplib
import ssl

from pbem.mail.addresses import checked_address
from pbem.post.accounts import ANSWER, CONNECT, ONLY_TOKENS, Account, AccountFault, Proof
from pbem.post.config import Way
from pbem.post.journal import Journal, Outgoing
from pbem.post.ways_out import Rejected, TryLater, WayLost

PORT, STARTTLS_PORT = 465, 587
FULL = "5.2.2"
"""A mailbox that is full (RFC 3463): it may have room again, whatever the number in front says."""
AUTHENTICATION = 500
"""From this code on the server refuses a password for good; below, it cannot tell now."""


class Submission:
    """A way out by SMTP, connected when there is something to send."""

    def __init__(self, way: Way, sender: str, journal: Journal) -> None:
        self.sender = sender
        self.account = Account(way, STARTTLS_PORT if way.starttls else PORT, journal)
        self.client: smtplib.SMTP | None = None

    def ready(self) -> None:
        if self.client is None:
            try:
                self.client = self.account.connected(self._connect)
            except AccountFault as error:
                raise WayLost(str(error)) from error

    def greet(self) -> smtplib.SMTP:
        """A new connection with TLS, on which nobody has logged in. Raises AccountFault, OSError."""
        server, port, context = self.account.server, self.account.port, ssl.create_default_context()
        with contextlib.ExitStack() as stack:
            try:
                if server.starttls:
                    client = smtplib.SMTP(server.host, port, timeout=CONNECT)
                else:
                    client = smtplib.SMTP_SSL(server.host, port, timeout=CONNECT, context=context)
                stack.callback(client.close)
                if server.starttls:
                    client.starttls(context=context)
                client.ehlo_or_helo_if_needed()
            except smtplib.SMTPServerDisconnected as error:
                raise broken(error) from error
            except smtplib.SMTPException as error:
                answer = str(error)
                if isinstance(error, smtplib.SMTPResponseException):
                    answer = printed(error.smtp_code, error.smtp_error)
                raise AccountFault(
                    f"{server.host}, port {port}, is no SMTP server that speaks TLS. It says: {answer[:100]}"
                ) from error
            stack.pop_all()
        if client.sock is not None:
            client.sock.settimeout(ANSWER)
        return client

    def _connect(self, proof: Proof) -> smtplib.SMTP:
        """A connection that is logged in. Raises AccountFault, OSError."""
        client, host = self.greet(), self.account.server.host
        with contextlib.ExitStack() as stack:
            stack.callback(client.close)
            try:
                self._log_in(client, proof)
            except smtplib.SMTPAuthenticationError as error:
                answer = printed(error.smtp_code, error.smtp_error)
                if error.smtp_code < AUTHENTICATION:
                    raise AccountFault(
                        f"{host} does not accept logins right now: {answer}."
                    ) from error
                raise self.account.refused(proof, answer) from error
            except smtplib.SMTPServerDisconnected as error:
                raise broken(error) from error
            except smtplib.SMTPException as error:
                raise AccountFault(f"{host} does not let you log in: {error}.") from error
            stack.pop_all()
        return client

    def _log_in(self, client: smtplib.SMTP, proof: Proof) -> None:
        """Log in with one method, once: smtplib's own `login` would try a wrong password with every method.

        Raises AccountFault: the server offers no method that fits.
        """
        user, methods = (
            self.account.server.user,
            client.esmtp_features.get("auth", "").upper().split(),
        )
        client.user, client.password = user, proof.secret
        if proof.token:
            bearer = f"user={user}\1auth=Bearer {proof.secret}\1\1"
            client.auth("XOAUTH2", lambda challenge=None: "" if challenge else bearer)
        elif "PLAIN" in methods:
            client.auth("PLAIN", client.auth_plain)
        elif "LOGIN" in methods:
            client.auth("LOGIN", client.auth_login)
        else:
            raise AccountFault(ONLY_TOKENS.format(host=self.account.server.host))

    def deliver(self, row: Outgoing) -> None:
        """Send an email by SMTP. Raises Rejected if it can never be sent, TryLater if it may be sent another time."""
        to = checked_address(row.recipient)
        self.ready_or_later()
        client = self.client
        if client is None:
            raise TryLater("there is no connection")
        size = client.esmtp_features.get("size", "")
        if size.isdecimal() and 0 < int(size) < len(row.bytes):
            raise Rejected(
                f"it has {len(row.bytes) / 1e6:.1f} MB, and {self.account.server.host} accepts at most {int(size) / 1e6:.1f} MB"
            )
        options = [] if row.bytes.isascii() else ["BODY=8BITMIME"]
        try:
            client.sendmail(self.sender, [to], row.bytes, mail_options=options)
        except smtplib.SMTPRecipientsRefused as error:
            raise refusal(*error.recipients[to]) from error
        except smtplib.SMTPSenderRefused as error:
            why = printed(error.smtp_code, error.smtp_error)
            raise TryLater(
                f"{self.account.server.host} does not accept email from {self.sender}: {why}"
            ) from error
        except smtplib.SMTPDataError as error:
            raise refusal(error.smtp_code, error.smtp_error) from error
        except (smtplib.SMTPException, OSError) as error:
            self.close()
            raise TryLater(
                f"The connection ended before {self.account.server.host} had confirmed this email: {error}"
            ) from error

    def ready_or_later(self) -> None:
        try:
            self.ready()
        except WayLost as error:
            raise TryLater(str(error)) from error

    def close(self) -> None:
        client, self.client = self.client, None
        if client is not None:
            with contextlib.suppress(smtplib.SMTPException, OSError):
                client.quit()
            client.close()


def broken(error: smtplib.SMTPServerDisconnected) -> OSError:
    """Why a connection has ended; smtplib names it only in passing."""
    return error.__context__ if isinstance(error.__context__, OSError) else ConnectionError(error)


def refusal(code: int, answer: bytes | str) -> Rejected | TryLater:
    """What an answer to an email means: for good, or for now."""
    words = printed(code, answer)
    return Rejected(words) if code >= 500 and FULL not in words else TryLater(words)


def printed(code: int, answer: bytes | str) -> str:
    """A server's answer, on one line."""
    words = answer.decode("utf-8", "replace") if isinstance(answer, bytes) else answer
    return " ".join(f"{code} {words}".split())[:300]
