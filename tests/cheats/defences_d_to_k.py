"""The defences against cheats from D to K, in the order of the files of the tests; see `defence`."""

from __future__ import annotations

from .defence import (
    CASES,
    CHECKS,
    LEDGER,
    OPENING,
    PROTOCOL,
    SIGNED_ENTRY,
    STALE_ANSWER,
    UNSIGNED,
    Defence,
    off,
)
from .table import EVE, veiled
from .without import Change

DEFENCES = [
    Defence(
        "deal_from_a_deck_of_my_own",
        "a_deck_that_the_game_does_not_have_now_is_seen_by_everybody",
        off(f"{CHECKS}.decks:_check_shuffles", "if not sizes:"),
        {"deck": "gift"},
        raises=True,
    ),
    Defence(
        "deal_from_a_deck_of_my_own",
        "a_deck_that_the_game_does_not_have_now_is_seen_by_everybody",
        Change(
            f"{CHECKS}.decks:_turned_back",
            'any(ruled.kind == "patch" for ruled in draft.cases.rulings)',
            "True",
        ),
        {"deck": "campaign_1_2"},
    ),
    Defence(
        "deal_from_a_deck_of_my_own",
        "a_deck_of_another_size_is_seen_by_everybody",
        off(f"{CHECKS}.decks:_check_shuffles", "if len(row.slots) not in sizes:"),
    ),
    Defence(
        "deal_from_a_deck_of_my_own",
        "a_deck_of_one_card_is_seen_by_whoever_holds_it",
        off(f"{CHECKS}.decks:_check_cards", "if count > exist:"),
    ),
    Defence(
        "deal_from_a_deck_of_my_own",
        "a_card_in_her_hand_is_not_shown_to_him",
        off(f"{CHECKS}.decks:_check_deals", "if deal.slot in drawn and not looks:"),
    ),
    Defence(
        "deal_from_a_deck_of_my_own",
        "what_was_left_of_a_deck_is_not_dealt_later",
        off(
            f"{CHECKS}.decks:_check_leftovers",
            "if undealt is not None and slot not in undealt:",
        ),
        {"game": "richard_iii"},
    ),
    Defence(
        "deal_from_a_deck_of_my_own",
        "what_was_left_of_a_deck_is_not_dealt_later",
        off(
            f"{CHECKS}.decks:_check_leftovers",
            "if undealt is not None and slot not in undealt:",
        ),
        {"game": "plantagenet"},
    ),
    Defence(
        "deal_from_a_deck_of_my_own",
        "what_was_left_of_a_deck_is_not_turned_up_later",
        off(
            f"{CHECKS}.decks:_check_leftovers",
            "if undealt is not None and slot not in undealt:",
        ),
    ),
    Defence(
        "deal_from_a_deck_of_my_own",
        "a_card_does_not_lie_in_two_hands",
        off(f"{CHECKS}.decks:_check_hands", "if slot in holders:"),
    ),
    Defence(
        "decide_for_york",
        "a_gm_who_logs_it_all_the_same_is_seen_by_verify",
        UNSIGNED,
        often=True,
    ),
    Defence(
        "decide_for_an_absent_side",
        "the_rules_never_answer_for_who_is_absent",
        off(
            f"{CHECKS}.questions:_Check.by",
            "if not self.ledger.rules.policies.decides_for_absent:",
        ),
        {"begun": veiled},
    ),
    Defence(
        "decide_for_her_where_pieces_are_hidden",
        "a_policy_says_no_more_than_it_says",
        off(f"{CHECKS}.lines:_answer", "if _takes_more(part.lower(), line):"),
        {"policy": "york: intercept", "line": "york: intercept with march rutland", "good": False},
    ),
    Defence(
        "decide_for_her_where_pieces_are_hidden",
        "a_policy_says_no_more_than_it_says",
        Change(f"{CHECKS}.own:OwnCheck._policy", "not self._is_line(row) or not any(", "not any("),
        {"policy": "york", "line": "march: disband york", "good": False},
    ),
    Defence(
        "decide_for_her_where_pieces_are_hidden",
        "a_policy_answers_nothing_of_her_own_accord",
        Change(
            f"{CHECKS}.questions:_Check.by",
            "if by == POLICY and kind not in reactions_of(self.ledger.rules):",
            "if False:",
        ),
    ),
    Defence(
        "decide_for_her_where_pieces_are_hidden",
        "a_script_runs_for_its_card_alone",
        Change(f"{CHECKS}.own:OwnCheck._script", "if slot in slots", "if True"),
    ),
    Defence(
        "decide_for_her_where_pieces_are_hidden",
        "a_script_says_its_lines_in_order_and_once",
        Change(
            f"{CHECKS}.own:OwnCheck._next_said",
            "not held or (",
            "(",
        ),
        {"said": ["york: tax ely"], "good": False},
    ),
    Defence(
        "decide_for_her_where_pieces_are_hidden",
        "no_decision_stands_in_clear_where_nobody_can_try_it",
        off(f"{CHECKS}.questions:_Check.decisions", "if ledger.veiled and row.line:"),
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
        "a_policy_that_never_was_is_seen_by_everybody",
        off(f"{CHECKS}.questions:_Check.by", "if not self.in_force(side, row.request):"),
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
        Change(f"{CHECKS}.questions:_Check.by", 'elif by == "ruling":', "elif False:"),
        {"by": "ruling"},
    ),
    Defence(
        "decide_for_her_where_pieces_are_hidden",
        "a_policy_says_no_more_than_it_says",
        Change(f"{CHECKS}.own:OwnCheck._policy", "raise self._other(row, texts)"),
        {"policy": "no", "line": "york: intercept", "good": False},
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
        off(f"{LEDGER}.disclosure:_own_view", "if draft.seats[side].person < first and not same:"),
    ),
    Defence(
        "decide_for_her_where_pieces_are_hidden",
        "a_reading_of_the_clock_changes_and_tells_nothing",
        off(f"{LEDGER}.disclosure:_own_view", "if (quiet and part.view) or nothing:"),
    ),
    Defence(
        "decide_for_her_where_pieces_are_hidden",
        "a_reading_of_the_clock_changes_and_tells_nothing",
        off(f"{LEDGER}.disclosure:_check_hand", "if list(part.gone) != _gone(draft, hand, side):"),
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
        "a_policy_of_hers_does_not_answer_in_place_of_a_line",
        Change(f"{CHECKS}.own:OwnCheck.after", "self._first_come_lines(play)"),
        {"ends": False},
    ),
    Defence(
        "drop_a_line_of_hers",
        "a_line_that_waited_as_she_is_asked_for_a_plan_is_named",
        Change(f"{CHECKS}.own:OwnCheck._none_skipped", "if stacks and rest", "if False and rest"),
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
        "what_is_said_to_be_barred_ends_no_order",
        Change(f"{CHECKS}.due:_possible", "raise Unseen from None", "return False"),
        {"typed": "parley exeter", "known": False},
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
            "if self._same_step(waiting, play) and len(self.record.decisions) < MOST:",
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
        "whose_order_ends_is_asked",
        off(
            f"{CHECKS}.hidden:_check_left",
            "if row.side not in asked and not record.faults and record.result is None:",
        ),
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
            "pbem.proof.audit:_faults",
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
        "in_the_whole_game_one_side_adds_its_share_and_no_more",
        off(
            f"{LEDGER}.orders:check_filling",
            "if more and ledger.cases.filled.get(side, 0) + more > most:",
        ),
    ),
    Defence(
        "fill_the_save",
        "what_she_sent_is_never_forgotten",
        off(
            f"{LEDGER}.take:take",
            "if isinstance(step, Mailed) and (size := orders.filling(step.order)):",
        ),
    ),
    Defence(
        "fill_the_save",
        "rulings_and_the_end_have_room_that_ordinary_entries_may_not_use",
        Change(
            "pbem.protocol.save:check_room",
            "most = LIMIT - TABLES - needed",
            "most = LIMIT - TABLES - LAST",
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
        off("pbem.proof.revealed_keys:own_reveals", "if not game.ledger.final:"),
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
        "go_on_with_a_script_that_stopped",
        "her_own_verify_says_that_it_was_over",
        off(
            f"{CHECKS}.own_answers:OwnAnswers._next_said",
            "if was is not None and was.text == text and was.over:",
        ),
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
            "pbem.proof.burnt_orders:_next_link",
            "return entry.body.record.link",
            "return 64 * '0'",
        ),
    ),
    Defence(
        "hold_a_question_back",
        "so_it_is_where_she_is_not_shown_the_end",
        Change(
            f"{CASES}.clocks:held_back", "over = ended if 0 < ended < entry.n else 0", "over = 0"
        ),
    ),
    Defence(
        "hold_a_question_back",
        "her_own_record_says_when_she_saw_it",
        off(f"{CASES}.clocks:held_back", "if step.at < came + hours * 3600:"),
    ),
    Defence(
        "invent_a_version_of_the_rules",
        "one_consent_is_not_enough_and_counts_for_one_step_alone",
        off(f"{CASES}.consents:need_each", "if silent:"),
    ),
    Defence(
        "invent_a_version_of_the_rules",
        "one_consent_is_not_enough_and_counts_for_one_step_alone",
        off(f"{CASES}.consents:consenting_sides", "if said.text != named:"),
    ),
    Defence(
        "keep_a_key_from_the_next_gm",
        "the_next_gm_gets_the_key_of_each_gm_before",
        off(
            f"{LEDGER}.handover:keys_handed_over",
            "if [one.x25519 for one in keys] != [chair.keys.x25519 for chair in chairs]:",
        ),
        {"role": "handover", "lost": 0},
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
