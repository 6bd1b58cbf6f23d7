"""Scripts and policies of whole games by mail: kept, replaced, stopped, told to their owner alone."""

from __future__ import annotations

import pytest

from pbem.engine.policies import presets_of
from pbem.engine.standing import StandingOrders
from pbem.errors import BadScript, UnreadableOrders
from pbem.gm.game import Game
from pbem.ledger import sealed
from pbem.ledger.values import UnderWay
from pbem.mail.read import orders_file
from pbem.mail.write.packet import packet
from pbem.player import compose
from pbem.player.orders import Orders
from pbem.player.robots import bot_orders
from pbem.reports.from_game import report
from pbem.reports.period import EVERYTHING
from tests.drawn import kept
from tests.guide.pages import blocks
from tests.says import worded

from .people import PLAYERS, Post, seated

SIDES = tuple(PLAYERS)


def turn(post: Post) -> None:
    """Everybody who is asked mails what the simple player prepares."""
    pile: dict[str, str | bytes] = {}
    for side in post.asked():
        game = post.look(side)
        if game.owes_ready:
            pile[f"{len(post.mails):03}-{side}"] = game.orders(["ready"]).to_text()
            continue
        mine = bot_orders(game)
        letter = game.orders(mine.lines, scripts=mine.scripts, reactions=mine.reactions)
        pile[f"{len(post.mails):03}-{side}"] = letter.to_text()
    for receipt in post.take(pile):
        assert receipt.error is None, f"{receipt.name}: {receipt.error}"


@kept
def _whole(scenario: str) -> Post:
    post = seated(scenario=scenario)
    while post.look().result is None:
        turn(post)
    return post


def to_plan() -> Post:
    """Both are asked for a Plan, by policies and orders past dice."""
    post = seated()
    while not any(request.kind == "plan" for request in post.look().requests):
        turn(post)
    return post


def plan_of(game: Game, script: str) -> tuple[str, dict[str, str]]:
    """The bot's Plan with one script for every card that has a Lord."""
    mine = bot_orders(game)
    cards = mine.lines[0].split()[1:]
    scripts = {str(n): script.format(lord=card) for n, card in enumerate(cards, 1)}
    return mine.lines[0], {n: text for n, text in scripts.items() if not text.startswith("pass")}


def send_plans(post: Post, **scripts: str) -> None:
    pile: dict[str, str | bytes] = {}
    for side, script in scripts.items():
        game = post.look(side)
        line, texts = plan_of(game, script)
        pile[side] = game.orders([line], scripts=texts).to_text()
    for receipt in post.take(pile):
        assert receipt.error is None, receipt.error


@pytest.mark.slow
@pytest.mark.parametrize("most", [1000, 2500, 6000])
def test_a_robot_prepares_no_more_than_an_email_holds(
    most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A Plan with all its scripts would be too much, and in the Campaign so would lines and policies beside them."""
    post = to_plan()
    sizes = []
    for side in post.asked():
        game = post.look(side)
        mine = bot_orders(game)
        sizes.append(sized(game, mine))
    assert min(sizes) > most
    monkeypatch.setattr(sealed, "LIMIT", most)
    for _ in range(4):
        turn(post)
    assert "plan" not in {request.kind for request in post.look().requests}


def sized(game: Game, mine: Orders) -> int:
    side = game.player_side
    return compose.sealed_size(game.ledger, side, mine.lines, mine.scripts, mine.reactions)


def test_orders_that_are_too_long_for_one_email_say_what_to_do(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    post = to_plan()
    game = post.look("york")
    mine = bot_orders(game)
    whole = sized(game, mine)
    monkeypatch.setattr(sealed, "LIMIT", whole - 1)
    with pytest.raises(UnreadableOrders, match=rf"{whole:,} bytes.* Shorten some scripts"):
        game.orders(mine.lines, scripts=mine.scripts, reactions=mine.reactions)
    monkeypatch.setattr(sealed, "LIMIT", whole)
    assert game.orders(mine.lines, scripts=mine.scripts, reactions=mine.reactions)


def test_what_is_too_long_beside_lines_goes_in_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    post = seated().ready()
    side = post.asked()[0]
    game = post.look(side)
    mine = bot_orders(game)
    assert mine.reactions
    whole = sized(game, mine)
    monkeypatch.setattr(sealed, "LIMIT", whole - 1)
    with pytest.raises(UnreadableOrders, match=worded("ledger.sealed._less", word="policies")):
        game.orders(mine.lines, reactions=mine.reactions)
    policies = game.orders((), reactions=mine.reactions).to_text()
    (receipt,) = post.take({"1": policies})
    assert receipt.error is None
    (receipt,) = post.take({"2": post.look(side).orders(mine.lines).to_text()})
    assert receipt.error is None
    monkeypatch.setattr(sealed, "LIMIT", 100)
    with pytest.raises(UnreadableOrders, match=worded("ledger.sealed._less", word="last")):
        game.orders(mine.lines)


def decided(post: Post, side: str) -> list[tuple[str, str]]:
    stories = post.look().stories()
    return [(d.line, d.by) for s in stories for d in s.decisions if d.side == side and not d.forced]


@pytest.mark.slow
def test_a_whole_game_with_scripts_verifies_for_everybody() -> None:
    post = _whole("Ib")
    for who in ("", "gm", *SIDES):
        post.look(who).verify()
    by = {by for side in SIDES for _, by in decided(post, side)}
    assert {"script", "policy"} <= by


def test_it_takes_a_third_of_the_mails_or_less() -> None:
    post = _whole("Ib")
    asked = sum(len(decided(post, side)) for side in SIDES)
    assert len(post.mails) * 3 <= asked


def test_standing_orders_survive_every_save_with_their_cursors() -> None:
    post = seated()
    under_way = 0
    while post.look().result is None:
        turn(post)
        game = post.look("gm")
        again = Game.loads(game.dumps(), game.identity)
        assert again.ledger.position == game.ledger.position
        under_way += sum(bool(rows) for rows in game.ledger.position.scripts.values())
    assert under_way


def test_a_script_that_is_illegal_by_now_stops_and_asks() -> None:
    post = to_plan()
    send_plans(post, york="{lord}: march calais", lancaster="{lord}: pass")
    (request,) = post.look().requests
    assert (request.side, request.kind) == ("york", "command")
    assert all(by != "script" for _, by in decided(post, "york"))
    post.look().verify()


def test_ask_stops_and_the_end_of_a_script_asks_too() -> None:
    post = to_plan()
    send_plans(post, york="ask; {lord}: pass", lancaster="{lord}: pass")
    assert [r.side for r in post.look().requests] == ["york"]


def test_a_script_can_be_replaced_until_its_card_is_flipped() -> None:
    post = to_plan()
    send_plans(post, york="ask", lancaster="{lord}: pass")
    game = post.look("york")
    slot, card = list(game.plan_cards().items())[-1]
    number = slot.rpartition(":")[2]
    envelope = game.orders([], scripts={number: f"{card}: pass"})
    (receipt,) = post.take({"replaced": envelope.to_text()})
    assert receipt.error is None
    assert post.look("york").standing.scripts[slot] == f"{card}: pass"
    while slot in post.look("york").plan_cards():
        lord = post.look("york").request().options[0].line.partition(":")[0]
        mail = post.look("york").orders([f"{lord}: pass"]).to_text()
        (receipt,) = post.take({f"york-{len(post.mails)}": mail})
        assert receipt.error is None
    assert (f"{card}: pass", "script") in decided(post, "york")
    with pytest.raises(BadScript, match=r"no card|cards to come"):
        post.look("york").orders([], scripts={"1": "ask"})


def test_a_script_for_no_card_is_told_which_are_to_come() -> None:
    """The first and the last of them, before the Plan is sealed and after a card was flipped."""
    post = to_plan()
    game = post.look("york")
    line, _ = plan_of(game, "ask")
    size = len(line.split()) - 1
    with pytest.raises(
        BadScript, match=worded("player.compose._slot", 1, f"{size}.", word="cards")
    ):
        game.orders([line], scripts={str(size + 1): "ask"})
    send_plans(post, york="ask", lancaster="{lord}: pass")
    assert post.look("york").request().kind == "command"
    for number in ("1", str(size + 1)):
        with pytest.raises(
            BadScript, match=worded("player.compose._slot", 2, f"{size}.", word="cards")
        ):
            post.look("york").orders([], scripts={number: "ask"})


def kept(post: Post) -> StandingOrders:
    """York's standing orders as the GM keeps them."""
    return post.look("gm").ledger.standing("york")


def places(post: Post) -> dict[str, UnderWay]:
    """Where York's scripts stand that have begun."""
    return dict(post.look("gm").ledger.position.scripts.get("york", {}))


def under_way() -> tuple[Post, str]:
    """York's script for its first card has run a line, and Lancaster is asked; and that slot."""
    post = to_plan()
    send_plans(post, york="{lord}: march rochester; {lord}: pass", lancaster="ask")
    standing = kept(post)
    ((slot, row),) = places(post).items()
    assert slot in standing.scripts
    assert row.at == 1
    assert [request.side for request in post.look().requests] == ["lancaster"]
    return post, slot


def test_a_new_script_leaves_the_one_under_way_where_it_stands() -> None:
    post, running = under_way()
    before, stood = kept(post), places(post)
    other = next(iter(post.look("york").plan_cards()))
    mail = post.look("york").orders([], scripts={other: "ask"}).to_text()
    (receipt,) = post.take({"new": mail})
    assert receipt.error is None
    after = kept(post)
    assert after.scripts == {**before.scripts, other: "ask"}
    assert places(post) == stood
    assert running in stood


def test_a_script_that_is_replaced_begins_anew() -> None:
    """Whatever client wrote it: the place where the old text stood says nothing of the new one."""
    post, running = under_way()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(compose, "_slot", lambda number, slots: number)
        mail = post.look("york").orders([], scripts={running: "repeat 3: pass"}).to_text()
    (receipt,) = post.take({"new": mail})
    assert receipt.error is None
    assert kept(post).scripts[running] == "repeat 3: pass"
    row = places(post).get(running)
    assert row is None or row.text != "repeat 3: pass"


def test_a_guard_that_would_need_a_secret_is_refused_when_it_is_written() -> None:
    post = to_plan()
    game = post.look("york")
    for guard in ("plan lancaster = york", "held somerset", "enemy script", "deck york"):
        with pytest.raises(BadScript):
            game.check_standing({}, {"flee": f"stand if {guard}"})
        with pytest.raises(BadScript):
            game.orders(["plan " + " ".join(["pass"] * 4)], scripts={"1": f"ask if {guard}"})


def test_the_enemys_standing_orders_change_nothing_that_a_side_can_see() -> None:
    seen = []
    for script, flee in (("{lord}: pass", "stand"), ("{lord}: forage; {lord}: pass", "flee all")):
        post = to_plan()
        game = post.look("lancaster")
        line, scripts = plan_of(game, script)
        policies = {**game.standing.reactions, "flee": flee}
        mail = game.orders([line], scripts=scripts, reactions=policies).to_text()
        (receipt,) = post.take({"lancaster": mail})
        assert receipt.error is None
        york = post.look("york")
        seen.append((packet(york, "york"), york.view().position, york.legal()))
    assert seen[0] == seen[1]


@pytest.mark.slow
def test_the_owner_alone_reads_why() -> None:
    post = _whole("Ib")
    york, lancaster, public = (
        report(post.look(side), side, period=EVERYTHING) for side in (*SIDES, "public")
    )
    assert "(your script: if " in york
    assert "(your script: if " in lancaster
    for told, other in ((york, "lancaster"), (lancaster, "york")):
        wrote = {
            d.why
            for s in post.look(other).stories()
            for d in s.decisions
            if d.side == other and len(d.why) > 40
        }
        assert wrote
        assert not any(why[:60] in " ".join(told.split()) for why in wrote)
    assert "your script" not in public
    assert "(by script)" in public


def test_a_packet_parses_as_it_is_and_shows_what_is_in_force() -> None:
    post = seated()
    for _ in range(12):
        for side in SIDES:
            game = post.look(side)
            text = packet(game, side)
            read = orders_file.parse(text)
            assert read.policies(presets_of(game.ledger.rules)) == {
                "default": "ask",
                **game.standing.reactions,
            }
            to_come = game.plan_cards()
            scripts = game.standing.scripts
            slots = {s.rpartition(":")[2]: text for s, text in scripts.items() if s in to_come}
            assert dict(read.scripts) == slots
            assert list(read.lines) == (["ready"] if game.owes_ready else [])
            if game.standing.reactions:
                with pytest.raises(UnreadableOrders, match="no order line"):
                    game.orders((), scripts=read.scripts, reactions=game.standing.reactions)
        if post.look().result is not None:
            break
        turn(post)


def test_lines_with_conditions_run_in_an_order() -> None:
    post = seated()
    while not any(request.kind == "muster" for request in post.look().requests):
        turn(post)
    side = post.look().requests[0].side
    game = post.look(side)
    check = next(o.line for o in game.legal() if " vassal " in o.line)
    lord = check.partition(":")[0]
    lines = [f"{check} until success max 2", f"if failed: {lord}: done", "else: done"]
    assert game.spelled(lines)[0] == lines[0]
    (receipt,) = post.take({"muster": game.orders(lines).to_text()})
    assert receipt.error is None
    assert receipt.story is not None
    assert receipt.story.decisions[0].line == check
    post.look().verify()


def test_the_standing_orders_in_the_guide_can_be_sent() -> None:
    (block,) = blocks("fewer-emails", "toml")
    post = to_plan()
    game = post.look("york")
    head = f'game = "{game.id}"\nside = "york"\nanswers = "{game.request().id}"\n'
    written = orders_file.parse(head + block)
    policies = written.policies(presets_of(game.ledger.rules))
    mail = game.orders(written.lines, scripts=written.scripts, reactions=policies).to_text()
    (receipt,) = post.take({"york": mail})
    assert receipt.error is None
    assert set(post.look("york").standing.scripts.values()) == set(written.scripts.values())


@pytest.mark.slow
def test_what_is_answered_in_advance_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """PROTOCOL.md, rule 4: steps are bounded; beyond the bound whoever is asked is asked by mail."""
    monkeypatch.setattr("pbem.ledger.run.MOST", 2)
    post = seated()
    while post.look().result is None and len(post.mails) < 60:
        turn(post)
    answered = [[d.by for d in e.body.record.decisions] for e in post.look().save.entries]
    in_advance = [sum(by in ("policy", "script", "earlier") for by in entry) for entry in answered]
    assert 1 <= max(in_advance) <= 2
    post.look().verify()
