"""What does not belong here now."""

from __future__ import annotations

from unittest import mock

from pbem import errors
from pbem.gm.game import Game
from pbem.ledger.cases import time
from pbem.protocol import lock as locks
from pbem.protocol import save as savefile
from pbem.protocol.chain import Chain
from pbem.protocol.pins import Pins
from tests.cli.console import Console, Done
from tests.cli.refusals.cases import apply, asked, order, packet, ready, refuses
from tests.clocks import at
from tests.drawn import TIME
from tests.moderator.forger import plain, signed
from tests.moderator.people import ANN, BOB, EVE, GM, Post, accept, invited, seated
from tests.moderator.test_agreed import begun
from tests.moderator.writer import rewritten

honest_link = Chain.link


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
    text = packet(console, side="lancaster")
    return console.type("ann", "orders", "game.toml", console.file("my.toml", text))


@refuses(errors.Stale)
def a_head_that_nobody_knows(console: Console) -> Done:
    return apply(console, rewritten(ready(), ANN, head=64 * "0"))


@refuses(errors.OldCopy)
def a_player_has_seen_more_than_the_gm(console: Console) -> Done:
    return apply(console, order(asked()))


@refuses(errors.Forked)
def another_history_in_an_email(console: Console) -> Done:
    post = asked()
    console.save.write_bytes(post.save)
    mail = order(post)
    game = post.look("gm")
    last = game.save.entries[-1]
    forged = signed({**plain(last), "prev": 64 * "0"}, game=game.ledger.game)
    return apply(console, rewritten(mail, ANN, newest=forged.newest))


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
    opens = "pbem.ledger.chances.GmChance.opening"
    with mock.patch(opens, side_effect=ZeroDivisionError):
        (receipt,) = post.take({"r": post.sent("york", "ready")})
    assert receipt.error is None
    console.save.write_bytes(post.save)
    return apply(console, rewritten(ready(), ANN, question=2))


@refuses(errors.BadClock)
def a_mail_dated_two_days_ahead(console: Console) -> Done:
    now = int(TIME)
    with at(now + 2 * time.DAY):
        mail = ready()
    with at(now):
        return apply(console, mail)


@refuses(errors.SaveFull)
def an_order_where_the_save_has_no_room(console: Console) -> Done:
    with mock.patch("pbem.protocol.save.TABLES", savefile.LIMIT):
        return apply(console, ready())


@refuses(errors.GameBusy)
def two_at_once(console: Console) -> Done:
    genesis = savefile.genesis_hash(console.save.read_bytes())
    pins = Pins(console.folder / "people" / "gm" / "pins")
    impatient = mock.patch.object(Pins.lock.__wrapped__, "__defaults__", (0.05,))  # type: ignore[attr-defined]
    with pins.lock(genesis), impatient:
        return apply(console, ready())


@refuses(errors.RunBusy)
def twice_over_one_folder(console: Console) -> Done:
    console.type("eve", "verify", ".")
    (lock,) = (console.folder / "people" / "eve" / "pins" / "runs").glob("*.lock")
    held = locks.hold(lock)
    try:
        return console.type("eve", "verify", ".")
    finally:
        locks.let_go(held)


@refuses(errors.FileInUse)
def a_mail_that_is_open_in_another_program(console: Console) -> Done:
    busy = errors.FileInUse(path="mail.txt")  # as Windows has it
    with mock.patch("pbem.home.files.replace_file", side_effect=busy):
        return console.type("ann", "orders", "game.toml", "--line", "ready")


@refuses(errors.NotYourTurn)
def the_other_is_asked(console: Console) -> Done:
    return console.type("bob", "orders", "game.toml", "--line", "ready")


@refuses(errors.OutOfSequence)
def a_number_skipped(console: Console) -> Done:
    return apply(console, rewritten(ready(), ANN, question=2))


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
    return console.type("ann", "report", "game.toml", "--format", "text", "-o", "game.toml")


@refuses(errors.OldQuestion)
def an_old_orders_file(console: Console) -> Done:
    text = packet(console, answers="levy-7")
    return console.type("ann", "orders", "game.toml", console.file("my.toml", text))


@refuses(errors.SideTaken)
def a_seat_already_taken(console: Console) -> Done:
    data = Game.new(GM, "plantagenet", "Ib", {}).dumps()
    post = Post(data)
    post.take({"york": accept(data, "york").to_text()})
    console.save.write_bytes(post.save)
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


@refuses(errors.NotJoined)
def a_player_orders_before_joining(console: Console) -> Done:
    console.save.write_bytes(invited().dumps())
    return console.type("ann", "orders", "game.toml", "--line", "ready")


@refuses(errors.NotSeatedYet)
def a_player_orders_before_the_gm_has_seated_her(console: Console) -> Done:
    console.save.write_bytes(invited().dumps())
    console.type("ann", "join", "game.toml", "--as", "york")
    return console.type("ann", "orders", "game.toml", "--line", "ready")


@refuses(errors.SeatOfOtherKey)
def a_player_orders_with_a_new_key(console: Console) -> Done:
    console.save.write_bytes(invited().dumps())
    console.type("ann", "join", "game.toml", "--as", "york")
    console.save.write_bytes(seated().save)
    people = console.folder / "people"
    (people / "ann/identity.toml").write_bytes((people / "eve/identity.toml").read_bytes())
    return console.type("ann", "orders", "game.toml", "--line", "ready")


@refuses(errors.SeatLost)
def a_player_orders_whose_seat_was_given_to_another(console: Console) -> Done:
    post = seated()
    claim, gm = Game.loads(post.save, EVE).claim("york").envelope, post.look("gm")
    consent = Game.loads(post.save, BOB).consent(claim).envelope
    gm.seat(claim, [consent], "Anne is away.")
    console.save.write_bytes(gm.dumps())
    return console.type("ann", "orders", "game.toml", "--line", "ready")


@refuses(errors.NotAllowed)
def an_aid_that_the_table_bars(console: Console) -> Done:
    console.save.write_bytes(begun(barred=("odds",)).save)
    return console.type("ann", "odds", "game.toml")


@refuses(errors.OnlyForJudges)
def a_player_who_would_have_his_game_judged(console: Console) -> Done:
    return console.type("ann", "adjudicate", "game.toml")


@refuses(errors.ForTheChair)
def a_claim_at_the_table_of_a_robot(console: Console) -> Done:
    words = ("new", "plantagenet", "towton", "--lancaster", "robot", "--gm", "robot")
    console.type("ann", *words, "-o", "table.toml")
    return console.type("eve", "join", "table.toml", "--as", "york")
