"""What a dishonest opponent in a duel can do to a die of six, played through two real clients many times.

python -m tests.soak.duel_models [TRIALS] [MODEL ...]

York decides which of two battles to fight, or, with Plans, whose card comes first; the next die should be a six. In
each model one player is dishonest and wants it. The share of sixes has to be within three standard errors of the figure
that the page admits: 1/6 where nothing can be gained, and 11/36 where somebody lets the other throw twice.

A client is a `Duellist`, as `pbem` and the desk use it: it keeps its own file, and all that it gets from the other one
is the bytes of an email. A copy of a client is the same person who tries something first.
"""

from __future__ import annotations

import contextlib
import copy
import functools
import math
import sys
import time
from collections import Counter
from collections.abc import Callable, Collection
from typing import NamedTuple
from unittest import mock

from pbem.duel import founding
from pbem.duel.duellist import Duellist
from pbem.duel.refusals import AlreadyOrdered, ClaimWaits, NewChains, OrderWaits, RecordLost
from pbem.errors import BadLink, NotYourTurn
from pbem.ledger import duels
from pbem.ledger.draft import Draft
from pbem.ledger.duels import DuelChance
from pbem.ledger.values import ChainReach, LatestLink
from pbem.protocol.bodies import DuelAnswer, DuelClaim, DuelEnvelope, Rolled
from pbem.protocol.chain import Chain
from pbem.protocol.dice import RevealedLink, dice
from pbem.protocol.offices import DICE
from tests.duel.table import play, table
from tests.duel.test_orders import broken
from tests.duel.test_stacks import at_plans

FAIR, TWICE = 1 / 6, 11 / 36
BATTLES = ("fight yorkshire", "fight south_midlands")
LABEL = "york attacks {}"
PLANS = ("plan march march pass pass", "plan norfolk norfolk pass pass")
"""York's, of which either first card leads to a die at once, by a policy that she sealed before."""
PARLEYS = {
    "command": "if can march parley st_albans: march: parley st_albans\n"
    "if can norfolk parley st_albans: norfolk: parley st_albans\n"
    "pass"
}
NONCES = 4
TRIES = 4


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


@functools.cache
def planning() -> Pair:
    """Towton: both are asked for a Plan, and York has policies that Parley with the first Lord who can."""
    york, lancaster = (one.player for one in at_plans("towton", policies=PARLEYS))
    york.apply(lancaster.email())
    return Pair(york, lancaster)


def fresh(start: Callable[[], Pair] = position) -> Pair:
    """The same position with other links, and so with other dice."""
    york, lancaster = (copy.copy(player) for player in start())
    for one, other in ((york, lancaster), (lancaster, york)):
        one.renew()
        other.apply(one.email(), agree=True)
        one.apply(other.email())
    return Pair(york, lancaster)


def dice_of(witness: Duellist, email: bytes) -> tuple[Rolled, ...]:
    """The dice that fall as an order is entered."""
    applied = witness.apply(email)
    assert applied.trouble is None, applied.trouble
    return witness.entries[-1].body.record.rolls


def enters(lancaster: Duellist, email: bytes) -> int:
    """Lancaster enters an order of York; the first die."""
    rolls = dice_of(lancaster, email)
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
    order = signed(pair.york).body
    assert isinstance(order, DuelAnswer)
    best, value = None, 0
    for _ in range(NONCES):
        lost = Duellist.recover(pair.lancaster.identity, pair.lancaster.email())
        claim = signed(lost).body
        assert isinstance(claim, DuelClaim)
        found = with_old_link(pair, order, claim)
        if found > value:
            best, value = lost, found
    assert best is not None
    applied = pair.york.apply(best.email())
    assert isinstance(applied.trouble, NewChains)
    goes_on(pair.york, best)
    assert best.apply(email).trouble is not None, "the old order does not go in any more"
    return enters(best, ordered(pair.york))


def with_old_link(pair: Pair, order: DuelAnswer, claim: DuelClaim) -> int:
    """The die if York's link, which is out, counted under Lancaster's new chains."""
    ledger = pair.lancaster.ledger
    number = claim.numbers[DICE] + 1
    key = pair.lancaster.identity.game_key(
        "lancaster",
        ledger.game,
        claim.head,
        claim.nonce,
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


def foreseen(player: Duellist, label: str, *orders: DuelEnvelope) -> int:
    """What a die would be, if no link came into it that this player does not know yet.

    Args:
        orders: that are signed and in no log, of either side; its opponent's this player is going to enter.
    """
    ledger = player.ledger
    draft = Draft(ledger)
    for order in orders:
        body = order.body
        assert isinstance(body, DuelAnswer)
        draft.latest[body.author] = LatestLink(body.question, body.link)
        if body.author != player.side:
            number = draft.answers[player.side].number + 1
            link = player._chain(DICE).link(number)
            draft.answers[player.side] = ChainReach(number, link)
            draft.answerer = body.author
    return dice(ledger.game, *draft.dice_links()).roll(label, 1, 6)


def signed(player: Duellist) -> DuelEnvelope:
    order = player.order
    assert order is not None
    return order


def order_by_the_links_she_knows(pair: Pair) -> int:
    """York would like to foresee her own dice: she knows all links but the answer to her order."""
    values = {}
    for battle in BATTLES:
        author = copy.copy(pair.york)
        ordered(author, battle)
        values[battle] = foreseen(author, LABEL.format(battle.split()[1]), signed(author))
    return enters(pair.lancaster, ordered(pair.york, max(values, key=values.__getitem__)))


def answer_to_known_dice(pair: Pair) -> int:
    """In the battle Lancaster is asked: he withdraws if that would bring a six, and fights if not."""
    while not (options := asked_to_withdraw(pair)):
        pair = fresh()
    withdrawing = copy.copy(pair.lancaster)
    withdrawing.decide([options[1]])
    rolls = dice_of(copy.copy(pair.york), withdrawing.email())
    label = rolls[0].label.rpartition("#")[0] if rolls else ""
    good = bool(label) and foreseen(withdrawing, label, signed(withdrawing)) == 6
    pair.lancaster.decide([options[1] if good else options[0]])
    return next_die(pair)


def asked_to_withdraw(pair: Pair) -> list[str]:
    """York fights; what Lancaster can answer, if he is asked and York's dice come next. Both logs are alike."""
    enters(pair.lancaster, ordered(pair.york))
    pair.york.apply(pair.lancaster.email())
    if not pair.lancaster.decides:
        return []
    options = pair.lancaster.ledger.request("lancaster").options
    lines = [str(option.line) for option in options]
    return lines if lines[0] == "fight" and len(lines) > 1 else []


def next_die(pair: Pair) -> int:
    """Lancaster has ordered; both go on with the first choice that they have until a die falls."""
    author, witness = pair.lancaster, pair.york
    while True:
        rolls = dice_of(witness, author.email())
        author.apply(witness.email())
        if rolls:
            return rolls[0].value
        author, witness = (author, witness) if author.decides else (witness, author)
        author.decide([str(author.ledger.request(author.side).options[0].line)])


def plan_while_the_others_lies_there(pair: Pair) -> int:
    """Both are asked. York holds Lancaster's order, and chooses whose card comes first by the links that she knows."""
    pair = fresh(planning)
    york, lancaster = pair
    lancaster.decide(["plan pass pass pass pass"])
    early = signed(lancaster)
    assert isinstance(york.apply(lancaster.email()).trouble, NotYourTurn)
    values = {}
    for plan in PLANS:
        author = copy.copy(york)
        author.decide([plan])
        label = f"{plan.split()[1]} parley st_albans"
        values[plan] = foreseen(author, label, signed(author), early)
    york.decide([max(values, key=values.__getitem__)])
    assert lancaster.apply(york.email()).trouble is None
    return enters(york, lancaster.email())


def answer_under_another_link(pair: Pair) -> int:
    """Lancaster looks for a better die under later links of his own: York takes no such entry."""
    email = ordered(pair.york)
    value, witness = max(
        (under_a_later_link(pair.lancaster, email, skipped) for skipped in range(TRIES)),
        key=lambda one: one[0],
    )
    try:
        pair.york.apply(witness.email())
    except BadLink:
        value = enters(pair.lancaster, email)
        pair.york.apply(pair.lancaster.email())
    return value


def under_a_later_link(lancaster: Duellist, email: bytes, skipped: int) -> tuple[int, Duellist]:
    """The first die, and a Lancaster who has entered the order with another link of his chain."""
    witness = copy.copy(lancaster)

    def other_link(chain: Chain, number: int) -> str:
        return chain.link(number + skipped)

    own_link = mock.patch.object(founding, "own_link", other_link)
    with own_link, mock.patch.object(duels, "check_link"):
        return enters(witness, email), witness


def fault_as_an_exit(pair: Pair) -> int:
    """Lancaster's program "fails" till the die is a six, or he gives up: the order waits, and brings the same."""
    email, lancaster = ordered(pair.york), pair.lancaster
    for _ in range(TRIES):
        if looks(lancaster, email) == 6:
            break
        with mock.patch.object(DuelChance, "roll", broken):
            assert isinstance(lancaster.apply(email).trouble, OrderWaits)
        pair.york.apply(lancaster.email())
        email = pair.york.email()
    return enters(lancaster, email)


def silence_at_the_worst_moment(pair: Pair) -> int:
    """Lancaster has seen a bad die and is silent; whenever he comes back, York's order is the same."""
    email = ordered(pair.york)
    if looks(pair.lancaster, email) != 6:
        pair.york.apply(pair.lancaster.email())
        again = Duellist.load(pair.lancaster.identity, pair.lancaster.email())
        return enters(again, pair.york.email())
    return enters(pair.lancaster, email)


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
    order_by_the_links_she_knows: FAIR,
    answer_to_known_dice: FAIR,
    plan_while_the_others_lies_there: FAIR,
    answer_under_another_link: FAIR,
    fault_as_an_exit: FAIR,
    silence_at_the_worst_moment: FAIR,
}
"""Each model with the share of sixes that is right, or that the page admits."""
RIGHT = {model.__name__: right for model, right in MODELS.items()}


def main(trials: str = "2000", *names: str) -> int:
    """Play them all, or those with these names, from the same positions, and print the shares; 1 if one is off."""
    models = {model: right for model, right in MODELS.items() if model.__name__ in (names or RIGHT)}
    began = time.monotonic()
    sixes = Counter[str]()
    count = 0
    with contextlib.suppress(KeyboardInterrupt):  # Ctrl-C ends it with what it has found so far
        while count < int(trials):
            sixes.update(six for six, came in once(models).items() if came)
            count += 1
    off = 0
    for model, right in models.items():
        share, error = sixes[model.__name__] / count, standard_error(right, count)
        good = abs(share - right) <= 3 * error
        off += not good
        text = f"{model.__name__:40} {share:.4f}, right {right:.4f}, standard error {error:.4f}"
        print(f"{text} {'' if good else 'OFF'}".rstrip())
    print(f"{count} trials of each, {time.monotonic() - began:.0f} s")
    return int(off > 0)


def once(models: Collection[Callable[[Pair], int]]) -> dict[str, bool]:
    """Each model from the same position: does it come to a six?"""
    pair = fresh()
    return {model.__name__: model(Pair(*map(copy.copy, pair))) == 6 for model in models}


def standard_error(right: float, count: int) -> float:
    return math.sqrt(right * (1 - right) / count)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
