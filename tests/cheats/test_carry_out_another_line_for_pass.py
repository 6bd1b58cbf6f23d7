"""Hidden mats: York orders `pass`, and the GM carries out some other line that ends something."""

from __future__ import annotations

from pbem.errors import PbemError
from pbem.gm.game import Game
from pbem.ledger.checks.lines import Meaning, meaning
from pbem.protocol.bodies import Record
from pbem.protocol.save import Save
from pbem.reports.verdict import text
from tests.says import says

from .table import ANN, BOB, GM, Crook, Post, by_hand, order, veiled, verify

PARTS = tuple(name for name in Record.__struct_fields__ if name != "link")


def as_she_goes_on(post: Post, cheat: Crook) -> str:
    """What York's program says, which had read the game before and has the menu that she saw."""
    kept = post.look("york").checkpoint()
    try:
        save = Save(cheat.entries, GM.public.fingerprint, beside=cheat.menus)
        Game(save, ANN, checkpoint=kept)
    except PbemError as error:
        return str(error)
    return ""


def carried_out(post: Post, line: str, ordered: str = "pass") -> Crook:
    """She orders one thing, and he carries out this line."""
    made = Crook(post).takes(order(post, "york", line))
    crook = Crook(post)
    crook.takes(by_hand(post, "york", [ordered]), **{n: getattr(made.last, n) for n in PARTS})
    crook.menus = made.menus
    return crook


def dones(post: Post) -> tuple[str, str]:
    """The line that `pass` means as York is asked, and another one that ends in `done`."""
    honest = Crook(post).takes(by_hand(post, "york", ["pass"]))
    means = next(row.line for row in honest.ledger.play.decisions if row.by == "")
    legal = [one.line for one in post.look("york").legal()]
    return means, next(one for one in legal if one.endswith(": done") and one != means)


def test_pass_is_the_one_line_that_it_means_in_her_menu() -> None:
    post = veiled()
    means, other = dones(post)
    lie = carried_out(post, other)
    assert [verify(lie, who) for who in (None, BOB)] == ["", ""]
    assert as_she_goes_on(post, carried_out(post, means)) == ""
    assert says(
        as_she_goes_on(post, lie),
        "ledger.checks.own.OwnCheck._check_line",
        "pass",
        f"means `{means}`",
        word="asked",
    )


def test_where_her_menu_is_gone_it_is_listed() -> None:
    post = veiled()
    _, other = dones(post)
    lie = carried_out(post, other)
    found = Game(Save(lie.entries, GM.public.fingerprint, beside=lie.menus), ANN).verify()
    assert ("pass", other) in [row[1:] for row in found.kept.short]
    assert says(
        " ".join(text(found, whole=True).split()),
        "reports.verdict._word_of_the_gm",
        ...,
        "pass",
        other,
        word="became",
    )


def test_a_short_line_is_the_one_that_it_means_in_her_menu_too() -> None:
    post = veiled()
    legal = [one.line for one in post.look("york").legal()]
    short, other = next(
        (line, longer)
        for line in legal
        for longer in legal
        if longer != line and meaning(line, longer, {}) is Meaning.SHORT
    )
    crook = carried_out(post, other, short)
    assert [verify(crook, who) for who in (None, BOB)] == ["", ""]
    assert f"means `{short}`" in as_she_goes_on(post, crook)
