"""The defences against a dishonest opponent in a duel; see `defence`."""

from __future__ import annotations

from .defence import LEDGER, Defence, off
from .without import Change

DUEL = "pbem.duel"

DEFENCES = [
    Defence(
        "accuse_me_in_a_duel",
        "she_is_not_told_that_she_has_signed_what_he_has_signed_in_her_name",
        Change(
            f"{DUEL}.duellist:Duellist.apply",
            "ledger, news, own_order = self.ledger, list[Story](), self.order",
            "ledger, news, own_order = self.ledger, list[Story](), self.order; "
            "[check_unsigned(e, self.side, own_order) for e in theirs[ledger.n + 1 :]]",
        ),
        raises=True,
    ),
    Defence(
        "accuse_me_in_a_duel",
        "an_old_order_of_hers_in_another_place_does_not_show_that_she_signed_two",
        Change(f"{DUEL}.refusals:_who_signed", "_check_place(own[:n], their_entry, n)"),
        raises=True,
    ),
    Defence(
        "begin_a_duel_with_data_of_my_own",
        "whoever_joins_reads_whose_data_they_are",
        Change(f"{LEDGER}.cases.agreed:words", "(DUEL, *own_data)", "(DUEL,)"),
    ),
    Defence(
        "call_a_fair_die_false",
        "a_die_behind_new_secret_numbers_is_the_one_that_is_checked_by_hand",
        Change(
            "pbem.proof.by_hand:_links_in_duel",
            "elif isinstance(body, DuelClaim):",
            "elif False:",
        ),
    ),
    Defence(
        "call_my_second_throw_her_wish",
        "verify_says_whose_record_was_lost",
        Change(
            "pbem.proof.verdict:_ground_words",
            "case DuelRenewed(order=mail):",
            "case DuelRenewed(order=mail) if False:",
        ),
        raises=True,
    ),
    Defence(
        "call_my_second_throw_her_wish",
        "verify_says_what_was_declined_and_what_was_corrected",
        Change(
            "pbem.proof.verdict:_ground_words",
            "case DuelPlayed(order=mail) if isinstance(mail.body, DuelNo):",
            "case DuelPlayed(order=mail) if False:",
        ),
    ),
    Defence(
        "fill_a_duel",
        "once_his_share_is_used_up_no_long_order_goes_in",
        off(
            f"{LEDGER}.duel_share:check",
            "if more and ledger.cases.filled.get(side, 0) + more > SHARE:",
        ),
    ),
    Defence(
        "fill_a_duel",
        "once_his_share_is_used_up_no_long_order_goes_in",
        off(f"{LEDGER}.duel_share:count", "if more := counted(mail):"),
    ),
    Defence(
        "keep_my_keys_back",
        "verify_names_whoever_has_not_revealed_every_key",
        Change(f"{DUEL}.revealing:withheld", "if keys.key(place) is None", "if False"),
    ),
    Defence(
        "make_me_start_anew",
        "an_old_order_to_a_question_that_was_asked_again_is_no_lost_record",
        off("pbem.round.duels:take_file", "if asking is not None:"),
        raises=True,
    ),
    Defence(
        "make_me_start_anew",
        "an_order_that_only_another_machine_has_is_a_lost_record",
        Change(
            "pbem.round.duels:take_file",
            "if isinstance(body, DuelAnswer) and body.question > known and order != player.order:",
            "if False:",
        ),
    ),
    Defence(
        "make_me_start_anew",
        "whom_the_founder_has_not_let_in_has_signed_nothing",
        Change(
            f"{DUEL}.refusals:check_unsigned",
            "case DuelAccept(), DuelAccept() if accept.keys.ssh != own.keys.ssh:",
            "case DuelAccept(), DuelAccept() if False:",
        ),
        raises=True,
    ),
    Defence(
        "keep_my_keys_back",
        "a_file_from_which_he_left_her_key_out_does_not_say_that_she_revealed_another",
        Change(
            "pbem.proof.audit:chains_claim",
            'why = f"the key of {place.keys.name} for that entry is not here"',
            "why = keys.odd[0][1]",
        ),
    ),
    Defence(
        "make_me_look_idle",
        "whoever_reads_her_file_sees_that_she_has_answered",
        off(f"{DUEL}.waiting:owed", "if has_answered(ledger, side, order):"),
    ),
    Defence(
        "make_me_look_idle",
        "nobody_has_answered_by_an_order_that_could_not_go_in",
        Change(
            f"{LEDGER}.duel_checks:_check_said",
            "envelope.verify_in_duel(mail, keys or ledger.seat_of(body.author).keys)",
        ),
    ),
    Defence(
        "make_me_look_idle",
        "nobody_has_answered_by_an_order_that_could_not_go_in",
        Change(
            f"{LEDGER}.duel_checks:check_answer",
            "check_answering(side, ledger.chains.moves[side], asking.link, body.link)",
        ),
    ),
    Defence(
        "make_me_look_idle",
        "nobody_has_answered_by_an_order_that_could_not_go_in",
        off(
            f"{LEDGER}.duel_checks:check_answer",
            "if not isinstance(body, _answers_to(asking)) or request != asking.request:",
        ),
    ),
    Defence(
        "make_me_look_idle",
        "nobody_has_answered_by_an_order_that_could_not_go_in",
        Change(f"{LEDGER}.duel_checks:check_answer", "_check_cards(ledger, body)"),
    ),
    Defence(
        "reveal_too_many_keys",
        "her_own_file_can_be_read_afterwards",
        Change(f"{DUEL}.revealing:to_publish", "rows[:MOST_OF_A_SIDE]", "rows"),
    ),
    Defence(
        "take_my_name",
        "both_go_by_the_names_under_which_the_game_began",
        Change(f"{LEDGER}.duels:take_claim", "name = seat.keys.name", "name = body.keys.name"),
    ),
    Defence(
        "trick_me_into_agreeing",
        "whoever_agrees_to_a_take_back_or_a_draw_does_not_agree_to_a_result",
        off(
            f"{DUEL}.duellist:Duellist._proposed",
            "if kind and proposal is not None and proposal.kind != kind:",
        ),
    ),
    Defence(
        "trick_me_into_agreeing",
        "words_of_theirs_do_not_look_like_words_of_the_program",
        Change(
            f"{LEDGER}.story:proposed",
            """words = " ".join(body.text.replace('"', "'").split())""",
            "words = body.text",
        ),
    ),
]
