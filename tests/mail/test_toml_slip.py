"""A slip of TOML is told with its place and the right form."""

from __future__ import annotations

import pytest

from pbem.errors import UnreadableOrders
from pbem.mail.read import orders_file
from tests.says import sentence, worded

EXPLAIN = "mail.read.orders_file.explain"
HEAD = 'game = "g"\nside = "york"\nanswers = "plan-7"\n'


@pytest.mark.parametrize(
    ("slip", "told"),
    [
        (
            "plan = [March]",
            sentence(EXPLAIN, "line 4, column 9: ", 'plan = ["March"]', word="names"),
        ),
        (
            'plan = ["March, "pass"]',
            sentence(EXPLAIN, "line 4, column 18: ", 'plan = ["March", "pass"]', word="names"),
        ),
        ("plan = [March, pass  # two", 'Write: plan = ["March", "pass"]'),
        ("plan = ", "line 4, column"),
        (
            "[reactions]\nflee = flee all",
            sentence(EXPLAIN, "line 5, column 8: ", 'flee = "flee all"', word="names"),
        ),
        ('[reactions]\nflee = "stand', 'Write: flee = "stand"'),
        (
            "orders = '''\nmarch: troops\n",
            sentence(EXPLAIN, 4, word="text"),
        ),
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
