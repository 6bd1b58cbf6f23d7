"""How email leaves: into a Maildir or a folder that another program empties, or through `sendmail`."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

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


def deliver(way: Way, row: Outgoing, sender: str) -> None:
    """Hand an email over. The same email again replaces itself where it still lies. Raises Rejected, TryLater."""
    try:
        if way.kind == "sendmail":
            _sendmail(way, row, sender)
            return
        base = Path(way.path).expanduser()
        name = row.message_id.strip("<>").partition("@")[0]
        if way.kind == "folder":
            private_folder(base)
            replace_file(base / f"{name}.eml", row.bytes, mode=SECRET)
            return
        make_maildir(base)
        name = f"{row.queued}.{name}.pbem"
        if not (base / "new" / name).exists():
            replace_file(base / "tmp" / name, row.bytes, mode=SECRET)
            os.replace(base / "tmp" / name, base / "new" / name)
    except OSError as error:
        raise TryLater(f"{error.filename or ''}: {error.strerror or error}".lstrip(": ")) from error


def _sendmail(way: Way, row: Outgoing, sender: str) -> None:
    command = [*(way.command or SENDMAIL), "-i", "-f", sender, "--", checked_address(row.recipient)]
    try:
        done = subprocess.run(
            command, input=row.bytes, capture_output=True, timeout=PATIENCE, check=False
        )
    except subprocess.TimeoutExpired as error:
        raise TryLater(f"{command[0]} did not answer within {PATIENCE} seconds") from error
    if done.returncode:
        words = " ".join(done.stderr.decode("utf-8", "replace").split())[:300]
        why = f"{command[0]} ended with {done.returncode}: {words or 'it said nothing'}"
        raise (Rejected if done.returncode in REJECTED else TryLater)(why)
