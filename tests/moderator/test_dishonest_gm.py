"""A GM who cheats and signs it again is caught by `verify`, by the player cheated, or by his pin."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pbem.errors import (
    BadOpening,
    BadSignature,
    BrokenChain,
    Forked,
    NotTrusted,
    PbemError,
    ReplayMismatch,
    ShorterHistory,
    UnknownKey,
)
from pbem.gm.game import Game
from pbem.ledger import orders
from pbem.ledger.chances import GmChance
from pbem.ledger.checks import entry as entry_check
from pbem.protocol import bodies, dice
from pbem.protocol import save as savefile
from pbem.protocol.bodies import Mailed, Opening, Order, Rolled
from pbem.protocol.offices import DICE, chain_of
from pbem.protocol.pins import Pins
from tests.cheats.table import PARLEY, mustering
from tests.says import worded

from .forger import Body, chained, entries_of, plain, resigned, saved, verify
from .people import (
    EVE,
    GM,
    PLAYERS,
    Post,
    any_line,
    invited,
    played,
    seated,
    with_everything,
    with_plans,
)
from .writer import lenient, rewritten


def last_with(post: Post, part: str, rest: str = "") -> Post:
    """The game cut right after the last entry that has such a part."""
    entries = post.look().save.entries
    for entry in reversed(entries):
        if getattr(entry.body.record, part):
            return Post(saved(entries[: entry.n + 1]))
    pytest.fail(f"no entry has {part}")


@pytest.fixture
def post() -> Post:
    return with_everything()


def test_an_honest_game_is_in_order(post: Post) -> None:
    assert verify(post.save) == len(entries_of(post.save))


def set_value(part: str, field: str, value: Callable[[Any], Any]) -> Callable[[Body], None]:
    def change(body: Body) -> None:
        row = body["record"][part][-1]
        row[field] = value(row.get(field))

    return change


def dropped(part: str) -> Callable[[Body], None]:
    def change(body: Body) -> None:
        body["record"][part].pop()
        if not body["record"][part]:
            del body["record"][part]

    return change


def doubled(part: str) -> Callable[[Body], None]:
    return lambda body: body["record"][part].append(copy.deepcopy(body["record"][part][-1]))


def other_digest(text: str) -> str:
    return ("0" if text[0] != "0" else "1") + text[1:]


def other_order(body: Body) -> None:
    body["step"]["order"]["body"]["statements"][0] = 64 * "0"


def in_record(**fields: Any) -> Callable[[Body], None]:
    return lambda body: body["record"].update(fields)


FORGERIES: list[tuple[str, str, Callable[[Body], None]]] = [
    ("changed die", "rolls", set_value("rolls", "value", lambda v: v % 6 + 1)),
    ("another label", "rolls", set_value("rolls", "label", lambda label: f"again {label}")),
    ("another occurrence", "rolls", set_value("rolls", "label", lambda label: f"{label[:-1]}9")),
    ("a die of more sides", "rolls", set_value("rolls", "sides", lambda sides: sides + 1)),
    ("marked absent", "rolls", set_value("rolls", "absent", lambda _: ["york"])),
    ("left out die", "rolls", dropped("rolls")),
    ("die too many", "rolls", doubled("rolls")),
    ("left out shuffle", "shuffles", dropped("shuffles")),
    ("skipped deck link", "shuffles", set_value("shuffles", "k", lambda k: k + 1)),
    ("another deck", "shuffles", set_value("shuffles", "deck", lambda deck: f"{deck}x")),
    ("shuffled anew", "shuffles", set_value("shuffles", "again", lambda _: True)),
    ("changed card", "openings", set_value("openings", "card", lambda card: f"{card}x")),
    ("changed salt", "openings", set_value("openings", "salt", other_digest)),
    ("left out opening", "openings", dropped("openings")),
    ("opening twice", "openings", doubled("openings")),
    ("left out deal", "deals", dropped("deals")),
    ("deal twice", "deals", doubled("deals")),
    ("dealt to the other", "deals", set_value("deals", "to", lambda to: f"not_{to}")),
    ("another decision", "decisions", set_value("decisions", "line", lambda _: "pass")),
    ("left out decision", "decisions", dropped("decisions")),
    ("said to be a policy", "decisions", set_value("decisions", "by", lambda _: "policy")),
    ("another statement", "opened", set_value("opened", "text", lambda text: f"{text}x")),
    ("a statement not opened", "opened", dropped("opened")),
    ("somebody else asked", "questions", dropped("questions")),
    ("another number asked", "questions", set_value("questions", "number", lambda n: n + 1)),
    ("another position", "decisions", in_record(state_hash=64 * "0")),
    ("another order", "opened", other_order),
    ("skipped answer", "link", in_record(link=64 * "0")),
    ("no answer", "link", lambda b: b["record"].pop("link")),
    ("a line left over", "decisions", in_record(left=[{"side": "york", "entry": 3, "place": 1}])),
    ("a fault", "rolls", in_record(faults=[
        {"side": "york", "entry": 3, "place": 1, "dice": 1, "kind": "Oops"}])),
    ("a handover", "decisions", in_record(handover=[{"to": "york", "data": "AAAA"}])),
    ("an escrow", "decisions", in_record(escrow="AAAA")),
    ("something told", "decisions", in_record(stories=[{"to": "york", "sealed": "AAAA"}])),
]  # fmt: skip


@pytest.mark.parametrize(("name", "part", "change"), FORGERIES, ids=[f[0] for f in FORGERIES])
def test_a_changed_entry_is_named(
    post: Post, name: str, part: str, change: Callable[[Body], None]
) -> None:
    cut = last_with(post, part)
    forged = resigned(cut.save, -1, change)
    with pytest.raises((NotTrusted, ReplayMismatch)) as caught:
        verify(forged)
    if isinstance(caught.value, ReplayMismatch):
        assert caught.value.facts["n"] == len(entries_of(forged)) - 1


def test_a_reordered_shuffle_is_found_with_the_keys(post: Post) -> None:
    """Nobody else can see into a deck before its cards are turned up."""
    cut = last_with(post, "shuffles")
    forged = resigned(cut.save, -1, lambda body: body["record"]["shuffles"][-1]["cards"].reverse())
    assert Game.loads(cut.save, GM)
    with pytest.raises(ReplayMismatch):
        Game.loads(forged, GM)


def test_a_forged_die_from_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    """The GM's own program rolls as it likes, so that everything that follows fits its dice."""
    honest = GmChance.roll

    def lucky(self: GmChance, label: str, sides: int) -> int:
        honest(self, label, sides)
        told: Rolled = self.draft.notes.rolls[-1]
        self.draft.notes.rolls[-1] = bodies.replace(told, value=told.value % sides + 1)
        return told.value % sides + 1

    post = mustering()
    mail = post.sent("york", PARLEY)
    with monkeypatch.context() as patch:
        patch.setattr(GmChance, "roll", lucky)
        (receipt,) = post.take({"york": mail})
    assert receipt.error is None
    with pytest.raises(ReplayMismatch, match="dice"):
        verify(post.save)


def test_a_link_cannot_be_skipped(post: Post) -> None:
    entries = post.look().save.entries
    n = next(e.n for e in reversed(entries) if e.body.record.link)
    step = entries[n].body.step
    assert isinstance(step, Mailed)
    body = step.order.body
    assert isinstance(body, Order)
    (key,) = post.look("gm").holder.keys.values()
    number = sum(bool(entry.body.record.link) for entry in entries[: n + 1])
    link = key.chain(chain_of("gm", DICE)).link(number + 1)
    with pytest.raises(NotTrusted):
        verify(resigned(saved(entries[: n + 1]), -1, in_record(link=link)))


def test_the_order_of_entries_cannot_be_changed(post: Post) -> None:
    entries = entries_of(post.save)
    changed = [plain(entry) for entry in entries[3:]]
    changed[0], changed[1] = changed[1], changed[0]
    with pytest.raises((NotTrusted, ReplayMismatch)):
        verify(saved(chained(entries[:3], changed)))


@pytest.mark.slow
def test_an_entry_cannot_be_left_out(post: Post) -> None:
    entries = entries_of(post.save)
    for n in range(1, len(entries) - 1):
        rest = [plain(entry) for entry in entries[n + 1 :]]
        with pytest.raises((NotTrusted, ReplayMismatch)):
            verify(saved(chained(entries[:n], rest)))


def test_entries_must_be_chained(post: Post) -> None:
    entries = entries_of(post.save)
    with pytest.raises(BrokenChain):
        verify(saved([*entries[:3], *entries[4:]]))


def test_an_order_that_the_player_did_not_sign(post: Post) -> None:
    """The GM puts words into his mouth, under its own key, or under another stranger's."""
    entries = entries_of(post.save)
    n = next(e.n for e in reversed(entries) if isinstance(e.body.step, Mailed))
    step = entries[n].body.step
    assert isinstance(step, Mailed)
    from .writer import resigned as signed_by

    for signer in (GM, EVE):
        body = plain(entries[n])
        body["step"]["order"] = json.loads(bodies.encode(signed_by(step.order, signer)))
        with pytest.raises(BadSignature):
            verify(saved(chained(entries[:n], [body])))


def test_an_illegal_order_that_the_gm_let_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    """GM and player agree to break a rule; the opponent's `verify` says at which entry."""
    post = mustering()
    mail = lenient(post, "york", "march: lord norfolk")
    n = len(post.look().save.entries)

    def anything(request: Any, line: str, where: str = "") -> str:
        return line

    with monkeypatch.context() as patch:
        patch.setattr("pbem.engine.play.match", anything)
        patch.setattr("pbem.engine.play.Play._advance", lambda *_: None)
        (receipt,) = post.copy().take({"mail": mail})
        game = post.look("gm")
        try:
            receipt = game.apply({"mail": mail})[0]
        except PbemError:
            receipt = None  # type: ignore[assignment]
    if receipt is None or receipt.error is not None:
        pytest.fail("the lenient GM did not take it")
    with pytest.raises(ReplayMismatch, match=rf"Entry {n} "):
        verify(game.dumps())


def test_a_late_order_that_the_gm_let_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    """An order written for an earlier question was not to be taken."""
    post = mustering()
    mail = rewritten(post.sent("york", PARLEY), PLAYERS["york"], request="levy-9")
    game = post.look("gm")
    with monkeypatch.context() as patch:
        patch.setattr(orders, "check_answer", lambda *_: None)
        patch.setattr(entry_check, "check", lambda *_: None)
        (receipt,) = game.apply({"mail": mail})
    assert receipt.error is None
    with pytest.raises(ReplayMismatch, match=worded("ledger.fold.fold")):
        verify(game.dumps())


def test_another_plan_card_at_the_flip(monkeypatch: pytest.MonkeyPatch) -> None:
    post = with_plans(2)
    honest = GmChance.opening

    def swapped(self: GmChance, slot: str) -> Opening | None:
        opening = honest(self, slot)
        if opening is not None and slot.startswith("plan:"):
            card = "pass" if opening.card != "pass" else "warwick_y"
            return bodies.replace(opening, card=card)
        return opening

    honestly = flipped(post)
    with monkeypatch.context() as patch:
        patch.setattr(GmChance, "opening", swapped)
        game = post.look("gm")
        while flipped_in(game) == honestly:
            side = next(iter(game.ledger.askings))
            player = Game.loads(game.dumps(), PLAYERS[side])
            mail = player.orders([any_line(player, post.random)]).to_text()
            (receipt,) = game.apply({"mail": mail})
            assert receipt.error is None
    with pytest.raises(BadOpening, match=worded("slots.slot_words", word="stack")):
        verify(game.dumps())


def flipped(post: Post) -> int:
    return flipped_in(post.look())


def flipped_in(game: Game) -> int:
    """How many plan cards the log has opened."""
    openings = [o for entry in game.save.entries for o in entry.body.record.openings]
    return sum(opening.slot.startswith("plan:") for opening in openings)


def test_another_card_dealt_than_committed_to() -> None:
    """Only its receiver sees it, and he does as soon as he opens the save."""
    cut = last_with(with_everything(), "deals")
    game = cut.look("gm")
    n = game.ledger.n
    (deal, *_) = game.save.entries[n].body.record.deals
    before = Game.loads(saved(game.save.entries[:n]), GM)
    honest = GmChance.dealt

    def other(self: GmChance, slot: str, side: str) -> bodies.Dealt:
        known = self.draft.secrets[slot]
        self.draft.secrets[slot] = type(known)(known.salt, "y99")
        made = honest(self, slot, side)
        self.draft.secrets[slot] = known
        return made

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(GmChance, "dealt", other)
        before.add(game.save.entries[n].body.step)
    with pytest.raises(BadOpening, match=worded("slots.slot_words", word="deck")):
        Game.loads(before.dumps(), PLAYERS[deal.to])
    assert verify(before.dumps())


def test_a_stacked_deck_does_not_follow_from_the_links(monkeypatch: pytest.MonkeyPatch) -> None:
    """The public cannot see into a deck. Whoever knows the GM's links sees another shuffle."""
    post = seated()
    mail = post.sent("york", "ready")
    game = post.look("gm")
    with monkeypatch.context() as patch:
        patch.setattr(dice.Stream, "shuffle", lambda self, label, nth, n: list(range(n)))
        (receipt,) = game.apply({"york": mail})
    assert receipt.error is None
    assert verify(game.dumps())
    with pytest.raises(ReplayMismatch):
        Game.loads(game.dumps(), GM)


def test_a_cut_log(tmp_path: Path, post: Post) -> None:
    """A player who has seen the longer history is told."""
    pins, game = Pins(tmp_path), post.look()
    gm = GM.public.fingerprint
    pins.settle(game.ledger.game, game.heads, [gm])
    shorter = game.save.entries[:-1]
    verify(saved(shorter))
    with pytest.raises(ShorterHistory):
        pins.check(game.ledger.game, tuple(entry.head for entry in shorter), [gm])


def test_a_fork(tmp_path: Path) -> None:
    """Both branches are honest games; the player who has seen one does not take the other."""
    post = mustering()
    branches = []
    for option in post.look("york").legal()[:2]:
        branch = post.copy()
        branch.take({"mail": branch.sent("york", option.line)})
        branches.append(branch.look())
        branch.look().verify()
    pins, gm = Pins(tmp_path), GM.public.fingerprint
    one, two = branches
    pins.settle(one.ledger.game, one.heads, [gm])
    with pytest.raises(Forked):
        pins.check(two.ledger.game, two.heads, [gm])


def test_a_game_taken_over_by_another_gm(tmp_path: Path) -> None:
    game = invited()
    pins = Pins(tmp_path)
    pins.settle(game.ledger.game, game.heads, [GM.public.fingerprint])
    with pytest.raises(UnknownKey):
        pins.check(game.ledger.game, game.heads, [EVE.public.fingerprint])


@pytest.mark.parametrize(
    "change",
    [
        {"rules_version": 2},
        {"data_hash": 64 * "0"},
        {"sides": ["lancaster", "york"]},
        {"scenario": "IIIa"},
        {"nonce": 64 * "0"},
        {"days": 1},
        {"rules": "warriors"},
    ],
    ids=lambda c: next(iter(c)),
)
def test_another_genesis(post: Post, change: Body) -> None:
    """Other rules, sides, chains or names than the players accepted: their accepts name another game."""
    with pytest.raises(PbemError):
        verify(resigned(post.save, 0, lambda body: body["step"].update(change)))


@pytest.mark.parametrize("n", [0, 1, -1])
@pytest.mark.parametrize("value", [None, 0, True, "x", [], {}, ["x"], [{}]], ids=repr)
def test_no_shape_of_an_entry_makes_verify_crash(n: int, value: Any) -> None:
    """Each field of a signed body missing, or of another type."""
    post = played(4)
    body = plain(entries_of(post.save)[n])
    places = [(body, name) for name in ("step", "record")]
    places += [(body[part], name) for part in ("step", "record") for name in body[part]]
    for holder, field in places:
        kept = copy.deepcopy(holder[field])
        if value is None:
            del holder[field]
        else:
            holder[field] = value
        forged = copy.deepcopy(body)
        holder[field] = kept
        if forged == body:
            continue
        data = resigned(post.save, n, lambda b, new=forged: become(new, b))  # type: ignore[misc]
        assert refused(data), f"accepted with {field} = {value!r}"


def become(new: Body, body: Body) -> None:
    body.clear()
    body.update(new)


def refused(data: bytes) -> bool:
    try:
        verify(data)
    except PbemError:
        return True
    return False


@pytest.mark.slow
def test_what_the_tables_of_a_save_say_is_read_by_no_program(post: Post) -> None:
    """Whatever stands there, everybody folds the same; `verify` tells people that it is wrong."""
    entries = entries_of(post.save)
    lies: dict[str, dict[str, Any]] = {
        "questions": {"york": {"number": 500, "request": "ready-1"}},
        "players": {"york": {"name": "Eve", "key": EVE.public.fingerprint, "since": 1}},
        "position": {"winner": "york"},
        "checkpoint": {"opened_at": 1},
    }
    forged = savefile.write({"pbem": 2, "game": "x"}, lies, entries, GM)
    for who in (None, GM, *PLAYERS.values()):
        assert Game.loads(forged, who).ledger == Game.loads(post.save, who).ledger
    with pytest.raises(ReplayMismatch, match="tables"):
        Game.loads(forged).verify()


def test_verify_uses_no_secret_of_the_gm(post: Post) -> None:
    """Anybody can do it, and the players and the GM come to the same."""
    counts = {post.look(who).verify().entries for who in ("", "gm", "york", "lancaster")}
    assert counts == {len(post.look().save.entries)}
