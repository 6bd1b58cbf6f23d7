"""What cannot be read."""

from __future__ import annotations

import json
from unittest import mock

from pbem import errors
from pbem.mail.read import machine
from pbem.protocol import armour, bodies, textfile
from tests.cli.console import Console, Done
from tests.cli.refusals.cases import apply, asked, order, ready, refuses, shaped, without
from tests.moderator.people import ANN, accept, invited, seated
from tests.moderator.writer import opened


@refuses(errors.Garbled)
def a_letter_of_base64_changed(console: Console) -> Done:
    return apply(console, ready().replace("W", "*", 1))


@refuses(errors.Garbled)
def another_shape(console: Console) -> Done:
    return apply(
        console,
        *(shaped(ready(), **one) for one in ({"link": "x"}, {"question": True}, {"odd": 1})),
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
    with mock.patch("pbem.cli.apply.message.raw", side_effect=PermissionError(13, "not yours")):
        return apply(console, ready())


@refuses(machine.Bounced)
def a_bounce(console: Console) -> Done:
    return apply(console, mail("Return-Path: <>"))


@refuses(machine.ReadReceipt)
def a_read_receipt(console: Console) -> Done:
    kind = "multipart/report; report-type=disposition-notification; boundary=q"
    return apply(console, mail(f"Content-Type: {kind}"))


@refuses(machine.AutomaticReply)
def a_holiday_note(console: Console) -> Done:
    return apply(console, mail("Auto-Submitted: auto-replied"))


@refuses(machine.CalendarReply)
def an_answer_to_an_invitation(console: Console) -> Done:
    return apply(console, mail("Content-Type: text/calendar; method=REPLY"))


@refuses(machine.ListNotice)
def a_notice_of_a_list(console: Console) -> Done:
    return apply(console, mail("X-List-Administrivia: yes"))


@refuses(errors.Bug)
def a_mail_that_makes_pbem_fail(console: Console) -> Done:
    text, deep = ready(), RecursionError("deep")
    with mock.patch("pbem.gm.inbox.envelope.from_text", side_effect=deep):
        return apply(console, text)


@refuses(errors.Truncated)
def no_end_line(console: Console) -> Done:
    return apply(console, ready()[:-40])


@refuses(errors.OtherVersion)
def a_block_of_a_newer_pbem(console: Console) -> Done:
    return apply(console, ready().replace(armour.FORMAT, "PBEM3"))


@refuses(errors.TwoBlocks)
def two_orders(console: Console) -> Done:
    post = asked()
    console.save.write_bytes(post.save)
    return apply(console, order(post) + order(post))


@refuses(errors.TwoBlocks)
def an_order_and_an_accept(console: Console) -> Done:
    post = asked()
    console.save.write_bytes(post.save)
    return apply(console, order(post) + accept(invited(nonce=bytes(32)).dumps(), "york").to_text())


@refuses(errors.OtherBlock)
def a_card_instead_of_a_mail(console: Console) -> Done:
    return apply(console, ANN.card())


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


@refuses(errors.BadTry)
def a_branch_from_what_nobody_knows(console: Console) -> Done:
    return console.type("ann", "try", "game.toml", "--line", "set moon 1: warwick")


@refuses(errors.BadChoice)
def a_place_that_is_not_on_the_map(console: Console) -> Done:
    return console.type("ann", "try", "game.toml", "--line", "map londn")


@refuses(errors.TriedOnly)
def a_branch_as_a_mail(console: Console) -> Done:
    return apply(console, textfile.BRANCH_HEAD + '\nlines = ["york> march: troops"]\n')


@refuses(errors.BadWords)
def words_that_are_no_identity(console: Console) -> Done:
    page = console.file("page.txt", "abandon ability able about\n")
    return console.type("new", "identity", "restore", "--name", "Ann", "--words", page)


@refuses(errors.BadAddress)
def no_address(console: Console) -> Done:
    return console.type("gm", "addresses", "game.toml", "york", "ann at home")


@refuses(errors.UnknownFormat)
def a_format_of_reports_that_nobody_knows(console: Console) -> Done:
    return console.type("gm", "apply", "game.toml", "--format", "text,tablet")


@refuses(errors.Locked)
def a_passphrase_that_nobody_can_type(console: Console) -> Done:
    console.home("careful", ANN, "a secret")
    return console.type("careful", "show", "game.toml", PBEM_PASSPHRASE="")


@refuses(errors.NoKeyring)
def a_machine_without_a_keyring(console: Console) -> Done:
    console.home("locked", ANN, "a secret")
    with without("keyring"):
        return console.type("locked", "identity", "unlock", PBEM_PASSPHRASE="a secret")


@refuses(errors.NoWords)
def a_machine_without_the_list_of_words(console: Console) -> Done:
    with without("mnemonic"):
        return console.type("ann", "identity", "words")
