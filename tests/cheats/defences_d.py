"""The defences against cheats with D, in the order of the files of the tests; see `defence`."""

from __future__ import annotations

from .defence import (
    CASES,
    CHECKS,
    LEDGER,
    STALE_ANSWER,
    UNSIGNED,
    Defence,
    off,
)
from .table import veiled
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
        off(f"{CHECKS}.decks:_check_deals", "if deal.slot in dealt_slots and not looks:"),
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
        "a_ruling_that_imposes_a_decision_holds_one",
        Change(
            f"{CHECKS}.questions:_Check.all",
            'elif self.kind.name == "ruling impose":',
            "elif False:",
        ),
    ),
    Defence(
        "decide_for_her_where_pieces_are_hidden",
        "a_policy_says_no_more_than_it_says",
        off(f"{CHECKS}.lines:_answer_meaning", "if _takes_more(part.lower(), line):"),
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
            f"{CHECKS}.own:OwnCheck._script_says_next",
            "not if_held or (",
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
        off(f"{CHECKS}.questions:_Check.in_their_order", "if forced_count > MOST_FORCED:"),
    ),
    Defence(
        "decide_for_her_where_pieces_are_hidden",
        "decisions_follow_one_behind_the_other",
        off(
            f"{CHECKS}.questions:_Check.in_their_order",
            "if place and not last_number <= number <= last_number + 1:",
        ),
        {"step": 2, "word": "follow"},
    ),
    Defence(
        "decide_for_her_where_pieces_are_hidden",
        "decisions_follow_one_behind_the_other",
        off(f"{CHECKS}.questions:_Check.in_their_order", "if len(set(answers)) < len(answers):"),
        {"step": 0, "word": "twice"},
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
        off(f"{CHECKS}.own:OwnCheck._check_line", "if not match:"),
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
        off(
            f"{LEDGER}.disclosure:_own_view", "if draft.seats[side].person < first and not is_same:"
        ),
    ),
    Defence(
        "decide_for_her_where_pieces_are_hidden",
        "a_reading_of_the_clock_changes_and_tells_nothing",
        off(f"{LEDGER}.disclosure:_own_view", "if (quiet and part.view) or tells_of_nothing:"),
    ),
    Defence(
        "decide_for_her_where_pieces_are_hidden",
        "a_reading_of_the_clock_changes_and_tells_nothing",
        off(
            f"{LEDGER}.disclosure:_check_hand",
            "if list(part.gone) != _slots_gone(draft, hand, side):",
        ),
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
        Change(f"{CHECKS}.own:OwnCheck.after", "self._check_lines_come_first(play)"),
        {"ends": False},
    ),
    Defence(
        "drop_a_line_of_hers",
        "a_line_that_waited_as_she_is_asked_for_a_plan_is_named",
        Change(
            f"{CHECKS}.own:OwnCheck._lapsed_lines",
            "self._ended(latest) is None",
            "False",
        ),
    ),
    Defence(
        "drop_a_line_of_hers",
        "her_first_line_is_carried_out_or_the_order_refused",
        off(f"{CHECKS}.own:OwnCheck._first_due", "if places[:1] != [first_line.place]:"),
    ),
    Defence(
        "drop_a_line_of_hers",
        "an_order_of_which_no_line_would_run_is_not_taken",
        off(f"{CHECKS}.own:OwnCheck._first_due", "if not first_line.runs:"),
    ),
    Defence(
        "drop_a_line_of_hers",
        "no_line_stands_where_she_wrote_none",
        off(f"{CHECKS}.own:OwnCheck._check_line", "if not text:"),
        raises=True,
    ),
    Defence(
        "drop_a_line_of_hers",
        "no_line_is_of_an_order_that_does_not_wait",
        off(f"{CHECKS}.own:OwnCheck._check_own_lines", "if order is None or order.entry != entry:"),
    ),
    Defence(
        "drop_a_line_of_hers",
        "a_line_that_her_menu_offers_is_not_left",
        off(f"{CHECKS}.own:OwnCheck._menu_proves_end", "if due_lines[0].runs:"),
    ),
    Defence(
        "drop_a_line_of_hers",
        "what_is_said_to_be_barred_ends_no_order",
        Change(f"{CHECKS}.due:_is_possible", "raise Unseen from None", "return False"),
        {"typed": "parley exeter", "known": False},
    ),
    Defence(
        "drop_a_line_of_hers",
        "her_order_ends_where_her_menu_says",
        Change(
            f"{CHECKS}.own:OwnCheck._menu_proves_end",
            'raise self.wrong(f"your order is said to end {end}, and by what you are asked it does not")',
            "return False",
        ),
    ),
    Defence(
        "drop_a_line_of_hers",
        "a_line_that_waits_is_not_dropped_within_its_step",
        off(
            f"{CHECKS}.own:OwnCheck._lapsed_lines",
            "if self._same_step(order, play) and len(self.record.decisions) < MOST:",
        ),
    ),
    Defence(
        "drop_a_line_of_hers",
        "her_order_does_not_end_before_what_was_carried_out",
        off(f"{CHECKS}.own:OwnCheck._check_end", "if end.place < order.at + 1:"),
    ),
    Defence(
        "drop_a_line_of_hers",
        "her_order_does_not_end_before_a_line_that_says_anyway",
        off(f"{CHECKS}.own:OwnCheck._check_end", "if behind and not asks and not alarms:"),
    ),
    Defence(
        "drop_a_line_of_hers",
        "a_line_between_two_others_is_his_word_and_named",
        Change(f"{CHECKS}.own:OwnCheck._if_held_at", "self.passed.append(statement.text)"),
    ),
    Defence(
        "drop_a_question_in_a_veiled_game",
        "a_question_stays_until_it_is_answered_and_everybody_sees_it",
        off(f"{CHECKS}.questions:_Check.questions", "if not ground and side not in rows:"),
    ),
    Defence(
        "drop_a_question_in_a_veiled_game",
        "a_question_stays_until_it_is_answered_and_everybody_sees_it",
        off(f"{CHECKS}.questions:_Check.new", "if before is not None and not ground:"),
    ),
    Defence(
        "drop_a_question_in_a_veiled_game",
        "whose_order_ends_is_asked",
        off(
            f"{CHECKS}.hidden:_check_left",
            "if row.side not in asked_sides and not record.faults and record.result is None:",
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
]
