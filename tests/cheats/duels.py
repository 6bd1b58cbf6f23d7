"""What becomes of each cheat of this folder in a duel, where the opponent has the GM's place.

A row of CHEATS names the tests that play it, `file:test` of tests/duel without `test_` (`cli/` before it: of tests/cli), or
says in a word why a duel has no place for it. ISSUE has the cheats that only a duel knows.
What has its defence in `defences_duel` is about duels alone, and needs no row.
"""

from __future__ import annotations

from typing import NamedTuple


class Row(NamedTuple):
    """`tests`: that play it. `why`: there are none. One of the two."""

    tests: tuple[str, ...] = ()
    why: str = ""


def by(*tests: str) -> Row:
    return Row(tests)


def none(why: str) -> Row:
    return Row(why=why)


HIDDEN = none("a duel hides only stacks and policies: both replay every entry")
NO_CLOCK = none("nobody is late or absent in a duel")
NO_GM = none("nobody rules, and no office changes hands")
OUTCOME = "cheats:the_witness_carries_out_what_was_ordered_and_nothing_else"
ROWS = "cheats:an_entry_holds_no_row_that_only_a_gm_could_write"
LIE = "lies:an_outcome_that_does_not_follow_is_not_believed"
STRANGER = "strangers:a_lie_is_refused_by_both"
MODEL = "models:each_model_is_played_to_its_die"
POLICY = "policies:a_policy_that_is_kept_back_forged_or_changed_is_seen_at_once"
ORDER = "lies:an_order_under_another_link_or_on_another_entry_is_not_entered"
ONE_ORDER = "orders:of_two_answers_of_two_machines_the_first_that_goes_in_counts"
CLAIM = "new_chains:an_old_order_and_an_old_claim_never_go_in_behind_new_chains"
AGREED = "new_chains:where_the_other_side_is_asked_it_has_to_agree_and_its_order_is_written_again"
FAULT = "cheats:a_program_that_fails_makes_no_entry"
CARD = "stacks:a_card_turned_up_is_the_one_that_was_laid_there"
SEALED = "stacks:a_card_is_in_no_file_before_it_is_turned_up_and_sealed_parts_are_of_one_size"
BEHIND_THE_END = "strangers:an_entry_behind_the_end_is_refused"
OFFICES = "lies:steps_of_a_moderated_game_have_no_place_in_a_duel"
READY = "new_chains:before_the_first_dice_a_ready_is_put_again"
EARLY = "cheats:policies_that_come_with_a_plan_do_not_count_in_an_order_that_is_there_already"
SIGNED = "lies:an_order_that_somebody_else_signed_is_not_entered"
FALSE_CLAIM = "new_chains:false_claims_are_not_entered"

CHEATS = {
    "answer_after_reading_the_others": by(SEALED),
    "answer_by_a_lapsed_line": by(
        STRANGER, "orders:the_rest_of_an_order_lapses_where_a_line_cannot_be_carried_out"
    ),
    "answer_with_another_link": by(MODEL, LIE),
    "ask_in_spite_of_my_policy": by(
        "policies:a_witness_who_forgets_a_policy_cannot_have_its_question_asked"
    ),
    "ask_the_wrong_side": by(LIE, STRANGER),
    "bomb_the_inbox": by("bombs:a_bomb_is_refused_and_nothing_is_changed"),
    "bring_back_old_standing_orders": by("policies:a_policy_that_was_replaced_answers_no_more"),
    "burn_links_until_the_dice_are_good": by(
        MODEL,
        "orders:an_order_of_which_nothing_can_be_carried_out_goes_in_and_its_author_is_asked_again",
    ),
    "carry_out_another_line": by(OUTCOME),
    "carry_out_another_line_for_pass": by(OUTCOME),
    "carry_out_another_line_in_a_veiled_game": HIDDEN,
    "change_a_die": by(LIE),
    "change_a_policy_when_the_dice_are_known": by(EARLY, POLICY),
    "change_chains_before_the_first_order": by(READY),
    "change_policies_before_my_card_is_opened": by(EARLY),
    "choose_between_two_replies_to_an_invitation": by(
        "cheats:the_founder_sees_no_die_before_the_reply_is_in_the_game"
    ),
    "choose_which_mail_comes_first": by(
        "orders:while_both_are_asked_the_answer_of_the_first_side_goes_in_first"
    ),
    "choose_whose_scripts_run": none(
        "no card has a script; policies: change_policies_before_my_card_is_opened"
    ),
    "claim_a_policy_that_never_was": by(STRANGER),
    "copy_the_enemys_public_key": by(
        "cheats:nobody_sits_down_with_the_opponents_sealing_key_or_anchors"
    ),
    "correct_the_position_in_secret": by(LIE, "proposals:a_correction_that_both_agree_to"),
    "countersign_for_the_enemy": by("cheats:nobody_agrees_or_resigns_in_the_name_of_the_other"),
    "cut_the_log_short": by("lies:a_shorter_file_of_the_opponent_takes_nothing_back"),
    "deal_from_a_deck_of_my_own": by(ROWS, STRANGER),
    "decide_for_an_absent_side": NO_CLOCK,
    "decide_for_her_where_pieces_are_hidden": HIDDEN,
    "decide_for_york": by(SIGNED),
    "decide_under_a_reserved_name": by(STRANGER),
    "declare_absent_who_is_back": NO_CLOCK,
    "declare_york_absent_too_early": by(OFFICES),
    "dodge_a_newer_policy": by(ORDER),
    "draw_the_same_cards_after_a_void": by(
        "proposals:a_take_back_to_before_the_first_order_rolls_at_once_with_other_dice"
    ),
    "drop_a_line_of_hers": by(OUTCOME),
    "drop_a_question_in_a_veiled_game": by(LIE),
    "end_the_game_twice": by(BEHIND_THE_END),
    "end_the_game_with_my_accept": none("an accept brings no `ready`"),
    "fair_odds": by(MODEL),
    "fake_a_fault": by(FAULT, ROWS),
    "fill_the_save": by("cheats/fill_a_duel:once_his_share_is_used_up_no_long_order_goes_in"),
    "foresee_my_next_die": by(MODEL),
    "forward_date_the_clock": NO_CLOCK,
    "get_a_games_key_from_a_twin": by("cheats:a_game_with_the_same_nonce_has_other_keys"),
    "get_my_seat_back_by_a_rewind": by("cheats:new_chains_outlast_a_take_back_to_before_them"),
    "get_the_keys_of_a_running_game": by(
        "audit:a_key_that_fits_nothing_and_one_before_the_end_count_for_nothing", BEHIND_THE_END
    ),
    "give_the_chair_to_a_friend": by(
        "strangers:nobody_signs_their_own_outcome_nor_a_file_for_the_other"
    ),
    "go_on_with_a_script_that_stopped": none("no card has a script"),
    "grind_an_anchor": by(MODEL),
    "hand_over_less_than_there_was": NO_GM,
    "hide_behind_an_entry_that_cannot_be_read": by(STRANGER),
    "hide_what_a_burnt_order_would_have_rolled": none(
        "an order counts no more only where its author agreed to that"
    ),
    "hold_a_question_back": NO_CLOCK,
    "invent_a_version_of_the_rules": by(
        "cheats:a_game_by_rules_that_nobody_has_begins_with_nobody"
    ),
    "keep_a_key_from_the_next_gm": by("cheats:new_chains_leave_no_false_stack_behind"),
    "keep_a_ready_for_later": by(READY),
    "know_a_die_after_an_opening": by(
        "whole_game:every_die_hangs_on_the_last_links_of_both_players_and_of_both_witnesses"
    ),
    "lie_in_the_tables_of_a_save": by("cheats:the_tables_of_a_file_change_nothing"),
    "lock_garbage_into_my_plan": by(
        "audit:a_card_that_is_none_counts_as_a_pass_when_it_is_revealed"
    ),
    "lose_a_mail": by("trust:the_witness_has_seen_the_dice_and_gets_no_others", MODEL),
    "lose_her_sealed_cards": by(
        "stacks:a_witness_turns_up_no_other_card_than_was_laid_there_and_keeps_none_back"
    ),
    "mend_a_fault_that_was_none": by(FAULT),
    "move_a_piece_with_an_option": NO_GM,
    "move_a_word_to_another_branch": by(ORDER),
    "move_blocks_in_a_veiled_game": HIDDEN,
    "move_her_sealed_cards": by("cheats:a_stack_is_sealed_in_its_own_slots_each_once"),
    "paste_a_block_into_my_words": by("cheats:no_proposal_has_a_block_in_its_words"),
    "peek_at_a_dealt_card": by(
        "two_worlds:the_opponent_gets_the_same_files_and_emails_whatever_is_sealed"
    ),
    "pick_among_her_conditions": by(OUTCOME),
    "poison_a_checkpoint": none("a duel keeps none: each program reads its log from the genesis"),
    "read_a_plan": by(SEALED),
    "read_lines_that_wait": none("no line waits, and the page says that lines are not sealed"),
    "read_what_is_told_to_the_enemy": by(
        "policies:what_a_player_alone_hears_is_not_in_the_email_to_the_opponent"
    ),
    "refuse_a_good_order": by(
        "orders:an_order_of_which_nothing_can_be_carried_out_goes_in_and_its_author_is_asked_again"
    ),
    "reroll_a_failed_die": by("orders:an_answer_is_final", ONE_ORDER),
    "reroll_by_a_line_that_crashes": by(
        "cheats:a_line_that_breaks_the_program_behind_a_bad_die_stops_the_order_before_it"
    ),
    "restore_an_old_copy": by(
        "lies:who_lost_the_end_of_the_log_does_not_go_on_from_the_opponents_file"
    ),
    "revive_a_dropped_plan": HIDDEN,
    "rule_with_an_order_in_hand": by(
        "proposals:a_take_back_while_an_order_waits_cannot_be_proposed_nor_agreed_to", AGREED
    ),
    "say_another_policy_of_mine": by(POLICY),
    "seal_a_card_twice": by("cheats:a_stack_is_sealed_in_its_own_slots_each_once"),
    "seal_a_copy_that_is_no_base64": by("page:an_order_behind_the_log_that_is_not_well_formed"),
    "seal_garbage": by("audit:a_copy_in_which_something_else_lies_is_contradicted"),
    "seal_garbage_to_myself": by("audit:a_copy_in_which_something_else_lies_is_contradicted"),
    "send_an_old_mail_again": by(CLAIM, ONE_ORDER),
    "send_policies_with_a_ready": none("a `ready` brings no policies"),
    "send_two_orders_with_one_number": by(ONE_ORDER),
    "shorten_everybodys_time": NO_CLOCK,
    "show_an_entry_of_another_game": by(ORDER),
    "show_another_position_with_her_new_key": HIDDEN,
    "show_each_player_another_game": by("lies:two_logs_are_shown_and_answered_with_nothing"),
    "show_garbage_where_pieces_are_hidden": HIDDEN,
    "show_her_another_mat": HIDDEN,
    "sign_the_end_for_a_silent_player": by(
        ROWS, "cheats:nobody_agrees_or_resigns_in_the_name_of_the_other"
    ),
    "sign_with_a_weak_key": none("the keys of a duel are the type that this test reads"),
    "sit_down_in_a_kept_seat": by("cli/duel:the_founder_lets_in_only_whom_the_card_names"),
    "sit_on_both_sides": by("lies:nobody_plays_against_themselves"),
    "skip_a_line_that_would_fail": by(OUTCOME),
    "spell_one_thing_in_two_ways": by(
        "bombs:only_one_spelling_of_an_order_and_of_an_entry_is_read"
    ),
    "spoil_the_audit": by(
        "audit:without_keys_nothing_is_shown_and_nobody_is_accused",
        "audit:a_key_that_fits_nothing_and_one_before_the_end_count_for_nothing",
    ),
    "stack_the_deck": by(STRANGER),
    "start_my_numbers_anew": by(FALSE_CLAIM),
    "stay_silent_when_the_dice_are_known": by(MODEL),
    "steal_the_key_of_york": by("new_chains:a_second_machine_of_one_person_is_told_so"),
    "swap_a_plan_card": by(CARD),
    "take_a_card_from_below": by(
        "cheats:an_author_turns_up_no_card_but_the_one_that_is_asked_for",
        "cheats:a_witness_turns_up_no_card_of_its_own_before_its_time",
    ),
    "take_a_draw_when_the_dice_are_bad": by(
        "proposals:a_take_back_while_an_order_waits_cannot_be_proposed_nor_agreed_to"
    ),
    "take_back_a_used_key": by(FALSE_CLAIM),
    "take_back_lines_that_wait": none("no line waits"),
    "tell_another_die": by(ROWS),
    "tell_her_another_plan": HIDDEN,
    "turn_up_another_of_her_cards": by(CARD),
    "type_pbem_at_a_forged_save": by(
        "cli/duel:a_forged_outcome_is_refused_by_name_and_changes_nothing"
    ),
    "use_a_kept_agreement": by(
        "proposals:agree_answers_a_proposal_and_nothing_else",
        "new_chains:a_proposal_is_put_again_with_new_chains",
    ),
    "void_the_void": by("proposals:a_take_back_that_both_want_goes_back"),
    "word_what_is_false": by(ROWS),
    "wreck_the_enemys_order_by_a_policy": by(
        "policies:a_policy_that_cannot_be_read_asks_its_owner"
    ),
    "write_a_label_like_another": by(STRANGER),
    "write_from_two_machines": by("new_chains:a_second_machine_of_one_person_is_told_so"),
}

ISSUE = {
    "a take-back agreed to while an order waits": by(
        "proposals:a_take_back_while_an_order_waits_cannot_be_proposed_nor_agreed_to", MODEL
    ),
    "a shortened file given back, also with an order": by(
        "lies:who_lost_the_end_of_the_log_does_not_go_on_from_the_opponents_file", MODEL
    ),
    "a record lost because the dice are bad": by(AGREED, MODEL),
    "ten losses against a robot": by("losses:a_robot_gives_nobody_more_than_one_new_throw", MODEL),
    "an old claim kept": by(CLAIM, MODEL),
    "a nonce chosen after the other's link is out": by(AGREED, MODEL),
    "a restored backup": by("losses:the_opponents_file_is_not_taken_for_ones_own", MODEL),
    "a false deck left behind by new chains": by("cheats:new_chains_leave_no_false_stack_behind"),
    "a choice made while the other's early order lies there": by(EARLY, MODEL),
    "two orders to two machines": by(
        ONE_ORDER, "new_chains:a_second_machine_of_one_person_is_told_so", MODEL
    ),
    "rows on foreign slots": by("cheats:a_stack_is_sealed_in_its_own_slots_each_once", ROWS),
    "a policy never sent": by(STRANGER),
    "a forgotten policy": by(
        "policies:a_witness_who_forgets_a_policy_cannot_have_its_question_asked"
    ),
    "a deck that holds another card": by(
        "audit:a_stack_that_the_rules_do_not_allow_is_proven_at_the_end", CARD
    ),
    "an answer to known dice": by(
        "whole_game:every_die_hangs_on_the_last_links_of_both_players_and_of_both_witnesses", MODEL
    ),
    "a fault as an exit": by(FAULT, MODEL),
    "silence at the worst moment": by(
        "trust:the_witness_has_seen_the_dice_and_gets_no_others", MODEL
    ),
}
"""The list of the issue about duels."""
