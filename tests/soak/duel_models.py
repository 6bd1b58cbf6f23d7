"""What a dishonest opponent in a duel can do to a die of six, played through two real clients many times.

python -m tests.soak.duel_models [TRIALS]

York decides which of two battles to fight; the first die of that battle should be a six. In each model one player is
dishonest and wants it. The share of sixes has to be within three standard errors of the figure that the page admits:
1/6 where nothing can be gained, and 11/36 where somebody lets the other throw twice.
"""

from __future__ import annotations

import contextlib
import copy
import functools
import math
import sys
import time
from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

from pbem.duel.duellist import Duellist
from pbem.duel.refusals import AlreadyOrdered, ClaimWaits, NewChains, RecordLost
from pbem.protocol.bodies import DuelAnswer
from pbem.protocol.dice import RevealedLink, dice
from pbem.protocol.offices import DICE
from tests.duel.table import play, table

FAIR, TWICE = 1 / 6, 11 / 36
BATTLES = ("fight yorkshire", "fight south_midlands")
LABEL = "york attacks {}"
NONCES = 4


class Pair(NamedTuple):
    """York, who has to decide, and Lancaster, who enters what she decides."""

    york: Duellist
    lancaster: Duellist


@functools.cache
def position() -> Pair:
    """A game in which York has two battles to choose from."""
    machines = table("models")
    play(*machines, entries=7)
    while True:
        for one, other in (machines, machines[::-1]) * 2:
            other.take(one.player.email())
        york, lancaster = (machine.player for machine in machines)
        author = machines[0] if york.decides else machines[1]
        request = author.player.ledger.request(author.player.side)
        if [str(option.line) for option in request.options] == list(BATTLES):
            return Pair(york, lancaster)
        author.decide()


def fresh() -> Pair:
    """The same position with other links, and so with other dice."""
    york, lancaster = (copy.copy(player) for player in position())
    york.renew()
    lancaster.apply(york.email())
    york.apply(lancaster.email())
    lancaster.renew()
    york.apply(lancaster.email(), agree=True)
    lancaster.apply(york.email())
    return Pair(york, lancaster)


def enters(lancaster: Duellist, email: bytes) -> int:
    """Lancaster enters an order of York; the first die."""
    applied = lancaster.apply(email)
    assert applied.trouble is None, applied.trouble
    rolls = lancaster.entries[-1].body.record.rolls
    assert rolls
    return rolls[0].value


def looks(lancaster: Duellist, email: bytes) -> int:
    """What the first die would be, for whoever knows the links."""
    return enters(copy.copy(lancaster), email)


def ordered(york: Duellist, battle: str = BATTLES[0]) -> bytes:
    york.decide([battle])
    return york.email()


def candidates(pair: Pair) -> dict[str, int]:
    """Each battle that York can fight, with the first die that it would bring."""
    return {
        battle: looks(pair.lancaster, ordered(copy.copy(pair.york), battle)) for battle in BATTLES
    }


def goes_on(york: Duellist, loser: Duellist) -> None:
    """Lancaster's new chains go in, with York's agreement."""
    york.apply(loser.email(), agree=True)
    loser.apply(york.email())


def honest(pair: Pair) -> int:
    return enters(pair.lancaster, ordered(pair.york))


def shortened_file_with_an_order(pair: Pair) -> int:
    """Lancaster has lost the record. York gives back a file without her last order, and knows its link and answer."""
    best = max(dice := candidates(pair), key=lambda battle: dice[battle])
    lost = Duellist.recover(pair.lancaster.identity, pair.york.email())
    goes_on(pair.york, lost)
    return enters(lost, ordered(pair.york, best))


def shortened_file_without_saying_so(pair: Pair) -> int:
    """The same, where Lancaster goes on from a restored disk and says nothing: no program can notice it."""
    best = max(dice := candidates(pair), key=lambda battle: dice[battle])
    return enters(pair.lancaster, ordered(pair.york, best))


def shortened_file_that_hides_a_die(pair: Pair) -> int:
    """York's order was carried out, without luck. Lancaster loses the record, and York's file lacks that entry."""
    before = copy.copy(pair.york)
    value = enters(pair.lancaster, ordered(pair.york))
    if value == 6:
        return value
    lost = Duellist.recover(pair.lancaster.identity, before.email())
    goes_on(before, lost)
    return enters(lost, ordered(before))


def nonce_chosen_late(pair: Pair) -> int:
    """Lancaster holds York's order, and takes the one of four nonces that would give it a six."""
    email = ordered(pair.york)
    order = pair.york.order
    assert order is not None
    best, value = None, 0
    for _ in range(NONCES):
        lost = Duellist.recover(pair.lancaster.identity, pair.lancaster.email())
        claim = lost.order
        assert claim is not None
        found = with_old_link(pair, order.body, claim.body)
        if found > value:
            best, value = lost, found
    assert best is not None
    applied = pair.york.apply(best.email())
    assert isinstance(applied.trouble, NewChains)
    goes_on(pair.york, best)
    assert best.apply(email).trouble is not None, "the old order does not go in any more"
    return enters(best, ordered(pair.york))


def with_old_link(pair: Pair, order: DuelAnswer, claim: object) -> int:
    """The die if York's link, which is out, counted under Lancaster's new chains."""
    ledger = pair.lancaster.ledger
    number = claim.numbers[DICE] + 1  # type: ignore[attr-defined]
    key = pair.lancaster.identity.game_key(
        "lancaster",
        ledger.game,
        claim.head,  # type: ignore[attr-defined]
        claim.nonce,  # type: ignore[attr-defined]
    )
    link = key.chain("lancaster/dice", number - 1).link(number)
    yorks = ledger.chains.answers["york"]
    latest = ledger.chains.latest["lancaster"]
    stream = dice(
        ledger.game,
        [RevealedLink(yorks.number, yorks.link), RevealedLink(number, link)],
        [RevealedLink(order.question, order.link), RevealedLink(latest.number, latest.link)],
    )
    return stream.roll(LABEL.format("yorkshire"), 1, 6)


def record_lost_because_the_die_is_bad(pair: Pair) -> int:
    """Lancaster does not like York's die and "loses" the record, ten times; York agrees once."""
    email, lancaster = ordered(pair.york), pair.lancaster
    losses = pair.york.losses("lancaster")
    for _ in range(10):
        if looks(lancaster, email) == 6:
            break
        lost = Duellist.recover(lancaster.identity, pair.york.email())
        applied = pair.york.apply(lost.email(), agree=pair.york.losses("lancaster") == losses)
        if applied.trouble is not None:
            break
        lost.apply(pair.york.email())
        email, lancaster = ordered(pair.york), lost
    return enters(lancaster, email)


def record_lost_and_york_does_not_agree(pair: Pair) -> int:
    """The same against a person who says no: the game stands still, or the order goes in."""
    email = ordered(pair.york)
    lost = Duellist.recover(pair.lancaster.identity, pair.york.email())
    assert isinstance(pair.york.apply(lost.email()).trouble, NewChains)
    assert isinstance(lost.apply(email).trouble, ClaimWaits)
    return enters(pair.lancaster, email)


def take_back_while_an_order_waits(pair: Pair) -> int:
    """Lancaster knows York's die, and asks her to take her order back before it is entered: her program does not."""
    email = ordered(pair.york)
    if looks(pair.lancaster, email) != 6:
        try:
            pair.york.propose("takeback", entry=12)
        except AlreadyOrdered:
            pass
        else:
            email = pair.york.email()
    return enters(pair.lancaster, email)


def old_claim_kept(pair: Pair) -> int:
    """York claims new chains, finds her record, and would go on under the old ones: her program does not."""
    york = Duellist.recover(pair.york.identity, pair.york.email())
    try:
        york.decide([BATTLES[0]])
    except AlreadyOrdered:
        assert pair.lancaster.apply(york.email()).trouble is None
        york.apply(pair.lancaster.email())
    return enters(pair.lancaster, ordered(york))


def two_orders_to_two_machines(pair: Pair) -> int:
    """York decides on two machines, as they are told not to; Lancaster enters the order that suits him."""
    second = copy.copy(pair.york)
    emails = [ordered(pair.york), ordered(second, BATTLES[1])]
    best = max(emails, key=lambda email: looks(pair.lancaster, email))
    value = enters(pair.lancaster, best)
    other = second if best == emails[0] else pair.york
    try:
        other.apply(pair.lancaster.email())
    except RecordLost:
        return value
    raise AssertionError("the second machine is not told")


def order_out_and_record_lost(pair: Pair) -> int:
    """York's disk dies with her order on its way: Lancaster enters it, or her new chains, as he likes."""
    before = copy.copy(pair.york)
    email = ordered(pair.york)
    value = looks(pair.lancaster, email)
    if value == 6:
        return enters(pair.lancaster, email)
    lost = Duellist.recover(before.identity, pair.lancaster.email())
    assert pair.lancaster.apply(lost.email()).trouble is None
    lost.apply(pair.lancaster.email())
    return enters(pair.lancaster, ordered(lost))


MODELS: dict[Callable[[Pair], int], float] = {
    honest: FAIR,
    shortened_file_with_an_order: FAIR,
    shortened_file_without_saying_so: TWICE,
    shortened_file_that_hides_a_die: TWICE,
    nonce_chosen_late: FAIR,
    record_lost_because_the_die_is_bad: TWICE,
    record_lost_and_york_does_not_agree: FAIR,
    take_back_while_an_order_waits: FAIR,
    old_claim_kept: FAIR,
    two_orders_to_two_machines: TWICE,
    order_out_and_record_lost: TWICE,
}
"""Each model with the share of sixes that is right, or that the page admits."""


def main(trials: str = "2000") -> int:
    """Play them all from the same positions, and print the shares; 1 if one is off."""
    count, off, began = 0, 0, time.monotonic()
    sixes = Counter[str]()
    with contextlib.suppress(KeyboardInterrupt):  # Ctrl-C ends it with what it has found so far
        while count < int(trials):
            pair = fresh()
            found = {m.__name__: m(Pair(*map(copy.copy, pair))) == 6 for m in MODELS}
            sixes.update({name: int(six) for name, six in found.items()})
            count += 1
    for model, right in MODELS.items():
        share = sixes[model.__name__] / count
        error = math.sqrt(right * (1 - right) / count)
        good = abs(share - right) <= 3 * error
        off += not good
        print(
            f"{model.__name__:40} {share:.4f}, right {right:.4f} {'' if good else 'OFF'}".rstrip()
        )
    print(f"{count} trials of each, {time.monotonic() - began:.0f} s")
    return int(off > 0)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
