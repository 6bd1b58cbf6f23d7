"""The defences against cheats from S to Z, in the order of the files of the tests; see `defence`."""

from __future__ import annotations

from .defence import (
    ANSWERED,
    AT_ONCE,
    CASES,
    CHECKS,
    CHOICES,
    LEDGER,
    OPENING,
    OWN_POLICIES,
    PROTOCOL,
    SEALED_CARDS,
    UNSIGNED,
    Defence,
    off,
    unchecked,
)
from .without import Change

TAKEN = "if above in draft.locks and above not in draft.shown and above not in draft.drawn:"

DEFENCES = [
    Defence(
        "say_another_policy_of_mine",
        "its_owner_sees_it_at_his_next_command_and_everybody_at_the_audit",
        OWN_POLICIES,
    ),
    Defence(
        "say_another_policy_of_mine",
        "what_both_do_at_once_follows_what_was_in_force_as_they_were_asked",
        off(f"{CHECKS}.own_answers:OwnAnswers._in_force", "if since and not position.laid:"),
        {"line": "keep", "good": True},
    ),
    Defence(
        "seal_a_card_twice",
        "a_word_seals_and_shows_nothing",
        off(f"{CHECKS}.classes:check", "if not allows(kind, name):"),
    ),
    Defence(
        "seal_a_card_twice",
        "a_shuffle_does_not_seal_her_plan_again",
        off(
            f"{LEDGER}.locks:lock_shuffle",
            "if list(shuffle.slots) != slots or len(shuffle.cards) != len(slots):",
        ),
    ),
    Defence(
        "seal_a_card_twice",
        "a_shuffle_does_not_seal_her_hand_again",
        off(f"{LEDGER}.locks:lock_shuffle", "if deck in draft.sealed:"),
    ),
    Defence(
        "seal_a_card_twice",
        "a_shuffle_does_not_seal_her_hand_again",
        off(f"{LEDGER}.locks:lock_shuffle", "if shuffle.deck not in draft.stale:"),
    ),
    Defence(
        "seal_a_card_twice",
        "a_decision_for_lancaster_does_not_seal_a_plan_of_york",
        off(f"{LEDGER}.locks:check_stack", "if [row.slot for row in rows] != slots:"),
    ),
    Defence(
        "seal_a_card_twice",
        "a_card_is_turned_up_once_and_only_if_it_was_sealed",
        off(f"{LEDGER}.locks:check_opening", "if opening.slot in draft.shown:"),
    ),
    Defence(
        "seal_a_card_twice",
        "a_card_is_dealt_from_a_deck_that_lies_there",
        off(f"{LEDGER}.locks:_check_there", "if slot not in draft.locks:"),
    ),
    Defence(
        "seal_a_card_twice",
        "a_card_is_dealt_from_a_deck_that_lies_there",
        off(
            f"{LEDGER}.locks:check_deals",
            "if deal.slot in draft.shown or (deal.slot, deal.to) in seen:",
        ),
    ),
    Defence(
        "seal_a_copy_that_is_no_base64",
        "it_is_refused_as_it_is_read",
        Change(f"{PROTOCOL}.said:check_base64", "base64_bytes(text)"),
        {"place": 1, "data": "AAA"},
        often=True,
    ),
    Defence(
        "seal_garbage",
        "a_slot_that_does_not_open_as_committed_refuses_the_order_for_its_form",
        Change(
            f"{LEDGER}.sealed:check",
            'commitment.check(commitment_sent, opened_commitment, f"statement {place} of {side}")',
        ),
    ),
    Defence(
        "seal_garbage",
        "a_plan_is_sealed_with_the_cards_that_it_fills",
        SEALED_CARDS,
    ),
    Defence(
        "seal_garbage_to_myself",
        "it_is_her_own_client_that_says_so",
        Change(
            f"{LEDGER}.chances:LogChance.orders",
            "return sealed.unseal(self.eyes.key, body, self.eyes.side)",
            "return None",
        ),
    ),
    Defence(
        "send_an_old_mail_again",
        "a_gm_who_logs_it_twice_is_seen_by_verify",
        off(f"{CASES}.says:check", "if digest in ledger.cases.said:"),
    ),
    Defence(
        "send_an_old_mail_again",
        "a_mail_to_one_game_is_none_to_another",
        off(f"{LEDGER}.door:check_said", "if body.game != ledger.game:"),
    ),
    Defence(
        "send_policies_with_a_ready",
        "what_waited_for_ready_takes_standing_orders_as_at_the_ruling",
        Change(
            f"{LEDGER}.orders:when_all_are_ready",
            "draft.cut, draft.brings = draft.ground, {}",
            "draft.cut, draft.brings = -1, {}",
        ),
    ),
    Defence(
        "send_two_orders_with_one_number",
        "neither_counts_until_a_higher_revision_comes",
        Change(
            "pbem.gm.inbox:Inbox._newest",
            "two = len({self.waiting[name].digest for name in newest}) > 1",
            "two = False",
        ),
    ),
    Defence(
        "show_an_entry_of_another_game",
        "an_entry_of_another_game_of_the_same_gm_harms_that_mail_alone",
        Change(
            f"{LEDGER}.door:_check_newest",
            "if newest.n and gms.signed_digest(_signers(ledger, newest.n), ledger.game, newest):",
            "if newest.n:",
        ),
    ),
    Defence(
        "show_each_player_another_game",
        "each_alone_is_in_order_and_the_pin_of_who_sees_both_says_forked",
        off(f"{PROTOCOL}.pins:Pins.check", "if n < len(heads) and seen_head != heads[n]:"),
    ),
    Defence(
        "show_garbage_where_pieces_are_hidden",
        "a_position_that_cannot_be_shown_is_a_false_entry",
        Change(f"{CHECKS}.hidden:check_shows", "rules.report(state, side, {})", "return"),
        {"name": "no box"},
    ),
    Defence(
        "show_garbage_where_pieces_are_hidden",
        "a_position_that_cannot_be_shown_is_a_false_entry",
        off(f"{CHECKS}.hidden:position_after", "if not _small(value):"),
        {"name": "an influence without end"},
    ),
    Defence(
        "show_garbage_where_pieces_are_hidden",
        "a_story_that_is_none_is_a_false_entry",
        off(f"{LEDGER}.glimpse:strictly", "if codec.dump(value_read) != data:"),
        {"name": "one more"},
    ),
    Defence(
        "show_garbage_where_pieces_are_hidden",
        "a_story_that_is_none_is_a_false_entry",
        CHOICES,
        {"name": "no choices"},
    ),
    Defence(
        "show_garbage_where_pieces_are_hidden",
        "a_public_story_that_is_none_is_a_false_entry",
        off(f"{CHECKS}.hidden:_check_stories", "if clear.decisions:"),
        {"name": "a decision for all"},
    ),
    Defence(
        "show_garbage_where_pieces_are_hidden",
        "a_menu_that_is_none_or_of_another_question_is_a_false_entry",
        Change(
            f"{LEDGER}.disclosure:_menu",
            "check_menu(draft.n, question, menu)",
            "menu",
        ),
        {"name": "another text"},
    ),
    Defence(
        "show_another_position_with_her_new_key",
        "what_she_is_shown_with_a_new_key_is_what_she_saw",
        Change(
            f"{LEDGER}.disclosure:_own_view",
            'raise FalseEntry(n=n, why="with your new key it shows you another position than you saw")',
        ),
    ),
    Defence(
        "show_another_position_with_her_new_key",
        "a_rewind_to_before_her_new_key_leads_to_what_she_saw",
        Change(
            f"{LEDGER}.disclosure:_own_view",
            "if draft.seats[side].person < first and not is_same:",
            "if draft.seats[side].since < first and not is_same:",
        ),
    ),
    Defence(
        "show_her_another_mat",
        "what_she_sees_of_a_mat_stands_in_her_view_and_the_audit_holds_it",
        off(f"{LEDGER}.wording:_same_story", "if log_story != own_story:"),
    ),
    Defence(
        "shorten_everybodys_time",
        "the_gm_alone_shortens_nothing",
        off(f"{CASES}.time:take", "if not agreed and not only_lengthens(clock.pace, pace):"),
        {"terms": (167, 48, "policy", 0)},
    ),
    Defence(
        "shorten_everybodys_time",
        "one_player_is_not_enough",
        Change(
            f"{CASES}.consents:agreed_by_all",
            'need_each(ledger, sides, "a change of the terms")',
        ),
    ),
    Defence(
        "shorten_everybodys_time",
        "a_consent_counts_for_fourteen_days",
        off(f"{CASES}.consents:consenting_sides", "if to_step and time_now > body.at + LASTS:"),
    ),
    Defence(
        "shorten_everybodys_time",
        "all_together_set_a_clock_back_that_was_wrong",
        off(f"{CASES}.time:check_at", "if at < clock.at and not back:"),
    ),
    Defence(
        "sign_the_end_for_a_silent_player",
        "the_days_run_from_the_first_reading_after_the_result",
        off(f"{CASES}.absence:take", "if not waited_long_enough(ledger, side, step.at):"),
    ),
    Defence(
        "sign_with_a_weak_key",
        "no_sealing_key_of_small_order_is_read",
        Change(f"{PROTOCOL}.public:_sound", "check_x25519(bytes.fromhex(x25519))"),
        {"x25519": 64 * "0"},
        often=True,
    ),
    Defence(
        "sign_with_a_weak_key",
        "no_signing_key_of_small_order_is_read",
        Change(f"{PROTOCOL}.public:_sound", "check_ed25519(key)"),
        {"raw": bytes(32)},
    ),
    Defence(
        "sit_down_in_a_kept_seat",
        "a_seat_with_a_fingerprint_is_for_that_key_alone",
        off(
            f"{LEDGER}.orders:check_accept",
            "if invitation and invitation[0] != keys.fingerprint:",
        ),
    ),
    Defence(
        "sit_on_both_sides",
        "the_gm_is_no_player",
        Change(
            f"{LEDGER}.orders:check_accept",
            "if role := ledger.side_of(keys.ssh):",
            'if role := "":',
        ),
    ),
    Defence(
        "skip_a_line_that_would_fail",
        "a_line_passed_over_in_silence_is_seen_by_verify",
        Change(
            f"{LEDGER}.chances:LogChance.statement",
            "raise self.mismatch(why)",
            'return "", ""',
        ),
    ),
    Defence(
        "spell_one_thing_in_two_ways",
        "only_one_spelling_of_an_entry_is_read",
        off(f"{PROTOCOL}.bodies:decode", "if _encoder.encode(body) != raw:"),
    ),
    Defence(
        "spoil_the_audit",
        "reveals_that_fit_nothing_harm_nobody_elses",
        off(
            "pbem.proof.revealed_keys:_fits",
            "if not any(_signed(reveal, keys) for keys in _signers(entries, table, body.author)):",
        ),
    ),
    Defence(
        "stack_the_deck",
        "nobody_can_see_it_before_the_audit_and_there_everybody_does",
        unchecked("shuffles"),
    ),
    Defence(
        "start_my_numbers_anew",
        "a_claim_goes_on_from_the_number_that_stood",
        off(
            f"{CASES}.people:check_claim",
            "if body.anchors and dict(body.numbers) != ledger.chains.numbers_for(side):",
        ),
    ),
    Defence(
        "stay_silent_when_the_dice_are_known",
        "while_a_ready_is_owed_no_order_goes_into_the_log_so_he_knows_no_link",
        off(
            f"{LEDGER}.orders:check_answer",
            "if isinstance(body, Order) and ledger.owes_ready():",
        ),
    ),
    Defence("steal_the_key_of_york", "after_a_new_key_the_stolen_one_signs_nothing", UNSIGNED),
    Defence("swap_a_plan_card", "another_card_in_the_opening_is_not_what_was_locked", OPENING),
    Defence("take_a_draw_when_the_dice_are_bad", "an_offer_is_gone_when_the_game_goes_on", AT_ONCE),
    Defence(
        "take_a_card_from_below",
        "a_plan_is_turned_up_from_the_top",
        off(f"{LEDGER}.locks:check_next", TAKEN),
        often=True,
    ),
    Defence(
        "take_a_card_from_below",
        "a_deck_is_dealt_from_the_top",
        off(f"{LEDGER}.locks:check_next", TAKEN),
    ),
    Defence(
        "take_a_card_from_below",
        "nobody_is_asked_to_open_a_card_from_below",
        Change(
            f"{LEDGER}.askings:believe", "check_asked(draft, question.side, question.text)", "pass"
        ),
    ),
    Defence(
        "take_a_card_from_below",
        "nobody_is_asked_to_open_a_card_from_below",
        off(f"{LEDGER}.locks:check_asked", "if not slot or slot in draft.shown:"),
        raises=True,
    ),
    Defence(
        "take_a_card_from_below",
        "a_correction_moves_no_card_that_lies_covered",
        off(
            f"{CASES}.rulings:check_patched",
            "if covered(draft, codec.encode(state)) != covered(draft, codec.encode(draft.play.state)):",
        ),
        raises=True,
    ),
    Defence(
        "take_back_a_used_key",
        "neither_those_of_who_left_nor_those_of_before",
        Change(f"{LEDGER}.orders:check_fresh", "*ledger.table.used, ", ""),
    ),
    Defence("take_back_lines_that_wait", "an_order_in_the_log_is_not_revised", ANSWERED),
    Defence(
        "tell_another_die",
        "a_die_has_the_sides_that_dice_of_the_game_have",
        off(f"{CHECKS}.hidden:check", "if roll.sides not in draft.rules.secrets.dice:"),
    ),
    Defence(
        "tell_another_die",
        "the_die_that_is_told_is_the_one_that_fell",
        off(
            f"{CHECKS}.hidden:check_told",
            "if dice != fell[: len(fell) - undone]:",
        ),
    ),
    Defence(
        "tell_another_die",
        "the_card_that_she_plays_is_turned_up",
        Change(
            f"{CHECKS}.own:OwnCheck._cards_turned_up",
            "laid | cards_named if cards_unnamed else laid",
            "cards_named if cards_unnamed else set()",
        ),
    ),
    Defence(
        "tell_another_die",
        "what_all_are_told_is_told_alike_to_each",
        off(
            f"{CHECKS}.hidden:check_told",
            "if [event for event in own_events if not event.to] != list(clear):",
        ),
    ),
    Defence(
        "tell_her_another_plan",
        "another_plan_than_the_sealed_one_is_not_told",
        Change(
            f"{LEDGER}.disclosure:_learn_imposed",
            "commitment.check(rows[slot].commitment, commitment_made, slot)",
        ),
        {"lie": "another card"},
    ),
    Defence(
        "tell_her_another_plan",
        "another_plan_than_the_sealed_one_is_not_told",
        off(
            f"{LEDGER}.disclosure:_learn_imposed",
            "if [slot for slot, *_ in part.plan] != list(rows):",
        ),
        {"lie": "nothing"},
    ),
    Defence(
        "tell_her_another_plan",
        "another_plan_than_the_sealed_one_is_not_told",
        off(
            f"{LEDGER}.disclosure:_learn_imposed",
            "if stack is not None and row.line != stack.verb:",
        ),
        {"lie": "a line"},
    ),
    Defence(
        "turn_up_another_of_her_cards",
        "the_card_that_she_orders_is_the_card_that_is_turned_up",
        Change(
            f"{CHECKS}.own:OwnCheck._cards_turned_up",
            "laid | cards_named if cards_unnamed else laid",
            "set()",
        ),
    ),
    Defence(
        "turn_up_another_of_her_cards",
        "a_card_that_no_line_of_hers_names_is_told_of",
        Change(f"{CHECKS}.own:OwnCheck._cards_turned_up", "return cards_unnamed", "return ()"),
    ),
    Defence(
        "use_a_kept_agreement", "an_agreement_is_for_the_game_as_it_stood", AT_ONCE, often=True
    ),
    Defence(
        "void_the_void",
        "a_voided_entry_never_comes_back_the_gms_own_program_refuses",
        Change(f"{CASES}.rewind:rewind", "check_living(first, n, draft.cases.rewinds)"),
        often=True,
    ),
    Defence(
        "word_what_is_false",
        "a_false_sentence_is_named_at_the_audit",
        Change(f"{LEDGER}.wording:_same_story", "reworded.append(Reworded(n, a, b))", "pass"),
    ),
    Defence(
        "word_what_is_false",
        "anything_else_of_a_story_is_contradicted",
        off(f"{LEDGER}.wording:_same_story", "if log_story != own_story:"),
        {"name": "whom it is about"},
    ),
    Defence(
        "word_what_is_false",
        "a_story_that_is_sealed_in_another_spelling_is_contradicted",
        off(f"{LEDGER}.wording:_is_reworded", "if copies.seal(to, plain) != in_log.sealed:"),
    ),
    Defence(
        "word_what_is_false",
        "a_result_in_other_words_is_named_and_another_winner_contradicted",
        off(f"{CHECKS}.hidden:_check_result", "if not same_result(record.result, expected):"),
    ),
    Defence(
        "word_what_is_false",
        "a_menu_is_the_one_that_her_story_names",
        off(f"{LEDGER}.disclosure:_menu", "if choices_digest(menu) != choices:"),
    ),
    Defence(
        "word_what_is_false",
        "a_choice_that_is_left_out_comes_out_at_the_audit",
        Change(
            f"{LEDGER}.wording:_without_words",
            "        story,\n",
            "        replace(story, **({'choices': ''} if isinstance(story, ToldSide) else {})),\n",
        ),
    ),
    Defence(
        "wreck_the_enemys_order_by_a_policy",
        "a_policy_that_cannot_be_decided_is_refused_by_apply_when_it_comes",
        Change(f"{LEDGER}.standing:learn", "check_known(draft, side, order)"),
        {"kind": "no_such_kind", "text": "no"},
    ),
    Defence(
        "write_a_label_like_another",
        "no_label_holds_the_sign_of_an_occurrence",
        Change(
            f"{PROTOCOL}.dice:is_label",
            "re.fullmatch(WORDS, text)",
            're.fullmatch("[ -~]+", text)',
        ),
        often=True,
    ),
    Defence(
        "write_from_two_machines",
        "an_entry_that_was_signed_before_a_crash_is_the_one_that_comes",
        off(
            f"{PROTOCOL}.pins:Pins.intend",
            "if old_pin is not None and old_pin.pending[len(heads) - old_pin.count :]:",
        ),
    ),
]
