"""Without a rule of the post its attack works: the test of each rule fails when the rule is taken out (post.md, 4)."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from msgspec.structs import replace

from pbem.mail.read import header
from pbem.post import answering, moderator, once, player, reading, sources
from pbem.post.answering import Answer, Facts
from pbem.post.context import Context
from pbem.post.journal import Journal, Outgoing
from pbem.protocol.atomic import private_folder, replace_file
from pbem.round import correspondents, parcels
from tests.moderator.people import GM, seated
from tests.post import test_attacks as attacks
from tests.post import test_floods as floods
from tests.post import test_sequels
from tests.post import test_spoilers as spoilers
from tests.post import test_two_posts as two_posts
from tests.post.office import Office

Patch = Callable[[], Any]


def facts_without(**known: Any) -> Patch:
    """Answers are given without a look at these facts."""
    real = answering.answer_to

    def answer(facts: Facts) -> Answer:
        return real(replace(facts, **known))

    return lambda: mock.patch.object(answering, "answer_to", answer)


def counted_after_a_round() -> Any:
    real = moderator.facts
    return mock.patch.object(moderator, "facts", lambda *known: real(*known[:4]))


def copies_teach() -> Any:
    real = correspondents.hear

    def hear(game: Any, receipts: Any, senders: Any) -> None:
        real(game, [replace(one, again=False) for one in receipts], senders)

    return mock.patch.object(correspondents, "hear", hear)


def known_by_id() -> Any:
    """Incoming emails are told apart by their Message-ID."""

    def keep(context: Context, raw: bytes) -> str:
        digest = hashlib.sha256(header.sender_of(raw).id.encode()).hexdigest()
        private_folder(context.spool_file(digest).parent)
        replace_file(context.spool_file(digest), raw)
        return digest

    return mock.patch.object(Context, "keep_in_spool", keep)


def any_bounce() -> Any:
    def bounce(journal: Journal, id: str) -> Outgoing | None:
        (first, *_) = journal.outgoing("sent") or [None]
        if first is not None:
            journal.set_outgoing(first.key, state="bounced")
        return first

    return mock.patch.object(Journal, "bounce", bounce)


def bounce_stops() -> Any:
    real = Journal.bounce

    def bounce(journal: Journal, id: str) -> Outgoing | None:
        found = real(journal, id)
        if found is not None:
            journal.set_outgoing(found.key, state="bounced")
        return found

    return mock.patch.object(Journal, "bounce", bounce)


RULES: dict[str, tuple[Patch, Callable[[Office], None]]] = {
    "R1 From is believed": (
        lambda: mock.patch.object(answering, "candidate", lambda signer, writer, sure: writer),
        attacks.test_r1_a_refusal_goes_to_whose_key_signed_not_to_the_from_line,
    ),
    "R1 anybody is answered": (
        lambda: mock.patch.object(answering, "candidate", lambda signer, writer, sure: writer),
        attacks.test_r1_an_unknown_from_line_gets_nothing,
    ),
    "R1 as often as anybody likes": (
        facts_without(answered_today=False),
        attacks.test_r1_a_forged_from_line_brings_its_owner_one_email_a_day,
    ),
    "R1 as often as anybody likes in one round": (
        counted_after_a_round,
        floods.test_r1_forged_orders_of_one_round_bring_one_email,
    ),
    "R8 without end in one round": (
        counted_after_a_round,
        floods.test_r8_refused_orders_of_one_round_have_three_answers,
    ),
    "R3 Message-IDs tell emails apart": (
        known_by_id,
        attacks.test_r3_a_message_id_that_was_used_before_hides_nothing,
    ),
    "R4 any bounce counts": (
        any_bounce,
        attacks.test_r4_a_bounce_counts_only_with_our_message_id_and_stops_nothing,
    ),
    "R4 a bounce stops what is not sent": (
        bounce_stops,
        attacks.test_r4_a_bounce_of_what_is_not_sent_yet_stops_nothing,
    ),
    "R5 no time limit": (
        lambda: mock.patch.object(reading.threading, "Timer"),
        attacks.test_r5_an_email_that_takes_too_long_goes_to_a_person_and_the_others_go_on,
    ),
    "R5 an answer waits as others do": (
        lambda: mock.patch.object(Journal, "recipient_of", return_value=""),
        floods.test_an_answer_is_fetched_before_any_flood_in_its_players_name,
    ),
    "R5 long emails are read first": (
        lambda: mock.patch.object(once, "sorted", lambda rows, key: [*rows], create=True),
        floods.test_short_emails_are_read_before_long_ones,
    ),
    "R5 any number of entries waits": (
        lambda: mock.patch.object(player, "MOST_WAITING", 99),
        floods.test_entries_that_do_not_follow_on_fill_no_spool_and_are_read_once,
    ),
    "R6 every game is filed": (
        lambda: mock.patch.object(player, "_known_gms", return_value={GM.public.fingerprint}),
        attacks.test_r6_the_game_of_a_stranger_is_announced_and_not_filed,
    ),
    "R7 own emails are not known": (
        lambda: mock.patch.object(Journal, "has_sent", return_value=False),
        attacks.test_r7_our_own_emails_come_back_to_nothing,
    ),
    "R7 lists are answered": (facts_without(listed=False), attacks.test_r7_a_list_gets_no_answer),
    "R8 programs are answered": (
        facts_without(automatic=False),
        attacks.test_r8_no_program_is_answered,
    ),
    "R8 without end": (
        facts_without(streak=0),
        attacks.test_r8_after_three_refusals_in_a_row_there_is_silence_and_a_person_hears_of_it,
    ),
    "R9 both apply": (
        lambda: mock.patch.object(sources.Disk, "other_post", return_value=""),
        attacks.test_r9_a_second_post_only_says_who_applies,
    ),
    "R10 secrets go in clear": (
        lambda: mock.patch.object(parcels, "_with_a_post", return_value={}),
        test_sequels.test_r10_a_post_gets_no_secret_in_clear,
    ),
}
OF_A_FOLDER: dict[str, tuple[Patch, Callable[[Path], None]]] = {
    "R2 copies teach": (copies_teach, attacks.test_r2_a_replayed_acceptance_teaches_no_address),
    "R9 a second computer applies too": (
        lambda: mock.patch.object(sources.Disk, "other_post", return_value=""),
        two_posts.test_r9_a_second_computer_applies_nothing_until_it_takes_over,
    ),
    "R9 a copied journal counts": (
        lambda: mock.patch.object(sources.Disk, "other_post", return_value=""),
        spoilers.test_r9_a_copied_journal_applies_nothing,
    ),
    "R9 the last note counts": (
        lambda: mock.patch.object(sources, "create_file", replace_file),
        two_posts.test_r9_of_two_posts_that_look_at_once_one_applies,
    ),
    "R5 any size": (
        lambda: mock.patch.object(once, "bytes_of", return_value=10**9),
        attacks.test_r5_a_large_email_is_never_fetched,
    ),
    "R5 any number": (
        lambda: mock.patch.object(Journal, "spent", return_value=0),
        attacks.test_r5_a_flood_of_one_sender_waits_and_a_known_player_does_not,
    ),
    "R5 known ones wait as others do": (
        lambda: mock.patch.object(once, "KNOWN", 1),
        attacks.test_r5_a_flood_in_a_players_name_does_not_stop_the_player,
    ),
    "R5 any sum": (
        lambda: mock.patch.object(Context, "spool_size", return_value=-(10**9)),
        attacks.test_r5_a_full_spool_leaves_emails_in_the_mailbox,
    ),
}
WRONG = (AssertionError, ValueError)
"""What a test says that finds more or less than it looks for."""


@pytest.mark.slow
@pytest.mark.parametrize("rule", RULES)
def test_without_its_rule_an_attack_works(rule: str, tmp_path: Path) -> None:
    patch, attack = RULES[rule]
    office = Office(tmp_path, seated())
    with patch(), pytest.raises(WRONG):
        attack(office)


@pytest.mark.slow
@pytest.mark.parametrize("rule", OF_A_FOLDER)
def test_without_its_limit_an_attack_works(rule: str, tmp_path: Path) -> None:
    patch, attack = OF_A_FOLDER[rule]
    with patch(), pytest.raises(WRONG):
        attack(tmp_path)


def test_every_attack_on_a_rule_is_among_them() -> None:
    tried = {attack.__name__ for _, attack in (*RULES.values(), *OF_A_FOLDER.values())}
    names = [name for module in (attacks, floods, spoilers, two_posts) for name in vars(module)]
    named = {name for name in names if name.startswith("test_r") and name[6].isdigit()}
    assert {rule.split()[0] for rule in (*RULES, *OF_A_FOLDER)} == {f"R{n}" for n in range(1, 11)}
    assert "test_r10_a_post_gets_no_secret_in_clear" in tried
    assert named - tried == {
        "test_r8_a_holiday_note_is_left_alone",  # which mails.toml tries
        "test_r5_a_process_that_reads_for_too_long_is_ended",
    }
