"""The defences against cheats from L to R, in the order of the files of the tests; see `defence`."""

from __future__ import annotations

from tests.says import sentence

from .defence import (
    ANSWERED,
    CASES,
    CHECKS,
    LEDGER,
    OPENING,
    PROTOCOL,
    SALT,
    Defence,
    off,
    unchecked,
)
from .without import Change

DEFENCES = [
    Defence(
        "lie_in_the_tables_of_a_save",
        "verify_says_that_the_tables_are_not_what_the_log_leads_to",
        off(
            "pbem.proof.reader:Reader._proven",
            "if not tables.same_facts(in_save, right):",
        ),
    ),
    Defence(
        "lock_garbage_into_my_plan",
        "what_the_gm_may_read_is_checked_when_it_comes",
        off(
            f"{PROTOCOL}.commitment:check",
            'if not hmac.compare_digest(expected.encode("utf-8"), actual.encode("utf-8")):',
        ),
    ),
    Defence(
        "lose_a_mail",
        "of_two_that_lie_in_one_pile_his_honest_program_takes_the_younger",
        Change("pbem.gm.inbox:Inbox._newest", "revision = max(", "revision = min("),
    ),
    Defence(
        "lose_her_sealed_cards",
        "her_plan_is_the_one_that_she_sealed",
        Change(
            f"{LEDGER}.disclosure:see",
            "hidden.check_stacks(draft, kind, record, source, common, failed)",
        ),
        {"lie": lambda cards: ["pass"] * len(cards)},
    ),
    Defence(
        "lose_her_sealed_cards",
        "in_a_war_that_goes_on_no_plan_is_lost",
        Change(
            f"{CHECKS}.hidden:_check_none_gone",
            'any(change.path == ("scenario",) for change in record.changes)',
            "True",
        ),
        {"claimed": False, "why": sentence("ledger.checks.hidden._check_none_gone", word="there")},
    ),
    Defence(
        "lose_her_sealed_cards",
        "with_a_war_ends_what_was_sealed_in_it_and_each_reader_is_told",
        Change(f"{CHECKS}.hidden:_check_none_gone", "draft.doubts.append(", "str("),
    ),
    Defence(
        "lose_her_sealed_cards",
        "a_card_that_nobody_dealt_her_is_not_in_her_hand",
        off(
            f"{LEDGER}.disclosure:_check_hand",
            "if deck_of(slot) and slot not in hand and slot not in draft.secrets:",
        ),
    ),
    Defence(
        "lose_her_sealed_cards",
        "a_card_dealt_to_her_that_she_does_not_hold_is_named",
        Change(f"{LEDGER}.disclosure:_astray", "if slot not in accounted", "if False"),
    ),
    Defence(
        "mend_a_fault_that_was_none",
        "an_answer_by_cards_that_she_never_gave_does_not_fail",
        off(
            f"{CHECKS}.hidden:_check_faults",
            "if fault.side != GM and not _by_cards(draft, step, kind, fault):",
        ),
    ),
    Defence(
        "mend_a_fault_that_was_none",
        "a_fault_comes_behind_a_die",
        off(
            f"{CHECKS}.hidden:_check_faults",
            "if record.faults and not record.rolls and not record.shuffles:",
        ),
    ),
    Defence(
        "mend_a_fault_that_was_none",
        "what_a_ruling_carries_out_is_a_line_of_hers",
        off(
            f"{CHECKS}.own:OwnCheck._check_own_lines",
            "if lines_claimed != [line for _, _, line in ran]:",
        ),
    ),
    Defence(
        "mend_a_fault_that_was_none",
        "a_ruling_that_mends_rolls_the_same_dice",
        Change(f"{CHECKS}.questions:_Check.all", "self.same_dice()"),
    ),
    Defence(
        "mend_a_fault_that_was_none",
        "a_line_whose_dice_had_fallen_is_carried_out",
        off(
            f"{CHECKS}.questions:_Check.same_dice",
            "if remade not in [(row.side, row.by) for row in self.record.decisions]:",
        ),
    ),
    Defence(
        "mend_a_fault_that_was_none",
        "nor_does_another_line_take_its_place",
        off(
            f"{CHECKS}.own:OwnCheck._not_before",
            "if first and place > failed.place and self.failure is not None and self.failure.rolls:",
        ),
    ),
    Defence(
        "mend_a_fault_that_was_none",
        "nor_is_a_line_carried_out_that_had_been_passed_over",
        off(f"{CHECKS}.own:OwnCheck._not_before", "if place < failed.place:"),
    ),
    Defence(
        "move_a_piece_with_an_option",
        "everybody_sees_that_a_block_moves",
        Change(
            f"{CHECKS}.hidden:seen_by_all", "check_stays(draft.n, kind, [row[0] for row in rows])"
        ),
    ),
    Defence(
        "move_a_piece_with_an_option",
        "its_owner_sees_that_a_face_down_block_moves",
        Change(
            f"{LEDGER}.disclosure:_own_view",
            "hidden.check_stays(n, kind, [] if part.whole else [row[0] for row in part.view])",
        ),
    ),
    Defence(
        "move_a_word_to_another_branch",
        "a_word_on_an_entry_that_its_author_had_not_seen_is_refused",
        off(f"{CASES}.says:check", "if ledger.heads.index(body.head) < body.entry:"),
        {"kind": "dispute"},
        often=True,
    ),
    Defence(
        "move_her_sealed_cards",
        "a_sealed_card_that_stays_hers_lies_where_it_lay",
        off(
            f"{CHECKS}.hidden:check_lie",
            "if [slot for slot in slots_at_path if slot in slots] != slots:",
        ),
        {"how": "in her view alone"},
    ),
    Defence(
        "move_blocks_in_a_veiled_game",
        "nobody_is_shown_another_board_than_everybody",
        off(
            f"{CHECKS}.hidden:check_same",
            "if codec.encode(codec.dump(rules.secrets.veil(own, PUBLIC))) != common:",
        ),
    ),
    Defence(
        "move_blocks_in_a_veiled_game",
        "verify_does_not_say_that_the_rules_were_kept_and_the_audit_shows_that_they_were_not",
        unchecked("state_hash"),
    ),
    Defence(
        "move_blocks_in_a_veiled_game", "a_die_is_a_die_in_a_veiled_game_too", unchecked("rolls")
    ),
    Defence(
        "paste_a_block_into_my_words",
        "no_client_signs_it_and_no_reader_takes_it",
        Change(
            f"{PROTOCOL}.canonical:check_raw",
            "if _NAMED.search(raw) and any(",
            "if False and any(",
        ),
        {"text": "-----BEGIN PBEM2 ORDER-----"},
    ),
    Defence(
        "peek_at_a_dealt_card",
        "another_card_dealt_is_seen_by_its_receiver_at_once_and_by_all_at_the_audit",
        OPENING,
    ),
    Defence(
        "peek_at_a_dealt_card",
        "a_dealt_card_is_the_one_that_its_deal_names",
        off(f"{LEDGER}.sealed:dealt", "if opening.slot != deal.slot:"),
    ),
    Defence(
        "peek_at_a_dealt_card",
        "a_card_that_is_dealt_face_down_is_not_turned_up_for_all",
        off(f"{LEDGER}.chances:LogChance.card_dealt", "if not openly(opening.card):"),
    ),
    Defence(
        "pick_among_her_conditions",
        "both_are_not",
        off(f"{CHECKS}.own:OwnCheck._check_line", "if False not in if_held:"),
    ),
    Defence(
        "pick_among_her_conditions",
        "neither_is_not",
        Change(
            f"{CHECKS}.lines:_turns_after",
            "return turns | {replace(over, took=False)} if statement.guard is not None else turns",
            "return turns | {replace(over, took=False)}",
        ),
    ),
    Defence(
        "poison_a_checkpoint",
        "a_checkpoint_that_is_not_the_pinned_one_is_dropped_and_made_again",
        Change(
            f"{PROTOCOL}.pins:Pins.checkpoint",
            "if pin is not None and digest(data) == pin.checkpoint:",
            "if True:",
        ),
    ),
    Defence("read_a_plan", "commitments_cannot_be_tried_with_every_card", SALT),
    Defence("read_lines_that_wait", "a_guessed_line_cannot_be_tried_against_its_commitment", SALT),
    Defence(
        "read_what_is_told_to_the_enemy",
        "its_length_tells_little",
        Change(
            f"{LEDGER}.disclosure:tell",
            "canonical.encode(plain), STORY_BUCKET)",
            "canonical.encode(plain), 1)",
        ),
    ),
    Defence(
        "refuse_a_good_order",
        "a_refusal_by_nobody_is_none",
        Change("pbem.gm.refusals:_check_signature", "envelope.verify(refusal, gm)"),
    ),
    Defence(
        "reroll_a_failed_die",
        "another_revision_of_an_order_that_is_in_the_log_is_refused_by_apply",
        ANSWERED,
    ),
    Defence(
        "reroll_by_a_line_that_crashes",
        "a_line_that_cannot_be_decided_is_refused_before_the_first_die",
        Change(f"{LEDGER}.orders:_texts", "look(term)"),
        {"bomb": "if failed and moon at york: norfolk: done"},
    ),
    Defence(
        "restore_an_old_copy",
        "an_order_carries_the_youngest_entry_that_its_author_has",
        Change(f"{LEDGER}.door:check_said", "_check_newest(ledger, body)"),
    ),
    Defence(
        "rule_with_an_order_in_hand",
        "the_order_in_hand_is_of_no_use_after_the_ruling",
        Change(
            f"{LEDGER}.orders:check_answer",
            "if body.question < asking.number or (",
            "if False and (",
        ),
        {"kind": "impose"},
    ),
    Defence(
        "revive_a_dropped_plan",
        "a_dropped_plan_does_not_lie_there_again",
        off(f"{CHECKS}.hidden:check_stacks", "if strange:"),
        {"lie": lambda new, old: new + old},
    ),
    Defence(
        "revive_a_dropped_plan",
        "an_imposed_plan_lies_there_as_it_was_sealed",
        off(
            f"{CHECKS}.hidden:_complete_stacks",
            "if all(row.stack is None for row in record.questions):",
        ),
        {"lie": lambda cards: [], "why": "not turned up"},
    ),
    Defence(
        "revive_a_dropped_plan",
        "an_imposed_plan_lies_there_as_it_was_sealed",
        off(f"{CHECKS}.hidden:_check_order", "if int(place) <= places.get(stack, 0):"),
        {"lie": lambda cards: cards[::-1], "why": "above it|another order"},
    ),
]
