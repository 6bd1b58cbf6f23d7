"""What a player says beside his orders, in clear above the signed block."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pbem.errors import BadStatement
from pbem.ledger.cases import agreed
from pbem.proof.reader import Reader
from pbem.protocol.bodies import Claim, Clocked, Mailed
from pbem.protocol.entry import Entry

if TYPE_CHECKING:
    from pbem.player.player import Player


def of(game: Player, kind: str, entry: int, text: str) -> str:
    """The words of a statement of this kind about an entry (0: about none)."""
    result = game.result.reason if game.result else ""
    words_by_kind = {
        "say": f"I say: {text}",
        "dispute": f"I dispute entry {entry}: {text}\n\n{terms(game)}",
        "takeback": f"I ask to take back entry {entry}. {text}",
        "agree": f"I agree to the take-back of entry {entry}. {text}",
        "draw": f"I agree to the draw offered in entry {entry}." if entry else "I offer a draw.",
        "resign": f"I resign. {text}",
        "countersign": f"I accept the ruling of entry {entry}.",
        "over": f"I sign the end of the game: {result} {text}",
    }
    return words_by_kind[kind]


def of_terms(game: Player, step: Clocked) -> str:
    """The words of a consent to new terms."""
    return f"I agree to these terms for later questions: {agreed.times(game.ledger, step)}"


def of_newcomer(claim: Claim) -> str:
    """The words of a consent to somebody who claims a seat."""
    return f"I agree that {claim.keys.name} {claim.keys.fingerprint} takes the seat."


def of_rules(game: Player) -> str:
    """The words of a consent to the newest version of the rules."""
    return f"I agree to version {game.ledger.rules.version} of the rules."


def terms(game: Reader) -> str:
    return f"Terms of the table: {agreed.words(game.ledger)}"


def wished(game: Player) -> list[str]:
    """What others would have this side agree to."""
    cases, side = game.ledger.cases, game.player_side
    sides = game.ledger.rules.sides
    wishes = [f"{sides[other].name} offers a draw." for other in cases.draws if other != side]
    for wish in cases.wishes:
        if wish.waits_for(side):
            why = f": {wish.text}" if wish.text else "."
            wishes.append(
                f"{sides[wish.side].name} asks to take back all from entry {wish.first} on{why}"
            )
    return wishes


def open_draw(game: Player) -> int:
    """The entry of the draw that others offer: the oldest, so that all who agree mean the same one; 0 for none."""
    side, offers = game.player_side, game.ledger.cases.draws
    return min((n for other, n in offers.items() if other != side), default=0)


def draw_offered(game: Player) -> int:
    """As `open_draw`. Raises BadStatement: nobody offers one."""
    entry = open_draw(game)
    if not entry:
        raise BadStatement(why="no other side offers a draw now; you can offer one")
    return entry


def lost(game: Player) -> str:
    """What it means to resign."""
    side = game.player_side
    others = " and ".join(other for other in game.ledger.sides if other != side)
    return f"{side} gives up {game.title}: {others} will have won."


def last_orders(game: Player) -> int:
    """The entry of one's own last orders; 0 without any."""
    entries = game.save.entries
    return max((n for n, one in enumerate(entries) if wrote(one) == game.side), default=0)


def wrote(entry: Entry) -> str:
    """Whose orders an entry holds; "" for others."""
    step = entry.body.step
    return step.order.body.author if isinstance(step, Mailed) else ""
