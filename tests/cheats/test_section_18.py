"""Each row of section 18 of PROTOCOL.md has its checks, in `pbem` and in the independent verifier, and tests that die
without them.

A place is a function of the program that a row of `defences` switches off: its cheat goes through then. A line is one
of tests/differential/lines.py or decisions.py, with a mutant of its own, or a lie of tests/differential/test_strangers.py.
The independent verifier refuses the same mutants (its test puts them to both); what needs the rules or a player's key is
beyond it.
"""

from __future__ import annotations

import importlib
import re
from operator import attrgetter
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.differential import decisions, lines
from tests.differential.test_strangers import LIES

from .defences import DEFENCES

PAGE = Path(__file__).parents[2] / "pbem/protocol/PROTOCOL.md"
TABLES = (
    lines.CARDS,
    lines.CLAIMS,
    decisions.QUESTIONS,
    decisions.DECISIONS,
    lines.STACKS,
    lines.WORDS,
)
LINES = {name for table in TABLES for name in table} | LIES.keys()
LEDGER, CHECKS = "pbem.ledger.", "pbem.ledger.checks."
OF_18 = (
    CHECKS,
    *(f"{LEDGER}{name}:" for name in ["locks", "disclosure", "wording", "sealed", "door"]),
)
"""Where the checks of this section are: each place there that has a defence is in the table below."""


class Row(NamedTuple):
    """What checks a row: places below `pbem.`, differential lines, functions below `tests.independent.`."""

    places: str
    lines: tuple[str, ...] = ()
    strangers: str = ""


STEPS = {
    "1": Row("protocol.gms:verify_by", (), "save:parts"),
    "2": Row(
        "protocol.canonical:check_raw protocol.bodies:decode protocol.entry:Entry.check_follows "
        "protocol.entry:Entry.check_readable ledger.checks.classes:check",
        (),
        "wire:parse log:Game.read",
    ),
    "3": Row(
        "ledger.door:check_said ledger.door:_check_newest ledger.orders:check_accept ledger.orders:check_first_ready "
        "ledger.orders:check_answer ledger.orders:check_standing ledger.cases.says:check ledger.cases.time:check_at "
        "ledger.cases.time:take ledger.cases.absence:take ledger.cases.clocks:held_back ledger.sealed:check",
        (*lines.WORDS, "newer rules without whoever is back"),
        "speech:Speech.said clock:Clock.point",
    ),
    "4": Row(
        "protocol.chain:check_link ledger.orders:check_fresh",
        ("another link", "a number that is not the next"),
        "table:Chain.reveal questions:Questions.link",
    ),
    "5": Row(
        "protocol.dice:is_label protocol.dice:_fields ledger.chances:compare",
        ("another die", "a die without a label"),
        "cards:Cards.roll cards:Cards.witness",
    ),
    "6": Row(
        "ledger.locks:lock_shuffle",
        (
            "a deck shuffled twice",
            "shuffled again for nothing",
            "a deck that is not shuffled again",
        ),
        "cards:Cards.shuffle",
    ),
    "7": Row(
        "ledger.locks:_check_there ledger.locks:check_opening ledger.locks:check_deals protocol.commitment:check "
        "ledger.draft:Draft.learn",
        ("another card",),
        "cards:Cards.open cards:Cards.statements",
    ),
    "8": Row("ledger.chances:compare ledger.askings:believe ledger.run:Run.guarded"),
    "9": Row("ledger.checks.own:OwnCheck.after ledger.draft:Draft.learn ledger.disclosure:see"),
    "10": Row(
        "proof.audit:_faults proof.revealed_keys:_fits proof.burnt_orders:_next_link",
        (),
        "reveal:reveal",
    ),
}
CLAIMS = {
    "`decisions` by own lines (empty, `earlier`)": Row(
        "ledger.checks.questions:_Check.decisions ledger.checks.questions:_Check.in_their_order "
        "ledger.checks.questions:_Check.all ledger.checks.own:OwnCheck._check_own_lines ledger.checks.hidden:check_lapsed",
        (
            "by an order that is not there",
            "by lines that do not wait",
            "out of their order",
            "twice",
            "of no side",
            "of what was open to somebody else",
            "under a name of before",
            "under a number with a zero",
            "a decision under a reserved name",
        ),
        "decisions:Decisions.by_order decisions:Decisions.by_earlier",
    ),
    "by `policy`, `script`": Row(
        "ledger.checks.questions:_Check.by ledger.checks.own:OwnCheck._policy ledger.checks.own:OwnCheck._script",
        (
            "by a policy that is none",
            "by a script that is none",
            "by a policy on new ground",
            "by a policy whose side is asked as well",
            "twice, as a wish to be asked",
        ),
        "decisions:Decisions.by_policy",
    ),
    "by `absent`": Row(
        "ledger.checks.questions:_Check.by",
        ("by an absence that is none",),
        "decisions:Decisions.by_absent",
    ),
    "by `forced`": Row(
        "ledger.checks.questions:_Check.decisions",
        ("too many that are forced", "without a number"),
        "decisions:Decisions.by_forced",
    ),
    "by `ruling`": Row(
        "ledger.checks.questions:_Check.by",
        (
            "by a ruling that is none",
            "by a ruling that is none, and first",
            "by a ruling that imposes nothing",
            "by a ruling, of something that nobody is asked",
            "behind something else than a ruling imposes",
        ),
        "decisions:Decisions.by_ruling",
    ),
    "`rolls`": Row(
        "protocol.dice:is_label ledger.chances:compare",
        ("another die", "who was absent"),
        "cards:Cards.roll",
    ),
    "`shuffles`": Row(
        "ledger.locks:lock_shuffle ledger.checks.decks:_check_shuffles ledger.checks.decks:_check_cards",
        ("a shuffle of a Plan", "a shuffle that skips a number", "slots of a deck out of order"),
        "cards:Cards.shuffle",
    ),
    "`openings`": Row(
        "ledger.locks:check_opening ledger.locks:check_next ledger.draft:Draft.learn",
        (
            "a card that was never sealed",
            "a card turned up twice",
            "a card that is played and not turned up",
            "a card that the rules play and do not turn up",
        ),
        "cards:Cards.check_opening",
    ),
    "`deals`": Row(
        "ledger.locks:check_deals ledger.checks.decks:_check_deals ledger.sealed:dealt "
        "ledger.chances:LogChance.card_dealt",
        (
            "a card dealt twice",
            "a card dealt to nobody",
            "a dealt card that is another",
            "a card of a Plan dealt",
        ),
        "cards:Cards.draw",
    ),
    "`opened`": Row("protocol.commitment:check", (), "cards:Cards.statements"),
    "`left`": Row(
        "ledger.checks.hidden:_check_left ledger.checks.own:OwnCheck._check_end",
        ("two orders end", "a line that does not wait"),
        "stories:Stories.no_leftovers",
    ),
    "`faults`": Row(
        "ledger.checks.hidden:_check_faults",
        (
            "two errors",
            "an error in no line",
            "an error of more than there is",
            "a fault of no statement",
            "a line carried out again without its die",
        ),
        "cards:Cards.fault",
    ),
    "`plan`": Row(
        "ledger.locks:check_stack ledger.disclosure:_learn_imposed",
        tuple(lines.STACKS),
        "cards:Cards.plan",
    ),
    "`proofs`": Row(""),
    "`questions`": Row(
        "ledger.checks.questions:_Check.questions ledger.checks.questions:_Check.new "
        "ledger.checks.questions:_Check.everybody ledger.checks.questions:_Check.same_dice "
        "ledger.locks:check_asked",
        (*decisions.QUESTIONS, "a ready of a side that is absent until the next new ground"),
        "questions:Questions.questions",
    ),
    "`menus`": Row("ledger.disclosure:_menu", ("a menu too many",), "stories:Stories.menus"),
    "`changes`": Row(
        "ledger.checks.hidden:check ledger.checks.hidden:seen_by_all ledger.checks.hidden:position_after "
        "ledger.checks.hidden:check_shows ledger.checks.hidden:check_stacks ledger.checks.hidden:_check_none_gone "
        "ledger.checks.hidden:_check_order ledger.checks.hidden:_complete_stacks ledger.checks.hidden:check_place "
        "ledger.checks.hidden:in_step",
        ("a change that is none", "a map that changes with a seat"),
        "stories:Stories.changes",
    ),
    "`state_hash`": Row("ledger.chances:compare"),
    "`result`": Row(
        "ledger.checks.hidden:_check_result",
        ("a result that changes", "another winner"),
        "stories:Stories.result",
    ),
    "`stories`": Row(
        "ledger.checks.hidden:_check_stories ledger.checks.hidden:check_told ledger.checks.hidden:check_same "
        "ledger.checks.hidden:check_lie ledger.disclosure:_own_view ledger.disclosure:_check_hand "
        "ledger.disclosure:_astray ledger.disclosure:see ledger.disclosure:tell ledger.disclosure:_learn_imposed "
        "ledger.checks.decks:_check_hands ledger.checks.decks:_check_leftovers ledger.wording:_is_reworded "
        "ledger.wording:_same_story ledger.wording:_without_words",
        (
            "a story to nobody",
            "a story in the open",
            "decisions for all to read",
            "a story without decisions",
            "a story with more",
            "an event without its way",
            "an event with more",
            "an event for one",
            "an event about a number",
            "a move without places",
        ),
        "stories:Stories.stories",
    ),
    "`handover`": Row(
        "ledger.handover:_learn",
        ("a new player who is handed no cards",),
        "fields:Fields.handed_over",
    ),
    "`escrow`": Row("ledger.handover:keys_handed_over"),
    "`link`": Row("protocol.chain:check_link", (), "table:Chain.reveal"),
}
PARTS = {
    "One's own line.": Row(
        "ledger.checks.lines:meaning ledger.checks.due:_is_possible ledger.checks.own:OwnCheck._menu_proves_end"
    ),
    "A policy or script": Row(
        "ledger.checks.lines:_answer_meaning ledger.checks.own:OwnCheck._script_says_next "
        "ledger.checks.own_answers:OwnAnswers._script_says_next ledger.checks.own_answers:OwnAnswers._in_force "
        "ledger.checks.own_answers:OwnAnswers._check_not_in_spite ledger.checks.own:OwnCheck._cards_turned_up"
    ),
    "Which lines had their turn.": Row(
        "ledger.checks.lines:_turns_after ledger.checks.own:OwnCheck._check_line ledger.checks.own:OwnCheck._if_held_at "
        "ledger.checks.own:OwnCheck._lapsed_lines ledger.checks.own:OwnCheck._late_lines "
        "ledger.checks.own:OwnCheck._not_before"
    ),
    "The first line, and the last.": Row(
        "ledger.checks.own:OwnCheck._first_due ledger.checks.own:OwnCheck._check_end"
    ),
    "One's cards.": Row("ledger.checks.own:OwnCheck._cards_turned_up"),
    "One's hand.": Row(
        "ledger.disclosure:_check_hand ledger.disclosure:_astray ledger.checks.decks:_check_hands"
    ),
    "A menu": Row("ledger.disclosure:_menu"),
}
ROWS = {**STEPS, **CLAIMS, **PARTS}


def section() -> str:
    text = PAGE.read_text("utf-8")
    (found,) = re.findall(r"^## 18\. .*?(?=^## 19\. )", text, re.MULTILINE | re.DOTALL)
    return found


def test_every_row_of_the_page_is_here() -> None:
    text = section()
    assert re.findall(r"^(\d+)\. ", text, re.MULTILINE)[: len(STEPS)] == [*STEPS]
    claims = re.findall(r"^\| (.+?) \|", text, re.MULTILINE)
    assert claims[claims.index("claim") + 1 :] == [*CLAIMS]


def test_every_part_of_the_page_is_here() -> None:
    assert re.findall(r"^\*\*(.+?)\*\*", section(), re.MULTILINE) == [*PARTS]


@pytest.mark.parametrize("name", ROWS)
def test_what_a_row_names_is_there_and_has_a_test_that_dies_without_it(name: str) -> None:
    row, defended = ROWS[name], {defence.change.place for defence in DEFENCES}
    assert {f"pbem.{place}" for place in row.places.split()} <= defended
    assert {*row.lines} <= LINES
    for place in row.strangers.split():
        module, _, function = place.partition(":")
        assert callable(
            attrgetter(function)(importlib.import_module(f"tests.independent.{module}"))
        )


def test_every_line_has_its_row() -> None:
    assert {line for row in ROWS.values() for line in row.lines} == LINES


def test_every_defended_check_has_its_row() -> None:
    named = {f"pbem.{place}" for row in ROWS.values() for place in row.places.split()}
    defended = {one.change.place for one in DEFENCES if one.change.place.startswith(OF_18)}
    assert defended <= named
