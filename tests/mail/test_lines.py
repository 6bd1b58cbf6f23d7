"""Lines that somebody mailed to himself, out of mails as they really come: the same lines, or none."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.errors import Garbled, OtherBlock, PbemError, Truncated, TwoBlocks
from pbem.mail.read import lines
from pbem.mail.read.orders_file import OrdersFile
from pbem.protocol import envelope
from tests.mail import template
from tests.mail.template import Mail, all_mails

ITEMS = (
    ("game", "towton-1461-51278cdb"),
    ("side", "york"),
    ("answers", "muster-5"),
    ("order", "march: parley st_albans +1"),
    ("order", "if failed: march: parley northampton +3"),
    ("order", "warwick_y: march st_albans with march norfolk if valour warwick_y >= 3; else pass"),
    ("card 1", "march: march york; stop if enemy at york"),
    ("on intercept", "norfolk with all if valour norfolk >= 3; else no"),
)
READ = OrdersFile(
    "towton-1461-51278cdb",
    "york",
    "muster-5",
    tuple(text for key, text in ITEMS if key == "order"),
    {"1": ITEMS[6][1]},
    {"intercept": ITEMS[7][1]},
)


def block(items: Sequence[tuple[str, str]], columns: int = 56) -> str:
    """As the page writes it; that it does is shown in a browser (tests/web)."""
    total = lines.checksum("\n".join(f"{key} {value}" for key, value in items))
    rows = [row for key, value in items for row in textwrap.wrap(f"[{key}] {value}", columns)]
    return "\n".join(["[PBEM2 LINES]", *rows, f"[sum] {total}", "[PBEM2 END]"])


HEAD, MAILS = all_mails()
UNREADABLE = {
    "lines-glued": Garbled,
    "qp-pasted-raw-soft": Garbled,
    "alternative-plain-broken": Garbled,
}
"""Where an armoured block is taken, which needs no blanks, and lines are refused."""
HARMLESS = {"mojibake-dashes"}
"""Where armour is spoiled, which needs its dashes, and lines are taken."""


@pytest.mark.parametrize("mail", MAILS, ids=[mail.id for mail in MAILS])
def test_a_mail_as_it_comes(mail: Mail, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(template, "BLOCK", block(ITEMS))
    monkeypatch.setattr(template, "OTHER", block(ITEMS[:4]))
    for raw in mail.files(HEAD):
        if mail.id in UNREADABLE:
            with pytest.raises(UNREADABLE[mail.id]):
                lines.read(raw)
        elif mail.want == "take" or mail.id in HARMLESS:
            assert lines.read(raw) == READ
        else:
            with pytest.raises(PbemError):
                lines.read(raw)


def test_typed_quotes_of_a_phone_and_what_stands_around_do_not_matter() -> None:
    text = f"Notes to me: Norfolk’s turn\n\n{block(ITEMS)}\n\nSent from my phone"
    assert lines.read(text.replace("[game]", "stray words [game]").encode()) == READ
    assert lines.read(f"{text}\n> {text}".encode()) == READ


PIECES = [
    "\n",
    "> ",
    " ",
    "[order] pass ",
    "[side] lancaster ",
    "[sum] 00000000 ",
    "march",
    "=\n",
    "]",
]


@given(st.data())
def test_what_is_changed_on_the_way_is_never_other_lines(data: st.DataObject) -> None:
    text = block(ITEMS)
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(text)))
        end = min(len(text), at + data.draw(st.integers(0, 60)))
        between = data.draw(st.one_of(st.sampled_from(PIECES), st.just(text[at:end] * 2)))
        text = text[:at] + between + text[end:]
    try:
        found = lines.read(text.encode())
    except PbemError:
        return
    squeezed = [squeeze(one) for one in (*found.lines, *found.scripts.values())]
    assert squeezed == [squeeze(text) for key, text in ITEMS if key in ("order", "card 1")]
    assert (found.game, found.side, found.answers) == (READ.game, READ.side, READ.answers)


def squeeze(line: str) -> str:
    """Without the blanks beside its stops, which say nothing."""
    return line.replace(" :", ":").replace(": ", ":").replace(" ;", ";").replace("; ", ";")


FAULTS: dict[str, tuple[str, type[PbemError]]] = {
    "nothing": ("Dear me, no lines today.", OtherBlock),
    "a mail of nothing": ("From: me@x.example\nTo: me@x.example\n\nNothing.", OtherBlock),
    "an order": (template.BLOCK, OtherBlock),
    "cut short": (block(ITEMS).removesuffix("[PBEM2 END]"), Truncated),
    "begun twice": ("[PBEM2 LINES]\n" + block(ITEMS), Truncated),
    "two of them": (f"{block(ITEMS)}\n{block(ITEMS[:5])}", TwoBlocks),
    "a line lost": (block(ITEMS).replace("[side] york\n", ""), Garbled),
    "a side changed": (block(ITEMS).replace("[side] york", "[side] lancaster"), Garbled),
    "no sum": (block(ITEMS).replace("[sum]", "(sum)"), Garbled),
    "no game": (block(ITEMS[1:]), Garbled),
    "no question": (block((*ITEMS[:2], *ITEMS[3:])), Garbled),
    "two sides": (block((*ITEMS, ("side", "lancaster"))), Garbled),
    "no order": (block(ITEMS[:3]), Garbled),
    "a card twice": (block((*ITEMS, ITEMS[6])), Garbled),
    "endless": (block((*ITEMS, *[ITEMS[3]] * 3000)), Garbled),
}


@pytest.mark.parametrize("name", FAULTS)
def test_what_is_no_set_of_lines_is_refused_with_its_word(name: str) -> None:
    text, word = FAULTS[name]
    with pytest.raises(word) as refused:
        lines.read(text.encode())
    assert type(refused.value) is word


def test_lines_of_policies_alone_answer_nothing() -> None:
    found = lines.read(block((*ITEMS[:2], ("on default", "pass"))).encode())
    assert (found.lines, found.answers, found.reactions) == ((), "", {"default": "pass"})


def test_a_gm_who_gets_such_a_note_is_told_what_it_is() -> None:
    with pytest.raises(OtherBlock, match=r"unsealed order lines.*pbem orders game.toml --from"):
        envelope.from_text(block(ITEMS), "ORDER")
