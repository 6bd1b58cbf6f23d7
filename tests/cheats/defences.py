"""Each defence of the program, and the test of a cheat that fails where it is missing.

The lines are quoted as they stand in the program. Whoever rewords one rewords it here too; whoever moves a
defence to another place looks whether the cheat is still stopped by that line, and by no other.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct, field

from .table import EVE
from .without import Change

LEDGER = "pbem.moderator.ledger"
CASES = "pbem.moderator.cases"
CHECKS = f"{LEDGER}.checks"
PROTOCOL = "pbem.protocol"


class Defence(Struct, frozen=True):
    """A line of the program, and a test that fails without it.

    Attributes:
        file: of the cheat, without `test_`. `test`: in it, without `test_`. `given`: its arguments.
        raises: whether the test may also end in an error of the program itself.
        often: whether it is run every time, not only in the slow tier.
    """

    file: str
    test: str
    change: Change
    given: Mapping[str, Any] = field(default_factory=dict)
    raises: bool = False
    often: bool = False

    @property
    def id(self) -> str:
        return f"{self.file}-{self.change.place.partition(':')[2]}"


def off(place: str, line: str) -> Change:
    """Without this condition: what it guards never happens."""
    words = line.strip()
    assert words.startswith("if ")
    return Change(place, line, line.replace(words, "if False:"))


def unchecked(part: str) -> Change:
    """Whoever replays does not compare this part of a record."""
    line = "if getattr(written, name) != getattr(right, name):"
    return Change(f"{LEDGER}.chances:compare", line, f"if name != {part!r} and {line[3:]}")


UNSIGNED = Change(
    f"{LEDGER}.door:check_said", "envelope.verify(mail, keys or ledger.seat_of(body.author).keys)"
)
OWN_POLICIES = Change(
    f"{LEDGER}.chances:LogChance.prepared",
    "if self.eyes is not None and request.side == self.eyes.side:",
    "if False:",
)
ANSWERED = off(
    f"{LEDGER}.orders:check_answer", "if body.question <= ledger.chains.latest[side].question:"
)
STALE_ANSWER = off(
    f"{LEDGER}.orders:check_answer", "if ledger.heads.index(body.head) < asking.since:"
)
AT_ONCE = off(
    f"{CASES}.says:check",
    "if isinstance(body, AT_ONCE) and ledger.heads.index(body.head) < ledger.cases.asked:",
)
FRESH = off(
    f"{LEDGER}.orders:check_fresh",
    "if known & {x25519, *anchors} or len(set(anchors)) < len(anchors):",
)
OPENING = Change(
    f"{LEDGER}.draft:Draft.learn",
    "commitment.check(lock.commitment, commit(self.game, slot, lock.k, salt, card), slot)",
)
SALT = Change(
    f"{PROTOCOL}.commitment:new_salt",
    "return secrets.token_hex(SALT_BYTES)",
    "return SALT_BYTES * 'ab'",
)
SIGNED_ENTRY = Change(f"{PROTOCOL}.gms:verify_by", "entry.verify(gms[-1], game, n)")

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
        Change(
            f"{CHECKS}.own:OwnCheck._between",
            "if skipped := lines.passes_over(self._statements(waiting), after, upto):",
            "if skipped := 0:",
        ),
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
        off(f"{CHECKS}.questions:_Check.by", "if not self.has_lines(side):"),
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
        off(f"{LEDGER}.told:_own_view", 'if (quiet and part["view"]) or nothing:'),
    ),
    Defence(
        "decide_for_her_where_pieces_are_hidden",
        "a_reading_of_the_clock_changes_and_tells_nothing",
        off(f"{LEDGER}.told:_check_hand", 'if part["gone"] != _gone(draft, hand, side):'),
    ),
    Defence("dodge_a_newer_policy", "no_order_names_a_head_older_than_its_asking", STALE_ANSWER),
    Defence(
        "draw_the_same_cards_after_a_void",
        "voiding_a_draw_shuffles_anew_with_another_link",
        Change(f"{LEDGER}.chance:Chance._shuffle", "draft.shuffles += 1", "draft.shuffles = 1"),
        raises=True,
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
        "a_fault_before_the_first_die_is_none_it_would_have_been_a_refusal",
        Change(
            f"{LEDGER}.run:Run.guarded",
            "_grown(counts, notes.counts()) or not (\n        notes.rolls or notes.shuffles\n    ):",
            "_grown(counts, notes.counts()):",
        ),
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
    Defence(
        "lie_in_the_tables_of_a_save",
        "verify_says_that_the_tables_are_not_what_the_log_leads_to",
        off(
            "pbem.moderator.reader:Reader._proven",
            "if self.save.tables and self.save.tables != right:",
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
        Change("pbem.moderator.turn.inbox:Inbox._newest", "revision = max(", "revision = min("),
    ),
    Defence(
        "move_a_word_to_another_branch",
        "a_word_on_an_entry_that_its_author_had_not_seen_is_refused",
        off(f"{CASES}.says:check", "if ledger.heads.index(body.head) < body.entry:"),
        {"kind": "dispute"},
        often=True,
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
            f"{LEDGER}.told:tell",
            "canonical.encode(plain), STORY_BUCKET)",
            "canonical.encode(plain), 1)",
        ),
    ),
    Defence(
        "refuse_a_good_order",
        "a_refusal_by_nobody_is_none",
        Change("pbem.moderator.turn.refusals:_check_signed", "envelope.verify(refusal, gm)"),
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
        "say_another_policy_of_mine",
        "its_owner_sees_it_at_his_next_command_and_everybody_at_the_audit",
        OWN_POLICIES,
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
            "if list(made.slots) != slots or len(made.cards) != len(slots):",
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
        off(f"{LEDGER}.locks:lock_shuffle", "if made.deck not in draft.stale:"),
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
            'commitment.check(locked, made, f"statement {place} of {side}")',
        ),
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
            "pbem.moderator.turn.inbox:Inbox._newest",
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
        off(f"{PROTOCOL}.pins:Pins.check", "if n < len(heads) and expected != heads[n]:"),
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
            f"{CASES}.time:agreed_by_all",
            'consents.need_each(ledger, sides, "a change of the terms")',
        ),
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
            "if invited and invited[0] != keys.fingerprint:",
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
            "pbem.moderator.proof.revealed:_fits",
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
        "take_back_a_used_key",
        "neither_those_of_who_left_nor_those_of_before",
        Change(f"{LEDGER}.orders:check_fresh", "*ledger.table.used, ", ""),
    ),
    Defence("take_back_lines_that_wait", "an_order_in_the_log_is_not_revised", ANSWERED),
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
            'return is_field(text) and "#" not in text',
            "return is_field(text)",
        ),
        often=True,
    ),
    Defence(
        "write_from_two_machines",
        "an_entry_that_was_signed_before_a_crash_is_the_one_that_comes",
        off(
            f"{PROTOCOL}.pins:Pins.intend",
            "if before is not None and before.pending[len(heads) - before.count :]:",
        ),
    ),
]

NONE_NEEDED = {
    "fair_odds": "it measures how often throws succeed; the lines behind it have rows above",
    "type_pbem_at_a_forged_save": "the same cheats as above, seen from the command line",
}
"""Files of cheats that are about no line of the program, and why."""
