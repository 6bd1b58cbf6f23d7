"""What is clicked and what is typed becomes the same envelope, with the same source of randomness and clock."""

from __future__ import annotations

import hashlib
import shutil
from pathlib import Path

import pytest

from pbem.cli import main
from pbem.engine.policies import presets_of
from pbem.home import computer
from pbem.mail.read import message
from pbem.player.robots import bot_lines
from pbem.protocol import envelope, seal
from pbem.protocol.wire import base64_text
from pbem.web.seat.answers import forms
from pbem.web.seat.seat import Seat
from tests.web.tables import GAMES, Page, Table
from tests.web.test_seat import mustering

NOW = "1800000000"


def one_source_of_randomness(monkeypatch: pytest.MonkeyPatch) -> None:
    """Salts are the same each time; what is sealed shows to whom, where and what, and is padded as ever."""
    for source in ("os.urandom", "random._urandom"):
        monkeypatch.setattr(source, lambda size: bytes([7]) * size)

    def sealed_so(x25519: str, info: bytes, plaintext: bytes, pad_to: int) -> str:
        padded = plaintext + bytes(-len(plaintext) % pad_to)
        return base64_text(hashlib.sha256(x25519.encode() + info).digest() + padded)

    monkeypatch.setattr(seal, "seal", sealed_so)


def typed(home: Path, monkeypatch: pytest.MonkeyPatch, *words: str) -> str:
    """The text of the mail that `pbem orders` writes."""
    out = home / "typed.txt"
    monkeypatch.setenv(computer.FOLDER, str(home))
    monkeypatch.setenv(computer.NOW, NOW)
    with pytest.raises(SystemExit) as ended:
        main(["orders", str(home / "game.toml"), *words, "-o", str(out)])
    assert not ended.value.code
    return message.read(out)


def sealed(page: Page, monkeypatch: pytest.MonkeyPatch, **words: str) -> str:
    """The text of the mail that the page writes."""
    monkeypatch.setenv(computer.NOW, NOW)
    page.click("sealed", **words)
    page.click("outbox")
    (mail,) = page.home.glob("*.txt")
    return message.read(mail)


def check_same(one: str, two: str) -> None:
    mine, theirs = envelope.from_text(one, "ORDER"), envelope.from_text(two, "ORDER")
    assert mine.body == theirs.body
    assert mine == theirs
    assert one == two, "what stands in clear is the same too"


def two_homes(table: Table, side: str, monkeypatch: pytest.MonkeyPatch) -> tuple[Page, Path]:
    """The page of a side, and another home of the same person with the same save."""
    page = table.page(side)
    one_source_of_randomness(monkeypatch)
    table.people[side].save(page.home / computer.FILE, "")
    other = page.home.with_name(f"{side} again")
    shutil.copytree(page.home, other)
    if page.desk.seat.arrived:
        page.click("looked")
    return page, other


@pytest.mark.slow
@pytest.mark.parametrize(("rules", "scenario"), GAMES, ids=[game for game, _ in GAMES])
def test_lines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rules: str, scenario: str) -> None:
    table = Table(tmp_path, rules, scenario).play(4)
    page, other = two_homes(table, table.look().ledger.turn_of()[0], monkeypatch)
    seat = page.desk.seat
    if seat.request is not None and seat.request.stack is not None:
        for card in bot_lines(seat.game)[0].split()[1:]:
            page.click("put", word=card)
        page.click("stacked")
    else:
        page.click("widen", every="yes")
        page.click("take", line=page.lines()[-1])
    lines = [word for line in seat.orders.lines for word in ("--line", line)]
    check_same(sealed(page, monkeypatch), typed(other, monkeypatch, *lines))


@pytest.mark.slow
def test_a_stack_with_scripts_and_policies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(tmp_path, "plantagenet", "Ib")
    while not (asked := table.look().requests) or asked[0].stack is None:
        table.turn()
    page, other = two_homes(table, asked[0].side, monkeypatch)
    seat = page.desk.seat
    cards = bot_lines(seat.game)[0].split()[1:]
    for card in cards:
        page.click("put", word=card)
    page.click("stacked")
    number = next(n for n, card in seat.cards.items() if card != "pass")
    page.click("script", card=number)
    page.click("take", line=f"{cards[int(number) - 1]}: pass")
    page.click("script")
    page.click("preset", name=next(iter(presets_of(seat.game.ledger.rules))))
    orders = seat.orders
    script = "\n".join(f"{n} = '{text}'" for n, text in orders.scripts.items())
    policies = "\n".join(f"{kind} = '{text}'" for kind, text in seat.reactions.items())
    stack = ", ".join(f'"{card}"' for card in cards)
    file = other / "orders.toml"
    file.write_text(
        f'game = "{seat.game.id}"\nside = "{seat.side}"\nanswers = "{asked[0].id}"\n'
        f"{asked[0].stack.verb} = [{stack}]\n[script]\n{script}\n[reactions]\n{policies}\n"
    )
    check_same(
        sealed(page, monkeypatch, no_escrow="yes"),
        typed(other, monkeypatch, str(file), "--no-escrow"),
    )


def test_a_policy_and_a_repeat_by_choosing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = mustering(tmp_path)[0]
    page, other = two_homes(table, table.look().requests[0].side, monkeypatch)
    seat = page.desk.seat
    parley = next(o.line for o in seat.stand.options if ": parley " in o.line)
    page.click("take", line=parley)
    page.click("shaped", at="0", again="success", most="2")
    form = next(one for one in forms(seat, "approach") if one.line == "all battle")
    page.click(
        "answer", kind="approach", form=str(form.n), when="if", term="strength", share="70", value="enemy strength", **{"is": ">="}
    )  # fmt: skip
    page.click("answer", kind="approach", form="ask")
    assert seat.orders.lines == (f"{parley} until success max 2",)
    assert seat.orders.reactions == {
        "approach": "if strength >= 70% of enemy strength: all battle; ask"
    }
    file = written(seat, other)
    check_same(sealed(page, monkeypatch), typed(other, monkeypatch, file))


def test_lines_for_outcomes_of_a_die(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(tmp_path, "plantagenet_1450", "bosworth")
    while not (asked := table.look().requests) or asked[0].kind != "act":
        table.turn()
    page, other = two_homes(table, asked[0].side, monkeypatch)
    seat = page.desk.seat
    page.click("take", line=next(o.line for o in seat.stand.options if "activate" in o.line))
    page.click("assume", way="5+")
    page.click("take", line=seat.stand.options[-1].line)
    assert len(seat.orders.lines) == 2
    file = written(seat, other)
    check_same(sealed(page, monkeypatch), typed(other, monkeypatch, file))


def written(seat: Seat, home: Path) -> str:
    """The same orders as a file that somebody has typed."""
    file, lines = home / "orders.toml", "\n".join(seat.orders.lines)
    policies = "\n".join(f"{kind} = '{text}'" for kind, text in seat.reactions.items())
    request = next(r for r in seat.game.requests if r.side == seat.side)
    file.write_text(
        f'game = "{seat.game.id}"\nside = "{seat.side}"\nanswers = "{request.id}"\n'
        f"orders = '''\n{lines}\n'''\n[reactions]\n{policies}\n"
    )
    return str(file)
