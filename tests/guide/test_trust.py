"""Each claim of README and guide about whom one must trust is held by a test that it names, or that is named here."""

from __future__ import annotations

import importlib
import re

import pytest

from tests.cheats.defences import DEFENCES, NONE_NEEDED
from tests.guide.pages import PAGES, README, ROOT

NOBODY_CAN = ("nobody can prevent that", "there is no test of what nobody can see")
VERDICT = "tests.moderator.test_verdict"
CHEATS = "tests.cheats.test_"
DUEL = "tests.duel.test_"


def cheat(file: str, *tests: str) -> tuple[str, ...]:
    return tuple(f"{CHEATS}{file}:test_{test}" for test in tests)


SAYS_WHAT_IT_CHECKED = (
    f"{VERDICT}:test_the_line_counts_entries_and_dice",
    f"{VERDICT}:test_whatever_rests_where_pieces_are_hidden_is_in_the_last_line",
    f"{VERDICT}:test_it_ends_with_what_it_means_and_claims_no_more_than_the_line",
)
FORESEEN = (
    f"{VERDICT}:test_where_a_gm_and_a_player_could_have_chosen_dice_is_one_sentence",
    *cheat("fair_odds", "what_york_and_the_gm_get_by_cutting_an_order_is_counted_too"),
)
IN_HAND = cheat(
    "rule_with_an_order_in_hand",
    "the_order_in_hand_is_of_no_use_after_the_ruling",
    "a_gm_who_logs_the_order_in_hand_after_the_ruling_is_seen_by_verify",
) + cheat("lose_a_mail", "the_same_bytes_sent_again_roll_the_same")
PROVEN_LATER = (
    *cheat("stack_the_deck", "nobody_can_see_it_before_the_audit_and_there_everybody_does"),
    *cheat(
        "say_another_policy_of_mine",
        "its_owner_sees_it_at_his_next_command_and_everybody_at_the_audit",
    ),
    *cheat(
        "peek_at_a_dealt_card",
        "another_card_dealt_is_seen_by_its_receiver_at_once_and_by_all_at_the_audit",
    ),
)
HANDS = (
    "tests.moderator.test_proofs:test_an_answer_rests_until_the_hands_lie_open",
    "tests.moderator.test_proofs:test_where_hands_stay_shut_it_rests_until_the_audit",
    "tests.moderator.test_proofs:test_a_lie_about_a_hand_that_stays_shut_is_seen_by_its_owner_and_by_the_audit",
)
BACK_DATED = (
    *cheat("hold_a_question_back", "her_own_record_says_when_she_saw_it"),
    *cheat("forward_date_the_clock", "nor_one_before_something_that_was_said"),
)

SENTENCES = {
    "`pbem verify` replays the game on your computer": SAYS_WHAT_IT_CHECKED,
    "`pbem verify` says what it checked, and what has to wait": SAYS_WHAT_IT_CHECKED,
    "every signature, order, die and revealed card is checked": (
        *cheat("decide_for_york", "an_order_signed_by_another_is_refused_by_apply"),
        *cheat("change_a_die", "a_die_of_another_value_is_seen_by_verify"),
        *cheat("swap_a_plan_card", "another_card_in_the_opening_is_not_what_was_locked"),
    ),
    "No player can choose, foresee or repeat a die": (
        *cheat(
            "foresee_my_next_die",
            "both_players_keys_and_all_links_so_far_are_no_better_than_a_blind_guess",
        ),
        *cheat(
            "reroll_a_failed_die",
            "whatever_she_sends_for_one_asking_the_die_of_a_label_is_the_same",
        ),
        *cheat("fair_odds", "what_a_gm_gets_by_rulings_is_counted_for_all_to_see"),
    ),
    "These have to wait for the audit: shuffles, secret deals, hidden hands, and what a sealed policy or script says": (
        *PROVEN_LATER,
        *HANDS,
    ),
    "only the GM can apply the rules during the game": (
        f"{VERDICT}:test_with_hidden_pieces_it_says_what_only_the_gm_knows_and_counts_it",
    ),
    "`verify` checks signatures, the values of dice, seals, questions, and each line": (
        *cheat("move_blocks_in_a_veiled_game", "a_die_is_a_die_in_a_veiled_game_too"),
        *cheat("decide_for_her_where_pieces_are_hidden", "a_longer_line_than_hers_is_not_hers"),
        *cheat("seal_a_card_twice", "a_shuffle_does_not_seal_her_plan_again"),
        *cheat("drop_a_question_in_a_veiled_game", "after_a_ruling_every_side_is_asked_again"),
    ),
    "Until the audit, the GM can secretly leave out or add a die, or leave out a question or a policy": (
        *cheat(
            "decide_for_her_where_pieces_are_hidden",
            "dice_that_the_gm_claims_are_never_called_proven",
        ),
        *cheat(
            "drop_a_question_in_a_veiled_game",
            "that_she_had_to_be_asked_is_the_gms_word_and_verify_says_so",
        ),
    ),
    "The GM reads what you seal to them": NOBODY_CAN,
    "Choose a GM who does not play": NOBODY_CAN,
    "The GM also sees the dice of an order before entering it in the log": IN_HAND,
    "If the same order later rolls other dice, everyone sees": IN_HAND,
    "A GM and a player who work together can know": (*FORESEEN, *BACK_DATED),
    "The two can also try several dice, and set their clocks back": (*FORESEEN, *BACK_DATED),
    "Nobody can check that a ruling was fair": NOBODY_CAN,
    "A duel has no GM": ("tests.duel.test_orders:test_offices_follow_from_the_genesis",),
    "Your opponent can stop playing": NOBODY_CAN,
    "Your opponent sees the dice of your orders before you do": (
        f"{DUEL}trust:test_the_witness_has_seen_the_dice_and_gets_no_others",
    ),
    "your opponent cannot choose a die, read your sealed Plan, answer for you, or change": (
        f"{DUEL}towton:test_what_is_hidden_is_in_no_file_that_the_opponent_gets",
        f"{DUEL}policies:test_a_policy_that_is_kept_back_forged_or_changed_is_seen_at_once",
        f"{DUEL}stacks:test_a_card_turned_up_is_the_one_that_was_laid_there",
        f"{DUEL}trust:test_the_witness_has_seen_the_dice_and_gets_no_others",
        f"{DUEL}whole_game:test_every_die_hangs_on_the_last_links_of_both_players_and_of_both_witnesses",
        f"{DUEL}lies:test_an_outcome_that_does_not_follow_is_not_believed",
        f"{DUEL}lies:test_nobody_signs_their_own_outcome",
        f"{DUEL}lies:test_an_order_that_somebody_else_signed_is_not_entered",
        f"{DUEL}lies:test_two_logs_are_shown_and_answered_with_nothing",
        f"{DUEL}lies:test_a_shorter_file_of_the_opponent_takes_nothing_back",
    ),
    "Compare the fingerprints of your keys once": NOBODY_CAN,
    "lists every cheat we know, what stops it, and the test that shows it": (
        "tests.guide.test_trust:test_every_row_of_cheats_names_a_test_that_can_fail",
        "tests.guide.test_trust:test_every_cheat_is_told",
    ),
}
"""The sentences of README's chapter, by their beginnings, and the tests that hold them."""
POINTS = {
    "A GM and a player who work together": FORESEEN,
    "A GM can delay a question and sign an earlier time": BACK_DATED,
    "The GM sees the dice of an order before accepting it.": (
        *IN_HAND,
        *cheat(
            "hide_what_a_burnt_order_would_have_rolled",
            "once_her_next_answer_link_is_out_her_client_says_what_it_would_have_rolled",
        ),
    ),
    "Which sealed policy or script answered": PROVEN_LATER,
    "What a hidden hand allows": HANDS,
    "The player who joins last sends the first secret number with the reply.": cheat(
        "choose_between_two_replies_to_an_invitation",
        "asked_again_she_sends_the_same_reply",
        "under_another_gm_she_is_told_what_another_reply_means",
    ),
    "A player can ignore a newer policy of the opponent": cheat(
        "dodge_a_newer_policy",
        "no_order_names_a_head_older_than_its_asking",
        "between_that_and_the_last_entry_she_may_and_all_see_which_she_named",
    ),
    "The GM reads what is sealed to them.": (
        "tests.moderator.test_no_escrow:test_the_gm_cannot_open_a_card",
        "tests.moderator.test_no_escrow:test_only_the_owner_is_asked_and_he_opens_it",
    ),
    "A ruling is the GM's judgment.": (
        f"{VERDICT}:test_new_ground_is_named_with_what_brought_it",
        *cheat(
            "correct_the_position_in_secret",
            "a_correction_is_a_ruling_that_says_what_changed_to_everybody",
        ),
    ),
    "Silence, slowness and lost emails": NOBODY_CAN,
    "Sentences are the GM's word.": (
        *cheat("word_what_is_false", "a_false_sentence_is_named_at_the_audit"),
        "tests.moderator.test_other_words:test_its_audit_contradicts_nothing_and_names_a_sentence",
    ),
}
"""What stands in bold before a point of the guide's chapter, and the tests that hold it."""


def table_rows(text: str) -> list[list[str]]:
    """The cells of all rows of its tables, without heads."""
    rows = [line.split("|")[1:-1] for line in re.findall(r"^\|.*\|$", text, re.MULTILINE)]
    cells = [[cell.strip() for cell in row] for row in rows]
    return [row for row in cells if row[-1] != "shown by" and set(row[-1]) != {"-"}]


def test_every_row_of_cheats_names_a_test_that_can_fail() -> None:
    """Each file in the last column has a line of the program without which it fails, or a reason to have none."""
    hidden, _, tables = PAGES["trust"].partition("## The tables")
    rows = table_rows(tables)
    assert len(rows) > 40
    assert len(table_rows(hidden)) == 20, "the table about hidden pieces"
    fails = {one.file for one in DEFENCES} | NONE_NEEDED.keys()
    for row in [*table_rows(hidden), *rows]:
        names = re.findall(r"`([\w/.]+)`", row[-1])
        assert names or (row in rows and row[-2] == "never"), row
        for name in names:
            assert name in fails or (ROOT / name).is_file(), name


def test_every_cheat_is_told() -> None:
    told = set(re.findall(r"`(\w+)`", PAGES["trust"]))
    assert {one.file for one in DEFENCES} | NONE_NEEDED.keys() <= told


def test_every_sentence_of_the_readme_is_held() -> None:
    chapter = PAGES[README].partition("## Whom you must trust\n")[2].partition("\n## ")[0]
    text = " ".join(re.sub(r"^- ", "", chapter, flags=re.MULTILINE).split()).replace("**", "")
    left = re.sub(r"^(Open games|Games with hidden pieces \(.*?\)): ", "", text)
    sentences = re.split(r"(?<=[.)]) +(?=[A-Z`])", left)
    for sentence in sentences:
        said = [start for start in SENTENCES if start in sentence]
        assert len(said) == 1, sentence
    assert all(start in left for start in SENTENCES)


def test_every_point_of_the_chapter_is_held() -> None:
    chapter = (
        PAGES["trust"].partition("## What nobody can prevent")[2].partition("## The tables")[0]
    )
    bold = re.findall(r"^(?:- )?\*\*(.+?)\*\*", chapter, re.MULTILINE)
    assert set(bold) == set(POINTS)


@pytest.mark.parametrize(
    "name",
    sorted({one for row in (*SENTENCES.values(), *POINTS.values()) for one in row} - {*NOBODY_CAN}),
)
def test_what_holds_it_is_there(name: str) -> None:
    module, _, test = name.partition(":")
    assert callable(getattr(importlib.import_module(module), test))
