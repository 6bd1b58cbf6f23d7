"""The replay of a game: every entry, in order, with the map, and nothing but what all could see."""

from __future__ import annotations

from pbem.reports.history import Step, page, words
from tests.reports import samples
from tests.reports.test_formats import Tags


def test_a_step_tells_orders_and_sentences_without_dice() -> None:
    text = words(Step(samples.battle("public"), "January-March 1461", opens=True))
    assert text.startswith("JANUARY-MARCH 1461\n\nEntry 12")
    assert "> warwick_y: march st_albans" in text
    assert "Warwick Marches to St. Albans by Highway." in text
    assert "rolled" not in text
    assert max(map(len, text.splitlines())) <= 78


def test_the_page_has_a_frame_for_each_step_and_a_labelled_slider() -> None:
    nasty = "</template><script>"
    made = [
        Step(samples.battle("public"), "one", opens=True),
        Step(samples.battle("public", nasty), "one", opens=False),
        Step(samples.battle("public"), nasty, opens=True),
    ]
    found = Tags(page(made)).tags
    tags = [tag for tag, _ in found]
    assert tags.count("template") == 3
    assert tags.count("script") == 1
    sliders = [attrs for tag, attrs in found if tag == "input"]
    labels = [attrs for tag, attrs in found if tag == "label"]
    assert [(s["type"], s["max"]) for s in sliders] == [("range", "2")]
    assert labels[0]["for"] == sliders[0]["id"]
    assert [attrs["value"] for tag, attrs in found if tag == "option"] == ["0", "2"]
    assert ["data-opens" in attrs for tag, attrs in found if tag == "template"] == [
        True,
        False,
        True,
    ]
