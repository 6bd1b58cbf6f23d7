"""`pbem new --data`: an owner's own values are part of the signed genesis, and everybody replays with them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pbem import errors
from pbem.engine.chance import SeededChance
from pbem.engine.play import Play
from pbem.engine.request import Option
from pbem.engine.scenarios import starting_state
from pbem.games import find
from pbem.games.warriors.facts import facts
from pbem.games.warriors.game import WARRIORS
from pbem.games.warriors.s6_campaigns import March
from pbem.gm.game import Game
from pbem.player.robots import bot_lines
from pbem.resources import resource
from tests.cli.console import Console
from tests.moderator.forger import plain, saved, signed
from tests.moderator.people import ANN, BOB, GM, NONCE
from tests.random_games import RandomPlayer
from tests.says import says, sentence, worded
from tests.shown import read
from tests.warriors.field import lines

CARDS = {
    side: f"{who.name} {who.public.fingerprint}"
    for side, who in (("york", ANN), ("lancaster", BOB))
}


def shipped(name: str) -> str:
    return resource(f"rules_data/warriors/{name}.toml").read_text("utf-8")


def renamed() -> dict[str, str]:
    """London is worth 5 instead of 3, and has another name."""
    (front, back) = shipped("map").split('name = "London"', 1)
    assert "vp = 3" in back
    return {"map": front + 'name = "Londinium"' + back.replace("vp = 3", "vp = 5", 1)}


def started(data: dict[str, str] | None) -> Game:
    game = Game.new(GM, "warriors", "standard", CARDS, nonce=NONCE, data=data)
    for side, who in (("york", ANN), ("lancaster", BOB)):
        (receipt,) = game.apply({side: Game.loads(game.dumps(), who).join(side).to_text()})
        assert receipt.error is None
    return game


def played(game: Game, mails: int) -> Game:
    """Some mails of both bots, read from the save each time."""
    for _ in range(mails):
        for side, who in (("york", ANN), ("lancaster", BOB)):
            player = Game.loads(game.dumps(), who)
            ledger = player.ledger
            if side in (ledger.owes_ready() or ledger.askings):
                mail = player.orders(["ready"] if player.owes_ready else bot_lines(player, 1))
                (receipt,) = game.apply({side: mail.to_text()})
                assert receipt.error is None
    return game


def test_everybody_plays_and_verifies_with_the_data_in_the_save() -> None:
    game = played(started(renamed()), 3)
    reader = Game.loads(game.dumps())
    assert reader.verify().entries == len(game.save.entries) > 4
    position = reader.view().position
    assert "Londinium" in " ".join(read(position, "The map"))
    assert says(position.note, "games.warriors.position_words.note", "map.toml", word="its")
    assert reader.ledger.rules.data.hash(1) != WARRIORS.data.hash(1)
    assert facts().places[facts().capital].vp == 3, "our own are untouched"


def test_games_with_different_data_do_not_disturb_each_other() -> None:
    """Menus are read when somebody looks at them: each with the data of its own game."""
    own, ours = started(renamed()), started(None)
    for _ in range(2):
        played(own, 1)
        played(ours, 1)
    assert own.verify()
    assert ours.verify()
    assert not ours.ledger.genesis.data
    assert "Londinium" not in str(ours.view().position)


def test_what_is_legal_follows_the_data() -> None:
    """Here everybody who has a home has it in Wales."""
    homes = re.sub(r'home = "(?!crown)\w+"', 'home = "wales"', shipped("nobles"))
    request = played(started({"nobles": homes}), 1).ledger.play.pending[0]
    placed = [line for line in lines(request) if " place " in line]
    assert len(placed) > 1
    assert {line.split()[-1] for line in placed} == {"wales"}


def test_notes_and_reasons_follow_the_data() -> None:
    """They are read when somebody looks at them, long after the menu was written."""
    data = {"nobles": shipped("nobles").replace('short = "', 'short = "Sir ')}
    request = played(started(data), 3).ledger.play.pending[0]
    notes = [option.note for option in request.options if "enemy: " in option.note]
    assert notes
    assert all("enemy: Sir " in note for note in notes)
    barred = [why for why in request.menu.barred.values() if " is in " in why]
    assert barred
    assert all(why.startswith("Sir ") for why in barred)


def test_6_1_a_long_menu_follows_the_data() -> None:
    """Its options are made when somebody looks at them: here nobody takes another along."""
    alone = shipped("tables").replace("nobles_max = 2", "nobles_max = 1", 1)
    play = Play.new(find("warriors", {"tables": alone}), "standard_1455", {})
    chance, player = SeededChance("alone"), RandomPlayer("alone")
    play.start(chance)
    marches: list[Option] = []
    while len(marches) < 20:
        (request,) = play.pending
        marches += [one for one in request.options if isinstance(one.decision, March)]
        play.answer(request.side, player.line(request, chance.secrets), chance)
    assert not any(march.group for march in marches)


def test_the_rules_run_on_the_data() -> None:
    rules = find("warriors", renamed())
    state = starting_state(rules, "standard_1455", {})
    assert "Londinium" in " ".join(read(rules.report(state, "york", {}), "The map"))
    assert rules.scenarios() == WARRIORS.scenarios()


def forged(**changes: object) -> Game:
    """A genesis with something else in it, signed by the GM again, in a save of its own."""
    genesis = plain(started(renamed()).save.entries[0])
    step = {name: value for name, value in (genesis["step"] | changes).items() if value is not None}
    return Game.loads(saved([signed(genesis | {"step": step})]))


@pytest.mark.parametrize("data", [None, {"map": shipped("map")}, {"nobles": shipped("nobles")}])
def test_other_data_than_the_hash_says_are_other_rules(data: object) -> None:
    """Nobody joins unawares: the log names rules that are not those that it brings."""
    assert Game(forged().save, ANN).join("york")
    with pytest.raises(errors.UnknownRules, match=worded("errors.UnknownRules", ..., 0, 1)):
        forged(data=data)


def test_data_that_are_no_texts_are_refused() -> None:
    with pytest.raises(errors.SaveTampered, match="was damaged"):
        forged(data={"map": 7})


@pytest.mark.parametrize(
    ("files", "why"),
    [
        ({"policies": ""}, "no file policies.toml"),
        ({"map": "region = ["}, sentence("mail.read.orders_file.PLACE")),
        ({"map": ""}, "'region' is missing"),
        (
            {"nobles": shipped("nobles").replace("leadership = 6", 'leadership = "six"')},
            "whole number",
        ),
        (
            {"nobles": shipped("nobles").replace('colour = "neutral"', 'colour = "green"', 1)},
            "colour",
        ),
        (
            {
                "nobles": shipped("nobles").replace(
                    "[noble.back]", '[noble.back]\ncolour = "blue"', 1
                )
            },
            "the colour 'blue'",
        ),
        (
            {"nobles": shipped("nobles").replace('home = "crown"', 'home = "atlantis"', 1)},
            "atlantis",
        ),
        (
            {
                "setup": shipped("setup").replace(
                    '"northeast", side = "york"', '"mercia", side = "york"', 1
                )
            },
            "control of 'mercia'",
        ),
        (
            {"setup": shipped("setup").replace('aggressor = "york"', 'aggressor = "yorck"', 1)},
            sentence("games.warriors.own_data.check_scenario", ..., "'yorck'", word="york"),
        ),
        (
            {"map": shipped("map").replace('name = "London"', 'name = "\\u001b[2J"')},
            sentence("games.warriors.own_data.check", word="seen"),
        ),
    ],
    ids=[
        "unknown",
        "no-toml",
        "empty",
        "no-number",
        "colour",
        "colour-of-a-side",
        "home",
        "listed-region",
        "listed-side",
        "escape",
    ],
)
def test_data_that_cannot_be_played_are_refused(files: dict[str, str], why: str) -> None:
    with pytest.raises(errors.BadData, match=why):
        find("warriors", files)


def test_a_game_without_data_of_its_own_takes_none() -> None:
    with pytest.raises(errors.BadData, match="takes none"):
        find("plantagenet", {"map": ""})


def test_pbem_new_with_a_folder(tmp_path: Path) -> None:
    console = Console(tmp_path)
    folder = tmp_path / "printed"
    folder.mkdir()
    words = ["new", "warriors", "standard", "--data", folder, "-o", "own.toml"]
    done = console.type("gm", *words)
    assert done.code == 2
    assert "has none of map.toml" in done.said
    (folder / "map.toml").write_text(renamed()["map"], "utf-8")
    done = console.type("gm", *words)
    assert done.code == 0, done.err
    assert says(done.out, "cli.new.command", "map.toml", word="go")
    assert console.type("ann", "verify", "own.toml").code == 0
    assert "Londinium" in console.type("ann", "show", "own.toml", "--as", "public").out
