"""A GM who cheats and signs it again is caught by `verify`, by the player cheated, or by his pin."""

from __future__ import annotations

import copy
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from pbem.moderator.invitation import gm_chain

from pbem.engine.order import Order
from pbem.errors import (
    BadLink,
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
from pbem.moderator import chance, ledger
from pbem.moderator.game import Game
from pbem.protocol import canonical
from pbem.protocol import save as savefile
from pbem.protocol.envelope import ORDER_NAMESPACE, Envelope
from pbem.protocol.pins import Pins
from tests.protocol.marks import needs_ssh_keygen

from .forger import Body, resigned, verify, with_entries, with_table
from .people import EVE, GM, PLAYERS, Post, invited, played, seated, with_everything, with_plans

INDEPENDENT = Path(__file__).parents[1] / "independent" / "verify.py"


def last_with(post: Post, part: str) -> tuple[Post, Body]:
    """The game cut right after the last entry that has such a part; `saves` are those before."""
    saves = [*post.saves, post.save]
    for n in reversed(range(len(saves))):
        body = savefile.loads(saves[n]).entries[-1].body
        if body.get(part):
            return Post(saves[n], saves=saves[:n]), body
    pytest.fail(f"no entry has {part}")


@pytest.fixture
def post() -> Post:
    return with_everything()


def independent(tmp_path: Path, data: bytes) -> str:
    """What the independent verifier objects to; "" if to nothing."""
    path = tmp_path / "game.toml"
    path.write_bytes(data)
    command = [sys.executable, "-I", str(INDEPENDENT), str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode == 0) == (not done.stderr)
    return done.stderr


@needs_ssh_keygen
def test_an_honest_game_is_in_order(post: Post, tmp_path: Path) -> None:
    assert verify(post.save) == len(savefile.loads(post.save).entries)
    assert independent(tmp_path, post.save) == ""


def set_value(part: str, field: str, value: Callable[[Any], Any]) -> Callable[[Body], None]:
    def change(body: Body) -> None:
        body[part][-1][field] = value(body[part][-1][field])

    return change


def dropped(part: str) -> Callable[[Body], None]:
    return lambda body: body[part].pop()


def doubled(part: str) -> Callable[[Body], None]:
    return lambda body: body[part].append(copy.deepcopy(body[part][-1]))


def other_digest(text: str) -> str:
    return ("0" if text[0] != "0" else "1") + text[1:]


FORGERIES: list[tuple[str, str, Callable[[Body], None], bool]] = [
    ("changed die", "rolls", set_value("rolls", "value", lambda v: v % 6 + 1), True),
    ("another label", "rolls", set_value("rolls", "label", lambda label: f"{label} again"), True),
    ("left out die", "rolls", dropped("rolls"), False),
    ("die too many", "rolls", doubled("rolls"), True),
    ("reordered shuffle", "shuffles", lambda b: b["shuffles"][-1]["cards"].reverse(), False),
    ("left out shuffle", "shuffles", dropped("shuffles"), False),
    ("skipped deck link", "shuffles", set_value("shuffles", "k", lambda k: k + 1), True),
    ("another deck", "shuffles", set_value("shuffles", "deck", lambda deck: f"{deck}x"), False),
    ("changed card", "openings", set_value("openings", "card", lambda card: f"{card}x"), True),
    ("changed salt", "openings", set_value("openings", "salt", other_digest), True),
    ("left out opening", "openings", dropped("openings"), False),
    ("opening twice", "openings", doubled("openings"), False),
    ("left out deal", "deals", dropped("deals"), False),
    ("deal twice", "deals", doubled("deals"), False),
    ("dealt to the other", "deals", set_value("deals", "to", lambda to: f"not {to}"), False),
    ("another decision", "decisions", set_value("decisions", "line", lambda _: "pass"), False),
    ("left out decision", "decisions", dropped("decisions"), False),
    ("another position", "state_hash", lambda b: b.update(state_hash=64 * "0"), False),
    ("another order", "decisions", lambda b: b["order"]["body"].update(lines=["pass"]), True),
    ("skipped answer", "decisions", lambda b: b.update(answer_link=64 * "0"), True),
]


@needs_ssh_keygen
@pytest.mark.parametrize(
    ("name", "part", "change", "alone"), FORGERIES, ids=[f[0] for f in FORGERIES]
)
def test_a_changed_entry_is_named(
    post: Post, tmp_path: Path, name: str, part: str, change: Callable[[Body], None], alone: bool
) -> None:
    """`alone`: it also shows without the rules, so the independent verifier must see it."""
    cut, _ = last_with(post, part)
    forged = resigned(cut.save, -1, change)
    with pytest.raises((NotTrusted, ReplayMismatch)) as caught:
        verify(forged)
    if isinstance(caught.value, ReplayMismatch):
        assert caught.value.facts["n"] == len(savefile.loads(forged).entries) - 1
    if alone:
        assert independent(tmp_path, forged).startswith("REFUSED: entry")


def test_a_forged_die_from_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    """The GM's own program rolls as it likes, so that everything that follows fits its dice."""
    honest = chance.GmChance.roll

    def lucky(self: chance.GmChance, label: str, sides: int) -> int:
        honest(self, label, sides)
        self.record.rolls[-1]["value"] = 1
        return 1

    post = with_plans(2)
    with monkeypatch.context() as patch:
        patch.setattr(chance.GmChance, "roll", lucky)
        post.play(len(post.mails) + 12)
    rolls = [r for e in post.look().save.entries for r in e.body.get("rolls", [])]
    assert any(roll["value"] == 1 for roll in rolls)
    with pytest.raises(ReplayMismatch, match="the die"):
        verify(post.save)


def test_a_link_cannot_be_skipped(post: Post) -> None:
    body = savefile.loads(post.save).entries[-1].body
    side, seq = body["order"]["body"]["from"], body["order"]["body"]["seq"]
    game = post.look()
    key = GM.game_key(game.ledger.genesis["nonce"])
    link = gm_chain(key, game.id, f"answer/{side}").link(seq + 1)
    with pytest.raises(BadLink):
        verify(resigned(post.save, -1, lambda b: b.update(answer_link=link)))


def test_the_order_of_entries_cannot_be_changed(post: Post) -> None:
    save = savefile.loads(post.save)
    bodies = [entry.body for entry in save.entries[3:]]
    bodies[0], bodies[1] = bodies[1], bodies[0]
    with pytest.raises((NotTrusted, ReplayMismatch)):
        verify(with_entries(post.save, list(save.entries[:3]), bodies))


def test_an_entry_cannot_be_left_out(post: Post) -> None:
    save = savefile.loads(post.save)
    for n in range(1, len(save.entries) - 1):
        bodies = [entry.body for entry in save.entries[n + 1 :]]
        with pytest.raises((NotTrusted, ReplayMismatch)):
            verify(with_entries(post.save, list(save.entries[:n]), bodies))


def test_entries_must_be_chained(post: Post) -> None:
    save = savefile.loads(post.save)
    entries = (*save.entries[:3], *save.entries[4:])
    with pytest.raises(BrokenChain):
        verify(savefile.dumps(savefile.Save(save.header, save.sections, entries), GM))


def test_an_order_that_the_player_did_not_sign(post: Post) -> None:
    """The GM puts words into his mouth, under its own key, or under another stranger's."""
    order = savefile.loads(post.save).entries[-1].body["order"]["body"]
    for signer in (GM, EVE):
        forged = Envelope.signed(signer, ORDER_NAMESPACE, order).to_dict()
        data = resigned(post.save, -1, partial(dict.update, order=forged))
        with pytest.raises(BadSignature):
            verify(data)


def test_an_illegal_order_that_the_gm_let_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    """GM and player agree to break a rule; the opponent's `verify` says at which entry."""
    post = seated()
    body = {**Envelope.from_text(post.sent("york", "ready")).body, "lines": ["unready"]}
    with monkeypatch.context() as patch:
        patch.setattr("pbem.engine.play.match", lambda request, line, where="": Order.parse(line))
        mail = Envelope.signed(PLAYERS["york"], ORDER_NAMESPACE, body).to_text()
        (receipt,) = post.take({"mail": mail})
    assert receipt.error is None
    with pytest.raises(ReplayMismatch, match=r"Entry 3 .*should have been refused"):
        verify(post.save)


def test_a_late_order_that_the_gm_let_pass(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """An order written for an earlier question was not to be taken."""
    post = seated()
    body = {**Envelope.from_text(post.sent("york", "ready")).body, "answers": "levy-9"}
    mail = Envelope.signed(PLAYERS["york"], ORDER_NAMESPACE, body).to_text()
    honest = ledger.Ledger.check_order

    def lenient(self: ledger.Ledger, envelope: Envelope, heads: Any) -> None:
        try:
            honest(self, envelope, heads)
        except PbemError:
            assert self.play.pending

    with monkeypatch.context() as patch:
        patch.setattr(ledger.Ledger, "check_order", lenient)
        (receipt,) = post.take({"mail": mail})
    assert receipt.error is None
    with pytest.raises(ReplayMismatch, match="should have been refused"):
        verify(post.save)


def test_another_plan_card_at_the_flip(monkeypatch: pytest.MonkeyPatch) -> None:
    post = with_plans(2)
    honest = chance.GmChance.open

    def swapped(self: chance.GmChance, slot: str) -> str | None:
        opening = self._book.secrets.get(slot)
        if opening is not None and slot.startswith("plan:"):
            opening.card = "pass" if opening.card != "pass" else "warwick_y"
        return honest(self, slot)

    honestly = flipped(post)
    with monkeypatch.context() as patch:
        patch.setattr(chance.GmChance, "open", swapped)
        while flipped(post) == honestly:
            post.turn()
    with pytest.raises(BadOpening, match="of the stack that"):
        verify(post.save)


def flipped(post: Post) -> int:
    """How many plan cards the log has opened."""
    openings = [o for entry in post.look().save.entries for o in entry.body.get("openings", [])]
    return sum(opening["slot"].startswith("plan:") for opening in openings)


def test_another_card_dealt_than_committed_to(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only its receiver sees it, and he does as soon as he opens the save."""
    honest = canonical.encode

    def swapped(value: Any) -> bytes:
        if isinstance(value, dict) and value.keys() == {"slot", "salt", "card"}:
            value = {**value, "card": "y99"}
        return honest(value)

    cut, body = last_with(with_everything(), "deals")
    mail = Envelope.from_dict(body["order"]).to_text()
    post = Post(cut.saves[-1])
    with monkeypatch.context() as patch:
        patch.setattr(chance.canonical, "encode", swapped)
        post.take({"mail": mail})
    (deal, *_) = savefile.loads(post.save).entries[-1].body["deals"]
    with pytest.raises(BadOpening, match="of the deck "):
        Game.loads(post.save, PLAYERS[deal["to"]])


def test_a_stacked_deck_does_not_follow_from_the_links(monkeypatch: pytest.MonkeyPatch) -> None:
    """The public cannot see into a deck. Whoever knows the GM's links (from the end of the game
    on: everybody) sees that the shuffle was another one."""
    post = seated()
    pile = {side: post.sent(side, "ready") for side in PLAYERS}
    with monkeypatch.context() as patch:
        patch.setattr(chance.Stream, "shuffle", lambda self, label, n: list(range(n)))
        post.take(dict(pile))
    verify(post.save)
    honest = seated()
    honest.take(dict(pile))
    assert (
        post.look().save.entries[-1].body["shuffles"]
        != (honest.look().save.entries[-1].body["shuffles"])
    )


TABLES: list[tuple[str, dict[str, Any]]] = [
    ("game", {"title": "Another game"}),
    ("game", {"scenario": "Ib"}),
    ("game", {"gm": "Somebody else"}),
    ("game", {"entries": 99}),
    ("position", {"influence": 44}),
    ("position", {"winner": "york"}),
    ("checkpoint", {"opened_at": 1}),
    ("checkpoint", {"shuffles": 7}),
    ("checkpoint", {"commitments": []}),
    ("asked", {"york": {"id": "ready-1", "rule": "", "question": "Will you resign?"}}),
    ("players", {"york": {}}),
]


@pytest.mark.parametrize(
    ("table", "changes"), TABLES, ids=[f"{t} {next(iter(c))}" for t, c in TABLES]
)
def test_a_table_that_the_log_does_not_lead_to(
    post: Post, table: str, changes: dict[str, Any]
) -> None:
    if "york" in changes and table == "players":
        changes = {"york": {**savefile.loads(post.save).sections["players"]["york"], "seq": 1}}
    with pytest.raises(ReplayMismatch, match=table):
        verify(with_table(post.save, table, **changes))


def test_a_cut_log(tmp_path: Path, post: Post) -> None:
    """A player who has seen the longer history is told."""
    pins, game = Pins(tmp_path), post.look()
    pins.remember(game.id, game.heads, game.ledger.gm)
    shorter = Post(post.saves[-1]).look()
    shorter.verify()
    with pytest.raises(ShorterHistory):
        pins.remember(shorter.id, shorter.heads, shorter.ledger.gm)


def test_a_fork(tmp_path: Path) -> None:
    """Both branches are honest games; the player who has seen one does not take the other."""
    post = with_plans(2)
    while not any(len(post.look().legal(r.side)) > 1 for r in post.look().requests):
        post.turn()
    side = post.look().requests[0].side
    lines = [option.line for option in post.look(side).legal()]
    branches = []
    for line in lines[:2]:
        branch = post.copy()
        branch.take({"mail": branch.sent(side, line)})
        branches.append(branch.look())
        branch.look().verify()
    pins = Pins(tmp_path)
    one, two = branches
    pins.remember(one.id, one.heads, one.ledger.gm)
    with pytest.raises(Forked):
        pins.remember(two.id, two.heads, two.ledger.gm)


def test_a_game_taken_over_by_another_gm(tmp_path: Path) -> None:
    game = invited()
    Pins(tmp_path).remember(game.id, game.heads, GM.public)
    with pytest.raises(UnknownKey):
        Pins(tmp_path).remember(game.id, game.heads, EVE.public)


def test_another_genesis(post: Post) -> None:
    """Other rules, sides, chains or names than the players accepted."""
    for change in (
        {"rules_version": "0"},
        {"data_hash": 64 * "0"},
        {"sides": ["lancaster", "york"]},
        {"scenario": "Ib"},
        {"state_hash": 64 * "0"},
        {"game": "towton-00000000"},
        {"nonce": 64 * "0"},
    ):
        with pytest.raises(PbemError):
            verify(resigned(post.save, 0, partial(dict.update, **change)))


@pytest.mark.parametrize("n", [0, 1, -1])
@pytest.mark.parametrize("value", [None, 0, True, "x", [], {}, ["x"], [{}]], ids=repr)
def test_no_shape_of_an_entry_makes_verify_crash(n: int, value: Any) -> None:
    """Each field of a signed body missing, or of another type."""
    post = played(4)
    body = savefile.loads(post.save).entries[n].body
    for field in body.keys() - {"n", "prev", "v", "type"}:
        forged = {key: item for key, item in body.items() if key != field}
        if value is not None:
            forged[field] = value
        if forged == body:
            continue
        data = resigned(post.save, n, partial(become, forged))
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


@pytest.mark.parametrize("value", [None, 0, "x", [], {}, ["x"]], ids=repr)
def test_no_shape_of_a_table_makes_a_reader_crash(value: Any) -> None:
    post = played(4)
    save = savefile.loads(post.save)
    for name, table in save.sections.items():
        for field in list(table)[:7]:
            if name == "secrets" or (name == "asked" and value == {}):
                continue
            changed = {key: item for key, item in table.items() if key != field}
            if value is not None:
                changed[field] = value
            if changed == table:
                continue
            sections = {**save.sections, name: changed}
            data = savefile.dumps(savefile.Save(save.header, sections, save.entries), GM)
            assert refused(data), f"accepted with {name}.{field} = {value!r}"


def test_verify_uses_no_secret_of_the_gm(post: Post) -> None:
    """Anybody can do it, and the players and the GM come to the same."""
    counts = {post.look(who).verify() for who in ("", "gm", "york", "lancaster")}
    assert counts == {len(post.look().save.entries)}
