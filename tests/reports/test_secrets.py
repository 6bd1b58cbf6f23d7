"""A report never tells what its reader must not know: vary it, and not a byte may change."""

from __future__ import annotations

import pytest

from pbem.engine.table import Event
from pbem.games.plantagenet.position import position
from pbem.reports.context import Context, EntryStory, asked_of, build, story
from pbem.reports.formats import render
from tests.reports import samples
from tests.says import sentence

OTHER = {"held:york": "Y7", "held:lancaster": "L7", "plan:york": "march", "plan:lancaster": "pass"}


def report(audience: str, known: dict[str, str]) -> Context:
    told = build(
        "Towton by mail",
        "plantagenet",
        audience,
        [samples.entry(left=("warwick_y: pass",))],
        position(samples.state(), audience, known),
        [asked_of(samples.request(), audience, known)],
        samples.HEAD,
        12,
    )
    return samples.mapped(told, samples.state())


@pytest.mark.parametrize("format", samples.FORMATS)
@pytest.mark.parametrize("audience", ["york", "lancaster", "public"])
def test_the_same_report_whatever_the_others_hide(audience: str, format: str) -> None:
    hidden = {slot: card for slot, card in OTHER.items() if audience not in slot}
    one = render(report(audience, samples.SECRETS), format)
    two = render(report(audience, samples.SECRETS | hidden), format)
    assert one == two


@pytest.mark.parametrize("slot", ["held:york", "plan:york"])
def test_the_owner_does_see_his_own(slot: str) -> None:
    one = render(report("york", samples.SECRETS))
    two = render(report("york", samples.SECRETS | {slot: OTHER[slot]}))
    assert one != two


@pytest.mark.parametrize("audience", ["york", "public"])
def test_options_are_for_the_asked_side_only(audience: str) -> None:
    asked = asked_of(samples.request(), audience, samples.OWN_L5)
    assert not asked.mine
    assert asked.options == ()
    assert "somerset_1: longbowmen" not in render(report(audience, samples.SECRETS))


def test_a_menu_is_not_even_computed_for_others() -> None:
    request = samples.request()
    asked_of(request, "york")
    assert "menu" not in vars(request)


def test_lines_that_need_a_card_are_shown_to_its_holder_only() -> None:
    asked = asked_of(samples.request(), "lancaster", samples.OWN_L5)
    lines = [choice.line for choice in asked.options]
    assert "play l5" in lines
    assert "play l7" not in lines


def test_a_plan_is_explained_to_its_own_side_only() -> None:
    assert asked_of(samples.plan_request("york"), "york").stack == (
        sentence("reports.questions.asked_of", "plan", 4, "warwick_y x3, pass")
    )
    assert asked_of(samples.plan_request("york"), "lancaster").stack == ""


@pytest.mark.parametrize("audience", ["lancaster", "public"])
def test_orders_not_carried_out_stay_with_who_wrote_them(audience: str) -> None:
    assert "warwick_y: pass" in render(report("york", samples.SECRETS))
    assert "warwick_y: pass" not in render(report(audience, samples.SECRETS))
    assert "comes first" not in render(report(audience, samples.SECRETS))


def test_an_event_for_one_side_leaves_no_trace_in_the_reports_of_others() -> None:
    def entries(whisper: list[Event]) -> list[EntryStory]:
        dice = [Event("1", f"militia{n}", "die", "1", 4) for n in ("", " 2")]
        return [story(1, "york", "york:1", [], [dice[0], *whisper, dice[1]])]

    def shown(audience: str, whisper: list[Event]) -> str:
        place = position(samples.state(), audience, {})
        return render(
            build("t", "plantagenet", audience, entries(whisper), place, [], samples.HEAD, 1)
        )

    whisper = [Event("1", "A block of two steps.", to="york")]
    assert "A block of two steps." in shown("york", whisper)
    for audience in ("lancaster", "public"):
        assert shown(audience, whisper) == shown(audience, [])
