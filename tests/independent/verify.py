#!/usr/bin/env python3
"""An independent verifier of pbem2 saves, written from PROTOCOL.md alone.

    python3 verify.py GAME.toml [SHA256:fingerprint-of-a-GM] [reveal files...]

Needs Python 3.11 and the program ssh-keygen. "§n" is section n of PROTOCOL.md.
"""

import re
import sys
import tomllib

from log import Game
from shapes import TYPES, fields
from table import Holder
from wire import Bad, Signatures, b64, encode, fingerprint, hkdf, need, parse, x25519

UNCHECKED = """not checked: the rules of the game (whether a request, decision, die, shuffle or fault was due; requests, new askings,
  state_hash, data_hash, `menu`, `seen`, `ended`, clocks and dates), the contents of sealed parts and of their `commitment`,
  unopened statements and cards; which card has which number in a deck; the tables of the save, which are for people"""


# ------------------------------------------------------------------ §11: the save
def log_of(data: bytes) -> tuple[bytes, str, list[tuple[bytes, str]]]:
    need(len(data) <= 67_108_864, "more than 64 MiB")
    data = data.removeprefix(b"\xef\xbb\xbf")
    if data.count(b"\r\n") == data.count(b"\n") == data.count(b"\r"):
        data = data.replace(b"\r\n", b"\n")
    data = data.rstrip(b" \t\r\n") + b"\n"
    need(b"\r" not in data, "a carriage return in some lines")
    end = data.rfind(b"\n# signed: ") + 1
    last = re.fullmatch(rb"# signed: ([A-Za-z0-9+/=]+)\n", data[end:])
    need(end and last, "the last line is not `# signed: ...`")
    start = data.find(b"\n[[entry]]\n") + 1
    need(start > 1 and data[start - 2 : start] == b"\n\n", "no log, or no empty line before it")
    rest, pattern = (
        data[start - 1 : end],
        re.compile(rb"\n\[\[entry\]\]\nbody = '''([^\n]*?)'''\nsig = '([A-Za-z0-9+/=]*)'\n"),
    )
    entries, at = [], 0
    while m := pattern.match(rest, at):
        entries.append((m[1], m[2].decode()))
        at = m.end()
    need(rest[at:] == b"\n", f"behind entry {len(entries) - 1} stands something that is no entry")
    try:
        read = [(e["body"].encode(), e["sig"]) for e in tomllib.loads(data.decode())["entry"]]
    except (ValueError, KeyError, TypeError) as e:
        raise Bad(f"not TOML: {e}") from None
    need(read == entries, "as TOML the file has other entries")
    return data[:end], last[1].decode(), entries  # type: ignore[index]


# ------------------------------------------------------------------ §10, §18.10: reveals
def reveal(game: Game, data: str) -> tuple[Holder, dict[int, str]]:
    """Whose key it is, and the links of his deck chain."""
    blocks = {
        re.sub(r"\s", "", b)
        for b in re.findall(
            r"-----BEGIN PBEM2 REVEAL-----(.*?)-----END PBEM2 REVEAL-----", data, re.S
        )
    }
    need(len(blocks) == 1, "not one REVEAL")
    env = parse(b64(blocks.pop()), 98_304)
    TYPES["envelope"](env)
    body = env["body"]
    fields("v:two game:hex from:party key:hex")(body)
    need(body["game"] == game.heads[0], "of another game")
    key = bytes.fromhex(body["key"])
    public = x25519(hkdf(key, "pbem2/x25519"), (9).to_bytes(32, "little")).hex()
    whose = [h for h in game.holders if h.role == body["from"] and h.keys["x25519"] == public]
    need(whose, f"no x25519 key of {body['from']} in the log follows from it")
    game.sign.add(
        -1,
        f"the reveal of {body['from']}",
        env["sig"],
        encode(body).encode(),
        "pbem2-reveal",
        # A GM has the keys of those before him, and who helps a GM has his.
        [h.keys["ssh"] for h in game.holders if h.role == body["from"]],
    )
    deck: dict[int, str] = {}
    for c in whose[0].chains:
        links = c.links(hkdf(key, f"pbem2/chain/{c.name}"))
        need(links[c.base] == c.anchor, f"the anchor of {c.name} does not follow from it")
        need(links[c.k] == c.link, f"link {c.k} of {c.name} is another")
        if c.name == "gm/deck":
            deck = links
    for k in [k for k, c in game.shuffled if deck and c is whose[0].chains[-1]]:
        for _, slot, salt, _ in [x for x in game.cards if x[0] == k]:
            good = hkdf(bytes.fromhex(deck[k]), "pbem2/deck-salt/" + slot.split(":")[2], 16).hex()
            need(salt == good, f"the salt of {slot} does not follow from deck link {k}")
    return whose[0], deck


def main(argv: list[str]) -> int:
    if not argv:
        print(__doc__)
        return 2
    pin = argv.pop(1) if len(argv) > 1 and argv[1].startswith("SHA256:") else ""
    signatures = Signatures()
    game, bad, notes = Game(signatures), [], []
    try:
        with open(argv[0], "rb") as f:
            signed, sig, entries = log_of(f.read())
    except (Bad, OSError) as e:
        print(f"BAD: save: {e}")
        return 1
    for n, (raw, entry_sig) in enumerate(entries):
        try:
            game.entry(raw, entry_sig)
        except Bad as e:
            bad.append((n, str(e)))
            break
        except (
            KeyError,
            IndexError,
            TypeError,
            ValueError,
        ) as e:  # a hole in this program, but no good entry
            bad.append((n, f"malformed: {e!r}"))
            break
    chair = game.gms + game.gms_before
    signer = ""
    try:
        if not bad:
            signer = fingerprint(
                signatures.add(
                    -1, "the last line", sig, signed, "pbem2-save", [g.keys["ssh"] for g in chair]
                )
            )
            known = [fingerprint(h.keys["ssh"]) for h in game.holders if h.role == "gm"]
            need(
                not pin or pin in known, f"{pin} never was GM of this game, but {', '.join(known)}"
            )
            for path in argv[1:]:
                with open(path, encoding="utf-8") as f:
                    who, deck = reveal(game, f.read())
                notes.append(
                    f"reveal of {who.role}, {who.keys['name']}: key and {len(who.chains)} chains fit"
                    + (
                        f", {len([1 for k, c in game.shuffled if c is who.chains[-1]])} shuffles with their salts"
                        if deck
                        else ""
                    )
                )
    except (Bad, OSError, UnicodeDecodeError) as e:
        bad.append((-1, str(e)))
    try:
        bad += signatures.run()
    except OSError as e:
        bad.append((-1, f"no signature was checked, for ssh-keygen does not run: {e}"))
    if bad:
        for n, why in sorted(bad):
            print(f"  entry {n}: {why}" if n >= 0 else f"  save: {why}")
        n, why = min(bad, key=lambda x: (x[0] < 0, x[0]))
        print(f"BAD: entry {n}: {why}" if n >= 0 else f"BAD: save: {why}")
        return 1
    if game.over:
        notes.append(
            "the end is final (the dates of an `absent` are not checked)"
            if game.final
            else f"`over` from {', '.join(game.over)} only: the end is not final"
        )
    if not pin:
        notes.append(
            "the GM's key was taken from the genesis: compare the fingerprint with one that you know"
        )
    for note in [
        *notes,
        UNCHECKED
        if len(argv) == 1
        else UNCHECKED
        + "\n  (with the reveals the sealed parts could be opened, but not without AES-GCM)",
    ]:
        print(note)
    print(
        f"{len(signatures.jobs)} signatures, {game.number['gm']} shuffles, {len(game.rewinds)} rewinds{', veiled' if game.veiled else ''}"
    )
    name = game.bodies[0]["step"]["scenario"] + "-" + game.heads[0][:8]
    print(
        f"good: {name}, {len(entries)} entries, {game.dice} dice, {len(game.cards)} cards opened, {game.opened} statements opened; "
        f"GM {signer}, head {game.heads[-1]}"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
