"""The defences against cheats from A to C, in the order of the files of the tests; see `defence`."""

from __future__ import annotations

from .defence import (
    CASES,
    CHECKS,
    FRESH,
    LEDGER,
    OWN_POLICIES,
    PROTOCOL,
    STALE_ANSWER,
    Defence,
    off,
    unchecked,
)
from .without import Change

DEFENCES = [
    Defence(
        "answer_after_reading_the_others",
        "a_void_of_the_second_answer_drops_the_first_one_too",
        Change(f"{LEDGER}.askings:put_again", "play.put_again()"),
        raises=True,
    ),
    Defence(
        "answer_after_reading_the_others",
        "a_gm_who_leaves_her_half_in_place_is_seen_by_verify",
        off(
            f"{CHECKS}.questions:_Check.everybody",
            "if side not in rows and not absent and side != ready:",
        ),
    ),
    Defence(
        "answer_by_a_lapsed_line",
        "where_its_step_was_over_before_everybody_sees_it",
        Change(f"{LEDGER}.askings:forget_lines", "del draft.rest[side]"),
    ),
    Defence(
        "answer_by_a_lapsed_line",
        "where_it_ended_in_the_same_entry_everybody_sees_it",
        off(f"{CHECKS}.hidden:check_lapsed", "if row.by == EARLIER:"),
    ),
    Defence(
        "answer_by_a_lapsed_line",
        "no_correction_changes_the_step_in_which_lines_wait",
        Change(f"{CHECKS}.hidden:check_place", "place(draft.play.state) != place(before)", "False"),
        {"which": "another player acts"},
    ),
    Defence(
        "answer_by_a_lapsed_line",
        "no_question_is_answered_that_belongs_to_another_step",
        off(f"{CHECKS}.hidden:in_step", "if not stays:"),
    ),
    Defence(
        "answer_by_a_lapsed_line",
        "its_owner_is_told_where_a_later_step_may_ask_the_same",
        Change(
            f"{CHECKS}.own:OwnCheck._check_own_lines",
            "self.earlier.append((entry, line, row.request))",
        ),
    ),
    Defence(
        "answer_by_a_lapsed_line",
        "its_owner_is_told_where_a_later_step_may_ask_the_same",
        Change(f"{CHECKS}.own:OwnCheck._late_lines", "not stays or not order.stage", "not stays"),
    ),
    Defence(
        "answer_with_another_link",
        "a_link_that_is_not_the_chains_next_is_seen_by_verify",
        off(f"{PROTOCOL}.chain:check_link", "if value != known_link:"),
    ),
    Defence(
        "ask_in_spite_of_my_policy",
        "where_pieces_are_hidden_its_owner_sees_it_too",
        Change(f"{CHECKS}.own:OwnCheck.after", "self._check_not_in_spite(play)"),
    ),
    Defence(
        "ask_in_spite_of_my_policy",
        "nor_is_she_asked_what_her_script_answers",
        off(f"{CHECKS}.own_answers:OwnAnswers._check_not_in_spite", "if prepared is not None:"),
    ),
    Defence(
        "ask_in_spite_of_my_policy",
        "its_owner_sees_it_and_everybody_at_the_audit",
        OWN_POLICIES,
    ),
    Defence(
        "ask_the_wrong_side",
        "who_is_asked_what_follows_from_the_rules_and_verify_says_so",
        unchecked("questions"),
    ),
    Defence(
        "bomb_the_inbox",
        "a_bomb_harms_its_own_mail_alone",
        Change(
            "pbem.gm.inbox:Inbox.__init__",
            "except Exception as error:",
            "except LookupError as error:",
        ),
        {"name": "deep"},
        raises=True,
    ),
    Defence(
        "bring_back_old_standing_orders",
        "the_counter_of_standing_orders_goes_on_over_keys_and_seats",
        off(f"{LEDGER}.orders:check_standing", "if body.counter <= last_counter:"),
    ),
    Defence(
        "burn_links_until_the_dice_are_good",
        "a_gm_who_takes_such_an_order_all_the_same_is_seen_by_verify",
        Change(
            f"{LEDGER}.run:Run._next_statement",
            "if is_first:\n            raise idle(action)",
            "if False:\n            raise idle(action)",
        ),
    ),
    Defence(
        "carry_out_another_line",
        "another_line_in_the_record_is_seen_by_verify",
        unchecked("decisions"),
        often=True,
    ),
    Defence(
        "carry_out_another_line",
        "another_text_opened_is_not_what_she_committed_to",
        Change(
            f"{LEDGER}.run:Slots.__getitem__",
            "commitment.check(waiting.commitments[index], opened_commitment, name)",
        ),
        often=True,
    ),
    Defence(
        "carry_out_another_line_for_pass",
        "pass_is_the_one_line_that_it_means_in_her_menu",
        off(
            f"{CHECKS}.own:OwnCheck._check_line",
            "if old_request is not None and (meant := due.meant(old_request, statement.line)) != line:",
        ),
        often=True,
    ),
    Defence(
        "carry_out_another_line_for_pass",
        "where_her_menu_is_gone_it_is_listed",
        Change(
            f"{CHECKS}.lines:meaning",
            "return Meaning.SHORT if line.split()[-1] in PASSING else Meaning.NONE",
            "return Meaning.EXACT if line.split()[-1] in PASSING else Meaning.NONE",
        ),
    ),
    Defence(
        "carry_out_another_line_in_a_veiled_game",
        "her_own_client_sees_it_and_everybody_at_the_audit",
        off(f"{CHECKS}.own:OwnCheck._check_line", "if not match:"),
    ),
    Defence(
        "carry_out_another_line_in_a_veiled_game",
        "silence_to_her_about_her_own_order_is_seen_by_everybody",
        off(
            f"{CHECKS}.hidden:_check_stories",
            "if tuple(part.to for part in record.stories) != hearers:",
        ),
        raises=True,
    ),
    Defence(
        "carry_out_another_line_in_a_veiled_game",
        "a_line_of_hers_that_he_skips_is_seen_by_her",
        off(f"{CHECKS}.own:OwnCheck._if_held_at", "if not held_before:"),
    ),
    Defence(
        "change_a_die",
        "a_die_of_another_value_is_seen_by_verify",
        unchecked("rolls"),
        often=True,
    ),
    Defence(
        "change_a_policy_when_the_dice_are_known",
        "what_counts_is_what_stood_at_the_head_that_her_order_names",
        Change(
            f"{LEDGER}.standing:in_force",
            "if draft.cut < 0 or order.entry <= draft.cut or order.entry == draft.brings.get(side):",
            "if True:",
        ),
    ),
    Defence(
        "change_policies_before_my_card_is_opened",
        "an_order_that_names_an_older_head_than_the_question_is_refused",
        STALE_ANSWER,
    ),
    Defence(
        "change_chains_before_the_first_order",
        "an_accept_of_before_is_stale_after_a_change_of_gm",
        off(
            f"{LEDGER}.orders:check_accept",
            "if ledger.heads.index(body.head) < ledger.chair.since:",
        ),
        often=True,
    ),
    Defence(
        "choose_between_two_replies_to_an_invitation",
        "asked_again_she_sends_the_same_reply",
        Change("pbem.home.sent:accept", "for letter in _accepts(game, side):", "for letter in ():"),
        often=True,
    ),
    Defence(
        "choose_which_mail_comes_first",
        "mails_that_answer_nothing_change_no_die_wherever_they_come",
        Change(
            f"{LEDGER}.chance:Chance.roll",
            "dice.dice(draft.game, *draft.dice_links())",
            "dice.dice(str(draft.n), *draft.dice_links())",
        ),
    ),
    Defence(
        "choose_whose_scripts_run",
        "what_an_order_brings_counts_for_its_author_whichever_came_first",
        Change(f"{LEDGER}.orders:_set_cut", "draft.brings[side] = draft.n"),
    ),
    Defence(
        "claim_a_policy_that_never_was",
        "with_all_that_would_follow_it_is_seen_too",
        off(
            f"{LEDGER}.chances:LogChance.prepared",
            "if not could_answer(self.draft, request, decided.by):",
        ),
        often=True,
    ),
    Defence("copy_the_enemys_public_key", "no_anchor_stands_twice_in_a_log", FRESH, often=True),
    Defence(
        "correct_the_position_in_secret",
        "a_position_with_a_coin_more_has_another_hash",
        unchecked("state_hash"),
        often=True,
    ),
    Defence(
        "countersign_for_the_enemy",
        "a_ruling_is_countersigned_once_a_side",
        off(f"{CASES}.says:_can_countersign", "if body.author in ruled.by:"),
    ),
    Defence(
        "countersign_for_the_enemy",
        "nobody_takes_his_own_offer_of_a_draw",
        off(
            f"{CASES}.says:_can_draw",
            "if body.entry and all(body.entry != n or side == body.author for side, n in offers.items()):",
        ),
    ),
    Defence(
        "cut_the_log_short",
        "the_pin_of_everybody_who_saw_more_says_so",
        off(f"{PROTOCOL}.pins:Pins.check", "if len(heads) < pin.count:"),
        often=True,
    ),
    Defence(
        "cut_the_log_short",
        "two_entries_in_another_order_break_the_chain",
        Change(
            f"{PROTOCOL}.entry:Entry.check_follows",
            'n, prev = (0, "") if previous is None else (previous.n + 1, previous.head)',
            "n, prev = self.n, self.prev",
        ),
    ),
]
