"""The defences that tests of tests/duel hold; those of cheats here are in `defences_duel`. See `defence`."""

from __future__ import annotations

from .defence import OPENING, PROTOCOL, Defence, off
from .without import Change

DUELS = "pbem.ledger.duels"
CHECKS = "pbem.ledger.duel_checks"
DUELLIST = "pbem.duel.duellist:Duellist"
REPLAYED = Change(
    f"{DUELS}:DuelChance.compare", "compare(self.draft.n, self._record, record)", "pass"
)
SIGNED = Change(
    f"{CHECKS}:_check_said",
    "envelope.verify_in_duel(mail, keys or ledger.seat_of(body.author).keys)",
)
ONCE = off(f"{CHECKS}:check_answer", "if body.question <= ledger.chains.latest[side].question:")

DUEL_DEFENCES = [
    Defence(
        "cheats",
        "the_witness_carries_out_what_was_ordered_and_nothing_else",
        REPLAYED,
        {"name": "another line"},
        often=True,
    ),
    Defence("cheats", "an_entry_holds_no_row_that_only_a_gm_could_write", REPLAYED),
    Defence("cheats", "a_witness_turns_up_no_card_of_its_own_before_its_time", REPLAYED),
    Defence(
        "cheats",
        "a_program_that_fails_makes_no_entry",
        Change(
            f"{DUELLIST}.apply",
            "trouble = OrderWaits(version=PROGRAM, what=type(error.__cause__ or error).__name__)",
        ),
    ),
    Defence(
        "cheats",
        "a_line_that_breaks_the_program_behind_a_bad_die_stops_the_order_before_it",
        Change(f"{DUELS}:_carry_out", "if not why:", "if True:"),
        {"bomb": "if failed and moon at york: pass"},
    ),
    Defence(
        "cheats",
        "no_proposal_has_a_block_in_its_words",
        Change(
            f"{PROTOCOL}.canonical:check_raw",
            "if _NAMED.search(raw) and any(",
            "if False and any(",
        ),
        {"text": "-----BEGIN PBEM2 ORDER-----"},
    ),
    Defence("cheats", "nobody_agrees_or_resigns_in_the_name_of_the_other", SIGNED, raises=True),
    Defence("lies", "an_order_that_somebody_else_signed_is_not_entered", SIGNED),
    Defence(
        "cheats",
        "nobody_sits_down_with_the_opponents_sealing_key_or_anchors",
        Change(f"{CHECKS}:_check_accept", "_check_fresh(ledger, body)"),
    ),
    Defence(
        "cheats",
        "the_founder_sees_no_die_before_the_reply_is_in_the_game",
        Change(
            f"{DUELS}:take_accept",
            "orders.quietly(chance, lambda: draft.play.go_on(chance))",
            "draft.play.go_on(chance)",
        ),
        raises=True,
    ),
    Defence(
        "cheats",
        "a_game_with_the_same_nonce_has_other_keys",
        Change(
            "pbem.ledger.duel_secrets:founder_key",
            "stub_hash(body, veiled=False)",
            "body.step.nonce",
        ),
    ),
    Defence(
        "cheats",
        "policies_that_come_with_a_plan_do_not_count_in_an_order_that_is_there_already",
        Change("pbem.ledger.duel_policies:_looked_at", "one.entry <= asking.since", "True"),
    ),
    Defence(
        "cheats",
        "a_stack_is_sealed_in_its_own_slots_each_once",
        off(f"{CHECKS}:_check_cards", "if [row.slot for row in body.plan] != slots:"),
        raises=True,
    ),
    Defence(
        "cheats",
        "an_author_turns_up_no_card_but_the_one_that_is_asked_for",
        off(
            f"{CHECKS}:_check_cards",
            "if [opening.slot for opening in body.openings] != asked_for:",
        ),
        raises=True,
    ),
    Defence(
        "cheats",
        "new_chains_leave_no_false_stack_behind",
        Change("pbem.duel.revealing:to_publish", "for key in keys]", "for key in keys[-1:]]"),
        {"reveals_all": True},
    ),
    Defence(
        "cheats",
        "new_chains_leave_no_false_stack_behind",
        Change(
            "pbem.proof.duel_audit:_worst",
            "if why and (why != GARBAGE or not missing):",
            "if why:",
        ),
        {"reveals_all": False},
    ),
    Defence(
        "losses",
        "a_robot_gives_nobody_more_than_one_new_throw",
        Change(
            "pbem.round.duel_robots:_answer",
            "agree=not robot.losses(duels.other(robot))",
            "agree=True",
        ),
    ),
    Defence(
        "losses",
        "the_opponents_file_is_not_taken_for_ones_own",
        off(
            f"{DUELLIST}.load",
            "if save.signer != identity.public.fingerprint and player.ledger.begun:",
        ),
    ),
    Defence(
        "lies",
        "who_lost_the_end_of_the_log_does_not_go_on_from_the_opponents_file",
        off(
            "pbem.duel.refusals:check_unsigned",
            "if step.order.body.author != side or step.order != own_order:",
        ),
    ),
    Defence(
        "proposals",
        "a_take_back_while_an_order_waits_cannot_be_proposed_nor_agreed_to",
        off(f"{DUELLIST}.propose", "if self.order is not None:"),
        raises=True,
    ),
    Defence(
        "new_chains",
        "where_the_other_side_is_asked_it_has_to_agree_and_its_order_is_written_again",
        Change(
            f"{DUELLIST}._check_agreed",
            "elif self.side in self.ledger.askings and not agree:",
            "elif False:",
        ),
    ),
    Defence(
        "new_chains",
        "where_the_other_side_is_asked_it_has_to_agree_and_its_order_is_written_again",
        Change(f"{DUELS}:take_claim", "    put_again(draft)\n", "    pass\n"),
        raises=True,
    ),
    Defence(
        "new_chains",
        "false_claims_are_not_entered",
        off(f"{CHECKS}:_check_claim", "if dict(body.numbers) != numbers_for(ledger, side):"),
        raises=True,
    ),
    Defence(
        "orders", "of_two_answers_of_two_machines_the_first_that_goes_in_counts", ONCE, raises=True
    ),
    Defence(
        "orders",
        "while_both_are_asked_the_answer_of_the_first_side_goes_in_first",
        off(f"{CHECKS}:check", "if body.author != first_asked(ledger):"),
    ),
    Defence("strangers", "a_lie_is_refused_by_both", REPLAYED, {"why": "does not bring"}),
    Defence(
        "models",
        "york_takes_no_entry_under_a_later_link",
        Change(
            f"{DUELS}:_take_witness_link",
            "check_link(chain_of(witness, DICE), known.number, known.link, number, link)",
        ),
    ),
    Defence(
        "bombs",
        "only_one_spelling_of_an_order_and_of_an_entry_is_read",
        off(f"{PROTOCOL}.bodies:decode", "if _encoder.encode(body) != raw:"),
    ),
    Defence("stacks", "a_card_turned_up_is_the_one_that_was_laid_there", OPENING),
    Defence(
        "audit",
        "a_stack_that_the_rules_do_not_allow_is_proven_at_the_end",
        Change(
            "pbem.proof.duel_audit:_stack",
            'allowed = stacked(request.stack, " ".join((request.stack.verb, *cards))) == cards',
            "allowed = True",
        ),
        {"cards": ("march",) * 4},
    ),
    Defence(
        "whole_game",
        "every_die_hangs_on_the_last_links_of_both_players_and_of_both_witnesses",
        Change(
            "pbem.ledger.draft:Draft.dice_links",
            "for witness in self.offices.witnesses",
            "for witness in self.offices.witnesses[:1]",
        ),
    ),
]
"""The files are those of tests/duel."""
NO_LINE = {
    "cheats:new_chains_outlast_a_take_back_to_before_them": "a position holds no chains and no seats",
    "cheats:the_tables_of_a_file_change_nothing": "no program reads them",
    "cheats:a_game_by_rules_that_nobody_has_begins_with_nobody": "nobody can play them",
    "bombs:a_bomb_is_refused_and_nothing_is_changed": "whatever is read is decoded by its type",
    "bombs:an_order_of_as_many_lines_as_there_may_be_is_carried_out_in_short_time": "it measures the work",
}
"""Tests that were written for this list, and need no row: why."""
