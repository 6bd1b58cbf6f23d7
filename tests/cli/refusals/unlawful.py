"""What the rules forbid, and what does not exist."""

from __future__ import annotations

from pbem import errors
from pbem.errors import PbemError
from pbem.gm.game import Game
from pbem.protocol.bodies import Clocked, Shuffled
from pbem.web.seat.desk import seated
from tests.cheats.table import PARLEY, Crook, veiled
from tests.cli.console import Console, Done
from tests.cli.refusals.cases import ambiguous, apply, asked, before_plans, refuses, without
from tests.drawn import TIME
from tests.moderator.forger import resigned, saved
from tests.moderator.people import ANN, invited, played
from tests.moderator.test_faults import broken, faulty
from tests.moderator.test_rulings import rule
from tests.moderator.writer import lenient
from tests.says import sentence


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
    several = console.type("gm", "new", "plantagenet", "w", "-o", "new.toml")
    if f"{sentence('engine.scenarios.find_scenario', word='several')}: II" not in several.said:
        return several
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
    with without("openskill", "openskill.models"):
        return console.type("ann", "standings", ".")


@refuses(errors.NoRenderer)
def a_picture_without_a_renderer(console: Console) -> Done:
    with without("resvg_py"):
        return console.type("ann", "map", "game.toml", "-o", "map.png")


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


@refuses(errors.NotOnThisPage)
def a_click_that_a_page_does_not_know(console: Console) -> Done:
    console.type("ann", "show", "game.toml")
    try:
        seated(Game.loads(console.save.read_bytes(), ANN)).act("conquer", {})
    except PbemError as error:
        return Done(2, "", str(error))
    return Done(0, "", "")


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


@refuses(errors.UnknownRules)
def a_log_of_a_newer_program(console: Console) -> Done:
    newer = resigned(invited().dumps(), 0, lambda body: body["step"].update(rules_version=2))
    console.save.write_bytes(newer)
    return console.type("ann", "verify", "game.toml")


@refuses(errors.FalseEntry)
def a_log_that_seals_a_deck_again(console: Console) -> Done:
    post = veiled()
    step = Clocked(kind="reading", at=int(TIME))
    k = post.look().ledger.chains.shuffles + 1
    row = Shuffled("x", k, ("deck:x:0",) * 2, (64 * "0",) * 2)
    console.save.write_bytes(saved(Crook(post).writes(step, shuffles=(row,)).entries))
    return console.type("eve", "verify", "game.toml")


@refuses(errors.NeedsProgram)
def a_line_that_fails_here_and_was_carried_out(console: Console) -> Done:
    _, post = faulty(PARLEY)
    rule(post, "again", entry=post.look().ledger.n)
    console.save.write_bytes(post.save)
    with broken():
        return console.type("eve", "verify", "game.toml")
