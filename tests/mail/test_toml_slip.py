"""A slip of TOML is told with its place and the right form."""

from __future__ import annotations

import pytest

from pbem.errors import UnreadableOrders
from pbem.mail.read import orders_file
from tests.says import sentence, worded

HEAD = 'game = "g"\nside = "york"\nanswers = "plan-7"\n'


@pytest.mark.parametrize(
    ("slip", "told"),
    [
        (
            "plan = [March]",
            'line 4, column 9: names and texts belong in quotes. Write: plan = ["March"]',
        ),
        (
            'plan = ["March, "pass"]',
            'line 4, column 18: names and texts belong in quotes. Write: plan = ["March", "pass"]',
        ),
        ("plan = [March, pass  # two", 'Write: plan = ["March", "pass"]'),
        ("plan = ", "line 4, column"),
        (
            "[reactions]\nflee = flee all",
            'line 5, column 8: names and texts belong in quotes. Write: flee = "flee all"',
        ),
        ('[reactions]\nflee = "stand', 'Write: flee = "stand"'),
        ("orders = '''\nmarch: troops\n", "line 4: the text that begins with ''' has no end"),
        (f"plan = {'9' * 5000}", sentence("mail.read.orders_file.parse", word="number")),
        (f"plan = {' ' * 100_000}x", "line 4, column 100008"),
        ("plan = " + "[" * 5000, sentence("mail.read.orders_file.parse", word="brackets")),
        ("march: troops", "line 4, column 6: Expected '=' after a key"),
    ],
)
def test_a_slip_is_told_with_the_right_form(slip: str, told: str) -> None:
    with pytest.raises(UnreadableOrders) as refused:
        orders_file.parse(HEAD + slip)
    assert told in str(refused.value)


def test_lines_without_an_orders_file_around_them_are_told_where_they_go() -> None:
    with pytest.raises(UnreadableOrders, match=worded("mail.read.orders_file.ONLY_LINES")):
        orders_file.parse("# My turn\nmarch: troops\ndone\n")


def test_what_is_right_is_read() -> None:
    assert orders_file.parse(f'{HEAD}plan = ["March", "pass"]').lines == ("plan March pass",)
