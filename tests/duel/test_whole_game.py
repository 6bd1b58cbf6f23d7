"""A whole game of Warriors between two programs, each with a home, that share nothing but their emails."""

from __future__ import annotations

import subprocess
import sys
from base64 import b64decode, b64encode
from pathlib import Path

import pytest

from pbem.duel.duellist import Duellist
from pbem.protocol import dice
from pbem.protocol import save as savefile
from pbem.protocol.bodies import DuelAnswer, DuelGenesis, DuelPlayed
from pbem.protocol.dice import RevealedLink
from pbem.protocol.keys import Identity
from pbem.protocol.offices import DICE, MOVE

from .table import ANN, BOB, play, table

ROOT = Path(__file__).parents[2]
MOST = 1000


def program(who: str, side: str, seed: str, folder: Path) -> subprocess.Popen[bytes]:
    words = [sys.executable, "-m", "tests.duel.machine", who, side, seed, str(folder / who)]
    return subprocess.Popen(words, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE)


def line(of: subprocess.Popen[bytes]) -> bytes:
    assert of.stdout is not None
    found = of.stdout.readline()
    assert found, "the program has failed"
    return b64decode(found)


def answer(of: subprocess.Popen[bytes], data: bytes) -> bytes:
    assert of.stdin is not None
    of.stdin.write(b64encode(data) + b"\n")
    of.stdin.flush()
    return line(of)


@pytest.mark.slow
@pytest.mark.parametrize("side", ["york", "lancaster"])
def test_two_processes_play_to_the_end_and_have_the_same_log(tmp_path: Path, side: str) -> None:
    with (
        program("ann", side, f"ann {side}", tmp_path) as ann,
        program("bob", "", f"bob {side}", tmp_path) as bob,
    ):
        emails = [line(ann)]
        for _ in range(MOST):
            emails.append(answer((bob, ann)[len(emails) % 2 - 1], emails[-1]))
            logs = [savefile.read_duel(email)[0].entries for email in emails[-3:]]
            if len(logs) == 3 and logs[0] == logs[1] == logs[2]:  # nobody has more to say
                break
        for of in (ann, bob):
            assert of.stdin is not None
            of.stdin.close()
    first, second = (Duellist.load(*own) for own in owners(emails[-2:]))
    assert first.entries == second.entries
    assert first.ledger.result is not None
    assert first.ledger.state_hash == second.ledger.state_hash
    assert first.waits_for == ""


def owners(emails: list[bytes]) -> list[tuple[Identity, bytes]]:
    """The last two emails, each with who has written it."""
    by = {one.public.fingerprint: one for one in (ANN, BOB)}
    return [(by[savefile.read_duel(email)[0].signer], email) for email in emails]


def test_every_die_hangs_on_the_last_links_of_both_players_and_of_both_witnesses() -> None:
    machines = table("links")
    play(*machines, entries=12)
    entries = machines[0].player.entries
    genesis = entries[0].body.step
    assert isinstance(genesis, DuelGenesis)
    accept = entries[1].body.step.order.body
    anchors = {genesis.side: genesis.anchors, accept.author: accept.anchors}
    answers = {side: RevealedLink(0, anchors[side][DICE]) for side in genesis.sides}
    moves = {side: RevealedLink(0, anchors[side][MOVE]) for side in genesis.sides}
    rolled = 0
    for entry in entries[2:]:
        step = entry.body.step
        assert isinstance(step, DuelPlayed)
        body = step.order.body
        assert isinstance(body, DuelAnswer)
        (witness,) = set(genesis.sides) - {body.author}
        answers[witness] = RevealedLink(answers[witness].number + 1, entry.body.record.link)
        moves[body.author] = RevealedLink(body.question, body.link)
        stream = dice.dice(
            entries[0].head,
            [answers[side] for side in genesis.sides],
            [moves[side] for side in genesis.sides],
        )
        seen: dict[str, int] = {}
        for roll in entry.body.record.rolls:
            name, _, nth = roll.label.rpartition("#")
            seen[name] = seen.get(name, 0) + 1
            assert int(nth) == seen[name]
            assert roll.value == stream.roll(name, int(nth), roll.sides)
            rolled += 1
    assert rolled > 5
