"""Two players of a duel and a post that loses emails, brings them twice, late, and crossing, at every kind of entry.

Each program has a folder and a home of its own, and starts again from what is in them. Nothing but the bytes of emails
goes from one to the other.
"""

from __future__ import annotations

import contextlib
import os
import random
import shutil
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple
from unittest import mock

from pbem.duel.duellist import Duellist
from pbem.duel.refusals import RecordLost, TwoLogs
from pbem.engine.policies import presets_of
from pbem.home import computer
from pbem.proof.duel_audit import audit_duel
from pbem.protocol import save as savefile
from pbem.protocol.bodies import (
    DuelAgree,
    DuelNo,
    DuelOrder,
    DuelPropose,
    DuelStep,
)
from pbem.round import duels

from .strangers import verdict
from .table import ANN, BOB, NONCE
from .test_stacks import Planner

SCENARIOS = {
    "warriors": ("warriors", "standard_1455"),
    "towton": ("plantagenet", "towton"),
    "bosworth": ("plantagenet", "bosworth"),
}
SEALED = ("towton", "bosworth")
ENDS = ("resign", "draw", "result", "")
"""How the players end the game once it is long enough; "": not at all."""
ENTRIES = {"warriors": 20, "towton": 28, "bosworth": 28}
"""More than so many does each log have before anybody ends the game; behind the first Plans where there are any."""
LEAST = {"warriors": 20, "towton": 20, "bosworth": 8}
MOST_STEPS = 4000
MOST_TO_END = 80
"""Steps from then on, before the post gets reliable."""
LOST_LINE = "fly to the moon"
PROPOSES = 0.15
"""How often a player proposes something in place of an order."""
LOSSES = 8
"""How often, of a thousand steps, something happens to a disk."""
KILLS = 0.01
"""How often a program is killed before it has written anything of what it did."""
MOST_UNDER_WAY = 5
"""Emails, above which the next thing that happens is that one of them arrives or gets lost."""
FATES = ("came", "lost", "twice", "crossed", "late")


class Player(Planner):
    """One player, their program, and what it keeps: `folder/home` and `folder/game.toml`.

    Attributes:
        end: how this player wants to end the game from now on; "": not at all. ends: may the game end now?
        backup: a copy of the folder, or None. disk: what is in the file, as the program has last written it.
    """

    end = ""
    ends = False

    def __init__(self, folder: Path, player: Duellist, seed: str) -> None:
        super().__init__(player, seed)
        self.folder, self.backup = folder, folder.with_name(f"{folder.name} backup")
        self.file = folder / "game.toml"
        self._kept: tuple[object, ...] = ()
        rules = player.ledger.rules
        self.sets: list[dict[str, str]] = [dict(one) for one in presets_of(rules).values()]
        self.sets += [{"default": "pass"}, {"default": "ask"}, {"default": "if if if"}]
        with self.home():
            duels.begin(player, self.file)
        self.keep()

    @contextlib.contextmanager
    def home(self) -> Iterator[None]:
        with computer.sitting_as(self.folder / "home"):
            yield

    def keep(self) -> None:
        """Write the newest file, as each command does before it ends."""
        state = self.player.entries, self.player.order, self.player.reveals
        if state != self._kept:
            with self.home():
                duels.write(self.player, self.file)
            self._kept = state

    def restart(self) -> None:
        """The program is started again: it knows nothing but what is on the disk."""
        data = self.file.read_bytes()
        with self.home(), duels.held(data, self.player.identity) as player:
            self.player = player
        self._kept = ()

    def back_up(self) -> None:
        shutil.rmtree(self.backup, ignore_errors=True)
        shutil.copytree(self.folder, self.backup)

    def restore(self) -> None:
        """The disk dies, and the player goes on from an old copy of it, without a thought."""
        if self.backup.exists():
            shutil.rmtree(self.folder)
            shutil.copytree(self.backup, self.folder)
            self.restart()

    def lose(self, data: bytes) -> None:
        """The disk dies, and the player goes on from this file, with new chains if the game is not over in it."""
        shutil.rmtree(self.folder)
        self.folder.mkdir()
        self.adopt(data)

    def adopt(self, data: bytes) -> None:
        with self.home():
            self.player = duels.recovered(self.player.identity, data)
            computer.pins().forget(self.player.ledger.game)
            duels.write(self.player, self.file)
        self._kept = ()

    def decide(self) -> bool:
        """Something legal, chosen at random: an order, a Plan, a proposal, an answer to one. Was there anything?"""
        player, whim = self.player, self.whim
        if (proposal := player.proposal) is not None:
            ends = proposal.kind in ("draw", "result")
            agrees = self.ends if ends else whim.random() < 0.5
            (player.agree if agrees else player.decline)()
            return True
        if not player.decides:
            return False
        declined = player.side in player.ledger.cases.declined
        if self.end == "resign":
            player.resign()
        elif self.end and not declined and self.alone():
            player.propose(self.end, winner=player.side if self.end == "result" else "")
        elif whim.random() < self.proposes and not declined and self.alone():
            self.propose()
        else:
            self.order()
        return True

    def alone(self) -> bool:
        return [*self.player.ledger.askings] == [self.player.side]

    def propose(self) -> None:
        player = self.player
        match self.whim.choice(("takeback", "takeback", "correct", "draw", "result")):
            case "takeback" if places := self.living():
                player.propose("takeback", entry=self.whim.choice(places))
            case "correct":
                player.propose("correct", lines=[self.correction()])
            case "result":
                player.propose("result", winner=self.whim.choice(player.ledger.sides))
            case _:
                player.propose("draw")

    def correction(self) -> str:
        state: Any = self.player.ledger.play.state
        if self.player.ledger.rules.name == "warriors":
            return f"set turn {state.turn}"
        return f"set influence {state.influence + (1 if state.influence < 5 else -1)}"

    def order(self) -> None:
        """An order, now and then with policies, answers on the way, or lines that cannot be carried out."""
        player, whim = self.player, self.whim
        request = player.ledger.request(player.side)
        policies = dict(whim.choice(self.sets)) if whim.random() < 0.15 else None
        if request.stack is not None:
            stack = " ".join((request.stack.verb, *self.person.stack(request)))
            player.decide([stack], None, policies)
            return
        line, chance = self.person.line(request, {}), whim.random()
        lines = [line]
        if chance < 0.05:
            lines = [LOST_LINE]
        elif chance < 0.1:
            lines = [LOST_LINE, f"anyway: {line}"]
        answers = dict(whim.choice(self.sets)) if whim.random() < 0.1 else None
        player.decide(lines, answers, policies)


class Email(NamedTuple):
    """On its way to a player, by number; `serial`: in the order of sending."""

    to: int
    data: bytes
    kinds: tuple[str, ...]
    serial: int


class Schedule:
    """What happens between two players, by chance: see `step`.

    Attributes:
        fates: what became of which kind of email, counted. `entries`: the kinds of entries of the log at the end.
        events: what else happened, counted.
    """

    def __init__(self, folder: Path, game: str, number: int, losses: int = 0) -> None:
        self.random = random.Random(f"{game} {number}")
        rules, scenario = SCENARIOS[game]
        side = ("york", "lancaster")[number % 2]
        ann = Duellist.found(ANN, rules, scenario, side, None, NONCE)
        bob = Duellist.join(BOB, ann.email())
        self.players = tuple(
            Player(folder / name, player, f"{name} {game} {number}")
            for name, player in (("ann", ann), ("bob", bob))
        )
        for player in self.players:
            player.proposes = PROPOSES
        self.game, self.end, self.losses = game, ENDS[number // 2 % len(ENDS)], losses
        self.seen: list[bytes] = []
        self.under_way: list[Email] = []
        self.sent, self.newest = 0, [-1, -1]
        self.fates: Counter[tuple[str, str]] = Counter()
        self.events: Counter[str] = Counter()

    # -- emails -------------------------------------------------------------------------------

    def send(self, sender: int) -> None:
        player = self.players[sender]
        player.keep()
        data = player.file.read_bytes()
        self.under_way.append(Email(1 - sender, data, brings(player.player), self.sent))
        self.sent += 1
        if player.player.ledger.begun and self.random.random() < 0.2:
            self.seen = [*self.seen[-2:], data]

    def arrive(self, fate: str, settling: bool = False) -> None:
        """Any of the emails under way, so those behind it may overtake it."""
        email = self.under_way[self.random.randrange(len(self.under_way))]
        if fate != "twice":
            self.under_way.remove(email)
        fates = [fate]
        if fate == "came":
            crossed = any(other.to != email.to for other in self.under_way)
            late = email.serial < self.newest[email.to]
            fates = [
                *(["crossed"] if crossed else []),
                *(["late"] if late else []),
            ] or fates
        for kind in email.kinds:
            self.fates.update((kind, fate) for fate in fates)
        if fate != "lost":
            self.newest[email.to] = max(self.newest[email.to], email.serial)
            self.take(email, settling)

    def take(self, email: Email, settling: bool) -> None:
        reader = self.players[email.to]
        agrees = settling or self.random.random() < 0.5
        try:
            applied = reader.player.apply(email.data, agrees)
        except TwoLogs:  # an entry that somebody has signed, lost, and claimed new chains before: shown, not answered
            assert self.losses
            self.events["two logs"] += 1
            return
        except RecordLost:  # somebody goes on from an old copy: their person says so
            assert self.losses
            self.events["record lost"] += 1
            reader.adopt(email.data)
            self.send(email.to)
            return
        if not settling and self.random.random() < KILLS:
            reader.restart()  # killed before anything was kept, so nothing was sent
            self.events["killed"] += 1
            return
        reader.keep()
        if applied.answer:
            self.send(email.to)

    # -- what happens -------------------------------------------------------------------------

    def step(self) -> None:
        """One thing happens: a player decides, a program is started again or killed, a disk dies, or an email has
        its fate."""
        who = self.random.randrange(2)
        player, chance = self.players[who], self.random.random()
        if self.losses and self.random.randrange(1000) < self.losses:
            self.disaster(who)
        elif len(self.under_way) > MOST_UNDER_WAY:
            self.arrive(self.random.choices(FATES[:3], (5, 2, 0))[0])
        elif chance < 0.3 and player.decide():
            if self.random.random() < KILLS:
                player.restart()
                self.events["killed"] += 1
            else:
                self.send(who)
        elif 0.3 <= chance < 0.31:
            player.keep()
            player.restart()
        elif not self.under_way or chance < 0.4:
            self.send(who)  # `apply` without an email
        else:
            self.arrive(self.random.choices(FATES[:3], (5, 2, 2))[0])

    def disaster(self, who: int) -> None:
        """A disk dies: its player has a file that was sent, or a backup; or makes one now."""
        player = self.players[who]
        player.keep()
        if not player.player.ledger.begun:
            return
        what = self.random.choice(("lose", "lose", "restore", "back up"))
        self.events[what] += 1
        if what == "lose" and self.seen:
            player.lose(self.random.choice(self.seen))
        elif what == "back up":
            player.back_up()
        elif what == "restore":
            player.restore()

    def settle(self) -> None:
        """Nothing gets lost and nobody decides any more: emails are answered till none is left, which is soon."""
        most = 4 * len(self.under_way) + 20
        before = max(self.lengths())
        came = 0
        for who in (0, 1):
            self.send(who)
        while self.under_way:
            self.arrive("came", settling=True)
            came += 1
            new = max(self.lengths()) - before
            assert came <= most + 8 * new, "two programs answer each other for ever"

    def lengths(self) -> list[int]:
        return [len(player.player.entries) for player in self.players]

    @property
    def over(self) -> bool:
        return all(player.player.ledger.result is not None for player in self.players)

    def play(self, entries: int) -> None:
        """Until each log has more than so many entries; then to the end, if this game is to end."""
        for _ in range(MOST_STEPS):
            self.step()
            if min(self.lengths()) > entries or self.over:
                break
        for player in self.players:
            player.ends, player.end = True, self.end
        for _ in range(MOST_TO_END if self.end else 0):
            self.step()
            if self.over and self.random.random() < 0.1:
                break
        self.settle()
        while self.end and not self.over:
            before = self.lengths()
            for player in self.players:
                player.decide()
            self.settle()
            assert self.lengths() != before, "the game stands still"

    def check(self, entries: int) -> None:
        """Both have the same log, in memory and on the disk, and an outsider finds it in order."""
        first, second = (player.player for player in self.players)
        assert first.entries == second.entries
        is_long = len(first.entries) > entries
        assert is_long or (self.over and len(first.entries) >= LEAST[self.game])
        assert first.ledger.head == second.ledger.head
        assert first.ledger.state_hash == second.ledger.state_hash
        assert not first.claims
        assert not second.claims
        if self.end:
            assert self.over
        elif not self.over:  # somebody honest is asked, and has answered or can
            assert first.waits_for
            assert any(one.decides or one.proposal is not None for one in (first, second))
        assert first.reveals == second.reveals
        logs = [savefile.read_duel(player.file.read_bytes())[0].entries for player in self.players]
        assert logs[0] == logs[1] == first.entries

    def check_strictly(self) -> None:
        """So does the verifier that a stranger wrote, and the audit if the game is over."""
        first = self.players[0].player
        assert verdict(first.email()).startswith("good: ")
        if first.ledger.result is not None and self.game in SEALED:
            save, _ = savefile.read_duel(first.email())
            assert not audit_duel(save.entries, save.reveals).contradicted

    def entries(self) -> Counter[str]:
        """The kinds of entries in the log."""
        return Counter(kind for kind in entry_kinds(self.players[0].player))


def kind_of(body: object) -> str:
    """The kind of an order, or of a step."""
    if isinstance(body, DuelStep):
        return kind_of(body.order.body)
    match body:
        case DuelOrder(plan=plan) if plan:
            return "a Plan"
        case DuelOrder(openings=openings) if openings:
            return "a card"
        case DuelOrder(policies=policies) if policies:
            return "order with policies"
        case DuelPropose():
            return f"propose {body.kind}"
        case _:
            return type(body).__name__.removeprefix("Duel").lower()


def brings(player: Duellist) -> tuple[str, ...]:
    """What the email of this player brings: an order or else the last entry, and a key."""
    key = ("key",) if player.reveals else ()
    if player.order is not None:
        return (kind_of(player.order.body), *key)
    step = player.entries[-1].body.step
    return (f"entry of {kind_of(step)}", *key)


def entry_kinds(player: Duellist) -> Iterator[str]:
    """Of each entry: the kind of its order, what it answers, and what else it holds."""
    proposal = ""
    for entry in player.entries:
        step, record = entry.body.step, entry.body.record
        body: Any = step.order.body if isinstance(step, DuelStep) else step
        kind = kind_of(body)
        if isinstance(body, DuelPropose):
            proposal = body.kind
        yield f"{kind} to {proposal}" if isinstance(body, DuelAgree | DuelNo) else kind
        held: Mapping[str, object] = {
            "dice": record.rolls,
            "a policy revealed": record.policies,
            "a card revealed by its author": isinstance(body, DuelOrder) and body.openings,
            "a card revealed by the witness": record.openings
            and not (isinstance(body, DuelOrder) and body.openings),
            "lines that lapse": record.left,
        }
        yield from (f"  with {what}" for what, there in held.items() if there)


def played(game: str, number: int, entries: int = 0, strict: bool = False) -> Schedule:
    """A whole schedule, checked; in half of them disks die. `strict`: also by a stranger's verifier and by the audit."""
    entries = entries or ENTRIES[game]
    nonces = random.Random(f"nonces {game} {number}")
    with (
        tempfile.TemporaryDirectory() as folder,
        mock.patch.object(os, "fsync"),
        mock.patch.object(os, "urandom", nonces.randbytes),
    ):
        schedule = Schedule(Path(folder), game, number, LOSSES * (number // 8 % 2))
        schedule.play(entries)
        schedule.check(entries)
        if strict:
            schedule.check_strictly()
        return schedule


class Tally:
    """What many schedules came to.

    Attributes:
        schedules, lines: how many, and how many entries their logs have. `fates`: of emails, by kind. `entries`: by
            kind. `events`: what befell programs and disks.
    """

    def __init__(self) -> None:
        self.schedules = self.lines = 0
        self.fates: Counter[tuple[str, str]] = Counter()
        self.entries: Counter[str] = Counter()
        self.events: Counter[str] = Counter()

    def add(self, schedule: Schedule) -> None:
        self.schedules += 1
        self.lines += schedule.lengths()[0]
        self.fates += schedule.fates
        self.entries += schedule.entries()
        self.events += schedule.events

    @property
    def kinds(self) -> list[str]:
        return sorted({kind for kind, _ in self.fates})

    def missing(self) -> list[str]:
        """The kinds of emails that did not have each fate."""
        rows = [(kind, fate) for kind in self.kinds for fate in FATES]
        return [f"{kind}: {fate}" for kind, fate in rows if not self.fates[kind, fate]]

    def table(self) -> list[str]:
        """What became of each kind of email, and how many entries there are of each kind, as lines."""
        rows = [f"{self.schedules} schedules, {self.lines} entries"]
        rows.append(f"{'emails':30}" + "".join(f"{fate:>9}" for fate in FATES))
        rows += [
            f"{kind:30}" + "".join(f"{self.fates[kind, fate]:9}" for fate in FATES)
            for kind in self.kinds
        ]
        rows += [
            f"{'entries':30}",
            *(f"{kind:30}{n:9}" for kind, n in sorted(self.entries.items())),
        ]
        return [*rows, *(f"{what:30}{n:9}" for what, n in sorted(self.events.items()))]
