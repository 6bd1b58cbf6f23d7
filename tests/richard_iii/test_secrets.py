"""C41, C96 What the enemy and the public may know: hidden blocks stay hidden."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest

from pbem.engine import codec
from pbem.engine.chance import SeededChance
from pbem.engine.patch import changes
from pbem.engine.play import Play
from pbem.engine.policies import reactions_of
from pbem.engine.request import Request
from pbem.engine.standing import StandingOrders, answer
from pbem.errors import BadScript
from pbem.games import find
from pbem.games.richard_iii import bot
from pbem.games.richard_iii import s2_map as board
from pbem.games.richard_iii import s3_blocks as blocks
from pbem.games.richard_iii import s5_actions as actions
from pbem.games.richard_iii import s7_supply as supply
from pbem.games.richard_iii.decisions import No
from pbem.games.richard_iii.facts import SIDES, facts
from pbem.games.richard_iii.game import RICHARD_III
from pbem.games.richard_iii.position import position
from pbem.games.richard_iii.s4_scenarios import setup
from pbem.games.richard_iii.state import State
from pbem.reports.context import asked_of, build
from pbem.reports.formats import FORMATS, render
from tests.packets import packet
from tests.random_games import RandomPlayer
from tests.richard_iii.field import contest, empty, lines, menu, opened, play, put, story
from tests.richard_iii.screens import shuffled
from tests.says import worded
from tests.scripted import Scripted
from tests.shown import read
from tests.shown import shown as cells

SCENARIOS = tuple(facts().scenarios)


def stops(scenario: str, seed: str) -> Iterator[Play[Any]]:
    """A random game, wherever somebody is asked."""
    play: Play[Any] = Play.new(find("richard_iii"), scenario, {})
    chance, player = SeededChance(seed), RandomPlayer(seed)
    player.eager = True
    play.start(chance)
    for _ in range(90):
        if not play.pending:
            return
        request = play.pending[0]
        play.answer(request.side, player.line(request, chance.secrets), chance)
        yield play


def positions(scenario: str, seed: str) -> list[tuple[State, Play[Any]]]:
    """Positions of a random game, with the play that stands there."""
    return [(copy.deepcopy(play.state), play) for play in stops(scenario, seed)]


def shown(play: Play[Any], reader: str) -> dict[str, Any]:
    """All that the reader gets: his packet, the drawing, the report, what he is asked."""
    rules = find("richard_iii")
    for request in play.pending:
        request.__dict__.pop("menu", None)  # it was written for another position
    seen = rules.secrets.veil(play.state, reader)
    return {
        "packet": packet(rules, play, tuple(play.pending), reader),
        "drawing": rules.picture(seen, reader),
        "report": rules.report(seen, reader, {}),
        "asked": [asked_of(request, reader) for request in play.pending],
    }


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("side", ["york", "lancaster", "public"])
def test_each_cell_shows_a_block_or_an_area_that_there_is(scenario: str, side: str) -> None:
    found = cells(position(setup(scenario), side, {}).parts)
    assert {cell.piece for cell in found if cell.piece} <= {*facts().blocks}
    assert {cell.place for cell in found if cell.place} <= {*facts().areas}
    assert side == "public" or any(cell.piece for cell in found)


@pytest.mark.slow
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_c96_what_the_enemy_hides_changes_no_view(scenario: str) -> None:
    for n, (state, _) in enumerate(positions(scenario, f"secrets {scenario}")[::3]):
        for side in SIDES:
            other = shuffled(state, side, str(n))
            for reader in (state.enemy(side), "public"):
                assert position(state, reader, {}) == position(other, reader, {})
                seen = RICHARD_III.secrets.veil(state, reader)
                assert seen == RICHARD_III.secrets.veil(other, reader)
                assert position(seen, reader, {}) == position(state, reader, {})
                assert codec.load(State, codec.dump(seen)) == seen


@pytest.mark.slow
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_c96_what_the_enemy_hides_changes_no_menu_and_no_question(scenario: str) -> None:
    seen = 0
    for n, (state, _) in enumerate(positions(scenario, f"menus {scenario}")[::2]):
        if state.phase is None:
            continue
        seen += 1
        enemy = shuffled(state, state.enemy(state.phase.side), str(n))
        own = shuffled(state, state.phase.side, str(n))
        assert menu(state).options == menu(enemy).options
        assert menu(state).barred == menu(enemy).barred
        assert actions.question(state) == actions.question(own)
        assert actions.is_over(state) == actions.is_over(own) == actions.is_over(enemy)
    assert seen > 10


@pytest.mark.slow
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_c96_what_the_enemy_hides_changes_no_packet_and_no_drawing(scenario: str) -> None:
    rules = find("richard_iii")
    varied = 0
    for n, game in enumerate(stops(scenario, f"packets {scenario}")):
        if n % 4:
            continue
        state: State = game.state
        whole = (state.blocks, state.contests, state.phase)
        for side in SIDES:
            before = {reader: shown(game, reader) for reader in (state.enemy(side), "public")}
            other = shuffled(state, side, str(n))
            varied += state.blocks != other.blocks
            state.blocks, state.contests, state.phase = other.blocks, other.contests, other.phase
            for reader, one in before.items():
                assert shown(game, reader) == one
                assert rules.score(state) == rules.score(rules.secrets.veil(state, reader))
            state.blocks, state.contests, state.phase = whole
    assert varied > 20, "hardly anything was hidden: this test proves little"


@pytest.mark.slow
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_bot_looks_at_nothing_that_its_side_cannot_see(scenario: str) -> None:
    for n, (state, _) in enumerate(positions(scenario, f"bot {scenario}")[::3]):
        if state.phase is None:
            continue
        side = state.phase.side
        other = shuffled(state, state.enemy(side), str(n))
        chosen = [
            bot.choose(
                seen, Request(side, "actions", "", "1.2", partial(actions.fill, state=seen)), {}
            )
            for seen in (state, other)
        ]
        assert chosen[0] == chosen[1]


def test_c96_own_blocks_are_shown_with_their_strength_enemy_blocks_counted() -> None:
    state = empty()
    put(state, "leicester", "y_norfolk", "rebel")
    put(state, "kent", "l_devon", "l_oxford")
    state.blocks["y_norfolk"].strength = 2
    own = read(position(state, "york", {}), "The map")
    at = own.index("Leicester: Hastings, Rivers")
    assert own[at + 1 : at + 4] == [
        "Yorkists: a block and the Rebel (black)",
        "Rebel A2, strength 4",
        "Norfolk B2, strength 2 of 4",
    ]
    (kent,) = (n for n, line in enumerate(own) if line.startswith("Kent: "))
    assert own[kent + 1] == "Lancastrians: 2 blocks"
    assert not own[kent + 2].startswith(("Devon", "Oxford"))
    public = read(position(state, "public", {}), "The map")
    at = public.index("Leicester: Hastings, Rivers")
    assert public[at + 1] == "Yorkists: a block and the Rebel (black)"
    assert not any("strength" in line for line in public)


def test_c41_the_field_is_revealed_reserves_and_the_rest_are_not() -> None:
    state = empty()
    put(state, "leicester", "l_devon")
    contest(state, "leicester", {"y_norfolk": "warwick", "y_suffolk": "derby"}, main="warwick")
    opened(state, "leicester")
    made = position(state, "public", {})
    assert made.battle == "leicester"
    rows = read(made, "Battle of Leicester")
    assert rows[rows.index("York, Attacker") :][:3] == [
        "York, Attacker",
        "On the field: Norfolk, strength 4, B2",
        "In Reserve: a block",
    ]
    state.contests["leicester"].over = True
    assert position(state, "public", {}).battle == ""


def test_c96_moves_tell_numbers_and_areas_only() -> None:
    stories = []
    for id in ("y_norfolk", "y_essex"):
        state = empty()
        put(state, "essex", "y_norfolk", "y_essex")
        game = play(state, "york", "action_2", f"{blocks.word(id)}: move middlesex", "end")
        stories.append([event for event in game.table.events if not event.to])
    assert stories[0] == stories[1]
    assert story(game, "York moves a block from Essex to Middlesex.")


def test_c96_the_rebel_is_the_only_black_block() -> None:
    state = empty()
    game = play(state, "york", "action_2", "rebel: recruit derby", "end")
    assert story(game, "York recruits the Rebel in Derby.")


def test_c96_hands_and_pools_are_counted_for_others_and_listed_for_the_owner() -> None:
    state = setup("wars_of_the_roses")
    state.hands = {"york": ["a", "b"], "lancaster": ["c"]}
    own = read(position(state, "york", {"a": "action_4", "b": "plague"}), "Pools")
    assert own[0].endswith("2 cards in hand")
    assert "Your cards: Action 4, Plague" in own
    assert [line for line in own if line.startswith("Your pool") and "Norfolk" in line]
    other = read(position(state, "lancaster", {"c": "action_2"}), "Pools")
    assert other[0] == own[0]
    assert [line[:5] for line in other[1:]] == ["Heirs", "Lanca", "Heirs", "Your ", "Your "]


def test_c96_the_rebels_strength_is_hidden_outside_battle() -> None:
    """3.26 It is known by its colour; how strong it is shows as little as of any other upright block."""
    states = []
    for strength in (1, 4):
        state = empty()
        put(state, "leicester", "y_norfolk")
        put(state, "leicester", "rebel", strength=strength)
        states.append(state)
    rules = find("richard_iii")
    for reader in ("lancaster", "public"):
        weak, strong = (RICHARD_III.secrets.veil(state, reader) for state in states)
        assert weak == strong
        assert rules.picture(weak, reader) == rules.picture(strong, reader)
        assert changes(codec.dump(weak), codec.dump(strong)) == []
    weak, strong = (RICHARD_III.secrets.veil(state, "york") for state in states)
    assert (weak.blocks["rebel"].strength, strong.blocks["rebel"].strength) == (1, 4)


def test_c96_a_rebel_that_starves_in_secret_changes_nothing_for_the_enemy() -> None:
    """7.1 Which block loses a step for want of supply is its owner's to know."""
    after = []
    for id in ("rebel", "norfolk"):
        state = empty()
        put(state, "essex", "y_norfolk", "y_suffolk", "y_arundel", "y_essex", "rebel")
        game = Scripted(state, [f"{id}: lose"])
        before = codec.dump(RICHARD_III.secrets.veil(state, "lancaster"))
        game.run(supply.losses, "york")
        public = [event for event in game.table.events if event.to != "york"]
        after.append(
            (changes(before, codec.dump(RICHARD_III.secrets.veil(state, "lancaster"))), public)
        )
    assert after[0] == after[1]
    assert after[0][0] == []


def test_c96_a_rebel_on_the_field_is_revealed_one_in_reserve_is_not() -> None:
    state = empty()
    put(state, "leicester", "l_devon")
    contest(state, "leicester", {"y_norfolk": "warwick", "rebel": "derby"}, main="warwick")
    state.blocks["rebel"].strength = 2
    opened(state, "leicester")
    assert "rebel" in state.contests["leicester"].reserve
    assert RICHARD_III.secrets.veil(state, "lancaster").blocks["rebel"].strength == 4
    state.contests["leicester"].reserve = []
    assert RICHARD_III.secrets.veil(state, "lancaster").blocks["rebel"].strength == 2


def test_c96_only_the_pretenders_side_may_ask_how_strong_the_rebel_is() -> None:
    state = empty()
    put(state, "leicester", "rebel", strength=2)
    rules = find("richard_iii")
    assert (
        rules.conditions.look(
            RICHARD_III.secrets.veil(state, "york"), "york", ("strength", "rebel")
        )
        == 2
    )
    with pytest.raises(BadScript, match=worded("games.richard_iii.guards._strength_of")):
        rules.conditions.look(
            RICHARD_III.secrets.veil(state, "lancaster"), "lancaster", ("strength", "rebel")
        )
    assert (
        rules.conditions.look(
            RICHARD_III.secrets.veil(state, "lancaster"), "lancaster", ("rebel", "at", "leicester")
        )
        is True
    )


def test_c96_a_policy_that_looks_at_a_lost_rebel_asks_its_owner() -> None:
    """After a Usurpation the Rebel is the other side's: the policy stops, the enemy's mail does not."""
    state = empty(king="york")
    request = Request("york", "execution", "?", "9.1", lambda menu: menu.offer(No(), rule="9.1"))
    standing = StandingOrders({"execution": "no if strength rebel >= 2; else no"})
    rules = find("richard_iii")
    assert (
        answer(
            standing,
            request,
            "",
            reactions_of(rules),
            lambda words: rules.conditions.look(
                RICHARD_III.secrets.veil(state, "york"), "york", words
            ),
            (),
        )
        is None
    )


def test_c96_elimination_is_told_by_name() -> None:
    state = empty()
    put(state, "warwick", "l_buckingham", strength=1)
    game = play(state, "york", "plague", "plague warwick")
    assert story(game, "Buckingham (Lancaster) is eliminated")


@pytest.mark.slow
def test_c97_who_decides_outside_his_own_turn() -> None:
    """Each reaction has a kind of its own, for policies."""
    kinds: set[str] = set()
    for scenario in SCENARIOS:
        play: Play[Any] = Play.new(find("richard_iii"), scenario, {})
        chance, player = SeededChance(scenario), RandomPlayer(scenario)
        player.eager = True
        play.start(chance)
        while play.pending:
            request = play.pending[0]
            kinds.add(request.kind)
            play.answer(request.side, player.line(request, chance.secrets), chance)
    assert {"actions", "battle_turn", "card", "hits", "mulligan", "regroup"} <= kinds


def test_the_action_menu_of_the_owner_names_his_blocks() -> None:
    state = empty()
    put(state, "essex", "y_norfolk")
    game = Scripted(state, ["end"])
    game.run(actions.first_player)
    assert lines(game.asked[0].menu, "norfolk: move")
    assert asked_of(game.asked[0], "lancaster").options == ()
    assert board.name("essex") == "Essex"


@pytest.mark.slow
@pytest.mark.parametrize("form", [format.name for format in FORMATS])
@pytest.mark.parametrize("reader", ["york", "lancaster", "public"])
def test_every_position_is_rendered_in_78_columns(form: str, reader: str) -> None:
    for state, _ in positions("wars_of_the_roses", "render")[::15]:
        shown = position(state, reader, {})
        text = render(build("Game", "richard_iii", reader, [], shown, [], "head", 1), form)
        assert "The map" in text
        if form == "text":
            assert max(len(line) for line in text.splitlines()) <= 78


TERMS = (
    "enemy at london",
    "enemies essex",
    "blocks essex",
    "enemy strength",
    "enemy blocks",
    "strength",
    "strength norfolk",
    "strength rebel",
    "attacker",
    "round",
    "king",
)


@pytest.mark.slow
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_c96_no_condition_of_a_policy_sees_what_the_enemy_hides(scenario: str) -> None:
    rules = find("richard_iii")
    differs, rebels = False, False
    for n, (state, _) in enumerate(positions(scenario, f"terms {scenario}")[::3]):
        for side in SIDES:
            other = shuffled(state, state.enemy(side), str(n))
            differs |= state.blocks != other.blocks
            rebels |= state.blocks["rebel"] != other.blocks["rebel"]
            for words in TERMS:
                term = tuple(words.split())
                own = {"strength norfolk": "york", "strength rebel": state.pretender_side}
                if own.get(words, side) == side:
                    seen = [
                        rules.conditions.look(RICHARD_III.secrets.veil(one, side), side, term)
                        for one in (state, other)
                    ]
                    assert seen[0] == seen[1], words
    assert differs, "nothing hidden was varied"
    assert rebels, "the Rebel never stood upright on the map"


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_lead_in_areas_is_what_everybody_can_count(scenario: str) -> None:
    rules = find("richard_iii")
    state = setup(scenario)
    whole = rules.score(state)
    assert whole is not None
    assert [rules.score(RICHARD_III.secrets.veil(state, eyes)) for eyes in (*SIDES, "public")] == [
        whole
    ] * 3
    drawn = rules.picture(RICHARD_III.secrets.veil(state, "public"), "public")
    owners = [place.owner for place in drawn.places]
    lead = owners.count("york") - owners.count("lancaster")
    assert [*whole.lines.values()] == [lead]
