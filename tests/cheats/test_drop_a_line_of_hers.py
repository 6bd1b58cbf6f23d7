"""Games with hidden pieces: the GM says of a line of York's that it could not be carried out, or that it lapsed."""

from __future__ import annotations

from typing import Any

from pbem.gm.game import Game
from pbem.ledger.chances import GmChance
from pbem.ledger.draft import Draft
from pbem.protocol.bodies import Left, Record
from pbem.protocol.save import Save
from pbem.reports.verdict import text
from tests.differential.table import installed
from tests.moderator import skirmish
from tests.moderator.people import NONCE, joined

from .table import ANN, GM, Crook, Post, by_hand, mailed, order, veiled, verify

NAMES = tuple(name for name in Record.__struct_fields__ if name != "link")
NEVER = "if turn >= 99"


def lines(post: Post) -> tuple[str, str]:
    """Two lines of York's that do not end what York is asked, so that either can follow the other."""
    one, *others = (option.line for option in post.look("york").legal())
    return one, next(line for line in others if line.split()[:3] != one.split()[:3])


def instead(post: Post, texts: list[str], done: list[str], **more: Any) -> Crook:
    """York orders some texts, and the entry is the one of another order of hers."""
    made = Crook(post).takes(by_hand(post, "york", done))
    changes = {name: getattr(made.last, name) for name in NAMES}
    cheat = Crook(post).takes(by_hand(post, "york", texts), **(changes | more))
    cheat.menus = made.menus
    return cheat


def test_her_first_line_is_carried_out_or_the_order_refused() -> None:
    """`A; anyway: B`, and only B is carried out."""
    post = veiled()
    one, other = lines(post)
    cheat = instead(post, [one, f"anyway: {other}"], [f"{NEVER}: {one}", other])
    assert verify(cheat) == ""
    said = verify(cheat, ANN)
    assert f"line 1 of your order, `{one}`, comes first, and it was not carried out" in said


def test_a_line_that_her_menu_offers_is_not_left() -> None:
    post = veiled()
    one, other = lines(post)
    n = post.look().ledger.n + 1
    cheat = instead(post, [one, other], [one], left=(Left("york", n, 2),))
    assert verify(cheat) == ""
    assert f"`{other}`, can be carried out as you are asked now" in verify(cheat, ANN)


def test_her_order_ends_where_her_menu_says() -> None:
    post = veiled()
    one, other = lines(post)
    n = post.look().ledger.n + 1
    texts = [one, f"{NEVER}: {other}", "march: parley nowhere"]
    honest = Crook(post).takes(by_hand(post, "york", texts))
    assert honest.last.left == (Left("york", n, 3),)
    assert verify(honest, ANN) == ""
    cheat = instead(post, texts, [one], left=(Left("york", n, 2),))
    assert verify(cheat) == ""
    assert "end at line 2, and by what you are asked it does not" in verify(cheat, ANN)


def test_a_line_between_two_others_is_his_word_and_named() -> None:
    """The residue: what York could do before the third line, only the GM knows."""
    post = veiled()
    one, other = lines(post)
    third = next(
        option.line
        for option in post.look("york").legal()
        if option.line.split()[:3] not in (one.split()[:3], other.split()[:3])
    )
    cheat = instead(
        post, [one, other, f"anyway: {third}"], [one, f"{NEVER}: {other}", f"anyway: {third}"]
    )
    found = Game(Save(cheat.entries, GM.public.fingerprint), ANN).verify()
    assert found.kept.passed == ((cheat.entries[-1].n, other),)
    said = " ".join(text(found).split())
    assert (
        f"your line `{other}` was passed over for one that says `anyway`, by the GM's word" in said
    )


class Drops(GmChance):
    """He forgets that York's order waits."""

    def begin(self, draft: Draft) -> None:
        super().begin(draft)
        draft.rest.pop("york", None)


def waiting() -> Post:
    """In the fog: York has struck, and her `parry` waits for Lancaster's strike, which comes now and hits."""
    post = joined(Post(Game.new(GM, "skirmish", "fog", {}, None, NONCE).dumps()))
    post.ready()
    for _ in range(20):
        take(post, "york", "wait", "parry")
        strike = Crook(post).takes(order(post, "lancaster", "strike"))
        if [row.by for row in strike.last.decisions if row.side == "york"]:
            return post
        take(post, "lancaster", "wait")
    raise AssertionError("no strike hits")


def take(post: Post, side: str, *texts: str) -> None:
    receipt = mailed(post, by_hand(post, side, texts))
    assert receipt.error is None, receipt.error


def test_a_line_that_waits_is_not_dropped_within_its_step() -> None:
    with installed(skirmish.ONE):
        post = waiting()
        mail = order(post, "lancaster", "strike")
        assert verify(Crook(post).takes(mail), ANN) == ""
        cheat = Crook(post).takes(mail, Drops)
        cheat.menus.clear()
        assert [row.side for row in cheat.last.questions] == ["york"]
        assert verify(cheat) == ""
        assert "`parry` was neither carried out nor left over" in verify(cheat, ANN)
