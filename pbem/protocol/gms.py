"""Who may sign a log: its founder, and those whom a GM of the moment has brought in (PROTOCOL.md, `gm`)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pbem.errors import BadSignature, Garbled
from pbem.protocol.entry import Entry
from pbem.protocol.keys import PublicKeys


def verify_by(gms: Sequence[PublicKeys], entry: Entry) -> None:
    """Pass if one of these keys signed an entry. Raises BadSignature."""
    for gm in gms[:-1]:
        try:
            entry.verify(gm)
        except BadSignature:
            continue
        return
    entry.verify(gms[-1])


def gms_after(founder: PublicKeys, entries: Iterable[Entry]) -> list[PublicKeys]:
    """Who may sign after these entries, the first of them the genesis (PROTOCOL.md, `gm`).

    Each newcomer was brought in by somebody who might. Raises BadSignature, NotCanonical, Garbled.
    """
    gms = [founder]
    for entry in entries:
        if b'"type":"gm"' not in entry.raw or entry.type != "gm":
            continue
        verify_by(gms, entry)
        try:
            keys = PublicKeys.from_dict(entry.body["order"]["body"]["keys"])
            role = entry.body["role"]
        except (LookupError, TypeError) as error:
            raise Garbled(why=f"entry {entry.n} names no new GM") from error
        newcomer = PublicKeys(keys.name, keys.ssh, founder.x25519)
        gms = [*gms, newcomer] if role == "co" else [newcomer]
    return gms
