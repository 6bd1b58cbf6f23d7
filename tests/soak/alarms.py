"""Plays random games by mail whose orders and scripts carry alarms and `anyway`, and checks every entry.

python -m tests.soak.alarms --games 20 --mails 60 --seed 1 [--game warriors]

Nothing of an order or a script runs after it stopped; what it leaves undone is told to its owner as it was
written, and to nobody else; every reader's replay says the same. Exit code 1 if a game failed, each named
with its traceback.
"""

from __future__ import annotations

import argparse
import random
import traceback
from collections import Counter
from dataclasses import dataclass, field

from pbem.engine.script import script_line
from pbem.games import GAMES, find
from pbem.gm.game import Game
from pbem.ledger import sealed
from pbem.ledger.values import EARLIER
from pbem.protocol.bodies import Left, Order
from tests.moderator.people import GM, NONCE, PLAYERS, Post, any_line, asked_in, joined

TERMS = ("lost", "failed", "success", "not success", "lost or failed")
MOST_LINES = 5


@dataclass
class Told:
    """What came to pass in the games so far, so that a run which tried nothing shows."""

    counts: Counter[str] = field(default_factory=Counter)


def seated(rules: str, seed: int) -> Post:
    """A game of the first scenario, in which everybody sits."""
    cards = {side: f"{who.name} {who.public.fingerprint}" for side, who in PLAYERS.items()}
    scenario = next(iter(find(rules).scenarios()))
    return joined(Post(Game.new(GM, rules, scenario, cards, None, NONCE).dumps(), seed))


def written(game: Game, chance: random.Random) -> list[str]:
    """A legal line, and behind it what may be legal by then, with alarms and `anyway` among it."""
    lines = [any_line(game, chance)]
    request = game.request() if not game.owes_ready else None
    if request is None or request.stack is not None:
        return lines
    for _ in range(chance.randrange(MOST_LINES)):
        kind = chance.random()
        line = chance.choice([any_line(game, chance), "pass"])
        if kind < 0.25:
            line = f"stop if {chance.choice(TERMS)}"
        elif kind < 0.6:
            line = f"anyway: {line}"
        elif kind < 0.7:
            line = f"anyway: if {chance.choice(TERMS)}: {line}"
        lines.insert(chance.randrange(2) if kind < 0.25 else len(lines), line)
    return lines


def scripted(game: Game, chance: random.Random) -> dict[str, str]:
    """With a stack, what each card does: any words that a line of some card may have."""
    request = game.request() if not game.owes_ready else None
    if request is None or request.stack is None:
        return {}
    slots = range(1, request.stack.size + 1)
    if (
        not game.ledger.rules.policies.script_slot(game.ledger.play.state, request)
        and request.kind != "plan"
    ):
        return {}
    return {str(n): f"stop if {chance.choice(TERMS)}\nask if lost\nanyway: pass" for n in slots}


def sent(post: Post, side: str, told: Told) -> str:
    """A mail of this side. Where its lines are refused as they are written, it has the first alone."""
    game, chance = post.look(side), post.random
    lines, scripts = written(game, chance), scripted(game, chance)
    for tried in (lines, lines[:1], [any_line(game, chance)]):
        try:
            return game.orders(tried, scripts=scripts or None).to_text()
        except Exception as error:
            told.counts[f"refused when written: {type(error).__name__}"] += 1
            if tried[1:] == []:
                scripts = {}
    return game.orders([any_line(game, chance)]).to_text()


def turn(post: Post, told: Told) -> None:
    """Everybody who is asked writes, in one pile; then the new entries are looked at."""
    before = len(post.look().save.entries)
    sides = asked_in(post.look())
    pile: dict[str, str | bytes] = {
        f"{len(post.mails):03}-{side}": sent(post, side, told) for side in sides
    }
    for receipt in post.take(pile):
        if receipt.error is not None:
            raise AssertionError(f"{receipt.name}: {receipt.error}")
    check(post, before, told)


def check(post: Post, before: int, told: Told) -> None:
    """What stopped in the entries from `before` on."""
    readers = {who: post.look(who) for who in ("gm", *PLAYERS)}
    entries = readers["gm"].save.entries
    for n in range(before, len(entries)):
        record = entries[n].body.record
        told.counts["entries"] += 1
        told.counts["decisions of earlier orders"] += sum(d.by == EARLIER for d in record.decisions)
        for opened in record.opened:
            told.counts["passed over for `anyway`"] += bool(opened.text) and (
                script_line(opened.text).anyway
            )
        for left in record.left:
            stopped(readers, n, left, told)


def stopped(readers: dict[str, Game], n: int, left: Left, told: Told) -> None:
    """One order that stopped: nothing of it behind that place runs, and all of it is told to its owner alone."""
    texts = texts_of(readers["gm"], left.entry)
    alarms = [text for text in texts[: left.place - 1] if script_line(text).alarm is not None]
    told.counts["stops"] += 1
    told.counts["stops with an alarm above"] += bool(alarms)
    for later in readers["gm"].save.entries[n:]:
        for opened in later.body.record.opened:
            if opened.entry == left.entry and opened.place > left.place:
                raise AssertionError(
                    f"entry {n}: line {opened.place} ran after {left.place} stopped"
                )
    undone = texts[left.place - 1 :]
    for who in ("gm", left.side):
        (story,) = readers[who].stories(n, n, left.side)
        private = " ".join(text for side, text in story.private if side == left.side)
        if undone and story.left != undone and not all(f"`{line}`" in private for line in undone):
            raise AssertionError(f"entry {n}: {undone} was left, and {who} reads {story}")
    for other in PLAYERS:
        (story,) = readers[other].stories(n, n)
        if other != left.side and story.left:
            raise AssertionError(
                f"entry {n}: {other} reads what is left of an order of {left.side}"
            )


def texts_of(gm: Game, entry: int) -> tuple[str, ...]:
    """The statements of the order in an entry, as the GM can unseal them."""
    body = gm.save.entries[entry].body.step.order.body
    (key,) = gm.holder.keys.values()
    orders = sealed.unseal(key, body, "gm") if isinstance(body, Order) else None
    return tuple(s.text for s in orders.statements if s.text) if orders else ()


def game(rules: str, seed: int, mails: int, told: Told) -> Post:
    """So many mails of a game; then everybody replays it. Raises AssertionError."""
    post = seated(rules, seed)
    while len(post.mails) < mails and post.look().result is None:
        turn(post, told)
    for who in (None, *PLAYERS.values(), GM):
        Game.loads(post.save, who).verify()
    return post


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", choices=GAMES, action="append")
    parser.add_argument("--games", type=int, default=20, help="of each rule set")
    parser.add_argument("--mails", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    failed = 0
    for rules in given.game or GAMES:
        told = Told()
        for seed in range(given.seed, given.seed + given.games):
            try:
                game(rules, seed, given.mails, told)
            except Exception:  # a program that is to name every fault
                failed += 1
                print(f"{rules}, seed {seed}:\n{traceback.format_exc()}")
        print(f"{rules}: {given.games} games", dict(sorted(told.counts.items())))
    return int(failed > 0)


if __name__ == "__main__":
    raise SystemExit(main())
