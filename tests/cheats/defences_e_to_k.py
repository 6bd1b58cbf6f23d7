"""The defences against cheats from E to K, in the order of the files of the tests; see `defence`."""

from __future__ import annotations

from .defence import (
    CASES,
    CHECKS,
    LEDGER,
    OPENING,
    PROTOCOL,
    SIGNED_ENTRY,
    UNSIGNED,
    Defence,
    off,
)
from .table import EVE
from .without import Change

DEFENCES = [
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
        off(f"{PROTOCOL}.save:write", "if len(signed_bytes) + SIGNATURE > LIMIT:"),
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
        off(f"{CASES}.time:check_at", "if at < latest_said:"),
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
            f"{CHECKS}.own_answers:OwnAnswers._script_says_next",
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
            f"{CASES}.clocks:held_back",
            "over = end_entry if 0 < end_entry < entry.n else 0",
            "over = 0",
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
        off(f"{CASES}.consents:consenting_sides", "if body.text != agreed_digest:"),
    ),
    Defence(
        "keep_a_key_from_the_next_gm",
        "the_next_gm_gets_the_key_of_each_gm_before",
        off(
            f"{LEDGER}.handover:keys_handed_over",
            "if [one.x25519 for one in keys] != [chair.keys.x25519 for chair in chairs]:",
        ),
        {"role": "handover", "lost": 0},
        raises=True,
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
