"""`pbem new --data`: an owner's own map, hexes, leaders, units, tables, cards and scenarios."""

from __future__ import annotations

import re

import pytest

from pbem import errors
from pbem.engine.chance import SeededChance
from pbem.engine.play import Play
from pbem.engine.scenarios import starting_state
from pbem.games import find
from pbem.games.plantagenet_1450.facts import FILES, facts
from pbem.games.plantagenet_1450.game import PLANTAGENET_1450
from pbem.games.plantagenet_1450.position import position
from pbem.gm.game import Game
from pbem.ledger.cases import agreed
from pbem.reports.formats.text import text
from pbem.resources import resource
from tests.moderator.people import ANN, BOB, GM, NONCE
from tests.random_games import RandomPlayer, give
from tests.says import says, sentence

TOWTON = "towton_1461"


def shipped(name: str) -> str:
    return resource(f"rules_data/{PLANTAGENET_1450.name}/{name}.toml").read_text("utf-8")


def changed(name: str, old: str, new: str) -> dict[str, str]:
    whole = shipped(name)
    assert old in whole
    return {name: whole.replace(old, new, 1)}


def fast() -> dict[str, str]:
    """Clear ground costs one point here, and York is called Eboracum."""
    tables = changed("tables", 'id = "clear"\nmove = 2', 'id = "clear"\nmove = 1')
    return tables | changed("hexes", 'town = "York"', 'town = "Eboracum"')


def test_every_file_of_values_may_be_replaced() -> None:
    assert PLANTAGENET_1450.data.replaceable == FILES
    assert set(FILES) == {"map", "hexes", "leaders", "units", "tables", "cards", "scenarios"}
    same = find("plantagenet_1450", {name: shipped(name) for name in FILES})
    assert same.data.hash(1) == PLANTAGENET_1450.data.hash(1)


def test_the_rules_run_on_the_data_and_ours_stay_as_they_are() -> None:
    rules = find("plantagenet_1450", fast())
    assert rules.data.hash(1) != PLANTAGENET_1450.data.hash(1)
    state = starting_state(rules, TOWTON, {})
    towns = {place.name for place in rules.picture(state, "public").places}
    assert "Eboracum" in towns
    ours = PLANTAGENET_1450.picture(starting_state(PLANTAGENET_1450, TOWTON, {}), "public")
    assert "Eboracum" not in {place.name for place in ours.places}
    assert facts().terrain["clear"]["move"] == 2


@pytest.mark.slow
def test_a_game_is_played_to_its_end_on_them() -> None:
    chance, player = SeededChance("own"), RandomPlayer("own")
    play = Play.new(find("plantagenet_1450", fast()), TOWTON, {})
    play.start(chance)
    told = 0
    while play.pending:
        request = play.pending[0]
        stacked = request.stack is not None
        if request.kind == "march":
            told += any("Eboracum" in option.note for option in request.options)
        answer = player.stack(request) if stacked else player.line(request, chance.secrets)
        give(play, request.side, answer, chance)
        play.rules.check(play.state)
    assert play.result is not None
    assert told, "notes are read long after the menu was written"


def test_distances_are_those_of_the_board_in_force() -> None:
    """The same two hexes in two games side by side."""
    rules = find("plantagenet_1450", changed("leaders", "quality = 7", "quality = 6"))
    assert starting_state(rules, TOWTON, {}) == starting_state(PLANTAGENET_1450, TOWTON, {})
    assert rules.report(starting_state(rules, TOWTON, {}), "york", {}) != position(
        starting_state(PLANTAGENET_1450, TOWTON, {}), {}
    )


@pytest.mark.slow
def test_reports_say_what_is_a_reconstruction_until_it_is_replaced() -> None:
    def note(**files: str) -> str:
        rules = find("plantagenet_1450", files) if files else PLANTAGENET_1450
        return " ".join(
            text(rules.report(starting_state(rules, TOWTON, {}), "york", {}).parts).split()
        )

    assert "Map, hexes, leaders, units, tables, cards and scenarios are a reconstruction" in note()
    some = note(map=shipped("map"), units=shipped("units"))
    assert "Hexes, leaders, tables, cards and scenarios are a reconstruction" in some
    assert "reconstruction" not in note(**{name: shipped(name) for name in FILES})


def test_who_is_invited_reads_that_the_gm_has_data_of_their_own() -> None:
    game = Game.new(GM, PLANTAGENET_1450.name, TOWTON, {}, nonce=NONCE, data=fast())
    told = agreed.words(game.ledger)
    assert says(told, "ledger.cases.agreed._own_data", "the GM", "hexes and tables")


def test_everybody_plays_with_the_data_in_the_save() -> None:
    cards = {"york": ANN, "lancaster": BOB}
    named = {side: f"{who.name} {who.public.fingerprint}" for side, who in cards.items()}
    game = Game.new(GM, PLANTAGENET_1450.name, TOWTON, named, nonce=NONCE, data=fast())
    for side, who in cards.items():
        (receipt,) = game.apply({side: Game.loads(game.dumps(), who).join(side).to_text()})
        assert receipt.error is None
    reader = Game.loads(game.dumps())
    assert reader.verify()
    assert "Eboracum" in str(reader.view().position)
    with pytest.raises(errors.BadData, match=r"no file policies\.toml"):
        find(PLANTAGENET_1450.name, {"policies": ""})


@pytest.mark.slow
@pytest.mark.parametrize(
    ("files", "why"),
    [
        ({"map": ""}, "is missing"),
        ({"units": "unit = ["}, "at end of document"),
        (changed("leaders", "command = 5", 'command = "five"'), "whole number, not text"),
        (
            changed("units", "morale = 3", "morale = 3.5"),
            ("not " + sentence("misread.KINDS", word="fraction")),
        ),
        (
            changed("map", 'name = "London"', 'name = "\\u001b[2J"'),
            sentence("games.plantagenet_1450.own_data.leaf", word="seen"),
        ),
        (
            changed("map", 'adjacent = ["essex", "kent"', 'adjacent = ["essex", "lyonesse"'),
            "lyonesse",
        ),
        (changed("hexes", 'terrain = "clear"', 'terrain = "swamp"'), "swamp"),
        (changed("cards", 'op = "legitimacy"', 'op = "miracle"'), "miracle"),
        (changed("cards", '"crowned(henry_vi)"', '"anointed(henry_vi)"'), "anointed"),
        (
            changed("leaders", "interception = 5", "intercepts = 5"),
            sentence(
                "engine.own_data.no_slips",
                "warwick",
                "'intercepts'",
                sentence("engine.own_data._near", "'interception'"),
                word="which",
            ),
        ),
        (
            changed("tables", 'die_1 = ["-",', "die_1 = ["),
            sentence("games.plantagenet_1450.own_data.check_types", ..., ..., 7, word="list"),
        ),
        (changed("tables", "killed_on = 6", 'killed_on = "6"'), "not as 6"),
        (changed("scenarios", 'hex = "1928"', 'hex = "9999"'), "9999"),
        (changed("scenarios", 'id = "warwick"', 'id = "arthur"'), "arthur"),
        (
            changed("scenarios", "dead_or_captive(edward_march)", "asleep(edward_march)"),
            "asleep",
        ),
    ],
    ids=[
        "empty",
        "no-toml",
        "no-number",
        "fraction",
        "unseen",
        "area",
        "terrain",
        "operation",
        "condition",
        "slip",
        "short-row",
        "table-value",
        "hex",
        "leader",
        "victory",
    ],
)
def test_values_that_no_game_could_be_played_with_are_refused(
    files: dict[str, str], why: str
) -> None:
    with pytest.raises(errors.BadData, match=re.escape(why)):
        find("plantagenet_1450", files)
