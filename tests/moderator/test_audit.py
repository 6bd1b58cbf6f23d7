"""After the end: keys are revealed, and an audit replays everything with nothing hidden."""

from __future__ import annotations

import pytest

from pbem.errors import BadRuling, BadStatement, ReplayMismatch
from pbem.moderator import chance
from pbem.moderator.game import Game
from pbem.protocol.envelope import Envelope
from pbem.reports.audit import audit, keys_of
from pbem.reports.opened import everything

from .people import GM, PLAYERS, Post, seated, with_everything, with_plans
from .test_rulings import rule, told
from .test_rulings_veiled import _seated


def ended(post: Post) -> Post:
    """The GM ends the game, and everybody reveals."""
    if post.look().result is None:
        rule(post, "result", side="york", reason="Lancaster resigns.")
    for side in PLAYERS:
        mail = post.look(side).reveal()
        assert isinstance(mail, Envelope)
        error = told(post, mail.to_text("WORD"))
        assert error is None, error
    game = post.look("gm")
    game.reveal()
    post.save = game.dumps()
    return post


def audited(post: Post) -> str:
    game = post.look()
    return " ".join(audit(game, keys_of(game, {})).text().split())


def test_an_honest_game_is_proven_to_the_last_byte() -> None:
    text = audited(ended(with_everything()))
    assert "come out again, to the last byte" in text
    assert "is that of the GM's secret links" in text
    for side in PLAYERS:
        assert f"- {side}:" in text
    assert "has not revealed" not in text
    assert "no player countersigned it" in text


@pytest.mark.parametrize("rules", ["plantagenet", "richard_iii"])
def test_a_veiled_game_is_replayed_with_nothing_hidden(rules: str) -> None:
    scenario = "Ia" if rules == "plantagenet" else ""
    post = ended(_seated(rules, scenario).copy())
    assert "The secret position after every entry" in audited(post)


def test_all_that_was_hidden_is_listed() -> None:
    post = with_everything()
    gm = post.look("gm")
    decks = [s for e in gm.save.entries for s in e.body.get("shuffles", [])]
    deals = [d for e in gm.save.entries for d in e.body.get("deals", [])]
    with pytest.raises(BadStatement, match="not revealed"):
        everything(post.look(), {})
    game = ended(post).look()
    text = everything(game, keys_of(game, {}))
    assert text.count("  the deck ") == len(decks)
    assert text.count("  dealt to ") == len(deals)
    assert "another" not in text
    for entry in game.save.entries:
        for opening in entry.body.get("openings", []):
            assert opening["card"] in text
    assert text.count("sealed: plan: ") == sum(
        "plan" in e.body["order"]["body"] for e in game.save.entries if e.type == "order"
    )


def test_a_plan_kept_from_the_gm_is_opened_by_its_owner() -> None:
    text = audited(ended(with_plans(2, escrow=False)))
    assert "of its plans it kept from the GM" in text


def test_without_keys_it_says_what_is_open() -> None:
    post = with_everything()
    text = " ".join(audit(post.look(), {}).text().split())
    assert "The GM has not revealed its key" in text
    assert "york has not revealed its key" in text
    assert "to the last byte" not in text


def test_a_key_given_beside_the_log_will_do() -> None:
    game = with_everything().look()
    key = GM.reveal_key(game.ledger.genesis["nonce"]).hex()
    assert "to the last byte" in " ".join(audit(game, keys_of(game, {"gm": key})).text().split())
    for party, text in (("york", key), ("gm", 64 * "0"), ("gm", "x"), ("pope", key)):
        with pytest.raises(BadStatement):
            keys_of(game, {party: text})


def test_nobody_reveals_before_the_end_or_goes_back_after_it() -> None:
    post = with_plans(2)
    with pytest.raises(BadStatement, match="not over"):
        post.look("york").reveal()
    with pytest.raises(BadStatement, match="not over"):
        post.look("gm").reveal()
    ended(post)
    with pytest.raises(BadStatement):
        post.look("york").reveal()
    with pytest.raises(BadRuling, match="revealed"):
        post.look("gm").rule("void", "Again.", entry=4)


def test_nothing_is_corrected_after_secrets_are_out() -> None:
    post = ended(with_plans(2))
    for kind, fields in (
        ("patch", {"lines": ["set lords march coin 3"]}),
        ("impose", {"side": "york", "lines": ["pass"]}),
        ("house", {"lines": ["No phones."]}),
        ("result", {"side": "york"}),
    ):
        with pytest.raises(BadRuling, match="revealed"):
            post.look("gm").rule(kind, "Too late.", **fields)
    rule(post, "uphold", entry=4)
    assert post.look().verify()


def test_a_stacked_deck_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    post = seated()
    pile: dict[str, str | bytes] = {side: post.sent(side, "ready") for side in PLAYERS}
    with monkeypatch.context() as patch:
        patch.setattr(chance.Stream, "shuffle", lambda self, label, n: list(range(n)))
        post.take(pile)
    ended(post)
    game = Game.loads(post.save)
    with pytest.raises(ReplayMismatch, match="GM's own secrets"):
        audit(game, keys_of(game, {}))
