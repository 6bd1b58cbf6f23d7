"""Check a pbem1 save with Python's standard library and ssh-keygen; nothing of pbem is imported.

    python verify.py game.toml [SHA256:fingerprint-of-the-GM]

Checks the save's signature, the chain of entries, every GM and player signature, every link, every
die, and every opened card and plan. It knows no rules of any game (`pbem verify` replays those).
The format is pbem/protocol/PROTOCOL.md.
"""

import base64
import hashlib
import hmac
import json
import re
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path
from typing import Any

Body = dict[str, Any]

P = 2**255 - 19
Y8 = 0x7A03AC9277FDC74EC6CC392CFA53202A0F67100D760B3CBA4FD84D3D706A17C7
SMALL_ORDER = {0, 1, P - 1, Y8, P - Y8}


def require(condition: object, what: str) -> None:
    if not condition:
        sys.exit(f"REFUSED: {what}")


def H(tag: str, *values: str | int) -> str:
    fields = [str(value) for value in values]
    require(all(f and f.isascii() and f.isprintable() for f in fields), f"a field of {tag}")
    text = "".join(f"{field}\n" for field in (f"pbem1/{tag}", *fields))
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def strict_json(text: str, what: str) -> Any:
    """The value of a canonical body; anything spelt in another way is refused."""

    def no_float(number: str) -> None:
        require(False, f"{what}: the number {number}")

    value = json.loads(text, parse_float=no_float, parse_constant=no_float)
    require(canonical(value) == text, f"{what} is not canonical")
    return value


def canonical(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def check_signature(keys: Body, namespace: str, message: bytes, signature: str, what: str) -> None:
    require(re.fullmatch(r"ssh-ed25519 [A-Za-z0-9+/]+=*", keys["ssh"]), f"{what}: the key's form")
    point = int.from_bytes(base64.b64decode(keys["ssh"].split()[1])[-32:], "little") % 2**255
    require(point < P and point not in SMALL_ORDER, f"{what}: the key is weak")
    with tempfile.TemporaryDirectory() as folder:
        allowed, armoured = Path(folder, "allowed"), Path(folder, "sig")
        allowed.write_text(f"signer {keys['ssh']}\n")
        begin, end = (f"-----{word} SSH SIGNATURE-----\n" for word in ("BEGIN", "END"))
        armoured.write_text(f"{begin}{signature}\n{end}")
        command = ["ssh-keygen", "-Y", "verify", "-I", "signer", "-n", namespace]
        command += ["-f", str(allowed), "-s", str(armoured)]
        done = subprocess.run(command, input=message, capture_output=True, check=False)
    require(done.returncode == 0, f"{what}: the signature does not fit")


def fingerprint(keys: Body) -> str:
    found = hashlib.sha256(base64.b64decode(keys["ssh"].split()[1])).digest()
    return "SHA256:" + base64.b64encode(found).decode().rstrip("=")


def roll(sides: int, *fields: str) -> int:
    block = 0
    while True:
        for byte in bytes.fromhex(H("dice", *fields, block)):
            if byte < 256 - 256 % sides:
                return byte % sides + 1
        block += 1


def chain_of(reveal_key: str, chain: str) -> list[str]:
    """All links of a chain, from the key of the game that its owner has revealed."""
    prk = hmac.digest(bytes(32), bytes.fromhex(reveal_key), "sha256")
    seed = hmac.digest(prk, f"pbem1/chain/{chain}\x01".encode(), "sha256")
    links = [hashlib.sha256(seed).hexdigest()]
    for k in range(1024, 0, -1):
        links.insert(0, H("link", chain, k, links[0]))
    return links


class Game:
    """What the log has said so far: keys, last links, commitments."""

    def __init__(self, genesis: Body) -> None:
        self.id, self.sides, self.gms = genesis["game"], genesis["sides"], [genesis["gm"]]
        require(self.id.endswith("-" + genesis["nonce"][:8]), "the game id is not of this nonce")
        self.keys: dict[str, Body] = {}
        self.seq = dict.fromkeys(self.sides, 0)
        self.heads: list[str] = []
        self.links = {f"answer/{side}": genesis["anchors"]["answer"][side] for side in self.sides}
        self.slots: dict[str, str] = {}  # what each face-down card was committed to
        self.shuffles = self.dice = self.opened = 0
        self.said: set[str] = set()  # statements stand in the log once
        self.rulings: list[int] = []
        self.at = 0  # the GM's last clock reading
        self.last_gms: list[Body] = []  # those before the last entry, if it brought another
        self.changes: list[str] = []  # of seats and keys, for people to read
        self.takebacks: dict[int, str] = {}  # entry to the side that asked
        self.deck, self.begun = genesis["anchors"]["deck"], 0  # the entry with which all sat
        self.revealed: set[str] = set()  # whose key of this game is in the log

    def follow(self, chain: str, k: int, link: str, what: str) -> None:
        require(H("link", f"{self.id}/{chain}", k, link) == self.links[chain], f"{what}: {chain}")
        self.links[chain] = link

    def signed_by_player(self, entry: Body, keys: Body, what: str) -> tuple[Body, str]:
        order, side = entry["order"]["body"], entry["order"]["body"]["from"]
        require(side in self.sides and order["game"] == self.id, f"{what}: game or side")
        require(order["type"] == entry["type"], f"{what}: the type of its order")
        require(order["head"] in self.heads, f"{what}: written for another history")
        raw = canonical(order).encode()
        check_signature(keys, "pbem1-order", raw, entry["order"]["sig"], f"{what} of {side}")
        return order, side

    def accept(self, entry: Body, what: str) -> None:
        order, side = self.signed_by_player(entry, entry["order"]["body"]["keys"], what)
        require(side not in self.keys, f"{what}: {side} has joined already")
        self.keys[side], self.links[f"move/{side}"] = order["keys"], order["anchor"]
        self.begun = entry["n"]

    def order(self, entry: Body, what: str) -> None:
        require(len(self.keys) == len(self.sides), f"{what}: before everybody has joined")
        require(not self.revealed, f"{what}: secrets have been revealed before it")
        order, side = self.signed_by_player(entry, self.keys[entry["order"]["body"]["from"]], what)
        seq = self.seq[side] = self.seq[side] + 1
        require(order["seq"] == seq, f"{what}: order {order['seq']} of {side}, not {seq}")
        self.follow(f"move/{side}", seq, order["link"], what)
        self.follow(f"answer/{side}", seq, entry["answer_link"], what)
        links = ",".join(self.links[f"move/{each}"] for each in self.sides)
        fields = [self.id, f"{side}:{seq}", entry["answer_link"], links, "-"]
        labels = [each["label"] for each in entry["rolls"]]
        require(len(labels) == len(set(labels)), f"{what}: a label is rolled twice")
        for die in entry["rolls"]:
            right = roll(die["sides"], *fields, die["label"])
            require(die["value"] == right, f"{what}: {die['label']} is {right}, not {die['value']}")
        self.dice += len(labels)
        for each in order.get("plan", []):
            require(each["slot"].startswith(f"plan:{side}:"), f"{what}: a plan of another side")
            require(each["slot"] not in self.slots, f"{what}: {each['slot']} is planned twice")
            self.slots[each["slot"]] = each["commitment"]
        for shuffle in entry["shuffles"]:
            self.shuffles += 1
            require(shuffle["k"] == self.shuffles, f"{what}: shuffle {shuffle['k']} out of order")
            require(shuffle["count"] == len(shuffle["cards"]), f"{what}: a deck of another size")
            for position, commitment in enumerate(shuffle["cards"]):
                slot = f"deck:{shuffle['deck']}:{position}"
                require(slot not in self.slots, f"{what}: {slot} is shuffled twice")
                self.slots[slot] = commitment
        for each in [*order.get("openings", []), *entry["openings"]]:
            self.check_opening(each, what)

    def statement(self, entry: Body, what: str) -> None:
        keys = self.keys.get(entry["order"]["body"]["from"])
        require(keys, f"{what}: from somebody who has not joined")
        said, side = self.signed_by_player(entry, keys, what)
        digest = hashlib.sha256(canonical(said).encode()).hexdigest()
        require(digest not in self.said, f"{what}: said twice")
        self.said.add(digest)
        require(0 < said["entry"] < entry["n"], f"{what}: about entry {said['entry']}")
        if entry["type"] == "countersign":
            require(said["entry"] in self.rulings, f"{what}: entry {said['entry']} is no ruling")
        if entry["type"] == "takeback":
            self.takebacks[entry["n"]] = side
        if entry["type"] == "agree":
            asked = self.takebacks.pop(said["entry"], side)
            require(asked != side, f"{what}: no opponent asked for it")
            require(not self.revealed, f"{what}: secrets have been revealed before it")
        if entry["type"] == "reveal":
            self.reveal(side, said["text"], what)

    def reveal(self, who: str, key: str, what: str) -> None:
        """The links that were given away one by one are those of the revealed key."""
        require(re.fullmatch(r"[0-9a-f]{64}", key), f"{what}: a key of another form")
        require(who not in self.revealed, f"{what}: revealed twice")
        self.revealed.add(who)
        kind, sides = ("answer", self.sides) if who == "gm" else ("move", [who])
        for side in sides:
            links = chain_of(key, f"{self.id}/{kind}/{side}")
            right = links[self.seq[side]] == self.links[f"{kind}/{side}"]
            require(right, f"{what}: the links of {kind}/{side} are not of this key")
        if who == "gm":
            deck = chain_of(key, f"{self.id}/deck")[0]
            require(deck == self.deck, f"{what}: the decks were not shuffled by this key")
        self.changes.append(f"{what}: {who} reveals its key, and its links are of that key")

    def clock(self, entry: Body, what: str) -> None:
        require(entry["at"] >= self.at, f"{what}: the clock goes back")
        self.at = entry["at"]

    def claim(self, entry: Body, what: str) -> Body:
        said = entry["order"]["body"]
        require(
            said["type"] == "claim" and said["game"] == self.id, f"{what}: no claim of this game"
        )
        require(said["head"] in self.heads, f"{what}: written for another history")
        raw = canonical(said).encode()
        check_signature(said["keys"], "pbem1-order", raw, entry["order"]["sig"], what)
        taken = [keys["ssh"] for keys in (*self.gms, *self.keys.values())]
        require(said["keys"]["ssh"] not in taken, f"{what}: that key has a seat")
        return said

    def seat(self, entry: Body, what: str) -> None:
        said = self.claim(entry, what)
        side = said["from"]
        require(side in self.keys, f"{what}: nobody has that seat")
        require(said["seq"] == self.seq[side], f"{what}: claimed before another order")
        digest, agreed = hashlib.sha256(canonical(said).encode()).hexdigest(), set()
        for each in entry["agreed"]:
            body, who = each["body"], each["body"]["from"]
            right = (body["type"], body["game"], body["text"]) == ("consent", self.id, digest)
            right = right and body["head"] in self.heads
            require(right and who not in agreed, f"{what}: a consent to something else")
            raw = canonical(body).encode()
            check_signature(self.keys[who], "pbem1-order", raw, each["sig"], f"{what}: consent")
            agreed.add(who)
        require(agreed or entry["reason"], f"{what}: neither agreed nor with a reason")
        self.keys[side], self.links[f"move/{side}"] = said["keys"], said["anchor"]
        self.changes.append(f"{what}: {side} changed hands, {'agreed' if agreed else 'GM alone'}")

    def new_gm(self, entry: Body, what: str) -> None:
        said = self.claim(entry, what)
        require(said["from"] == "gm" and entry["role"] in ("co", "handover"), f"{what}: the role")
        self.last_gms = self.gms
        self.gms = [*self.gms, said["keys"]] if entry["role"] == "co" else [said["keys"]]
        self.changes.append(f"{what}: another GM, {fingerprint(said['keys'])}")

    def signed_by_gm(self, namespace: str, raw: bytes, signature: str, what: str) -> None:
        signer = base64.b64decode(signature)[14:65]  # the key that the signature itself names
        old = self.last_gms if namespace == "pbem1-save" else []
        found = [
            keys for keys in (*self.gms, *old) if base64.b64decode(keys["ssh"].split()[1]) == signer
        ]
        check_signature((found or self.gms)[0], namespace, raw, signature, what)

    def ruling(self, entry: Body, what: str) -> None:
        require(len(self.keys) == len(self.sides), f"{what}: before everybody has joined")
        require(0 <= entry["entry"] < entry["n"], f"{what}: about entry {entry['entry']}")
        require(entry["reason"], f"{what}: without a reason")
        self.rulings.append(entry["n"])
        late = self.revealed and entry["kind"] not in ("uphold", "reveal")
        require(not late, f"{what}: secrets have been revealed before it")
        if entry["kind"] == "void":
            require(entry["entry"] > self.begun, f"{what}: back to before anybody played")
        if entry["kind"] == "reveal":
            self.reveal("gm", *entry["lines"], what)
        for each in entry.get("plan", []):
            require(each["slot"] not in self.slots, f"{what}: {each['slot']} is planned twice")
            self.slots[each["slot"]] = each["commitment"]

    def check_opening(self, opening: Body, what: str) -> None:
        form = r"plan:[a-z0-9_]+:[0-9]+:[0-9]+|deck:[a-z0-9_]+:[0-9]+"
        require(re.fullmatch(form, opening["slot"]), f"{what}: an opening of {opening['slot']}")
        kind, *names = opening["slot"].split(":")
        require(re.fullmatch(r"[0-9a-f]{32,128}", opening["salt"]), f"{what}: a salt too short")
        tag = "plan" if kind == "plan" else "card"
        commitment = H(tag, self.id, *names, opening["salt"], opening["card"])
        right = self.slots.get(opening["slot"]) == commitment
        require(right, f"{what}: {opening['slot']} was not {opening['card']}")
        self.opened += 1


def main(path: str, pinned: str | None = None) -> None:
    signed, _, signature = Path(path).read_bytes().rpartition(b"# signed: ")
    require(re.fullmatch(rb"[A-Za-z0-9+/=]+\n", signature), "the last line is not a signature")
    require(signed.endswith(b"\n"), "the signature does not stand on its own line")
    log = tomllib.loads(signed.decode("utf-8"))["entry"]
    game, previous = Game(strict_json(log[0]["body"], "entry 0")), ""
    founder = fingerprint(game.gms[0])
    require(pinned in (None, founder), f"the GM's key is {founder}")
    for n, stored in enumerate(log):
        what, raw = f"entry {n}", stored["body"].encode("utf-8")
        game.last_gms = []
        entry = strict_json(stored["body"], what)
        require((entry["v"], entry["n"], entry["prev"]) == (1, n, previous), f"{what}: the chain")
        game.signed_by_gm("pbem1-entry", raw, stored["sig"], what)
        types = {"accept": game.accept, "order": game.order, "ruling": game.ruling}
        types |= {"clock": game.clock, "seat": game.seat, "gm": game.new_gm}
        types |= dict.fromkeys(
            ("dispute", "countersign", "takeback", "agree", "reveal", "holiday"), game.statement
        )
        known = entry["type"] in types if n else entry["type"] == "genesis"
        require(known, f"{what}: the type {entry['type']} here")
        if n > 0:
            types[entry["type"]](entry, what)
        previous = hashlib.sha256(raw).hexdigest()
        game.heads.append(previous)
    game.signed_by_gm("pbem1-save", signed, signature.decode().strip(), "the save")
    print(*game.changes, sep="\n", end="\n" if game.changes else "")
    print(f"good: {game.id}, {len(log)} entries, {game.dice} dice, {game.opened} cards opened")
    print(f"GM {fingerprint(game.gms[0])}\nhead {previous}")


if __name__ == "__main__":
    require(len(sys.argv) in (2, 3), "usage: python verify.py game.toml [SHA256:...]")
    try:
        main(*sys.argv[1:])
    except (ArithmeticError, LookupError, TypeError, ValueError, AttributeError, OSError) as error:
        require(False, f"this is not a pbem1 save ({type(error).__name__}: {error})")
