"""PROTOCOL, rule 14: a game outlives the program, whether its rules come out the same, differ, or keep the
position in another way."""

from __future__ import annotations

import pytest

from pbem import games
from pbem.errors import BadOpening, BadRuling, NotPlayed, OldQuestion, OtherRules, ReplayMismatch
from pbem.moderator.game import Game
from pbem.moderator.ledger.values import Glimpsed, Running
from pbem.protocol import bodies, save
from pbem.protocol.bodies import Rules, Ruling
from pbem.protocol.save import Save
from pbem.reports import verdict

from . import people, skirmish
from .people import ANN, EVE, GM, NONCE, Post, joined
from .skirmish import ANOTHER_STEP, BREAKS, HITS_MORE, ONE, SAME, TABLED, Skirmish

SIDES = ("york", "lancaster")


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games.GAMES, "skirmish", f"{skirmish.__name__}:INSTALLED")
    monkeypatch.setattr(skirmish, "INSTALLED", ONE)


def install(monkeypatch: pytest.MonkeyPatch, rules: Skirmish) -> None:
    monkeypatch.setattr(skirmish, "INSTALLED", rules)


def started(scenario: str = "open") -> Post:
    post = joined(Post(Game.new(GM, "skirmish", scenario, {}, nonce=NONCE).dumps(), seed=3)).ready()
    for who in ("gm", *SIDES, ""):
        post.look(who)
    return post


def send(post: Post, side: str, *lines: str) -> None:
    name = f"{len(post.mails):03}-{side}"
    (receipt,) = post.take({name: post.sent(side, *lines)})
    assert receipt.error is None, receipt.error


def answer(post: Post, strike: str = "strike") -> None:
    """Whoever is asked answers: he strikes, and parries."""
    for side in post.asked():
        game = post.look(side)
        ready, kind = game.owes_ready, None if game.owes_ready else game.request().kind
        send(post, side, "ready" if ready else strike if kind == "move" else "parry")


def played(times: int = 12, scenario: str = "open") -> Post:
    post = started(scenario)
    for _ in range(times):
        answer(post)
    return post


def at_a_round(post: Post) -> Post:
    """Played on until the first side is to move."""
    while post.look("gm").ledger.play.checkpoint.record:
        answer(post)
    return post


def kept(post: Post) -> None:
    """Each program keeps where it stands."""
    for who in ("gm", *SIDES):
        post.look(who)


def carry_over(post: Post) -> Game:
    """What the GM's new program does: from the old one's checkpoint."""
    game = Game.by_hashes(save.read(post.save), GM, post.kept["gm"])
    game.carry_rules("hits were counted wrong")
    post.saves.append(post.save)
    post.save = game.dumps()
    post.kept["gm"] = game.checkpoint()
    return game


def signed(game: Game, **changes: object) -> bytes:
    """The ruling of this game once more, as another GM's program would have signed it."""
    *before, last = game.save.entries
    step = last.body.step
    assert isinstance(step, Ruling)
    body = bodies.replace(last.body, step=bodies.replace(step, **changes))
    entry = type(last).signed(GM, body, game.ledger.game)
    other = object.__new__(Game)
    other.__dict__ |= game.__dict__
    other.save = Save((*before, entry), game.save.signer)
    return other.dumps()


# -- the same ----------------------------------------------------------------------------------


def test_14_a_newer_version_that_changes_nothing_here_reads_and_verifies(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    post = played()
    install(monkeypatch, SAME)
    for who in ("gm", *SIDES, ""):
        assert post.look(who).now == f"Round {post.look().ledger.play.state.round}"
    told = verdict.text(post.look("york").verify())
    assert "version 1 of the rules. Under version 2, which is" in " ".join(told.split())
    assert "the same" in told


def test_14_the_gms_next_apply_notes_the_version_and_everything_is_put_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    post = played()
    asked = post.look().ledger.askings
    (side,) = asked
    late = post.sent(side, "strike" if post.look(side).request().kind == "move" else "stand")
    n = post.look().ledger.n
    install(monkeypatch, SAME)
    game = post.look("gm")
    (receipt,) = game.apply({"late": late})
    noted = game.save.entries[n + 1].body.step
    assert noted == Rules(version="2", data_hash=64 * "d")
    assert isinstance(receipt.error, OldQuestion)  # it answered an asking from before
    assert {s: a.number for s, a in game.ledger.askings.items()}[side] == asked[side].number + 1
    assert game.ledger.owes_ready() == tuple(s for s in SIDES if s != side)
    post.save = game.dumps()
    for _ in range(6):
        answer(post)
    assert sum(isinstance(e.body.step, Rules) for e in post.look().save.entries) == 1
    for who in ("gm", *SIDES, ""):
        post.kept.pop(who, None)
        post.look(who).verify()


def test_14_a_ruling_notes_the_version_too(monkeypatch: pytest.MonkeyPatch) -> None:
    post = played()
    install(monkeypatch, SAME)
    game = post.look("gm")
    game.rule("house", "it is late", lines=["No oaths."])
    assert [type(e.body.step) for e in game.save.entries[-2:]] == [Rules, Ruling]


def test_14_who_has_the_version_that_was_noted_wrongly_sees_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A GM says that all comes out the same under a version under which it does not."""
    post = played()
    game = post.look("gm")
    game.add(Rules(version="3", data_hash=64 * "d"))
    data = game.dumps()
    assert Game.loads(data).ledger.versions[-1].version == "3"  # nobody here can tell
    install(monkeypatch, HITS_MORE)
    with pytest.raises(ReplayMismatch) as error:
        Game.loads(data)
    assert not isinstance(error.value, OtherRules)


def test_14_rules_are_noted_once_and_not_before_the_game_begins() -> None:
    game = Game.new(GM, "skirmish", "open", {}, nonce=NONCE)
    with pytest.raises(BadRuling, match="joined first"):
        game.add(Rules(version="2", data_hash=64 * "d"))
    game = played(2).look("gm")
    with pytest.raises(BadRuling, match="already"):
        game.note_rules()


def test_14_a_newer_version_mends_a_fault_and_the_game_goes_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    install(monkeypatch, BREAKS)
    post = started()
    while post.look().ledger.position.failure is None:
        answer(post)
    n = post.look().ledger.n
    install(monkeypatch, ONE)
    found = post.look("york").verify()
    assert [(fault.entry, fault.here) for fault in found.faults] == [(n, False)]
    game = post.look("gm")
    game.note_rules()
    assert game.ledger.position.failure is None
    post.save = game.dumps()
    for _ in range(6):
        answer(post)
    assert post.look("york").verify().rules is None


# -- different ---------------------------------------------------------------------------------


def test_14_where_it_comes_out_differently_plain_words_say_what_to_do(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    post = played()
    install(monkeypatch, HITS_MORE)
    for who in ("gm", *SIDES, ""):
        with pytest.raises(OtherRules, match=r"version 1.*version 3.*entry \d+.*rule GAME"):
            Game.loads(post.save, {"gm": GM}.get(who))


def test_14_a_cheat_under_the_same_version_is_not_put_down_to_the_version() -> None:
    game = at_a_round(played()).look("gm")
    step = game.ruling("house", "why not", lines=["No oaths."])
    game.add(step)
    *before, last = game.save.entries
    body = bodies.replace(last.body, record=bodies.replace(last.body.record, state_hash=64 * "0"))
    game.save = Save((*before, type(last).signed(GM, body, game.ledger.game)), game.save.signer)
    with pytest.raises(ReplayMismatch) as error:
        Game.loads(game.dumps())
    assert not isinstance(error.value, OtherRules)


@pytest.mark.parametrize("rules", [HITS_MORE, TABLED], ids=["other-outcome", "other-layout"])
def test_14_the_position_is_carried_over_and_all_play_on(
    monkeypatch: pytest.MonkeyPatch, rules: Skirmish
) -> None:
    post = at_a_round(played())
    send(post, "york", "strike")  # somebody may be in the middle of a round
    kept(post)
    old = post.look().ledger
    hands = {side: post.look(side).known() for side in SIDES}
    totals = {side: old.play.state.total(side) for side in SIDES}
    install(monkeypatch, rules)
    game = carry_over(post)
    n = game.ledger.n
    assert game.save.entries[n].body.record.before == old.state_hash
    state = game.ledger.play.state
    assert type(state) is rules.state_type
    assert {side: state.total(side) for side in SIDES} == totals
    assert {s: a.number for s, a in game.ledger.askings.items()} == {
        side: old.chains.numbers[side] + 1 for side in SIDES
    }
    for side in SIDES:  # who held a card holds it still, and a fold from the log alone knows it
        post.kept.pop(side, None)
        assert post.look(side).known() == hands[side]
    assert Game.loads(post.save, GM).ledger == game.ledger
    for _ in range(8):
        answer(post)
    while not (moving := [s for s in post.asked() if post.look(s).request().kind == "move"]):
        answer(post)
    side = moving[0]
    send(post, side, f"play {next(iter(hands[side].values()))}")
    for who in ("gm", *SIDES, ""):
        post.kept.pop(who, None)
        found = post.look(who).verify()
        assert [(part.first, part.last, part.version) for part in found.unplayed] == [
            (1, n - 1, "1")
        ]
        assert f"Entries 1 to {n - 1}" in verdict.text(found)


def test_14_policies_stay_for_the_gm_and_their_owner(monkeypatch: pytest.MonkeyPatch) -> None:
    post = at_a_round(played())
    letter = post.look("lancaster").orders([], reactions={"parry": "stand"})
    assert post.take({"standing": letter.to_text()})[0].error is None
    kept(post)
    install(monkeypatch, HITS_MORE)
    carry_over(post)
    post.kept.clear()
    assert post.look("gm").standing_of("lancaster").reactions == {"parry": "stand"}
    assert post.look("lancaster").standing.reactions == {"parry": "stand"}
    post.ready()
    for _ in range(30):
        answer(post)
    by = [d for s in post.look().stories() for d in s.decisions if d.request.startswith("parry")]
    assert any((d.side, d.by, d.line) == ("lancaster", "policy", "stand") for d in by)
    post.look("lancaster").verify()


def test_14_seats_and_gms_that_changed_before_it_are_known_without_the_rules(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    post = at_a_round(played())
    claim = Game.loads(post.save, EVE).claim("york")
    game = post.look("gm")
    game.seat(claim.envelope, (), "Anne is ill")
    post.save, post.kept = game.dumps(), {}
    monkeypatch.setitem(people.PLAYERS, "york", EVE)
    post.ready()
    letter = post.look("lancaster").orders([], reactions={"parry": "stand"})
    assert post.take({"standing": letter.to_text()})[0].error is None
    chair = Game.loads(post.save, ANN).claim("gm")
    game = post.look("gm")
    game.seat(chair.envelope, (), "a long holiday")
    data = game.dumps()
    hand = Game.loads(data, EVE).known()
    assert hand
    new = Game.loads(data, ANN)
    save_of_new = new.dumps()
    old = new.checkpoint()
    install(monkeypatch, HITS_MORE)
    game = Game.by_hashes(save.read(save_of_new), ANN, old)
    game.carry_rules("hits were counted wrong")
    data = game.dumps()
    assert Game.loads(data, ANN).ledger == game.ledger
    assert game.standing_of("lancaster").reactions == {"parry": "stand"}
    assert Game.loads(data, EVE).known() == hand
    assert Game.loads(data).verify().unplayed


def test_14_a_game_that_a_fault_stopped_is_carried_over_to_before_the_line(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    install(monkeypatch, BREAKS)
    post = started()
    while post.look().ledger.position.failure is None:
        answer(post)
    kept(post)
    install(monkeypatch, HITS_MORE)
    game = carry_over(post)
    assert game.ledger.position.failure is None
    assert len(game.ledger.askings) == 2
    for _ in range(6):
        answer(post)
    post.kept.clear()
    for who in ("gm", *SIDES, ""):
        assert post.look(who).verify().faults


def test_14_a_veiled_position_is_carried_over_in_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    post = at_a_round(played(7, "fog"))
    answer(post, "wait")
    kept(post)
    gold = {side: post.look(side).ledger.play.state.gold[side] for side in SIDES}
    assert gold["york"] > 7
    install(monkeypatch, TABLED)
    game = carry_over(post)
    step = game.save.entries[-1].body.step
    assert isinstance(step, Ruling)
    assert len(step.lines) == 3
    assert step.sealed
    post.kept.clear()
    assert post.look("gm").ledger.play.state.gold == gold
    for side in SIDES:
        ledger = post.look(side).ledger
        assert isinstance(ledger.position.play, Glimpsed)
        assert ledger.play.state.gold == {s: n if s == side else 0 for s, n in gold.items()}
    for _ in range(6):
        answer(post)
    for who in ("gm", *SIDES, ""):
        post.kept.pop(who, None)
        assert post.look(who).verify().unplayed


def test_14_a_program_without_the_new_version_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    post = at_a_round(played())
    kept(post)
    install(monkeypatch, TABLED)
    game = carry_over(post)
    install(monkeypatch, ONE)
    with pytest.raises(OtherRules, match=f"entry {game.ledger.n} "):
        Game.loads(post.save)


def test_14_what_a_stretch_holds_is_checked_without_its_rules(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A die, and a statement that was opened, changed in the stretch before."""
    post = at_a_round(played())
    kept(post)
    install(monkeypatch, HITS_MORE)
    game = carry_over(post)
    rolled = next(e for e in game.save.entries if e.body.record.rolls)
    die = rolled.body.record.rolls[0]
    spoken = next(e for e in game.save.entries if e.body.record.opened)
    word = spoken.body.record.opened[0]
    loaded = resigned(game, rolled.n, rolls=(bodies.replace(die, value=7 - die.value),))
    with pytest.raises(ReplayMismatch, match="dice are not those") as error:
        Game.loads(loaded)
    assert not isinstance(error.value, OtherRules)
    with pytest.raises(BadOpening):
        Game.loads(resigned(game, spoken.n, opened=(bodies.replace(word, text="wait"),)))


def resigned(game: Game, n: int, **changed: object) -> bytes:
    """The log with another record in entry `n`, all signed anew by its GM."""
    entries = list(game.save.entries[:n])
    for entry in game.save.entries[n:]:
        body = bodies.replace(entry.body, prev=entries[-1].head)
        if entry.n == n:
            body = bodies.replace(body, record=bodies.replace(body.record, **changed))
        entries.append(type(entry).signed(GM, body, game.ledger.game))
    other = object.__new__(Game)
    other.__dict__ |= game.__dict__
    other.save = Save(tuple(entries), game.save.signer)
    return other.dumps()


# -- what is refused ---------------------------------------------------------------------------


def test_14_only_the_position_whose_hash_was_signed_is_carried_over(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    post = at_a_round(played())
    kept(post)
    install(monkeypatch, HITS_MORE)
    game = carry_over(post)
    step = game.save.entries[-1].body.step
    assert isinstance(step, Ruling)
    version, data, before, *pieces = step.lines
    text = "".join(pieces)
    richer = text.replace('"gold":{"lancaster":7', '"gold":{"lancaster":9')
    assert richer != text
    for lines in ((version, data, before, richer), (version, data, 64 * "0", text)):
        with pytest.raises(ReplayMismatch, match=r"hash was signed|entry before it signed"):
            Game.loads(signed(game, lines=lines))


def test_14_what_happened_in_the_step_is_what_the_log_tells(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The signed hash is of the state; what else the old rules had in mind follows from dice and lines."""
    post = at_a_round(played())
    send(post, "york", "wait")
    kept(post)
    install(monkeypatch, HITS_MORE)
    game = carry_over(post)
    step = game.save.entries[-1].body.step
    assert isinstance(step, Ruling)
    *front, text = step.lines
    for forged in (
        text.replace('"record":[{"york":"wait"}]', '"record":[{"york":"play axe"}]'),
        text.replace('"record":[{"york":"wait"}]', '"record":[9,{"york":"wait"}]'),
        text.replace('"answers":{}', '"answers":{"lancaster":"wait"}'),
    ):
        assert forged != text
        with pytest.raises(ReplayMismatch, match="the log tells of last"):
            Game.loads(signed(game, lines=(*front, forged)))


def test_14_a_step_that_the_new_rules_cannot_go_on_with_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    post = at_a_round(played())
    send(post, "york", "wait")
    kept(post)
    install(monkeypatch, ANOTHER_STEP)
    with pytest.raises(BadRuling, match="go back to before the step"):
        carry_over(post)


def test_14_without_what_the_old_program_kept_nothing_is_carried_over(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    post = at_a_round(played())
    kept(post)
    old = post.kept["gm"]
    answer(post)
    install(monkeypatch, HITS_MORE)
    log = save.read(post.save)
    with pytest.raises(BadRuling, match="kept no position"):
        Game.by_hashes(log, GM, None)
    with pytest.raises(BadRuling, match="not of the last entry"):
        Game.by_hashes(log, GM, old).carry_rules("late")


def test_14_what_stood_under_other_rules_never_comes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    post = at_a_round(played())
    kept(post)
    install(monkeypatch, HITS_MORE)
    n = carry_over(post).ledger.n
    for _ in range(4):
        answer(post)
    game = post.look("gm")
    for first in (n, n - 2):
        with pytest.raises(BadRuling, match=f"before entry {n + 1} at most"):
            game.rule("void", "no", entry=first)
    game.rule("void", "a slip", entry=n + 1)
    Game.loads(game.dumps()).verify()


def test_14_the_past_under_other_rules_is_told_to_be_unknown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    post = at_a_round(played())
    kept(post)
    install(monkeypatch, HITS_MORE)
    n = carry_over(post).ledger.n
    game = post.look("york")
    for past in (game.before, game.own_ledger):
        with pytest.raises(NotPlayed, match="version 1"):
            past(n - 1)
    assert game.before(n).now == game.now
    assert isinstance(game.ledger.position.play, Running)
    assert [story.n for story in game.stories(n - 2, n)] == [n - 2, n - 1, n]
    assert any(story.decisions for story in game.stories(1, n - 1))
