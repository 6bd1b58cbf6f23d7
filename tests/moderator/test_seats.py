"""Games that survive people: substitutes, new keys, lost keys, co-GMs, and a GM who hands over."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from pbem.errors import (
    AlreadySeated,
    BadSignature,
    BadStatement,
    NotTheGm,
    PbemError,
    SaveTampered,
)
from pbem.moderator.game import Game
from pbem.moderator.openly import replay_openly
from pbem.protocol import save as savefile
from pbem.protocol.keys import Identity
from pbem.protocol.save import Save
from tests.protocol.marks import needs_ssh_keygen

from .forger import resigned, verify
from .people import ANN, BOB, EVE, GM, PLAYERS, Post, any_line, played, with_everything, with_plans
from .test_dishonest_gm import INDEPENDENT
from .test_rulings import rule

CEC = Identity(bytes([15]) * 32, "Cecily")
GEO = Identity(bytes([16]) * 32, "George")


def look(post: Post, who: Identity) -> Game:
    return Game.loads(post.save, who)


def seat(post: Post, side: str, newcomer: Identity, *agreeing: Identity, reason: str = "") -> Game:
    """A newcomer takes a seat, and the new save is there."""
    claim = look(post, newcomer).claim(side)
    consents = [look(post, who).consent(claim) for who in agreeing]
    game = look(post, GM)
    game.seat(claim, consents, reason)
    post.saves.append(post.save)
    post.save = game.dumps()
    return post.look()


def answer(post: Post, who: Identity) -> None:
    """Somebody answers what he is asked, with his own key."""
    game = look(post, who)
    mail = game.orders([any_line(game, post.random)]).to_text()
    applied = look(post, GM)
    (receipt,) = applied.apply({"mail": mail})
    assert receipt.error is None, receipt.error
    post.save = applied.dumps()


def go_on(post: Post, players: dict[str, Identity], rounds: int) -> None:
    for _ in range(rounds):
        for side, who in players.items():
            if any(request.side == side for request in post.look().requests):
                answer(post, who)


def checked(post: Post, *readers: Identity) -> None:
    """The public, these readers and the GM's own secrets all come to the same."""
    post.look().verify()
    for who in readers:
        look(post, who).verify()
    game = post.look()
    key = GM.game_key(game.ledger.genesis["nonce"])
    assert [ledger for ledger, _ in replay_openly(game.save.entries, key)]


@pytest.mark.parametrize("agreeing", [(ANN,), (BOB,), (ANN, BOB), ()], ids=len)
def test_somebody_else_takes_a_seat(agreeing: tuple[Identity, ...]) -> None:
    post = with_plans(2)
    known = look(post, ANN).known()
    assert known
    game = seat(post, "york", CEC, *agreeing, reason="" if agreeing else "Ann has vanished.")
    n = len(game.save.entries) - 1
    assert game.ledger.seats["york"].keys.name == "Cecily"
    assert look(post, CEC).side == "york"
    assert look(post, ANN).side == "public"
    assert look(post, CEC).known() == known
    assert look(post, ANN).known() == {}
    with pytest.raises(BadSignature, match="another key"):
        raise _refused(post)
    go_on(post, {"york": CEC, "lancaster": BOB}, 8)
    assert any(_signer(e) == CEC.public.ssh for e in post.look().save.entries[n + 1 :])
    checked(post, CEC, BOB)


def _refused(post: Post) -> PbemError:
    """What the GM says to an order of the one who has left."""
    body = Post(post.saves[-1]).look("york").orders([], reactions={"default": "pass"})
    (receipt,) = look(post, GM).apply({"mail": body.to_text()})
    assert receipt.error is not None
    return receipt.error


def _signer(entry: object) -> str:
    from pbem.protocol import sshsig
    from pbem.protocol.wire import base64_text

    body = entry.body  # type: ignore[attr-defined]
    if "order" not in body:
        return ""
    key = sshsig.signer(body["order"]["sig"])
    return f"ssh-ed25519 {base64_text(sshsig.public_blob(key))}"


def test_a_newcomer_learns_standing_orders_too() -> None:
    post = with_plans(2)
    mail = post.look("york").orders([], reactions={"default": "pass"}).to_text()
    post.take({"mail": mail})
    seat(post, "york", CEC, ANN)
    assert look(post, CEC).standing.reactions == {"default": "pass"}
    go_on(post, {"york": CEC, "lancaster": BOB}, 4)
    checked(post, CEC)


def test_a_rewind_over_a_change_hands_over_again() -> None:
    post = with_plans(2)
    first = len(post.look().save.entries) - 1
    seat(post, "york", CEC, BOB)
    go_on(post, {"york": CEC, "lancaster": BOB}, 2)
    rule(post, "void", entry=first)
    assert "handover" in post.look().save.entries[-1].body
    go_on(post, {"york": CEC, "lancaster": BOB}, 4)
    checked(post, CEC, BOB)


def test_neither_the_gm_nor_the_newcomer_needs_nothing() -> None:
    post = played(4)
    claim = look(post, CEC).claim("york")
    with pytest.raises(BadStatement, match="needs a reason"):
        look(post, GM).seat(claim, [], "")
    for who in (ANN, EVE):
        with pytest.raises(NotTheGm):
            look(post, who).seat(claim, [], "Mine.")


def test_a_consent_is_to_one_claim_by_a_player() -> None:
    post = played(4)
    claim, other = look(post, CEC).claim("york"), look(post, EVE).claim("york")
    consent = look(post, BOB).consent(other)
    with pytest.raises(BadStatement, match="another claim"):
        look(post, GM).seat(claim, [consent], "")
    with pytest.raises(BadStatement, match="once"):
        look(post, GM).seat(other, [consent, consent], "")
    with pytest.raises(PbemError):
        look(post, EVE).consent(claim)


def test_who_sits_cannot_claim() -> None:
    post = played(4)
    for who in (ANN, BOB, GM):
        with pytest.raises(AlreadySeated):
            look(post, who).claim("york")


def test_a_claim_from_before_another_order_is_late() -> None:
    post = played(4)
    claim = look(post, CEC).claim("york")
    while post.look().ledger.seats["york"].seq == claim.body["seq"]:
        post.turn()
    with pytest.raises(BadStatement, match="moved on"):
        look(post, GM).seat(claim, [], "Late.")


def test_what_was_kept_from_the_gm_must_be_gone_first() -> None:
    post = with_plans(2, escrow=False)
    with pytest.raises(BadStatement, match="go back before it"):
        seat(post, "york", CEC, ANN)


@pytest.mark.parametrize("role", ["co", "handover"])
def test_another_gm_goes_on_with_the_same_secrets(role: str) -> None:
    post = with_everything()
    claim = look(post, GEO).claim("gm", "I take over.")
    game = look(post, GM)
    game.seat(claim, [], "Griffith is on a journey.", role)
    old = game.dumps()
    post.save = old
    if role == "handover":
        with pytest.raises(NotTheGm, match="the GM before"):
            game.rule("house", "One thing more.", lines=["Mine."])
    assert look(post, GEO).side == "gm"
    assert look(post, GM).side == ("gm" if role == "co" else "public")
    for _ in range(3):
        for side in PLAYERS:
            if any(request.side == side for request in post.look().requests):
                player = post.look(side)
                mail = player.orders([any_line(player, post.random)]).to_text()
                new = look(post, GEO)
                (receipt,) = new.apply({"mail": mail})
                assert receipt.error is None, receipt.error
                post.save = new.dumps()
    new = look(post, GEO)
    new.rule("void", "The new broom.", entry=len(new.save.entries) - 1)
    post.save = new.dumps()
    checked(post, ANN, BOB)
    if role == "handover":
        assert Game.loads(old).ledger.gms[0].name == "George"
        with pytest.raises(NotTheGm):
            look(post, GM).rule("house", "I am back.", lines=["Mine."])
        forged = savefile.dumps(savefile.loads(post.save), GM)
        with pytest.raises(SaveTampered):
            Game.loads(forged)


def test_nobody_names_himself_gm() -> None:
    """A `gm` entry that no GM signed, and a save signed by the one it names."""
    from pbem.protocol.entry import Entry

    post = played(4)
    game = look(post, GM)
    game.seat(look(post, EVE).claim("gm"), [], "Never.")
    save = savefile.loads(game.dumps())
    forged = Entry.signed(EVE, save.entries[-1].body)
    data = savefile.dumps(Save(save.header, save.sections, (*save.entries[:-1], forged)), EVE)
    with pytest.raises(SaveTampered):
        Game.loads(data)


def test_a_changed_handover_is_found_by_the_audit_and_by_the_newcomer() -> None:
    post = with_plans(2)
    seat(post, "york", CEC, ANN)
    forged = resigned(
        post.save,
        -1,
        lambda b: b["handover"][0].update(sealed="A" * len(b["handover"][0]["sealed"])),
    )
    with pytest.raises(PbemError):
        Game.loads(forged, CEC)
    game = Game.loads(forged)
    key = GM.game_key(game.ledger.genesis["nonce"])
    with pytest.raises(PbemError, match="handover"):
        list(replay_openly(game.save.entries, key))


FORGERIES = {
    "no consent, no reason": lambda b: b.update(agreed=[], reason=""),
    "another anchor": lambda b: b["order"]["body"].update(anchor=64 * "0"),
    "another side": lambda b: b["order"]["body"].update({"from": "lancaster"}),
    "a consent twice": lambda b: b.update(agreed=b["agreed"] * 2),
    "an earlier seq": lambda b: b["order"]["body"].update(seq=0),
}


@needs_ssh_keygen
@pytest.mark.parametrize("name", FORGERIES)
def test_a_dishonest_gm_cannot_change_a_change_of_seat(name: str, tmp_path: Path) -> None:
    post = played(6)
    seat(post, "york", CEC, BOB)
    assert independent(tmp_path, post.save) == ""
    forged = resigned(post.save, -1, FORGERIES[name])
    with pytest.raises(PbemError):
        verify(forged)
    assert independent(tmp_path, forged).startswith("REFUSED")


def independent(tmp_path: Path, data: bytes) -> str:
    path = tmp_path / "game.toml"
    path.write_bytes(data)
    command = [sys.executable, "-I", str(INDEPENDENT), str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.stderr


@needs_ssh_keygen
def test_the_independent_verifier_follows_a_game_with_everything(tmp_path: Path) -> None:
    post = with_everything()
    rule(post, "void", entry=len(post.look().save.entries) - 2)
    seat(post, "york", CEC, ANN)
    game = look(post, GM)
    game.seat(look(post, GEO).claim("gm"), [], "Off to France.")
    post.save = game.dumps()
    assert independent(tmp_path, post.save) == ""
    post.look().verify()
