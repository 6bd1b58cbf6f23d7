"""Every class of error through the command line: exit code 2, its message, nothing changed."""

from __future__ import annotations

import contextlib
import json
import os
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from unittest import mock

import pytest

from pbem import errors
from pbem.engine.notation import match
from pbem.errors import PbemError
from pbem.games import find
from pbem.moderator.game import Game
from pbem.protocol import armour, bodies, canonical
from pbem.protocol import lock as locks
from pbem.protocol import save as savefile
from pbem.protocol.bodies import Order
from pbem.protocol.chain import Chain
from pbem.protocol.pins import Pins
from pbem.protocol.wire import base64_text
from tests.moderator.forger import resigned, saved
from tests.moderator.people import (
    ANN,
    BOB,
    EVE,
    GM,
    PLAYERS,
    Post,
    accept,
    invited,
    played,
    seated,
    with_plans,
)
from tests.moderator.writer import lenient, opened, rewritten

from .console import Console, Done

Case = Callable[[Console], Done]
CASES: dict[type[PbemError], list[Case]] = {}
APPLIES_ANOTHER = {"higher_revision"}
honest_link = Chain.link


def refuses(kind: type[PbemError]) -> Callable[[Case], Case]:
    """This case must end in that class's message."""

    def register(case: Case) -> Case:
        CASES.setdefault(kind, []).append(case)
        return case

    return register


def every_class(kind: type[PbemError] = PbemError) -> Iterator[type[PbemError]]:
    yield kind
    for below in kind.__subclasses__():
        yield from every_class(below)


def apply(console: Console, *mails: str | bytes) -> Done:
    paths = [console.mail(mail, f"{n}.txt") for n, mail in enumerate(mails)]
    return console.type("gm", "apply", "game.toml", *paths)


def ready(side: str = "york") -> str:
    return seated().sent(side, "ready")


def asked() -> Post:
    """York has said `ready`, and is asked something."""
    return seated().ready()


def order(post: Post) -> str:
    """York's first answer."""
    return post.sent("york", post.look("york").legal()[0].line)


def shaped(text: str, kind: str = "ORDER", **changes: object) -> str:
    """A mail with fields that no program of ours would sign."""
    envelope = json.loads(bodies.encode(opened(text)))
    envelope["body"] |= changes
    return armour.wrap(kind, canonical.encode(envelope))


# -- what cannot be read ------------------------------------------------------------------------


@refuses(errors.Garbled)
def a_letter_of_base64_changed(console: Console) -> Done:
    return apply(console, ready().replace("W", "*", 1))


@refuses(errors.Garbled)
def another_shape(console: Console) -> Done:
    return apply(
        console, *(shaped(ready(), **one) for one in ({"link": "x"}, {"asking": True}, {"odd": 1}))
    )


@refuses(errors.NothingInside)
def a_mail_without_parts(console: Console) -> Done:
    return apply(
        console, b"From: a@b\nSubject: x\nContent-Type: multipart/mixed; boundary=q\n\n--q--\n"
    )


def mail(head: str, text: str = "") -> str:
    """A mail with these fields, that quotes an order."""
    return f"From: ann@example.org\nSubject: x\n{head}\n\n{text or ready()}\n"


@refuses(errors.NothingInside)
def a_mail_with_a_picture(console: Console) -> Done:
    return apply(console, mail("Content-Type: image/png", "iVBORw0KGgo="))


@refuses(errors.SignedMail)
def a_mail_wrapped_in_its_signature(console: Console) -> Done:
    return apply(
        console, mail("Content-Type: application/pkcs7-mime; smime-type=signed-data", "MIA=")
    )


@refuses(errors.EncryptedMail)
def an_encrypted_mail(console: Console) -> Done:
    return apply(console, mail("Content-Type: text/plain", "-----BEGIN PGP MESSAGE-----\n\nhQGM\n"))


@refuses(errors.WinmailDat)
def a_mail_as_winmail_dat(console: Console) -> Done:
    return apply(console, mail("Content-Type: application/ms-tnef", "eJ8+IgEA"))


@refuses(errors.OutlookFile)
def a_file_of_outlook(console: Console) -> Done:
    return apply(console, b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(504))


@refuses(errors.TooTangled)
def mails_within_mails(console: Console) -> Done:
    return apply(console, mail("Content-Type: message/rfc822\n\n" * 3000 + "A: b"))


@refuses(errors.UnreadableFile)
def a_file_that_may_not_be_read(console: Console) -> Done:
    with mock.patch("pbem.cli.apply.message.read", side_effect=PermissionError(13, "not yours")):
        return apply(console, ready())


@refuses(errors.Bounced)
def a_bounce(console: Console) -> Done:
    return apply(console, mail("Return-Path: <>"))


@refuses(errors.ReadReceipt)
def a_read_receipt(console: Console) -> Done:
    kind = "multipart/report; report-type=disposition-notification; boundary=q"
    return apply(console, mail(f"Content-Type: {kind}"))


@refuses(errors.AutomaticReply)
def a_holiday_note(console: Console) -> Done:
    return apply(console, mail("Auto-Submitted: auto-replied"))


@refuses(errors.CalendarReply)
def an_answer_to_an_invitation(console: Console) -> Done:
    return apply(console, mail("Content-Type: text/calendar; method=REPLY"))


@refuses(errors.ListNotice)
def a_notice_of_a_list(console: Console) -> Done:
    return apply(console, mail("X-List-Administrivia: yes"))


@refuses(errors.Bug)
def a_mail_that_makes_pbem_fail(console: Console) -> Done:
    text, deep = ready(), RecursionError("deep")
    with mock.patch("pbem.moderator.turn.inbox.envelope.from_text", side_effect=deep):
        return apply(console, text)


@refuses(errors.Truncated)
def no_end_line(console: Console) -> Done:
    return apply(console, ready()[:-40])


@refuses(errors.TwoBlocks)
def two_orders(console: Console) -> Done:
    return apply(console, ready() + order(asked()))


@refuses(errors.TwoBlocks)
def an_order_and_an_accept(console: Console) -> Done:
    return apply(console, order(asked()) + accept(invited().dumps(), "york").to_text())


@refuses(errors.NoBlock)
def only_prose(console: Console) -> Done:
    return apply(console, "Sorry, no time this week. Ann")


@refuses(errors.NoBlock)
def an_empty_file(console: Console) -> Done:
    return apply(console, "")


@refuses(errors.NoBlock)
def a_picture(console: Console) -> Done:
    return apply(console, bytes(range(256)) * 20)


@refuses(errors.Oversized)
def a_huge_mail(console: Console) -> Done:
    return apply(console, b"x" * (2 << 20))


@refuses(errors.NotCanonical)
def json_with_a_space(console: Console) -> Done:
    plain = json.loads(bodies.encode(opened(ready())))
    return apply(console, armour.wrap("ORDER", json.dumps(plain).encode()))


@refuses(errors.BadText)
def text_that_runs_backwards(console: Console) -> Done:
    said = seated().look("york").say("dispute", 1, "wrong").envelope
    payload = bodies.encode(said).replace(b"wrong", "\u202e".encode())
    return apply(console, armour.wrap("WORD", payload))


@refuses(errors.UnreadableOrders)
def orders_that_are_no_toml(console: Console) -> Done:
    return console.type("ann", "orders", "game.toml", console.file("my.toml", "orders = march\n"))


@refuses(errors.UnreadableOrders)
def orders_in_latin_1(console: Console) -> Done:
    return console.type("ann", "orders", "game.toml", console.file("my.toml", b"# caf\xe9\n"))


@refuses(errors.UnreadableOrders)
def orders_nested_without_end(console: Console) -> Done:
    return console.type("ann", "orders", "game.toml", console.file("my.toml", "x = " + "[" * 9000))


@refuses(errors.BadScript)
def a_condition_about_nothing(console: Console) -> Done:
    console.save.write_bytes(asked().save)
    return console.type("ann", "orders", "game.toml", "--line", "if xyzzy: ready")


@refuses(errors.BadQuestion)
def odds_of_nothing(console: Console) -> Done:
    return console.type("ann", "odds", "victory", "game.toml")


# -- what proves nothing ------------------------------------------------------------------------


@refuses(errors.BadSignature)
def signed_by_somebody_else(console: Console) -> Done:
    return apply(console, rewritten(ready(), EVE), rewritten(ready(), BOB))


@refuses(errors.UnknownKey)
def a_gm_whom_the_pin_does_not_know(console: Console) -> Done:
    console.type("ann", "show", "game.toml")
    (pin,) = (console.folder / "people" / "ann" / "pins").glob("*.toml")
    other = pin.read_text("utf-8").replace(GM.public.fingerprint, EVE.public.fingerprint)
    pin.write_text(other, "utf-8")
    return console.type("ann", "show", "game.toml")


@refuses(errors.SeatKept)
def a_seat_for_somebody_else(console: Console) -> Done:
    console.save.write_bytes(invited().dumps())
    return console.type("eve", "join", "game.toml", "--as", "york")


@refuses(errors.WeakKey)
def a_key_for_which_everything_is_signed(console: Console) -> Done:
    console.save.write_bytes(invited().dumps())
    text = accept(invited().dumps(), "york").to_text()
    blob = b"\0\0\0\x0bssh-ed25519\0\0\0 " + b"\1" + bytes(31)
    weak = "ssh-ed25519 " + base64_text(blob)
    keys = json.loads(bodies.encode(opened(text)))["body"]["keys"]
    return apply(console, shaped(text, "ACCEPT", keys={**keys, "ssh": weak}))


@refuses(errors.BadLink)
def another_link(console: Console) -> Done:
    return apply(console, rewritten(ready(), ANN, link=64 * "0"))


@refuses(errors.BadOpening)
def a_sealed_plan_that_is_not_the_one_committed_to(console: Console) -> Done:
    post = before_plans()
    console.save.write_bytes(post.save)
    side = post.asked()[0]
    text = post.sent(side, a_plan(post, side))
    body = opened(text).body
    assert isinstance(body, Order)
    plan = tuple(bodies.replace(part, commitment=64 * "0") for part in body.plan)
    return apply(console, rewritten(text, PLAYERS[side], plan=plan))


@refuses(errors.BadPassphrase)
def a_wrong_passphrase(console: Console) -> Done:
    console.home("careful", ANN, "correct horse")
    return console.type("careful", "show", "game.toml", PBEM_PASSPHRASE="wrong horse")


@refuses(errors.SaveTampered)
def a_changed_save(console: Console) -> Done:
    console.save.write_bytes(
        console.save.read_bytes().replace(b"Somerset", b"Somerzet").replace(b"1", b"2", 1)
    )
    return console.type("ann", "show", "game.toml")


@refuses(errors.SaveTampered)
def a_mail_instead_of_a_save(console: Console) -> Done:
    return console.type("ann", "verify", console.mail(ready()))


@refuses(errors.SaveTampered)
def line_ends_of_another_system(console: Console) -> Done:
    console.save.write_bytes(console.save.read_bytes().replace(b"\n", b"\r\n"))
    return console.type("ann", "verify", "game.toml")


@refuses(errors.BrokenChain)
def a_log_with_a_gap(console: Console) -> Done:
    entries = savefile.read(played(6).save).entries
    console.save.write_bytes(saved((*entries[:3], *entries[4:])))
    return console.type("ann", "show", "game.toml")


@refuses(errors.Forked)
def another_history(console: Console) -> Done:
    gm = seated().look("gm")
    gm.rule("house", "So it is.", lines=["No phones."])
    console.file("one.toml", asked().save)
    console.file("two.toml", gm.dumps())
    first = console.type("ann", "show", "one.toml")
    assert first.code == 0
    return console.type("ann", "show", "two.toml")


@refuses(errors.ShorterHistory)
def an_older_save(console: Console) -> Done:
    first = console.type("ann", "show", "game.toml")
    assert first.code == 0
    return console.type("ann", "show", console.file("old.toml", invited().dumps()))


# -- what does not belong here now --------------------------------------------------------------


@refuses(errors.WrongGame)
def a_mail_for_another_game(console: Console) -> Done:
    other = seated(nonce=bytes(32))
    return apply(console, other.sent("york", "ready"))


@refuses(errors.WrongGame)
def an_orders_file_for_another_game(console: Console) -> Done:
    return console.type(
        "ann", "orders", "game.toml", console.file("my.toml", packet(console, game="other"))
    )


@refuses(errors.WrongSide)
def a_side_that_is_none(console: Console) -> Done:
    return apply(console, rewritten(ready(), ANN, author="burgundy"))


@refuses(errors.WrongSide)
def an_orders_file_of_the_other_side(console: Console) -> Done:
    text = packet(console).replace('side = "york"', 'side = "lancaster"')
    return console.type("ann", "orders", "game.toml", console.file("my.toml", text))


@refuses(errors.Stale)
def a_head_that_nobody_knows(console: Console) -> Done:
    return apply(console, rewritten(ready(), ANN, head=64 * "0"))


@refuses(errors.OldCopy)
def a_player_has_seen_more_than_the_gm(console: Console) -> Done:
    return apply(console, order(asked()))


@refuses(errors.WaitsForReady)
def an_order_while_a_ready_is_owed(console: Console) -> Done:
    post = asked()
    gm = post.look("gm")
    gm.rule("patch", "Paid twice.", lines=["set lord warwick coin 3"])
    post.save = gm.dumps()
    console.save.write_bytes(post.save)
    return apply(console, order(post))


@refuses(errors.WaitsForRuling)
def an_order_after_a_fault(console: Console) -> Done:
    post = seated()
    opens = "pbem.moderator.ledger.chances.GmChance.opening"
    with mock.patch(opens, side_effect=ZeroDivisionError):
        (receipt,) = post.take({"r": post.sent("york", "ready")})
    assert receipt.error is None
    console.save.write_bytes(post.save)
    return apply(console, rewritten(ready(), ANN, asking=2))


@refuses(errors.GameBusy)
def two_at_once(console: Console) -> Done:
    genesis = savefile.genesis_hash(console.save.read_bytes())
    pins = Pins(console.folder / "people" / "gm" / "pins")
    impatient = mock.patch.object(Pins.lock.__wrapped__, "__defaults__", (0.05,))  # type: ignore[attr-defined]
    with pins.lock(genesis), impatient:
        return apply(console, ready())


@refuses(errors.RunBusy)
def twice_over_one_folder(console: Console) -> Done:
    assert console.type("eve", "list", ".").code == 0
    (lock,) = (console.folder / "people" / "eve" / "pins" / "runs").glob("*.lock")
    held = locks.hold(lock)
    try:
        return console.type("eve", "list", ".")
    finally:
        os.close(held)


@refuses(errors.FileInUse)
def a_mail_that_is_open_in_another_program(console: Console) -> Done:
    busy = errors.FileInUse(path="mail.txt")  # as Windows has it
    with mock.patch("pbem.cli.files.replace_file", side_effect=busy):
        return console.type("ann", "orders", "game.toml", "--line", "ready")


@refuses(errors.NotYourTurn)
def the_other_is_asked(console: Console) -> Done:
    return console.type("bob", "orders", "game.toml", "--line", "ready")


@refuses(errors.OutOfSequence)
def a_number_skipped(console: Console) -> Done:
    return apply(console, rewritten(ready(), ANN, asking=2))


@refuses(errors.Equivocation)
def two_orders_with_one_number(console: Console) -> Done:
    console.save.write_bytes(asked().save)
    return apply(console, order(asked()), order(asked()))


@refuses(errors.GameOver)
def after_the_end(console: Console) -> Done:
    gm = asked().look("gm")
    gm.rule("result", "Time is up.", side="york")
    console.save.write_bytes(gm.dumps())
    return console.type("ann", "orders", "game.toml", "--line", "pass")


@refuses(errors.ChainSpent)
def more_than_1024_questions(console: Console) -> Done:
    with mock.patch("pbem.protocol.chain.Chain.link", late_link):
        return console.type("ann", "orders", "game.toml", "--line", "ready")


def late_link(chain: Chain, number: int) -> str:
    """As if the side had been asked 1024 times before."""
    return honest_link(chain, number + 1024)


@refuses(errors.WouldOverwrite)
def a_new_game_over_an_old_one(console: Console) -> Done:
    return console.type("gm", "new", "plantagenet", "towton", "-o", "game.toml")


@refuses(errors.WouldOverwrite)
def a_mail_over_the_save(console: Console) -> Done:
    return console.type("ann", "orders", "game.toml", "--line", "ready", "-o", "game.toml")


@refuses(errors.WouldOverwrite)
def a_report_over_the_save(console: Console) -> Done:
    return console.type("ann", "report", "game.toml", "-o", "game.toml")


@refuses(errors.OldQuestion)
def an_old_orders_file(console: Console) -> Done:
    text = packet(console).replace('answers = "ready"', 'answers = "levy-7"')
    return console.type("ann", "orders", "game.toml", console.file("my.toml", text))


@refuses(errors.SideTaken)
def a_seat_already_taken(console: Console) -> Done:
    return console.type("eve", "join", "game.toml", "--as", "york")


@refuses(errors.AlreadySeated)
def both_sides_for_one(console: Console) -> Done:
    data = Game.new(GM, "plantagenet", "Ib", {}).dumps()
    post = Post(data)
    post.take({"york": accept(data, "york").to_text()})
    console.save.write_bytes(post.save)
    return console.type("ann", "join", "game.toml", "--as", "lancaster")


@refuses(errors.AlreadySeated)
def the_gm_plays_too(console: Console) -> Done:
    console.save.write_bytes(Game.new(GM, "plantagenet", "Ib", {}).dumps())
    return console.type("gm", "join", "game.toml", "--as", "york")


@refuses(errors.Replaced)
def higher_revision(console: Console) -> Done:
    post = asked()
    console.save.write_bytes(post.save)
    line = post.look("york").legal()[0].line
    return apply(console, order(post), post.sent("york", line, revision=2))


@refuses(errors.NotTheGm)
def a_player_applies(console: Console) -> Done:
    return console.type("ann", "apply", "game.toml", console.mail(ready()))


@refuses(errors.NotInThisGame)
def a_stranger_orders(console: Console) -> Done:
    return console.type("eve", "orders", "game.toml", "--line", "ready")


# -- what the rules forbid, and what does not exist ---------------------------------------------


@refuses(errors.IllegalOrder)
def a_plan_of_another_size(console: Console) -> Done:
    post = before_plans()
    console.save.write_bytes(post.save)
    who = "ann" if post.asked()[0] == "york" else "bob"
    return console.type(who, "orders", "game.toml", "--line", "plan pass")


@refuses(errors.UnknownWord)
def nothing_like_it(console: Console) -> Done:
    console.save.write_bytes(asked().save)
    return console.type("ann", "orders", "game.toml", "--line", "fly to the moon")


@refuses(errors.UnknownWord)
def nothing_like_it_in_a_mail(console: Console) -> Done:
    console.save.write_bytes(asked().save)
    return apply(console, lenient(asked(), "york", "fly to the moon"))


@refuses(errors.AmbiguousOrder)
def too_short(console: Console) -> Done:
    post, side, line = ambiguous()
    console.save.write_bytes(post.save)
    who = "ann" if side == "york" else "bob"
    return console.type(who, "orders", "game.toml", "--line", line)


@refuses(errors.UnknownGame)
def no_such_game(console: Console) -> Done:
    return console.type("gm", "new", "tiddlywinks", "towton", "-o", "new.toml")


@refuses(errors.UnknownScenario)
def no_such_scenario(console: Console) -> Done:
    return console.type("gm", "new", "plantagenet", "agincourt", "-o", "new.toml")


@refuses(errors.UnknownSide)
def no_such_side(console: Console) -> Done:
    console.save.write_bytes(invited().dumps())
    for side in ("", "burgundy"):
        first = console.type("ann", "join", "game.toml", "--as", side)
        assert first.code == 2
    return console.type("ann", "show", "game.toml", "--as", "burgundy")


@refuses(errors.BadOption)
def no_such_option(console: Console) -> Done:
    words = ["new", "plantagenet", "towton", "--option", "dragons=yes", "-o", "new.toml"]
    return console.type("gm", *words)


@refuses(errors.BadPatch)
def a_lord_that_is_not_there(console: Console) -> Done:
    console.save.write_bytes(played(4).save)
    patch = ("--patch", "set lords nobody coin 3")
    return console.type("gm", "rule", "game.toml", *patch, "--reason", "No.")


@refuses(errors.BadRuling)
def back_to_before_the_players(console: Console) -> Done:
    console.save.write_bytes(played(4).save)
    return console.type("gm", "rule", "game.toml", "--void", "1", "--reason", "No.")


@refuses(errors.BadStatement)
def about_an_entry_to_come(console: Console) -> Done:
    console.save.write_bytes(played(4).save)
    return console.type("ann", "dispute", "game.toml", "--entry", "99", "--text", "No.")


@refuses(errors.NoSuchTurn)
def a_turn_that_was_not_played(console: Console) -> Done:
    return console.type("ann", "report", "game.toml", "--turn", "7")


@refuses(errors.NoRatings)
def a_table_without_the_library(console: Console) -> Done:
    with mock.patch.dict(sys.modules, {"openskill": None, "openskill.models": None}):
        return console.type("ann", "standings", ".")


@refuses(errors.NoRenderer)
def a_picture_without_a_renderer(console: Console) -> Done:
    with mock.patch.dict(sys.modules, {"resvg_py": None}):
        return console.type("ann", "map", "game.toml", "--png", "-o", "map.png")


@refuses(errors.BadData)
def data_that_no_game_can_be_played_with(console: Console) -> Done:
    folder = console.folder / "printed"
    folder.mkdir()
    (folder / "map.toml").write_text("region = 1\n")
    words = ["standard", "--data", str(folder), "-o", "new.toml"]
    first = console.type("gm", "new", "plantagenet", "towton", *words[1:])
    assert first.code == 2
    return console.type("gm", "new", "warriors", *words)


@refuses(errors.UnknownSection)
def no_such_section(console: Console) -> Done:
    return console.type("ann", "rules", "plantagenet", "4.3.9")


@refuses(errors.NoCards)
def a_game_without_cards(console: Console) -> Done:
    return console.type("ann", "card", "warriors", "plague")


@refuses(errors.UnknownCard)
def no_such_card(console: Console) -> Done:
    return console.type("ann", "card", "suspition")


@refuses(errors.UnknownChapter)
def no_such_chapter(console: Console) -> Done:
    return console.type("ann", "guide", "ordres")


@refuses(errors.UnknownRoll)
def no_such_die(console: Console) -> Done:
    return console.type("ann", "explain", "game.toml", "--entry", "1", "--roll", "fortune")


@refuses(errors.NoIdentity)
def nobody(console: Console) -> Done:
    return console.type("nobody", "orders", "game.toml")


@refuses(errors.HaveIdentity)
def a_second_identity(console: Console) -> Done:
    return console.type("ann", "identity", "new", "--name", "Anne", "--no-passphrase")


@refuses(errors.ReplayMismatch)
def a_forged_log(console: Console) -> Done:
    forged = resigned(played(6).save, -1, lambda body: body["record"].update(state_hash=64 * "0"))
    console.save.write_bytes(forged)
    return console.type("ann", "verify", "game.toml")


@contextlib.contextmanager
def other_rules() -> Iterator[None]:
    """A program with another version of the rules."""
    with mock.patch.object(type(find("plantagenet")), "version", "99"):
        yield


@refuses(errors.OtherRules)
def a_log_of_other_rules(console: Console) -> Done:
    forged = resigned(
        played(6).save, -1, lambda body: body["record"].update(state_hash=64 * "0")
    )  # as it would be if the rules made something else of it
    console.save.write_bytes(forged)
    with other_rules():
        return console.type("ann", "verify", "game.toml")


@refuses(errors.NotPlayed)
def an_entry_under_rules_that_are_not_installed(console: Console) -> Done:
    console.save.write_bytes(played(6).save)
    console.type("gm", "show", "game.toml")  # in no assert, which -O leaves out
    with other_rules():
        done = console.type("gm", "rule", "game.toml", "--rules", "--reason", "Mended.")
        assert done.code == 0, done.err
        return console.type("ann", "report", "game.toml", "--entry", "4")


# -- what the cases need ------------------------------------------------------------------------


def packet(console: Console, game: str = "") -> str:
    """An orders file for Anne's `ready`, perhaps with another game in it."""
    text = console.type("ann", "orders", "game.toml").out
    return re.sub(r'(?m)^game = ".*"', f'game = "{game}"', text) if game else text


def before_plans() -> Post:
    """A side is asked for a plan."""
    saves = [Post(data) for data in with_plans(2).saves]
    return next(p for p in saves if any(r.stack and r.side in p.asked() for r in p.look().requests))


def a_plan(post: Post, side: str) -> str:
    stack = post.look(side).request().stack
    assert stack is not None
    cards = [name for name, limit in stack.limits.items() for _ in range(limit if limit > 0 else 9)]
    return " ".join([stack.verb, *cards[: stack.size]])


def ambiguous() -> tuple[Post, str, str]:
    """A question, and the beginning of a line that fits several."""
    for data in played(40).saves:
        game = Game.loads(data)
        for request in game.requests if not game.ledger.owes_ready() else ():
            for option in request.options:
                for length in range(3, len(option.line)):
                    try:
                        match(request, option.line[:length])
                    except errors.AmbiguousOrder:
                        return Post(data), request.side, option.line[:length]
                    except errors.IllegalOrder:
                        continue
    raise AssertionError("nothing ambiguous was ever asked")


def test_newer_rules_are_noted_before_any_mail_is_taken(tmp_path: Path) -> None:
    """The log comes out the same: an entry says so, all is asked anew, and reports tell of it."""
    post = asked()
    console, mail = Console(tmp_path, post.save), order(post)
    assert console.type("gm", "show", "game.toml").code == 0
    with other_rules():
        done = console.type("gm", "apply", "game.toml", console.mail(mail))
        assert done.code == 2
        assert "Entry 4: the rules here are newer; the whole log comes out the same." in done.out
        assert console.type("eve", "verify", "game.toml").code == 0
        (report,) = (tmp_path / "reports").glob("*-004-public.txt")
        assert "Rules version 99 from now on" in " ".join(report.read_text("utf-8").split())
    entries = savefile.read(console.save.read_bytes()).entries
    assert [type(entry.body.step).__name__ for entry in entries[4:]] == ["Rules"]


def pattern(kind: type[PbemError]) -> re.Pattern[str]:
    """What a message of this class looks like."""
    return re.compile(".*".join(map(re.escape, re.split(r"\{[a-z0-9_]+\}", kind.says))))


PAIRS = [(kind, case) for kind, cases in CASES.items() for case in cases]


@pytest.mark.parametrize(
    ("kind", "case"), PAIRS, ids=[f"{kind.__name__}-{case.__name__}" for kind, case in PAIRS]
)
def test_is_refused(tmp_path: Path, kind: type[PbemError], case: Case) -> None:
    console = Console(tmp_path, seated().save)
    before: list[dict[str, bytes]] = []
    honest = console.type

    def watched(who: str, *words: str | Path, **environment: str) -> Done:
        before.append(console.files())
        return honest(who, *words, **environment)

    console.type = watched  # type: ignore[method-assign]
    done = case(console)
    assert done.code == (1 if kind is errors.Bug else 2), done
    assert pattern(kind).search(f"{done.said} "), done.said
    assert "Traceback" not in done.err
    if case.__name__ not in APPLIES_ANOTHER:
        after = {name: data for name, data in console.files().items() if "-refused-" not in name}
        assert after == before[-1]


def test_every_class_has_a_case() -> None:
    """A class between others is never raised itself; all the rest is shown above."""
    sources = Path(errors.__file__).parent.rglob("*.py")
    text = "\n".join(path.read_text(encoding="utf-8") for path in sources)
    for kind in every_class():
        raised = re.search(rf"(?<!class )\b{kind.__name__}(\(\w+=|$|\n)", text)
        if kind.__subclasses__() and kind not in CASES:
            assert not re.search(rf"(raise|=) {kind.__name__}\b\(?", text), kind
        else:
            assert kind in CASES, f"{kind.__name__} has no test"
            assert raised or kind in CASES


def test_the_tree_in_the_docstring_is_the_tree() -> None:
    """Every class is drawn once, below its parent."""
    drawn: dict[str, str] = {}
    parents: dict[int, str] = {}
    for line in (errors.__doc__ or "").splitlines():
        found = [(m.start(), m[0]) for m in re.finditer(r"\b[A-Z][a-z]+[A-Za-z]+\b", line)]
        names = [(at, name) for at, name in found if hasattr(errors, name)]
        for at, name in names:
            depth = 0 if name == "PbemError" else 1 if at == 4 and not line.startswith("│") else 2
            parents[depth] = name
            drawn[name] = parents.get(depth - 1, "")
    for kind in every_class():
        assert kind.__name__ in drawn, f"{kind.__name__} is not drawn"
        lineage = [parent.__name__ for parent in kind.__mro__[1:]]
        assert drawn[kind.__name__] in (lineage if kind is not PbemError else [""])


def test_messages_fill_in_all_their_names() -> None:
    """Each class says something of its own, and not in a docstring, which `python -OO` drops."""
    for kind in every_class():
        assert "says" in vars(kind), f"{kind.__name__} only says what its parent says"
        names = re.findall(r"\{([a-z0-9_]+)\}", kind.says)
        message = str(kind(**dict.fromkeys(names, "VALUE")))
        assert "{" not in message
        assert message.count("VALUE") == len(names)
