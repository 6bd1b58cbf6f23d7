"""An independent verifier of pbem2 saves, written from PROTOCOL.md alone."""

import sys
import time

from .duel import Duel
from .keys import check_signature, fingerprint
from .log import Game
from .reveal import reveal
from .save import duel_of, is_duel, log_of
from .wire import Flaw, need, sha

USAGE = """pbem-verifier GAME.toml [SHA256:fingerprint-of-a-GM] [reveal files...]

It needs Python 3.11 and nothing else."""
UNCHECKED = """not checked: the rules of the game (whether a request, decision, die, shuffle, deal,
  opening or fault was due and its name is right, `proofs`, `state_hash`, `data_hash`, which line a
  statement means, whether it was legal, whether an open game is over where nobody is asked
  anything); the contents of sealed parts and of their `commitment`, unopened statements and
  cards, stories and menus; `newest.sig`; which card has which number in a deck; the tables of
  the save, which are for people"""
SEALED = "\n  (with the reveals the sealed parts could be opened, but not without AES-GCM)"


def menus(game: Game, texts: dict[str, str]) -> list[str]:
    """§17, §18: the menus beside the log, of which the log has the hash."""
    out = []
    for side, digest in game.digests.items():
        if side not in texts:
            out.append(f"the save has no menu for the open question of {side}")
        elif sha(texts[side]) != digest:
            out.append(f"the menu of {side} in the save is not that of the log")
    return out


def revealed(game: Game, path: str) -> str:
    """What one reveal shows, in a sentence."""
    with open(path, encoding="utf-8") as f:
        who, deck = reveal(game, f.read())
    out = f"reveal of {who.role}, {who.keys['name']}: key and {len(who.chains)} chains fit"
    if deck:
        mine = [k for k, chain in game.shuffled if chain is who.chains[-1]]
        out += f", {len(mine)} shuffles with their salts"
    return out


def remarks(game: Game, pinned: bool) -> list[str]:
    """What a person should know of a game that is good."""
    out = list(game.notes)
    if game.late:
        out.append(
            "dated before a `clock` or `absent` that its author had, so two clocks differ: "
            + ", ".join(game.late)
        )
    if game.pos.ended:
        final = "final" if game.final else "not final"
        out.append(f"the game has a result since entry {game.pos.ended}; the end is {final}")
    if not pinned:
        out.append(
            "the GM's key was taken from the genesis: "
            "compare the fingerprint with one that you know"
        )
    return out


UNCHECKED_IN_DUEL = """not checked: the rules of the game (whether a question, decision or die was due and its
  name is right, `state_hash`, `data_hash`, which line was carried out, whether it was legal, whether the
  game is over where nobody is asked anything, who has won); the tables of the file, which are for people"""


def duel(data: bytes) -> int:
    """Check the file of a duel."""
    game, place = Duel(), "file"
    try:
        signed, sig, entries, orders, reveals = duel_of(data)
        for n, (raw, entry_sig) in enumerate(entries):
            place = f"entry {n}"
            game.entry(raw, entry_sig)
        place = "order"
        order = [game.order_behind(*one) for one in orders]
        place = "reveal"
        odd = [why for one in reveals if (why := game.reveal(*one))]
        place = "file"
        signer = game.signer(sig, signed, order[0] if order else None)
    except (Flaw, UnicodeDecodeError) as e:
        print(f"BAD: {place}: {e}")
        return 1
    notes = [*game.remarks(order[0]["body"] if order else None), *odd]
    for note in [*notes, UNCHECKED_IN_DUEL]:
        print(note)
    name = game.bodies[0]["step"]["scenario"] + "-" + game.heads[0][:8]
    print(
        f"good: {name}, a duel, {len(entries)} entries, {game.dice} dice; "
        f"signed by {signer}, head {game.heads[-1]}"
    )
    return 0


def main(words: list[str] | None = None) -> int:
    argv = sys.argv[1:] if words is None else words
    if not argv:
        print(USAGE)
        return 2
    pin = argv.pop(1) if len(argv) > 1 and argv[1].startswith("SHA256:") else ""
    game, place = Game(), "save"
    game.now = int(time.time())
    try:
        with open(argv[0], "rb") as f:
            data = f.read()
        if is_duel(data):
            return duel(data)
        signed, sig, entries, tables = log_of(data)
        for n, (raw, entry_sig) in enumerate(entries):
            place = f"entry {n}"
            game.entry(raw, entry_sig)
        place = "save"
        chair = [g.keys["ssh"] for g in game.gms + game.gms_before]
        signer = fingerprint(check_signature("the last line", sig, signed, "pbem2-save", chair))
        known = [fingerprint(h.keys["ssh"]) for h in game.holders if h.role == "gm"]
        need(not pin or pin in known, f"{pin} never was GM of this game, but {', '.join(known)}")
        notes = [revealed(game, path) for path in argv[1:]]
    except OSError as e:
        print(f"cannot read {e.filename}: {e.strerror}. Nothing was checked.", file=sys.stderr)
        return 2
    except (Flaw, UnicodeDecodeError) as e:
        print(f"BAD: {place}: {e}")
        return 1
    notes += remarks(game, bool(pin)) + menus(game, tables)
    for note in [*notes, UNCHECKED + (SEALED if len(argv) > 1 else "")]:
        print(note)
    kind = ", veiled" if game.veiled else ""
    print(f"{game.shuffles} shuffles, {len(game.rewinds)} rewinds{kind}")
    name = game.bodies[0]["step"]["scenario"] + "-" + game.heads[0][:8]
    print(
        f"good: {name}, {len(entries)} entries, {game.dice} dice, {len(game.cards)} cards opened, "
        f"{game.opened} statements opened; GM {signer}, head {game.heads[-1]}"
    )
    return 0
