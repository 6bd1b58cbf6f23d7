"""What proves nothing."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from pbem import errors
from pbem.protocol import bodies, canonical
from pbem.protocol import save as savefile
from pbem.protocol.bodies import Order
from pbem.protocol.entry import Entry
from pbem.protocol.wire import base64_text
from tests.cli.console import Console, Done
from tests.cli.refusals.cases import (
    a_plan,
    apply,
    asked,
    before_plans,
    ready,
    refuses,
    shaped,
)
from tests.moderator.forger import saved
from tests.moderator.people import ANN, BOB, EVE, GM, PLAYERS, accept, invited, played, seated
from tests.moderator.writer import opened, rewritten


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


def other_genesis(console: Console, change: Callable[[dict[str, Any]], object]) -> Done:
    """A save that is in order in everything but the form of its genesis."""
    body = json.loads(savefile.read(console.save.read_bytes()).entries[0].raw)
    change(body["step"])
    raw = canonical.encode(body)
    first = Entry(raw, GM.sign("pbem2-genesis", raw))
    console.save.write_bytes(savefile.write({"pbem": 2}, {}, [first], GM))
    return console.type("eve", "verify", "game.toml")


@refuses(errors.Duel)
def a_game_without_a_gm(console: Console) -> Done:
    return other_genesis(console, lambda step: step.pop("gm"))


def other_version(console: Console, number: int) -> Done:
    """Verify a game of another format, which calls itself by that number."""
    body = json.loads(invited().save.entries[0].raw)
    body["v"] = number
    raw = canonical.encode(body)
    first = Entry(raw, GM.sign("pbem2-genesis", raw))
    console.save.write_bytes(savefile.write({"pbem": 2}, {}, [first], GM))
    return console.type("eve", "show", "game.toml")


@refuses(errors.OtherFormat)
def a_save_of_a_format_to_come(console: Console) -> Done:
    return other_version(console, 3)


@refuses(errors.OtherFormat)
def a_save_of_an_early_format(console: Console) -> Done:
    return other_version(console, 1)


@refuses(errors.OtherFormat)
def a_save_of_before_the_last_change_of_the_format(console: Console) -> Done:
    answers = dict.fromkeys(PLAYERS, 64 * "a")
    return other_genesis(
        console, lambda step: step.update(anchors={"answer": answers, "deck": 64 * "b"})
    )


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


@refuses(errors.NotASave)
def a_mail_instead_of_a_save(console: Console) -> Done:
    return console.type("ann", "verify", console.mail(ready()))


@refuses(errors.SaveTampered)
def one_line_end_of_another_system(console: Console) -> Done:
    """Not all of them, which is undone."""
    console.save.write_bytes(console.save.read_bytes().replace(b"\n", b"\r\n", 1))
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
