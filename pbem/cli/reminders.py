"""Emails that remind somebody of an answer that is due."""

from __future__ import annotations

from pathlib import Path

from pbem.club.folder import DueAnswer
from pbem.home import computer
from pbem.home.files import write_bytes, write_text
from pbem.mail import addresses
from pbem.mail.write import eml


def write(due: DueAnswer, folder: Path) -> Path:
    """An email that can be sent as it is, or a text where no address is known. Raises OSError, WouldOverwrite."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{due.id}-{due.side}.txt"
    row = addresses.read(computer.addresses(due.genesis)).of(due.side, due.key)
    if row is None:
        write_text(path, f"To: {due.name}\n{due.reminder}")
        return path
    subject, _, words = due.reminder.removeprefix("Subject: ").partition("\n\n")
    path = path.with_suffix(".eml")
    write_bytes(path, eml.finished(eml.email_to(row, due.name, subject), words))
    return path
