"""The independent verifier takes an honest log and names what a dishonest GM did."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from pbem.protocol.keys import Identity

from . import small_game
from .marks import needs_ssh_keygen
from .small_game import Log, begun, plan_commitments, plan_opening, played

VERIFY = Path(__file__).parents[1] / "independent" / "verify.py"
pytestmark = needs_ssh_keygen


def run(folder: Path, data: bytes, *arguments: str) -> subprocess.CompletedProcess[str]:
    path = folder / "game.toml"
    path.write_bytes(data)
    command = [sys.executable, "-I", str(VERIFY), str(path), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=folder)


def test_an_honest_game_is_good(tmp_path: Path) -> None:
    log = played()
    done = run(tmp_path, log.bytes(), small_game.GM.public.fingerprint)
    assert done.returncode == 0, done.stderr
    assert "7 entries, 4 dice, 3 cards opened" in done.stdout
    assert log.head in done.stdout


def test_another_gm_than_the_pinned_one_is_refused(tmp_path: Path) -> None:
    other = Identity(bytes([9]) * 32, "Mallory").public.fingerprint
    assert run(tmp_path, begun().bytes(), other).returncode == 1


def changed_die(log: Log) -> None:
    right = {"label": "parley st_albans", "sides": 6, "value": 1}
    log.order("york", rolls={"parley st_albans": 6})
    value = log.entries.pop().body["rolls"][0]["value"]
    log.seq["york"] = 0
    log.order("york", rolls_claimed=[{**right, "value": value % 6 + 1}])


def same_label_twice(log: Log) -> None:
    log.order("york", rolls={"parley st_albans": 6})
    die = log.entries.pop().body["rolls"][0]
    log.seq["york"] = 0
    log.order("york", rolls_claimed=[die, die])


def skipped_player_link(log: Log) -> None:
    log.order("york", order={"link": small_game.MOVES["york"].link(2)})


def skipped_gm_link(log: Log) -> None:
    log.order("york", answer_link=small_game.ANSWERS["york"].link(2))


def used_gm_link_again(log: Log) -> None:
    log.order("york")
    log.order("york", answer_link=small_game.ANSWERS["york"].link(1))


def skipped_order(log: Log) -> None:
    log.seq["york"] = 1
    log.order("york")


def swapped_order(log: Log) -> None:
    log.order("york")
    order = log.entries.pop().body["order"]
    order["body"]["lines"] = ["pass"]
    log.seq["york"] = 0
    log.order("york", order_claimed=order)


def order_of_another_history(log: Log) -> None:
    log.order("york", order={"head": 64 * "f"})


def order_of_another_game(log: Log) -> None:
    log.order("york", order={"game": "towton-00000000"})


def cut_log(log: Log) -> None:
    log.order("york")
    log.order("lancaster")
    del log.entries[-2]


def other_card_from_the_deck(log: Log) -> None:
    log.order("york", shuffle=True)
    opening = log.deck_opening(0)
    log.order("york", openings=[{**opening, "card": log.cards[1]}])


def deck_shuffled_again(log: Log) -> None:
    log.deck = "york_1"
    log.order("york", shuffle=True)
    log.order("york", shuffle=True)


def card_beyond_the_deck(log: Log) -> None:
    log.order("york", shuffle=True)
    log.order("york", openings=[{**log.deck_opening(0), "slot": "deck:york_1:5"}])


def skipped_shuffle(log: Log) -> None:
    log.shuffled = 1
    log.order("york", shuffle=True)


def other_plan_card(log: Log) -> None:
    log.order("york", order={"plan": plan_commitments()})
    log.order("york", openings=[plan_opening(1, "pass")])


def plan_that_was_never_made(log: Log) -> None:
    log.order("york", openings=[plan_opening(1)])


def plan_made_again(log: Log) -> None:
    log.order("york", order={"plan": plan_commitments()})
    log.order("york", order={"plan": plan_commitments()})


def type_it_does_not_know(log: Log) -> None:
    log.add("rumour", {})


CHEATS: dict[Callable[[Log], None], str] = {
    changed_die: "parley st_albans is",
    same_label_twice: "a label is rolled twice",
    skipped_player_link: "move/york",
    skipped_gm_link: "answer/york",
    used_gm_link_again: "answer/york",
    skipped_order: "order 2 of york, not 1",
    swapped_order: "the signature does not fit",
    order_of_another_history: "another history",
    order_of_another_game: "game or side",
    cut_log: "the chain",
    other_card_from_the_deck: "deck:york_1:0 was not",
    deck_shuffled_again: "deck:york_1:0 is shuffled twice",
    card_beyond_the_deck: "deck:york_1:5 was not",
    skipped_shuffle: "shuffle 2 out of order",
    other_plan_card: "plan:york:1:1 was not pass",
    plan_that_was_never_made: "plan:york:1:1 was not",
    plan_made_again: "planned twice",
    type_it_does_not_know: "the type rumour",
}


@pytest.mark.parametrize("cheat", CHEATS, ids=lambda cheat: cheat.__name__)
def test_a_dishonest_gm_is_caught(cheat: Callable[[Log], None], tmp_path: Path) -> None:
    log = begun()
    cheat(log)
    done = run(tmp_path, log.bytes())
    assert done.returncode == 1
    assert CHEATS[cheat] in done.stderr


def test_what_is_no_save_is_refused(tmp_path: Path) -> None:
    good = begun().bytes()
    for bad in (b"", b"hello\n", good[:-2], good + b"\n", good.replace(b"turn = 1", b"turn = 2")):
        done = run(tmp_path, bad)
        assert (done.returncode, done.stderr[:7]) == (1, "REFUSED")
