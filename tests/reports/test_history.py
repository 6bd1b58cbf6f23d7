"""The replay of a game: every entry, in order, with the map, and nothing but what all could see."""

from __future__ import annotations

from pbem.reports.history import words
from pbem.reports.render import environment
from tests.reports import samples
from tests.reports.test_formats import Tags


def test_a_step_tells_orders_and_sentences_without_dice() -> None:
    text = words(samples.battle("public"))
    assert "> warwick_y: march st_albans" in text
    assert "Warwick Marches to St. Albans by Highway." in text
    assert "rolled" not in text
    assert max(map(len, text.splitlines())) <= 78


def test_the_page_has_a_frame_for_each_step_and_a_labelled_slider() -> None:
    made = [samples.battle("public"), samples.battle("public", "</template><script>")]
    page = environment("html").get_template("html/replay.html.j2").render(steps=made)
    tags = [tag for tag, _ in Tags(page).tags]
    assert tags.count("template") == 2
    assert tags.count("script") == 1
    sliders = [attrs for tag, attrs in Tags(page).tags if tag == "input"]
    labels = [attrs for tag, attrs in Tags(page).tags if tag == "label"]
    assert [(s["type"], s["max"]) for s in sliders] == [("range", "1")]
    assert labels[0]["for"] == sliders[0]["id"]
