"""The defences against cheats from A to K, in the order of the files of the tests; see `defence`."""

from __future__ import annotations

from .defence import (
    CASES,
    CHECKS,
    FRESH,
    LEDGER,
    OPENING,
    OWN_POLICIES,
    PROTOCOL,
    SIGNED_ENTRY,
    STALE_ANSWER,
    UNSIGNED,
    Defence,
    off,
    unchecked,
)
from .table import EVE
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
        "answer_with_another_link",
        "a_link_that_is_not_the_chains_next_is_seen_by_verify",
        off(f"{PROTOCOL}.chain:check_link", "if found != known_link:"),
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
            "pbem.moderator.turn.inbox:Inbox.__init__",
            "except Exception as error:",
            "except LookupError as error:",
        ),
        {"name": "deep"},
        raises=True,
    ),
    Defence(
        "bring_back_old_standing_orders",
        "the_counter_of_standing_orders_goes_on_over_keys_and_seats",
        off(f"{LEDGER}.orders:check_standing", "if body.counter <= done:"),
    ),
    Defence(
        "burn_links_until_the_dice_are_good",
        "a_gm_who_takes_such_an_order_all_the_same_is_seen_by_verify",
        Change(
            f"{LEDGER}.run:Run._next_statement",
            "if first:\n            raise idle(now)",
            "if False:\n            raise idle(now)",
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
            "commitment.check(waiting.commitments[index], made, name)",
        ),
        often=True,
    ),
    Defence(
        "carry_out_another_line_in_a_veiled_game",
        "her_own_client_sees_it_and_everybody_at_the_audit",
        off(f"{CHECKS}.own:OwnCheck._ran", "if not found:"),
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
        off(f"{CHECKS}.own:OwnCheck._between", "if not found:"),
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
            "if not could_answer(self.draft, request, said.by):",
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
    Defence(
        "decide_for_york",
        "a_gm_who_logs_it_all_the_same_is_seen_by_verify",
        UNSIGNED,
        often=True,
    ),
    Defence(
        "decide_for_her_where_pieces_are_hidden",
        "a_hundred_decisions_in_a_row_are_forced_at_most",
        off(f"{CHECKS}.questions:_Check.in_their_order", "if forced > MOST_FORCED:"),
    ),
    Defence(
        "decide_for_her_where_pieces_are_hidden",
        "decisions_follow_one_behind_the_other",
        off(
            f"{CHECKS}.questions:_Check.in_their_order",
            "if place and not before <= number <= before + 1:",
        ),
        {"step": 2, "said": "does not follow"},
    ),
    Defence(
        "decide_for_her_where_pieces_are_hidden",
        "decisions_follow_one_behind_the_other",
        off(f"{CHECKS}.questions:_Check.in_their_order", "if len(set(answered)) < len(answered):"),
        {"step": 0, "said": "decided in it twice"},
    ),
    Defence(
        "decide_under_a_reserved_name",
        "nobody_decides_what_no_rules_ask",
        off(
            f"{CHECKS}.questions:_Check.decisions",
            'if row.request.rpartition("-")[0] in RESERVED and not self.opened(row):',
        ),
        {"kind": "open"},
    ),
    Defence(
        "declare_absent_who_is_back",
        "the_days_begin_behind_his_last_word",
        off(f"{CASES}.absence:take", "if not waited_long_enough(ledger, side, step.at):"),
    ),
    Defence(
        "declare_york_absent_too_early",
        "not_before_the_days_of_the_genesis_are_over",
        off(f"{CASES}.absence:take", "if not waited_long_enough(ledger, side, step.at):"),
    ),
    Defence(
        "decide_for_her_where_pieces_are_hidden",
        "a_longer_line_than_hers_is_not_hers",
        off(f"{CHECKS}.own:OwnCheck._ran", "if not found:"),
    ),
    Defence(
        "decide_for_her_where_pieces_are_hidden",
        "a_decision_that_nobody_made_is_seen_by_everybody",
        off(f"{CHECKS}.questions:_Check.by", "if not self.in_force(side, row.request):"),
        {"by": "policy"},
    ),
    Defence(
        "decide_for_her_where_pieces_are_hidden",
        "a_decision_that_nobody_made_is_seen_by_everybody",
        off(
            f"{CHECKS}.questions:_Check.by", "if not self.failed(row) and not self.has_lines(side):"
        ),
        {"by": "earlier"},
    ),
    Defence(
        "decide_for_her_where_pieces_are_hidden",
        "a_decision_that_nobody_made_is_seen_by_everybody",
        off(f"{CHECKS}.questions:_Check.by", "if not self.is_absent(side):"),
        {"by": "absent"},
    ),
    Defence(
        "decide_for_her_where_pieces_are_hidden",
        "a_decision_that_nobody_made_is_seen_by_everybody",
        Change(f"{CHECKS}.questions:_Check.by", 'elif by == "ruling":', "elif False:"),
        {"by": "ruling"},
    ),
    Defence(
        "decide_for_her_where_pieces_are_hidden",
        "another_policy_than_hers_is_seen_by_her",
        Change(
            f"{CHECKS}.own:OwnCheck._standing",
            'raise self.wrong(f"your {row.by} for `{row.request}` says {said}, the GM `{row.line}`")',
        ),
    ),
    Defence(
        "decide_for_her_where_pieces_are_hidden",
        "an_order_says_openly_whether_it_brings_policies",
        off(
            f"{LEDGER}.sealed:check",
            "if isinstance(body, Order) and body.brings != orders.standing:",
        ),
    ),
    Defence(
        "decide_for_her_where_pieces_are_hidden",
        "a_ready_that_nobody_owes_is_not_asked_for",
        off(f"{CHECKS}.questions:_Check.new", "if is_ready(row.request) and not ground:"),
    ),
    Defence(
        "decide_for_her_where_pieces_are_hidden",
        "going_back_leads_to_where_the_game_was",
        off(f"{LEDGER}.told:_own_view", "if draft.seats[side].since < first and not same:"),
    ),
    Defence(
        "decide_for_her_where_pieces_are_hidden",
        "a_reading_of_the_clock_changes_and_tells_nothing",
        off(f"{LEDGER}.told:_own_view", "if (quiet and part.view) or nothing:"),
    ),
    Defence(
        "decide_for_her_where_pieces_are_hidden",
        "a_reading_of_the_clock_changes_and_tells_nothing",
        off(f"{LEDGER}.told:_check_hand", "if list(part.gone) != _gone(draft, hand, side):"),
    ),
    Defence("dodge_a_newer_policy", "no_order_names_a_head_older_than_its_asking", STALE_ANSWER),
    Defence(
        "draw_the_same_cards_after_a_void",
        "voiding_a_draw_shuffles_anew_with_another_link",
        Change(f"{LEDGER}.chance:Chance._shuffle", "draft.shuffles += 1", "draft.shuffles = 1"),
        raises=True,
    ),
    Defence(
        "drop_a_line_of_hers",
        "her_first_line_is_carried_out_or_the_order_refused",
        off(f"{CHECKS}.own:OwnCheck._first", "if there[:1] != [first.place]:"),
    ),
    Defence(
        "drop_a_line_of_hers",
        "a_line_that_her_menu_offers_is_not_left",
        off(f"{CHECKS}.own:OwnCheck._as_the_menu_has_it", "if found[0].runs:"),
    ),
    Defence(
        "drop_a_line_of_hers",
        "her_order_ends_where_her_menu_says",
        Change(
            f"{CHECKS}.own:OwnCheck._as_the_menu_has_it",
            'raise self.wrong(f"your order is said to end {end}, and by what you are asked it does not")',
            "return False",
        ),
    ),
    Defence(
        "drop_a_line_of_hers",
        "a_line_that_waits_is_not_dropped_within_its_step",
        off(
            f"{CHECKS}.own:OwnCheck._none_skipped",
            "if self._same_step(waiting, play) and len(self.record.decisions) < MOST_DECISIONS:",
        ),
    ),
    Defence(
        "drop_a_line_of_hers",
        "a_line_between_two_others_is_his_word_and_named",
        Change(f"{CHECKS}.own:OwnCheck._between", "self.passed.append(one.text)"),
    ),
    Defence(
        "drop_a_question_in_a_veiled_game",
        "a_question_stays_until_it_is_answered_and_everybody_sees_it",
        off(f"{CHECKS}.questions:_Check.questions", "if not ground and side not in rows:"),
    ),
    Defence(
        "drop_a_question_in_a_veiled_game",
        "a_question_stays_until_it_is_answered_and_everybody_sees_it",
        off(f"{CHECKS}.questions:_Check.new", "if kept is not None and not ground:"),
    ),
    Defence(
        "drop_a_question_in_a_veiled_game",
        "after_a_ruling_every_side_is_asked_again",
        off(
            f"{CHECKS}.questions:_Check.everybody",
            "if side not in rows and not absent and side != ready:",
        ),
    ),
    Defence(
        "end_the_game_twice",
        "over_names_the_entry_of_the_result_and_no_other",
        off(f"{CASES}.says:_can_end", "if body.entry != ledger.cases.result:"),
    ),
    Defence(
        "end_the_game_with_my_accept",
        "it_is_refused_and_the_seat_is_still_free",
        off(f"{LEDGER}.orders:check_first_ready", "if body.question != 1:"),
        {"what": "number"},
    ),
    Defence(
        "fake_a_fault",
        "one_that_is_carried_out_again_did_no_harm_and_is_not_proven",
        Change(
            "pbem.moderator.proof.audit:_faults",
            "unshown = [entry for entry in faults if entry.n in doubts]",
            "unshown = list(faults[:0])",
        ),
        {"hidden": False},
    ),
    Defence(
        "fake_a_fault",
        "a_fault_before_the_first_die_is_none_it_would_have_been_a_refusal",
        Change(
            f"{LEDGER}.run:Run.guarded",
            "_grown(counts, notes.counts()) or not (\n        notes.rolls or notes.shuffles\n    ):",
            "_grown(counts, notes.counts()):",
        ),
    ),
    Defence(
        "fill_the_save",
        "between_two_questions_one_side_adds_so_much_and_no_more",
        Change(
            f"{LEDGER}.orders:spoken",
            "return -(-len(bodies.encode_again(mail)) // SPOKEN_SIZE)",
            "return 1",
        ),
    ),
    Defence(
        "fill_the_save",
        "no_save_is_written_that_nobody_could_read",
        off(f"{PROTOCOL}.save:write", "if len(signed) + SIGNATURE > LIMIT:"),
    ),
    Defence(
        "foresee_my_next_die",
        "both_players_keys_and_all_links_so_far_are_no_better_than_a_blind_guess",
        Change(f"{PROTOCOL}.dice:_fields", "yield from link", "yield from (link[0], 64 * '0')"),
    ),
    Defence(
        "forward_date_the_clock",
        "a_clock_that_goes_back_is_never_written_and_refused_by_verify",
        off(f"{CASES}.time:check_at", "if at < clock.at and not back:"),
    ),
    Defence(
        "forward_date_the_clock",
        "nor_one_before_something_that_was_said",
        off(f"{CASES}.time:check_at", "if at < said:"),
    ),
    Defence(
        "get_a_games_key_from_a_twin",
        "every_key_of_the_twin_is_another",
        Change(
            f"{PROTOCOL}.keys:Identity.game_key",
            'info = f"pbem2/game/{role}/{genesis}/{head}"',
            'info = f"pbem2/game/{role}"',
        ),
        raises=True,
    ),
    Defence(
        "get_my_seat_back_by_a_rewind",
        "who_sits_where_goes_on_over_a_rewind",
        UNSIGNED,
    ),
    Defence(
        "get_the_keys_of_a_running_game",
        "the_end_signed_by_one_makes_no_client_reveal",
        off("pbem.moderator.game:Game.reveal", "if not self.ledger.final:"),
        often=True,
    ),
    Defence(
        "get_the_keys_of_a_running_game",
        "after_both_signed_nothing_takes_the_end_back",
        off(f"{CASES}.rulings:take", "if ledger.final and kind not in AFTER_THE_END:"),
    ),
    Defence(
        "give_the_chair_to_a_friend", "who_is_no_gm_signs_no_entry", SIGNED_ENTRY, {"who": EVE}
    ),
    Defence(
        "grind_an_anchor",
        "a_seat_changes_hands_only_while_it_is_asked_itself",
        off(
            f"{CASES}.people:take",
            "if side not in ledger.askings and side not in ledger.table.absent:",
        ),
        often=True,
    ),
    Defence(
        "hand_over_less_than_there_was",
        "a_card_kept_from_her_is_seen_by_her_at_once",
        off(f"{LEDGER}.handover:_learn", "if slot in draft.locks and slot not in draft.secrets:"),
    ),
    Defence("hand_over_less_than_there_was", "another_card_is_not_what_lies_there", OPENING),
    Defence(
        "hide_behind_an_entry_that_cannot_be_read",
        "it_is_named_by_its_number",
        Change(f"{PROTOCOL}.entry:Entry.check_readable", "_ = self.body"),
        {"how": "no entry"},
        raises=True,
    ),
    Defence(
        "hide_what_a_burnt_order_would_have_rolled",
        "once_her_next_answer_link_is_out_her_client_says_what_it_would_have_rolled",
        Change(
            "pbem.moderator.turn.burnt:_next_link",
            "return entry.body.record.link",
            "return 64 * '0'",
        ),
    ),
    Defence(
        "invent_a_version_of_the_rules",
        "one_consent_is_not_enough_and_counts_for_one_step_alone",
        off(f"{CASES}.consents:need_each", "if silent:"),
    ),
    Defence(
        "invent_a_version_of_the_rules",
        "one_consent_is_not_enough_and_counts_for_one_step_alone",
        off(f"{CASES}.consents:agreed", "if said.text != named:"),
    ),
    Defence(
        "keep_a_ready_for_later",
        "a_ready_that_another_ruling_made_old_is_refused",
        Change(
            f"{LEDGER}.orders:check_answer",
            "if body.question < asking.number or (",
            "if (",
        ),
    ),
    Defence(
        "know_a_die_after_an_opening",
        "under_the_same_links_each_occurrence_is_another_die",
        Change(f"{PROTOCOL}.dice:Stream._bytes", 'f"{label}#{occurrence}"', 'f"{label}#1"'),
    ),
]
