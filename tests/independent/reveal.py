"""Reveals (PROTOCOL.md, sections 10 and 18)."""

import re

from .keys import check_signature, x25519_of
from .log import Game
from .shapes import REVEAL, TYPES
from .table import Holder
from .wire import b64, encode, hkdf, need, parse


def reveal(game: Game, data: str) -> tuple[Holder, dict[int, str]]:
    """Whose key it is, and the links of his deck chain."""
    blocks = {
        re.sub(r"\s", "", b)
        for b in re.findall(
            r"-----BEGIN PBEM2 REVEAL-----(.*?)-----END PBEM2 REVEAL-----", data, re.DOTALL
        )
    }
    need(len(blocks) == 1, "not one REVEAL")
    env = parse(b64(blocks.pop()), 98_304)
    TYPES["envelope"](env)
    body = env["body"]
    REVEAL(body)
    need(body["game"] == game.heads[0], "of another game")
    key = bytes.fromhex(body["key"])
    public = x25519_of(key)
    whose = [h for h in game.holders if h.role == body["from"] and h.keys["x25519"] == public]
    need(whose, f"no x25519 key of {body['from']} in the log follows from it")
    check_signature(
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
