"""PROTOCOL rule 9: the audit always ends, and says of each claim whether it is proven; nobody's garbage hides another's cheating."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from pbem.engine.standing import Prepared
from pbem.errors import BadRuling, BadStatement
from pbem.gm.game import Game
from pbem.ledger import chances
from pbem.ledger.handover import founder_key
from pbem.ledger.holder import key_of
from pbem.proof.audit import Answer, Audit, Claim, audit
from pbem.proof.revealed_keys import own_reveals
from pbem.protocol import bodies, dice, envelope
from pbem.protocol.bodies import Mailed, Order, Reveal, Sealed, SignedReveal
from pbem.protocol.chain import Chain
from pbem.protocol.entry import Entry
from pbem.protocol.keys import GameKey, Identity
from pbem.reports.audit import document
from pbem.reports.formats import text
from pbem.reports.openings import everything
from tests.says import says, sentence, worded

from .forger import chained, entries_of, plain, saved
from .people import (
    ANN,
    GM,
    NONCE,
    PLAYERS,
    Post,
    any_line,
    joined,
    seated,
    with_everything,
    with_plans,
)
from .test_rulings import rule, told
from .test_seats import CEC, GEO, go_on, look, seat, until_asked


def ended(post: Post) -> list[SignedReveal]:
    """The GM ends the game, both sign the end, and everybody reveals."""
    if post.look().result is None:
        rule(post, "result", side="york", reason="Lancaster resigns.")
    for side in PLAYERS:
        game = post.look(side)
        error = told(post, game.say("over", game.ledger.cases.result).to_text())
        assert error is None, error
    return [reveal for who in ("gm", *PLAYERS) for reveal in own_reveals(post.look(who))]


def audited(post: Post, reveals: Sequence[SignedReveal]) -> Audit:
    return audit(post.look().save.entries, reveals)


def answers(found: Audit, party: str) -> dict[Claim, tuple[Answer, int]]:
    return {row.claim: (row.answer, row.entry) for row in found.findings if row.party == party}


def unproven(found: Audit) -> dict[tuple[str, Claim], tuple[Answer, int]]:
    return {
        (row.party, row.claim): (row.answer, row.entry)
        for row in found.findings
        if row.answer is not Answer.PROVEN
    }


def words(found: Audit) -> str:
    return " ".join(text.text(document(found)).split())


def test_an_honest_game_is_proven_to_the_last_byte() -> None:
    post = with_everything()
    found = audited(post, ended(post))
    assert unproven(found) == {}
    assert set(answers(found, "gm")) == set(Claim) - {
        Claim.STACKS,  # of duels
        Claim.POLICIES,
        Claim.LOG, Claim.HIDDEN, Claim.COPIES, Claim.PLANS, Claim.FAULTS, Claim.WORDS,
    }  # fmt: skip
    assert set(answers(found, "york")) == {Claim.CHAINS, Claim.COPIES, Claim.PLANS}
    assert words(found).startswith(
        sentence("reports.audit.headline", len(found.findings), word="All")
    )
    assert says(words(found), "reports.audit._never", word="agreed")
    assert max(map(len, text.text(document(found)).splitlines())) <= 78


def veiled(rules: str, scenario: str, options: dict[str, str]) -> Post:
    cards = {side: f"{who.name} {who.public.fingerprint}" for side, who in PLAYERS.items()}
    new = Game.new(GM, rules, scenario, cards, options, NONCE)
    return joined(Post(new.dumps())).play(12)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rules", "scenario", "options"),
    [("plantagenet", "Ib", {"hidden_mats": "yes"}), ("richard_iii", "kingmaker", {})],
)
def test_a_veiled_game_is_replayed_with_nothing_hidden(
    rules: str, scenario: str, options: dict[str, str]
) -> None:
    post = veiled(rules, scenario, options)
    found = audited(post, ended(post))
    assert unproven(found) == {}
    assert answers(found, "gm")[Claim.HIDDEN] == (Answer.PROVEN, -1)
    assert Claim.LOG in answers(found, "gm")


def test_without_keys_each_claim_is_not_shown_and_says_from_where() -> None:
    post = with_plans()
    reveals = ended(post)
    found = audited(post, ())
    assert {answer for answer, _ in unproven(found).values()} == {Answer.NOT_SHOWN}
    assert answers(found, "gm")[Claim.RULES] == (Answer.PROVEN, -1)
    assert answers(found, "gm")[Claim.BYTES] == (Answer.NOT_SHOWN, 0)
    assert answers(found, "lancaster")[Claim.CHAINS] == (Answer.NOT_SHOWN, 2)
    assert "not shown at entry 0" in words(found)
    only = audited(post, reveals[1:2])
    assert set(unproven(only)) == {key for key in unproven(found) if key[0] != "york"}


def test_all_that_was_hidden_is_listed() -> None:
    post = with_everything()
    records = [entry.body.record for entry in post.look().save.entries]
    with pytest.raises(BadStatement, match="not revealed"):
        everything(post.look())
    reveals = ended(post)
    page = everything(post.look(), reveals)
    assert page.count("  the deck ") == sum(len(record.shuffles) for record in records)
    assert page.count("  dealt to ") == sum(len(record.deals) for record in records)
    assert "another" not in page
    for record in records:
        for opening in record.openings:
            assert opening.card in page
    assert page.count("sealed: plan: ") == sum(bool(body.plan) for _, body in orders(post))


def orders(post: Post) -> list[tuple[int, Order]]:
    steps = [(entry.n, entry.body.step) for entry in post.look().save.entries]
    found = [(n, step.order.body) for n, step in steps if isinstance(step, Mailed)]
    return [(n, body) for n, body in found if isinstance(body, Order)]


@pytest.mark.slow
def test_a_plan_kept_from_the_gm_is_opened_by_its_owner() -> None:
    post = with_plans(2, escrow=False)
    reveals = ended(post)
    assert unproven(audited(post, reveals)) == {}
    without = [reveal for reveal in reveals if reveal.body.author != "york"]
    assert answers(audited(post, without), "york")[Claim.PLANS][0] is Answer.NOT_SHOWN


# -- players who cheat --------------------------------------------------------------------------


def with_garbage(post: Post, side: str = "york") -> int:
    """The side's next order seals rubbish to itself; the entry that holds it."""
    while side not in post.asked() or post.look(side).owes_ready:
        post.turn()
    game = post.look(side)
    body = game.orders([any_line(game, post.random)]).envelope.body
    assert isinstance(body, Order)
    rubbish = Sealed(side, "AAAA" + body.sealed[1].data[4:])
    changed = bodies.replace(body, sealed=(body.sealed[0], rubbish))
    mail = envelope.sign(PLAYERS[side], changed)
    error = told(post, envelope.to_text(mail))
    assert error is None, error
    return len(post.look().save.entries) - 1


def test_a_garbage_copy_contradicts_its_own_side_and_nobody_else() -> None:
    post = seated()
    n = with_garbage(post)
    found = audited(post, reveals_of(post))
    assert unproven(found) == {("york", Claim.COPIES): (Answer.CONTRADICTED, n)}
    assert f"contradicted at entry {n}" in words(found)
    assert words(found).startswith("CONTRADICTED: 1 of")


def unshuffled(stream: dice.Stream, label: str, nth: int, count: int) -> list[int]:
    return list(range(count))


def stacked(monkeypatch: pytest.MonkeyPatch) -> tuple[Post, int]:
    """A GM who deals from decks that nobody shuffled."""
    post = seated()
    with monkeypatch.context() as patch:
        patch.setattr(dice.Stream, "shuffle", unshuffled)
        post.ready()
    return post, len(post.look().save.entries) - 1


def test_a_stacked_deck_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    post, n = stacked(monkeypatch)
    found = audited(post, reveals_of(post))
    gm = answers(found, "gm")
    assert gm[Claim.SHUFFLES] == gm[Claim.BYTES] == (Answer.CONTRADICTED, n)
    assert gm[Claim.STANDING] == (Answer.NOT_SHOWN, n)
    assert gm[Claim.RULES] == (Answer.PROVEN, -1)
    assert not any(party in PLAYERS for party, _ in unproven(found))


def test_a_players_garbage_does_not_hide_the_gms_stacked_deck(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    post, n = stacked(monkeypatch)
    with monkeypatch.context() as patch:
        patch.setattr(dice.Stream, "shuffle", unshuffled)
        garbage = with_garbage(post)
    found = audited(post, reveals_of(post))
    assert answers(found, "gm")[Claim.SHUFFLES] == (Answer.CONTRADICTED, n)
    assert answers(found, "york")[Claim.COPIES] == (Answer.CONTRADICTED, garbage)
    assert answers(found, "lancaster")[Claim.COPIES] == (Answer.PROVEN, -1)


class Foreign(Identity):
    """Somebody whose links come from a chain of no key that he shows."""

    def game_key(self, role: str, genesis: str, head: str, nonce: str = "") -> GameKey:
        return ForeignKey(super().game_key(role, genesis, head, nonce).root)


class ForeignKey(GameKey):
    def chain(self, chain_id: str, base: int = 0) -> Chain:
        return Chain(b"a chain of nobody's" + bytes(13), chain_id, base)


def test_a_foreign_chain_contradicts_its_own_side_and_nobody_else(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(PLAYERS, "york", Foreign(ANN.root, ANN.name))
    post = seated().ready().play(8)
    reveals = ended(post)
    monkeypatch.undo()
    found = audited(post, reveals)
    assert unproven(found) == {("york", Claim.CHAINS): (Answer.CONTRADICTED, 1)}
    key = GameKey(bytes.fromhex(reveals[1].body.key))
    assert key.chain("move/york").anchor != found.revealed.places[1].anchors["move/york"][1]


def reveal(who: Identity, party: str, game: str, key: str) -> SignedReveal:
    return envelope.sign_reveal(who, Reveal(v=2, game=game, author=party, key=key))


def test_a_key_that_is_not_ones_own_counts_for_nothing_and_is_told() -> None:
    post = with_plans()
    reveals = ended(post)
    game = post.look().ledger.game
    for false, why in (
        (reveal(ANN, "york", game, 64 * "0"), sentence("proof.revealed_keys._fits", word="seat")),
        (reveal(ANN, "york", 64 * "1", reveals[1].body.key), "another game"),
        (
            reveal(GM, "york", game, reveals[1].body.key),
            sentence("proof.revealed_keys._fits", word="ever"),
        ),
        (
            reveal(ANN, "york", game, reveals[2].body.key),
            sentence("proof.revealed_keys._fits", word="seat"),
        ),
    ):
        found = audited(post, [reveals[0], false, reveals[2]])
        assert {party for party, _ in unproven(found)} == {"york"}
        assert answers(found, "york")[Claim.COPIES][0] is Answer.NOT_SHOWN
        assert why in words(found)


# -- a GM who cheats ----------------------------------------------------------------------------


@pytest.mark.slow
def test_a_decision_by_a_policy_that_says_something_else(monkeypatch: pytest.MonkeyPatch) -> None:
    """`verify` passes for everybody but York herself; the audit shows it to all."""
    real = chances.GmChance.prepared
    wrong: list[int] = []

    def invented(self: Any, request: Any) -> Any:
        found = real(self, request)
        if found is None or found.by != "policy" or type(self) is not chances.GmChance or wrong:
            return found
        other = [o.line for o in request.options if o.line != found.line and not o.group]
        if not other:
            return found
        wrong.append(self.draft.n)
        return Prepared(other[0], "policy", found.why)

    post = seated().ready()
    with monkeypatch.context() as patch:
        patch.setattr(chances.GmChance, "prepared", invented)
        while not wrong:
            send_policies(post)
            post.turn()
    found = audited(post, reveals_of(post))
    assert answers(found, "gm")[Claim.RULES] == (Answer.PROVEN, -1)
    assert answers(found, "gm")[Claim.STANDING] == (Answer.CONTRADICTED, wrong[0])
    assert answers(found, "gm")[Claim.BYTES] == (Answer.CONTRADICTED, wrong[0])
    assert not any(party in PLAYERS for party, _ in unproven(found))


def send_policies(post: Post) -> None:
    """Everybody lets everything pass that may."""
    for side in PLAYERS:
        game = post.look(side)
        if not game.standing.reactions and game.result is None:
            mail = game.orders((), reactions={"default": "pass"})
            assert told(post, envelope.to_text(mail.envelope)) is None


def reveals_of(post: Post) -> list[SignedReveal]:
    """The keys, whether the end is signed or not: some of these logs no player would sign."""
    entries = post.look().save.entries
    game = entries[0].head
    found = [reveal(GM, "gm", game, founder_key(GM, entries[0]).root.hex())]
    for entry, (side, who) in zip(entries[1:3], PLAYERS.items(), strict=True):
        step = entry.body.step
        assert isinstance(step, bodies.Joined)
        key = who.game_key(side, game, step.order.body.head)
        found.append(reveal(who, side, game, key.root.hex()))
    return found


def broken(entries: Sequence[Entry], n: int) -> tuple[Entry, ...]:
    """The log with another value of the first die of entry `n`, signed again from there on."""
    body = plain(entries[n])
    roll = body["record"]["rolls"][0]
    roll["value"] = roll["value"] % 6 + 1
    again = [body, *map(plain, entries[n + 1 :])]
    return entries_of(saved(chained(entries[:n], again)))


def test_a_log_that_does_not_fold_is_audited_all_the_same() -> None:
    post = with_everything()
    entries, reveals = post.look().save.entries, reveals_of(post)
    n = next(entry.n for entry in entries if entry.body.record.rolls)
    found = audit(broken(entries, n), reveals)
    assert answers(found, "gm")[Claim.RULES] == (Answer.CONTRADICTED, n)
    assert answers(found, "gm")[Claim.BYTES] == (Answer.CONTRADICTED, n)
    assert answers(found, "york")[Claim.COPIES] == (Answer.PROVEN, -1)
    assert answers(found, "lancaster")[Claim.PLANS] == (Answer.PROVEN, -1)


@pytest.mark.parametrize("n", [0, 1, 5])
def test_an_entry_that_cannot_be_read_ends_the_log_and_not_the_audit(n: int) -> None:
    post = with_plans()
    entries = list(post.look().save.entries)
    reveals = reveals_of(post)
    entries[n] = Entry(b"{}", entries[n].signature)
    found = audit(entries, reveals)
    assert answers(found, "gm")[Claim.LOG if n == 0 else Claim.RULES] == (Answer.CONTRADICTED, n)
    assert text.text(document(found)).startswith("CONTRADICTED")
    assert text.text(document(audit((), reveals))).startswith("CONTRADICTED")


# -- when -----------------------------------------------------------------------------------------


def test_nobody_reveals_before_the_end_is_signed_by_all() -> None:
    post = with_plans(2)
    for who in ("gm", *PLAYERS):
        with pytest.raises(
            BadStatement, match=worded("proof.revealed_keys.own_reveals", word="game")
        ):
            own_reveals(post.look(who))
    rule(post, "result", side="york", reason="Lancaster resigns.")
    with pytest.raises(BadStatement, match="not signed"):
        own_reveals(post.look("york"))


def test_nothing_is_corrected_after_the_end_is_signed() -> None:
    post = with_plans(2)
    ended(post)
    for kind, fields in (
        ("void", {"entry": 4}),
        ("patch", {"lines": ["set lords march coin 3"]}),
        ("impose", {"side": "york", "lines": ["pass"]}),
        ("house", {"lines": ["No phones."]}),
        ("result", {"side": "york"}),
    ):
        with pytest.raises(BadRuling, match="signed"):
            post.look("gm").rule(kind, "Too late.", **fields)
    rule(post, "uphold", entry=4)
    assert post.look().verify().final


# -- games that survive people ---------------------------------------------------------------------


@pytest.mark.slow
def test_who_sat_there_before_is_judged_by_a_key_of_his_own() -> None:
    """Anne gives her seat to Cecily: two keys, two rows, and one may be missing."""
    post = until_asked(with_plans(2), "york")
    game = seat(post, "york", CEC, ANN)
    n = game.ledger.n
    go_on(post, {"york": CEC, "lancaster": PLAYERS["lancaster"]}, 6)
    entries = post.look().save.entries
    old = reveals_of(post)
    step = entries[n].body.step
    assert isinstance(step, bodies.Seated)
    assert isinstance(step.order.body, bodies.Claim)
    key = key_of(CEC, entries[0].head, step.order.body)
    new = reveal(CEC, "york", entries[0].head, key.root.hex())
    assert unproven(audit(entries, [*old, new])) == {}
    found = audit(entries, old)
    assert unproven(found) == {
        ("york", Claim.CHAINS): (Answer.NOT_SHOWN, n),
        ("york", Claim.COPIES): (Answer.NOT_SHOWN, min(written(entries, n))),
    }
    assert says(words(found), "proof.audit._player_findings", "Cecily")
    gone = audit(entries, [old[0], old[2], new])
    assert answers(gone, "gm")[Claim.BYTES] == (Answer.PROVEN, -1)
    assert ("york", Claim.CHAINS) in unproven(gone)


def written(entries: Sequence[Entry], after: int) -> list[int]:
    """York's orders after an entry."""
    steps = [(entry.n, entry.body.step) for entry in entries[after + 1 :]]
    return [
        n
        for n, step in steps
        if isinstance(step, Mailed)
        and isinstance(step.order.body, Order | bodies.Standing)
        and step.order.body.author == "york"
    ]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rules", "scenario"), [("plantagenet", "Ib"), ("richard_iii", "kingmaker")]
)
def test_another_gm_shows_the_keys_of_both(rules: str, scenario: str) -> None:
    post = veiled(rules, scenario, {})
    claim = look(post, GEO).claim("gm", "I take over.").envelope
    game = look(post, GM)
    game.seat(claim, [], "Griffith is on a journey.", "handover")
    post.save = game.dumps()
    n = game.ledger.n
    for _ in range(3):
        for side in post.asked():
            player = Game.loads(post.save, PLAYERS[side])
            gm = look(post, GEO)
            line = any_line(player, post.random)
            (receipt,) = gm.apply({"mail": player.orders([line]).to_text()})
            assert receipt.error is None, receipt.error
            post.save = gm.dumps()
    entries, game_hash = post.look().save.entries, post.look().ledger.game
    keys = list(look(post, GEO).holder.keys.values())
    assert len(keys) == 2
    both = [reveal(GEO, "gm", game_hash, key.root.hex()) for key in keys]
    players = reveals_of(post)[1:]
    assert unproven(audit(entries, [*both, *players])) == {}
    found = audit(entries, [reveals_of(post)[0], *players])
    assert answers(found, "gm")[Claim.BYTES] == (Answer.NOT_SHOWN, n)
    assert says(words(found), "proof.audit._with_keys", "George", word="key")


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The paths of all plain values in a body."""
    if isinstance(value, dict | list):
        rows = value.items() if isinstance(value, dict) else enumerate(value)
        for key, item in rows:
            yield from leaves(item, (*path, key))
    else:
        yield path


WRONG: tuple[Any, ...] = ([], {}, -1, "", "x", 64 * "0", "gm", "york", True, 10**9)


@pytest.mark.parametrize("seed", range(25))
def test_whatever_a_gm_signs_the_audit_ends_and_finds_it(seed: int) -> None:
    """One value of one entry is another one, and all after it chained and signed anew."""
    post, chance = with_everything(), random.Random(seed)
    entries, reveals = post.look().save.entries, reveals_of(post)
    n = chance.randrange(1, len(entries))
    body = plain(entries[n])
    paths = [path for path in leaves(body) if path[0] in ("step", "record")]
    path = chance.choice(paths)
    place = body
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = chance.choice([wrong for wrong in WRONG if wrong != place[path[-1]]])
    log = chained(entries[:n], [body, *map(plain, entries[n + 1 :])])
    found = audit(log, chance.sample(reveals, chance.randint(0, len(reveals))))
    assert answers(found, "gm")[Claim.RULES] == (Answer.CONTRADICTED, n), path
    assert text.text(document(found)).startswith("CONTRADICTED")
