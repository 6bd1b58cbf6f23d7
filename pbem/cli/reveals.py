"""A save under the keys that were revealed beside it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from pbem.cli.person import duel_in, save_in_email
from pbem.cli.terminal import wrapped
from pbem.errors import NotTrusted, PbemError
from pbem.home import computer
from pbem.ledger.duel_secrets import has_sealed
from pbem.mail.read import message
from pbem.proof.audit import Audit, audit
from pbem.proof.duel_audit import audit_duel
from pbem.protocol import envelope, save
from pbem.protocol.bodies import SignedReveal
from pbem.reports.audit import brief

OPEN = (
    "Nothing has been sealed in this duel, so there is nothing to reveal. `pbem verify` can check all of it at "
    "any time. It has just done so: everything is in order."
)


def judge(file: Path, reveals: Sequence[Path] | None = None) -> tuple[Audit, list[SignedReveal]]:
    """A save under the keys in these files, and what they reveal. Raises what `save.read` raises.

    Args:
        reveals: None for those of this game that lie beside it; what is named is judged, whatever it is.
    """
    log = save.read(save_in_email(file) or save.contents(file))
    try:
        computer.pins().check(log.entries[0].head, log.heads)
    except NotTrusted as other:  # told, but what is in the file is judged all the same
        click.echo(wrapped(f"Careful: {other}", "", "    "), err=True)
    signed_reveals = read(reveals_beside(file) if reveals is None else reveals)
    if reveals is None:
        signed_reveals = [one for one in signed_reveals if one.body.game == log.entries[0].head]
    return audit(log.entries, signed_reveals), signed_reveals


def judge_duel(file: Path, reveals: Sequence[Path] = ()) -> Audit | None:
    """A duel under the keys in its file, and in these; None if nothing in it was ever sealed. Raises what
    `save.read_duel` raises.
    """
    log, _ = save.read_duel(duel_in(file))
    if not has_sealed(log.entries):
        return None
    return audit_duel(log.entries, [*log.reveals, *read(reveals)])


def lies_in_duel(file: Path) -> list[str]:
    """What the keys in the file of a duel that is over prove against somebody, in sentences."""
    judged = judge_duel(file) if duel_in(file) else None
    return list(brief(judged))[1:] if judged is not None and judged.contradicted else []


def reveals_beside(file: Path) -> list[Path]:
    """The reveals that lie beside a save."""
    paths = (path for kind in ("txt", "eml") for path in file.parent.glob(f"*-reveal*.{kind}"))
    return sorted(path for path in paths if path.is_file())


def read(paths: Sequence[Path]) -> list[SignedReveal]:
    """The reveals in these files; what is none is told, and hides no other."""
    signed_reveals = []
    for path in paths:
        try:
            signed_reveals.append(envelope.read_reveal(message.read(path)))
        except (PbemError, OSError) as error:
            click.echo(wrapped(f"{path}: left out. {error}", "", "    "), err=True)
    return signed_reveals
