"""`pbem doctor`: what is wrong with a save, in words, and what can be done about it."""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct

from pbem.errors import BadInput, NotASave, NotNow, NotTrusted, PbemError, ReplayMismatch
from pbem.gm.game import Game
from pbem.ledger.cases.unsettled import unsettled
from pbem.protocol import save as savefile
from pbem.protocol.entry import check_chain
from pbem.protocol.pins import Pins
from pbem.protocol.save import Save

DENIED = (
    "The GM wrote something that the rules do not allow. See `pbem explain` for that entry, and compare "
    "your rules version with the GM's. If the versions are the same, show the file to all players."
)
DISHONEST = "That entry is not honest. Keep this file as it is and show it to all players."
NEWER = "Ask the GM or any other player for the newest copy. Everybody has the same save."


class Finding(Struct, frozen=True):
    """One thing that was looked at: whether it is `good`, in words, and what to do if not."""

    good: bool
    words: str
    advice: str = ""


def examine(path: Path, pins: Pins) -> list[Finding]:
    """All that can be said of a file that should be a save; never raises PbemError."""
    data = path.read_bytes()
    try:
        save = savefile.read_any(data)
    except PbemError as error:
        return [_unreadable(path, data, error), *_backup(path, None)]
    findings = [
        Finding(True, f"The signature of {save.signer} over the file is good."),
        _chain(save),
    ]
    try:
        game = Game(save)
        verdict = game.verify()
    except ReplayMismatch as error:
        return [*findings, Finding(False, str(error), DENIED), *_backup(path, None)]
    except PbemError as error:
        return [*findings, Finding(False, str(error), DISHONEST), *_backup(path, None)]
    words = f"{game.title} ({game.id}): {_verdict_words(game, verdict.entries)}"
    findings += [Finding(True, words), *_pin_findings(game, pins)]
    open_cases = unsettled(game.ledger)
    findings += [
        Finding(True, text, "This case is still waiting for somebody's answer.")
        for text in open_cases
    ]
    return findings + _backup(path, game)


def _verdict_words(game: Game, entries: int) -> str:
    """What was checked here: in a game with hidden pieces not the rules, which only the GM can play."""
    if not game.ledger.hidden:
        return f"all {entries} entries can be replayed, and the tables agree with them."
    return (
        f"all {entries} entries are signed as they should be and agree with what everybody can see. The "
        "tables agree with them. Pieces are hidden in this game, so whether the GM kept the rules has to "
        "wait for the audit."
    )


def _unreadable(path: Path, data: bytes, error: PbemError) -> Finding:
    if isinstance(error, NotASave):
        advice = "Look for the right file, or for its .bak copy."
    elif b"\r" in data:
        advice = "A mail program changed the ends of the lines. Ask for the file again, as a zipped attachment."
    elif not data.rstrip(b"\n").splitlines()[-1].startswith(b"# signed: "):
        advice = "The file was cut short. " + NEWER
    elif isinstance(error, BadInput):
        advice = "The file may need a newer pbem. " + NEWER
    elif isinstance(error, NotTrusted | NotNow):
        advice = "Somebody or something changed the file after it was signed. " + NEWER
    else:
        advice = "Install the version of pbem that the GM uses, then try again."
    return Finding(False, f"{path.name}: {error}", advice)


def _chain(save: Save) -> Finding:
    try:
        check_chain(save.entries)
    except PbemError as error:
        return Finding(False, str(error), "Keep the file and show it to all players.")
    return Finding(True, f"Each of the {len(save.entries)} entries follows from the one before it.")


def _pin_findings(game: Game, pins: Pins) -> list[Finding]:
    """Findings on this computer's record of the game: was anything rewritten that it has seen, or left unfinished?"""
    ledger = game.ledger
    chairs = [chair.keys.fingerprint for chair in ledger.table.chairs]
    gms = [*chairs, *(gm.fingerprint for gm in ledger.table.gms)]
    try:
        pins.check(ledger.game, game.heads, gms)
        entries_missing = pins.unfinished(ledger.game, game.heads)
        pin = pins.pin(ledger.game)
    except PbemError as error:
        advice = (
            "Keep both files. Ask in public which file counts, and compare the log fingerprints."
        )
        return [Finding(False, str(error), advice)]
    if entries_missing:
        words = (
            f"{len(entries_missing)} entries that you signed are not in this file: a command was "
            "interrupted."
        )
        return [Finding(False, words, "Run `pbem apply` again: it does the rest.")]
    sight_words = (
        f"it continues from entry {pin.count - 1}" if pin else "you have never seen it before"
    )
    return [Finding(True, f"No entry that you have seen was changed: {sight_words}.")]


def _backup(path: Path, game: Game | None) -> list[Finding]:
    """A finding on the `.bak` copy next to a save that this machine wrote; none if there is no copy."""
    bak = path.with_name(path.name + ".bak")
    if not bak.exists():
        return []
    try:
        older = Game(savefile.read_any(bak.read_bytes()))
    except PbemError as error:
        return [Finding(False, f"{bak.name}: {error}", "Do not rely on that copy.")]
    count = len(older.save.entries)
    if game is None:
        advice = f"Copy {bak.name} over {path.name}. Then apply again all emails that have come since that copy."
        return [
            Finding(True, f"{bak.name} is a good save of {older.id} with {count} entries.", advice)
        ]
    return [Finding(True, f"{bak.name} has the game as it was with {count} entries.")]
