"""The GM lays the deck in the order that he likes."""

from __future__ import annotations

from collections.abc import Callable

from pbem.ledger.chances import GmChance
from pbem.ledger.draft import commit
from pbem.ledger.values import KnownCard
from pbem.proof.audit import Answer, Claim
from pbem.protocol.bodies import Shuffled, replace

from .table import Crook, audited, order, seated, verify


class Stacked(GmChance):
    """All commitments are in order, only the cards do not lie as the links say."""

    def shuffled(
        self, deck: str, slots: list[str], cards: Callable[[], list[str]], again: bool
    ) -> Shuffled:
        made = super().shuffled(deck, slots, cards, again)
        secrets, first, second = self.draft.secrets, slots[-2], slots[-1]
        a, b = secrets[first], secrets[second]
        secrets[first], secrets[second] = KnownCard(a.salt, b.card), KnownCard(b.salt, a.card)
        game, k = self.draft.game, made.k
        locked = [commit(game, s, k, secrets[s].salt, secrets[s].card) for s in (first, second)]
        return replace(made, cards=(*made.cards[:-2], *locked))


def test_nobody_can_see_it_before_the_audit_and_there_everybody_does() -> None:
    post = seated()
    mail = order(post, "york", "ready")
    honest, cheat = Crook(post).takes(mail), Crook(post).takes(mail, Stacked)
    assert honest.last.shuffles != cheat.last.shuffles
    assert verify(cheat) == "", "a shuffle is proven at the audit: the verdict line says so"
    assert not audited(honest, "gm").contradicted
    assert Claim.SHUFFLES in {row.claim for row in audited(cheat, "gm").contradicted}


def test_who_does_not_show_his_key_has_proven_nothing() -> None:
    post = seated()
    cheat = Crook(post).takes(order(post, "york", "ready"), Stacked)
    rows = {row.claim: row.answer for row in audited(cheat).findings if row.party == "gm"}
    assert rows[Claim.SHUFFLES] is Answer.NOT_SHOWN


def test_a_shuffle_that_nothing_asked_for_or_left_out_is_seen_by_verify() -> None:
    post = seated()
    mail = order(post, "york", "ready")
    made = Crook(post).takes(mail).last.shuffles
    for shuffles in (made[:-1], (*made, made[-1]), made[::-1]):
        assert verify(Crook(post).takes(mail, shuffles=shuffles)).startswith("ReplayMismatch")
