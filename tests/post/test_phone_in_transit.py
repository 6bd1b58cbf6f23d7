"""Somebody reads an answer from a phone on its way, and uses its six digits: they are bound to no choice."""

from __future__ import annotations

from pbem.post import phone
from tests.post.office import Office
from tests.post.test_phone import came_back, code, emails, first, office, reply, sealed

__all__ = ["first", "office"]


def test_two_choices_with_one_number_seal_neither(office: Office) -> None:
    digits = code(office)
    reply(office, f"1 {digits}\n")
    reply(office, f"2 {digits}\n", id="eve")
    news = office.run("york")
    assert sealed(office) == 0
    assert came_back(office) == phone.TWO
    assert news == [phone.TWO]
    assert len(emails(office)) == 2, "the question and one answer"
    office.now += 60
    reply(office, f"2 {code(office)}\n", id="again")
    office.run("york")
    assert came_back(office).startswith(phone.SENT), "the question is still open"


def test_a_second_choice_that_comes_later_is_told_once(office: Office) -> None:
    digits = code(office)
    reply(office, f"1 {digits}\n")
    office.run("york")
    for n in range(3):
        reply(office, f"2 {digits}\n", id=f"eve{n}")
        news = office.run("york")
        assert news == ([phone.OTHER] if n == 0 else [])
    assert came_back(office) == phone.OTHER
    assert (len(emails(office)), sealed(office)) == (3, 1)


def test_a_copy_of_the_same_choice_is_no_news(office: Office) -> None:
    digits = code(office)
    reply(office, f"1 {digits}\n")
    reply(office, f"1 {digits}\nSent from my phone\n", id="copy")
    assert office.run("york") == []
    assert (len(emails(office)), sealed(office)) == (2, 1)


def test_five_times_two_choices_switch_it_off(office: Office) -> None:
    for n in range(phone.MOST_WRONG):
        digits = code(office)
        reply(office, f"1 {digits}\n", id=f"a{n}")
        reply(office, f"2 {digits}\n", id=f"b{n}")
        office.run("york")
        office.now += 60
    reply(office, f"1 {code(office)}\n")
    office.run("york")
    assert sealed(office) == 0
