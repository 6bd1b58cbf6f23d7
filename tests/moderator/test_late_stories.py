"""The stories that a client keeps, so that a report about late entries need not replay the log."""

from __future__ import annotations

import pytest

from pbem.gm.game import Game
from pbem.ledger import course
from pbem.ledger.fold import fold
from pbem.ledger.glimpse import for_side
from pbem.ledger.story import Story
from pbem.ledger.values import GM, PUBLIC, replace
from pbem.proof import replay
from pbem.protocol.keys import Identity
from pbem.reports.from_game import report, since_battle
from tests.cheats.table import PARLEY
from tests.tiers import soaked

from .people import ANN, BOB, PLAYERS, Post, any_line
from .people import GM as GRIFFITH
from .test_course import of
from .test_faults import faulty
from .test_new_gm import GEO, hand_over
from .test_seats import CEC, go_on, seat, until_asked

GAMES = [
    ("plantagenet", "Ia", {}),
    ("plantagenet", "Ib", {"hidden_mats": "yes"}),
    ("richard_iii", "wars_of_the_roses", {}),
    ("warriors", "standard_1455", {}),
]
READERS = ("", "york", "lancaster", "gm")


@pytest.fixture(scope="module", params=GAMES, ids=["open", "hidden mats", "blocks", "cards"])
def post(request: pytest.FixtureRequest) -> Post:
    rules, scenario, options = request.param
    return of(rules, scenario, 60 if rules == "richard_iii" else 24, **options)


def replayed(game: Game, side: str) -> list[Story]:
    """All stories as the log tells them, nothing kept."""
    whole = [
        story for _, story in fold(game.save.entries, eyes=game.holder.eyes, keys=game.holder.keys)
    ]
    ears = (side or PUBLIC) if game.side == GM else game.side
    return [for_side(story, ears) for story in whole] if game.ledger.veiled else whole


@pytest.mark.slow
@pytest.mark.parametrize("who", soaked([(who,) for who in READERS], [("",), ("york",)]))
def test_what_is_kept_is_what_the_log_tells(post: Post, who: str) -> None:
    game = post.look(who)
    first = game.ledger.course.late[0].n
    for side in ("", "york", "lancaster", PUBLIC) if who == "gm" else ("",):
        right = replayed(game, side)
        assert game.stories(first, side=side) == right[first - 1 :]
        assert game.stories(first, first, side) == right[first - 1 : first]
        assert game.stories(1, side=side) == right


def began(stories: list[Story]) -> int:
    """The entry in which a battle began that no heading has ended; after the last of these if none."""
    opens = [(s.n, e.kind) for s in stories for e in s.events if e.kind in ("battle", "heading")]
    n, kind = opens[-1] if opens else (0, "")
    return n if kind == "battle" else len(stories) + 1


@pytest.mark.slow
def test_a_battle_is_told_from_where_it_began(post: Post) -> None:
    """After every entry, for every one that a report may begin with."""
    game = post.look("gm")
    whole = game.stories(1)
    for ledger, _ in fold(game.save.entries, keys=game.holder.keys):
        late = ledger.course.late
        for n in range(late[0].n, ledger.n + 2):
            assert course.led_to(late, n) == began(whole[: n - 1])
    for n in range(game.ledger.course.late[0].n, game.ledger.n + 1):
        assert game.led_to(n) == whole[began(whole[: n - 1]) - 1 : n - 1]
    fought = any(began(whole[: n - 1]) < n for n in range(1, game.ledger.n))
    assert fought or game.ledger.rules.name != "richard_iii"  # or this proves nothing


@pytest.mark.slow
def test_a_report_since_ones_last_orders_replays_nothing(
    post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = [(who, post.look(who)) for who in READERS]
    right = [report(game, who if who in ("york", "lancaster") else "") for who, game in games]
    monkeypatch.setattr(replay, "fold", None)
    assert [report(g, w if w in ("york", "lancaster") else "") for w, g in games] == right


@pytest.mark.slow
def test_no_more_is_kept_than_a_report_can_begin_with(post: Post) -> None:
    for data in post.saves[6::6]:
        game = Game.loads(data)
        ordered = game.ledger.cases.ordered
        if len(ordered) < len(game.ledger.sides):
            continue
        first, late = min(ordered.values()), game.ledger.course.late
        began = [one.n for one in late if one.opens == "battle" and one.n < first]
        assert late[0].n in (first, *began[:1])


@pytest.mark.slow
def test_a_side_that_never_orders_does_not_make_it_grow(
    post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(course, "MOST", 3)
    game = Game(post.look("gm").save, post.look("gm").identity)
    assert len(game.ledger.course.late) <= 3 + 1  # and where a battle that still goes on began
    assert game.stories(1) == replayed(game, "")


@pytest.mark.slow
def test_a_battle_longer_than_what_is_kept_is_told_from_where_it_began(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(course, "MOST", 2)
    post, fought = of("richard_iii", "wars_of_the_roses", 60), 0
    for data in post.saves[6::6]:
        game = Game.loads(data, PLAYERS["york"])
        whole, n = replayed(game, ""), game.ledger.n
        begin = began(whole[: n - 1])
        assert [*since_battle(game.led_to(n))] == whole[begin - 1 : n - 1]
        assert game.stories(n - 1) == whole[n - 2 :]
        fought += begin < n - 1
    assert fought


def test_a_fault_is_told_anew_and_hides_no_beginning_of_a_battle() -> None:
    _, post = faulty(PARLEY)
    game = post.look("gm")
    late, n = game.ledger.course.late, game.ledger.n
    assert (late[-1].n, late[-1].story) == (n, b"")
    assert course.kept_stories(late, n, n) is None
    assert course.kept_stories(late, n - 1, n - 1) == game.stories(n - 1, n - 1)
    assert game.stories(1) == replayed(game, "")
    battle = [replace(one, opens="battle" if one.n == n - 1 else "") for one in late]
    assert course.led_to(battle, n + 1) == n - 1


@pytest.mark.slow
def test_what_somebody_else_may_read_is_not_taken_from_what_i_keep(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = of("richard_iii", "kingmaker", 12).look("york")
    last = game.ledger.n
    own, others = game.stories(last), game.stories(last, side=PUBLIC)
    assert own != others or game.stories(1) != game.stories(1, side=PUBLIC)
    monkeypatch.setattr(replay, "fold", None)
    with pytest.raises(TypeError):
        game.stories(last, side=PUBLIC)


def told_as_the_log_tells(post: Post, who: Identity) -> None:
    """To a reader who begins anew, and to one who goes on from what he kept a while ago."""
    for kept in (None, Game.loads(post.save, who).checkpoint()):
        game = Game.loads(post.save, who, checkpoint=kept)
        first = game.ledger.course.late[0].n
        for side in ("", "york", "lancaster", PUBLIC) if game.side == GM else ("",):
            assert game.stories(first, side=side) == replayed(game, side)[first - 1 :]


@pytest.mark.slow
@pytest.mark.parametrize(
    "options", soaked([({},), ({"hidden_mats": "yes"},)], [({"hidden_mats": "yes"},)]), ids=str
)
def test_it_is_so_after_a_seat_and_the_office_changed_hands(options: dict[str, str]) -> None:
    post = until_asked(of("plantagenet", "Ib", 24, **options), "york")
    before = {who: Game.loads(post.save, who).checkpoint() for who in (ANN, BOB, GRIFFITH)}
    seat(post, "york", CEC, ANN)
    players = {"york": CEC, "lancaster": BOB}
    go_on(post, players, 3)
    for who in (ANN, BOB, CEC, GRIFFITH):
        told_as_the_log_tells(post, who)
    hand_over(post, GRIFFITH, GEO)
    for _ in range(3):
        for side in post.asked():
            player = Game.loads(post.save, players[side])
            mail = player.orders([any_line(player, post.random)]).to_text()
            game = Game.loads(post.save, GEO)
            (receipt,) = game.apply({"mail": mail})
            assert receipt.error is None, receipt.error
            post.save = game.dumps()
    for who in (ANN, BOB, CEC, GRIFFITH, GEO):
        told_as_the_log_tells(post, who)
    for who, kept in before.items():
        game = Game.loads(post.save, who, checkpoint=kept)
        first = game.ledger.course.late[0].n
        assert game.stories(first) == replayed(game, "")[first - 1 :]
