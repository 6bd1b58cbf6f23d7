"""How few mails a turn takes: orders for several campaigns in one mail."""

from __future__ import annotations

from pbem.gm.game import Game
from pbem.gm.inbox import Receipt
from pbem.player.robots import bot_lines
from tests.moderator.people import ANN, BOB, GM
from tests.warriors.test_own_data import started

WHO = {"york": ANN, "lancaster": BOB}


def test_the_second_campaign_of_a_mail_waits_for_the_enemy_s_answer() -> None:
    game = started(None)
    while not game.requests or game.requests[0].kind != "campaign":
        mail(game)
    side = game.requests[0].side
    marches = [o.line for o in Game.loads(game.dumps(), WHO[side]).legal() if "march" in o.line]
    first, *others = [line for line in marches if asks_the_enemy(game, line)]
    second = next(line for line in others if line.split(":")[0] != first.split(":")[0])
    mail(game, first, second)
    assert game.requests[0].side != side
    (receipt,) = mail(game, "pass")
    assert receipt.story is not None
    assert [d.line for d in receipt.story.decisions if d.side == side] == [second]
    assert game.verify().entries == len(game.save.entries)


def asks_the_enemy(game: Game, line: str) -> bool:
    """Does this march leave the next word to the other side?"""
    copy = Game.loads(game.dumps(), GM)
    side = copy.requests[0].side
    mail(copy, line)
    return copy.requests[0].side != side


def mail(game: Game, *lines: str) -> list[Receipt]:
    """One mail of a side that is asked, its simple player's line by default."""
    side = (*game.ledger.owes_ready(), *game.ledger.askings)[0]
    player = Game.loads(game.dumps(), WHO[side])
    usual = ["ready"] if player.owes_ready else bot_lines(player, 1)
    return game.apply({"mail": player.orders(lines or usual).to_text()})
