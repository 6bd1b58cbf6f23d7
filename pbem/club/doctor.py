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
    "See `pbem explain` for that entry, compare your rules version with the GM's, and if they are the "
    "same show the file to all players: the GM wrote what the rules deny."
)
DISHONEST = "Keep this file as it is and show it to all players: the log is not honest there."
NEWER = "Ask the GM, or anybody who plays, for the newest copy; saves are the same for everybody."


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
    findings += [Finding(True, text, "It waits for an answer.") for text in open_cases]
    return findings + _backup(path, game)


def _verdict_words(game: Game, entries: int) -> str:
    """What was checked here: in a game with hidden pieces not the rules, which only the GM can play."""
    if not game.ledger.hidden:
        return f"all {entries} entries replay, and the tables follow."
    return (
        f"all {entries} entries are signed as they should be and agree with what everybody can see, and the tables "
        "follow. Pieces are hidden in this game, so whether the GM kept the rules has to wait for the audit."
    )


def _unreadable(path: Path, data: bytes, error: PbemError) -> Finding:
    if isinstance(error, NotASave):
        advice = "Look for the right file, or its .bak."
    elif b"\r" in data:
        advice = "A mail program changed the line ends. Ask for it again, attached and zipped."
    elif not data.rstrip(b"\n").splitlines()[-1].startswith(b"# signed: "):
        advice = "It was cut short. " + NEWER
    elif isinstance(error, BadInput):
        advice = "It may need a newer pbem. " + NEWER
    elif isinstance(error, NotTrusted | NotNow):
        advice = "Somebody or something changed it after it was signed. " + NEWER
    else:
        advice = "Install the version of pbem that the GM uses, then try again."
    return Finding(False, f"{path.name}: {error}", advice)


def _chain(save: Save) -> Finding:
    try:
        check_chain(save.entries)
    except PbemError as error:
        return Finding(False, str(error), "Keep the file and show it to all players.")
    return Finding(True, f"The log is one chain of {len(save.entries)} entries.")


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
        advice = "Keep both files. Ask in public which is the game; compare the log fingerprints."
        return [Finding(False, str(error), advice)]
    if entries_missing:
        words = f"{len(entries_missing)} entries that you signed are not in this file: something broke off."
        return [Finding(False, words, "Run `pbem apply` again; it finishes what it finds.")]
    sight_words = (
        f"it goes on from entry {pin.count - 1}" if pin else "you have never seen it before"
    )
    return [Finding(True, f"Nothing that you have seen was rewritten: {sight_words}.")]


def _backup(path: Path, game: Game | None) -> list[Finding]:
    """A finding on the `.bak` copy next to a save that this machine wrote; none if there is no copy."""
    bak = path.with_name(path.name + ".bak")
    if not bak.exists():
        return []
    try:
        older = Game(savefile.read_any(bak.read_bytes()))
    except PbemError as error:
        return [Finding(False, f"{bak.name}: {error}", "Do not count on that copy.")]
    count = len(older.save.entries)
    if game is None:
        advice = f"Copy {bak.name} over {path.name}, then apply the emails that came since then once more."
        return [
            Finding(True, f"{bak.name} is a good save of {older.id} with {count} entries.", advice)
        ]
    return [Finding(True, f"{bak.name} has the game as it was with {count} entries.")]
