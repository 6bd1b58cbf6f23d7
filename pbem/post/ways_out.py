"""How email leaves: into a Maildir or a folder that another program empties, or through `sendmail`; `smtp` has a fourth."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import Protocol

from pbem.mail.addresses import checked_address
from pbem.post.config import Way
from pbem.post.journal import Outgoing
from pbem.post.sources import make_maildir
from pbem.protocol.atomic import SECRET, private_folder, replace_file

SENDMAIL = ("/usr/sbin/sendmail",)
PATIENCE = 60
"""Seconds for `sendmail`."""
REJECTED = (64, 65, 67, 68, 77, 78)
"""Exit codes after which the same email would fail again (sysexits.h); all others may pass."""


class Rejected(Exception):
    """This email cannot be delivered; trying again would not help."""


class TryLater(Exception):
    """It could not be delivered now; it is tried again later."""


class WayLost(Exception):
    """Nothing can be sent now. Its words say why and what helps; no email was touched."""


class WayOut(Protocol):
    """How email leaves."""

    def ready(self) -> None:
        """Raises WayLost: nothing can be sent now."""
        ...

    def deliver(self, row: Outgoing) -> None:
        """Hand an email over. Raises Rejected, TryLater, BadAddress."""
        ...

    def close(self) -> None:
        """Let go of it; it opens again by itself."""
        ...


class Local:
    """A Maildir, a folder or `sendmail`. The same email again replaces itself where it still lies."""

    def __init__(self, way: Way, sender: str) -> None:
        self.way, self.sender = way, sender

    def ready(self) -> None:
        return

    def deliver(self, row: Outgoing) -> None:
        try:
            if self.way.kind == "sendmail":
                self._sendmail(row)
            else:
                self._put(row)
        except OSError as error:
            why = f"{error.filename or ''}: {error.strerror or error}".lstrip(": ")
            raise TryLater(why) from error

    def close(self) -> None:
        return

    def _put(self, row: Outgoing) -> None:
        base = Path(self.way.path).expanduser()
        name = row.message_id.strip("<>").partition("@")[0]
        if self.way.kind == "folder":
            private_folder(base)
            replace_file(base / f"{name}.eml", row.bytes, mode=SECRET)
            return
        make_maildir(base)
        name = f"{row.queued}.{name}.pbem"
        if not (base / "new" / name).exists():
            replace_file(base / "tmp" / name, row.bytes, mode=SECRET)
            os.replace(base / "tmp" / name, base / "new" / name)

    def _sendmail(self, row: Outgoing) -> None:
        command = [*(self.way.command or SENDMAIL), "-i", "-f", self.sender, "--"]
        command.append(checked_address(row.recipient))
        try:
            completed = subprocess.run(
                command, input=row.bytes, capture_output=True, timeout=PATIENCE, check=False
            )
        except subprocess.TimeoutExpired as error:
            raise TryLater(f"{command[0]} did not answer within {PATIENCE} seconds") from error
        if completed.returncode:
            words = " ".join(completed.stderr.decode("utf-8", "replace").split())[:300]
            why = f"{command[0]} ended with {completed.returncode}: {words or 'it said nothing'}"
            raise (Rejected if completed.returncode in REJECTED else TryLater)(why)
