"""A game by mail, and what is typed at it: game.py FOLDER GAME SCENARIO SEED ENTRIES ...

For each number of entries a folder of that name: the save nearest to it, a mail that its GM can apply,
the line that the mail orders, and the people with their identities, without passphrases.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from pbem.gm.game import Game
from tests.moderator.people import GM, NONCE, PLAYERS, Post, any_line, joined


def entries(save: bytes) -> int:
    return save.count(b"[[entry]]")


def write(folder: Path, save: bytes) -> None:
    post = Post(save)
    side = post.look().requests[0].side
    line = any_line(post.look(side), post.random)
    folder.mkdir(parents=True)
    (folder / "game.toml").write_bytes(save)
    (folder / "mail.txt").write_text(post.sent(side, line), "utf-8")
    for name, person in {"gm": GM, "player": PLAYERS[side]}.items():
        (folder / name).mkdir()
        person.save(folder / name / "identity.toml", "")
    about = {"side": side, "line": line, "entries": entries(save), "bytes": len(save)}
    (folder / "about.json").write_text(json.dumps(about), "utf-8")


def main() -> None:
    folder, rules, scenario, seed = Path(sys.argv[1]), *sys.argv[2:4], int(sys.argv[4])
    wanted = [int(n) for n in sys.argv[5:]]
    cards = {side: f"{who.name} {who.public.fingerprint}" for side, who in PLAYERS.items()}
    begun = Game.new(GM, rules, scenario, cards, None, NONCE)
    post = joined(Post(begun.dumps(), seed)).play(max(wanted) + 1)
    for n in wanted:
        write(folder / str(n), min(post.saves, key=lambda save: abs(entries(save) - n)))


if __name__ == "__main__":
    main()
