"""A bundle for a third person: the save, the keys, a verifier that is not pbem, and how to use them.

The same save gives the same bytes, so that two people can compare bundles by their hash.
"""

from __future__ import annotations

import io
import zipfile
from typing import TYPE_CHECKING

from pbem.ledger.cases.unsettled import unsettled
from pbem.protocol.bodies import Accept, Chaired, Claim, Joined, Seated
from pbem.resources import PACKAGE, resource

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pbem.gm.game import Game

EPOCH = (1980, 1, 1, 0, 0, 0)
VERIFIER = "tests/independent"
HOW = """\
{title}
{game}, {count} entries, log head {head}

This bundle lets you check the game without trusting anybody in it, nor pbem.

1. Without pbem: with Python 3.11 or newer, type

       python3 verify.py game.toml {founder}

   It checks the GM's and the players' signatures, the chain of the log, every link, every die and
   every card that was opened. It imports nothing of pbem and is short enough to be read. Ask the GM
   or a player, past each other, whether the fingerprint above is the GM's.

2. With pbem installed (this game is played with {rules} rules version {version}):

       pbem verify game.toml          the same, and every step against the rules
       pbem explain game.toml --entry N    all about one entry; each die with a shell line
       pbem audit game.toml KEYS      after the end: with the revealed keys nothing stays hidden

PROTOCOL.md says, byte by byte, how everything is written. keys/allowed_signers has all public keys
in the form that `ssh-keygen -Y verify -f` reads; keys/fingerprints.txt is for people.

{notices}"""


def bundle(game: Game, data: bytes) -> bytes:
    """The zip file; `data` are the bytes of the save."""
    files = {
        "HOWTO.txt": _how(game).encode(),
        "PROTOCOL.md": (PACKAGE / "protocol" / "PROTOCOL.md").read_bytes(),
        "game.toml": data,
        "keys/allowed_signers": _signers(game).encode(),
        "keys/fingerprints.txt": _fingerprints(game).encode(),
    }
    # The verifier is a few files side by side; `verify.py` is the one to start.
    files |= {part.name: part.read_bytes() for part in resource(VERIFIER).glob("*.py")}
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as pack:
        for name, content in sorted(files.items()):
            info = zipfile.ZipInfo(f"{game.id}/{name}", EPOCH)
            info.compress_type = zipfile.ZIP_DEFLATED
            info.external_attr = 0o644 << 16
            info.create_system = 3
            pack.writestr(info, content)
    return out.getvalue()


def _how(game: Game) -> str:
    ledger = game.ledger
    told = [f"Open: {text}" for text in unsettled(ledger)]
    told += [f"House rule: {text}" for text in ledger.position.house]
    notices = "\n".join(told)
    return HOW.format(
        title=game.title,
        rules=ledger.rules.name,
        version=" then ".join(str(one.version) for one in ledger.versions),
        game=game.id,
        count=len(game.save.entries),
        head=game.head,
        founder=ledger.genesis.gm.fingerprint,
        notices=notices + "\n" if notices else "",
    )


def _signers(game: Game) -> str:
    """Keys that have been replaced are here too: they signed what came before."""
    rows = [("gm", game.ledger.genesis.gm.ssh), *_seated(game)]
    return "".join(f"{role} {ssh}\n" for role, ssh in dict.fromkeys(rows))


def _seated(game: Game) -> Iterator[tuple[str, str]]:
    """Everybody who ever had a seat or the GM's chair, in the order of the log."""
    for entry in game.save.entries:
        step = entry.body.step
        if isinstance(step, Joined | Seated | Chaired):
            said = step.order.body
            if isinstance(said, Accept | Claim):
                yield said.author, said.keys.ssh


def _fingerprints(game: Game) -> str:
    ledger = game.ledger
    rows = [("began the game as GM", ledger.genesis.gm)]
    rows += [("GM now", keys) for keys in ledger.table.gms]
    rows += [(side, seat.keys) for side, seat in ledger.seats.items()]
    return "".join(f"{role}: {keys.name} {keys.fingerprint}\n" for role, keys in rows)
