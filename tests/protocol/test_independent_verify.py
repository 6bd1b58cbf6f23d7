"""PROTOCOL 18: the verifier that a stranger wrote from PROTOCOL.md agrees with the program, on honest games of
every kind, and finds what a dishonest GM signs."""

from __future__ import annotations

import base64
import copy
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pbem import games
from pbem.errors import BadRuling
from pbem.gm.game import Game
from pbem.proof.revealed_keys import own_reveals
from pbem.protocol import canonical, envelope
from pbem.protocol.bodies import Reveal
from pbem.protocol.entry import Entry
from tests import clocks
from tests.cheats import table as cheats
from tests.drawn import kept
from tests.moderator import skirmish
from tests.moderator.forger import Body, chained, entries_of, plain, saved
from tests.moderator.people import ANN, BOB, EVE, GM, PLAYERS, Post, joined, with_plans
from tests.moderator.skirmish import BREAKS, ONE
from tests.moderator.test_faults import broken
from tests.moderator.test_rulings import rule, told
from tests.moderator.test_seats import CEC, GEO, look, seat
from tests.moderator.writer import lenient
from tests.plantagenet_1450 import test_6_2_3_absent_owner as absent_owner
from tests.says import worded

ROOT = Path(__file__).parents[2]
DAY = 24 * 3600
L = 2**252 + 27742317777372353535851937790883648493


def verdict(folder: Path, data: bytes, *more: str) -> str:
    """The last line that it prints."""
    path = folder / "game.toml"
    path.write_bytes(data)
    command = [sys.executable, "-m", "tests.independent", str(path), *more]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", check=False)
    assert done.stderr == ""
    line = done.stdout.splitlines()[-1]
    assert done.returncode == (not line.startswith("good: "))
    return line


def agreed(folder: Path, data: bytes, *more: str) -> str:
    """Both say that the game is in order."""
    assert Game.loads(data).verify().entries == len(entries_of(data))
    line = verdict(folder, data, *more)
    assert line.startswith("good: "), line
    return line


# -- games of every kind ------------------------------------------------------------------------


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games.GAMES, "skirmish", f"{skirmish.__name__}:INSTALLED")
    monkeypatch.setattr(skirmish, "INSTALLED", ONE)


@pytest.mark.slow
def test_a_card_that_the_rules_play_for_an_absent_side(tmp_path: Path) -> None:
    at_once = absent_owner.declare(absent_owner.waiting(absent_owner.EVENT), "york", 32)
    assert "absent" in [by for _, _, by in absent_owner.decided(at_once)]
    agreed(tmp_path, at_once.save)
    agreed(tmp_path, at_once.ready().save)
    agreed(tmp_path, absent_owner.long_absent().save)


class Tabled:
    """A skirmish under way, with whoever sits where."""

    def __init__(self, scenario: str) -> None:
        game = Game.new(GM, "skirmish", scenario, {}, nonce=bytes([20]) * 32)
        gm_clock = game.tick(DAY)  # between the accepts too the clock may be read
        assert gm_clock.n == 1
        self.post = joined(Post(game.dumps(), seed=3)).ready()
        self.players = dict(PLAYERS)

    @property
    def n(self) -> int:
        return self.post.look().ledger.n

    def gm(self, act: Callable[[Game], object]) -> None:
        game = look(self.post, GM)
        act(game)
        self.post.save = game.dumps()
        self.post.kept.clear()

    def mail(self, text: str) -> None:
        assert told(self.post, text) is None

    def say(self, side: str, kind: str, entry: int, text: str = "") -> None:
        self.mail(look(self.post, self.players[side]).say(kind, entry, text).to_text())

    def answer(self, *lines: str, times: int = 1) -> None:
        """Whoever is asked answers; who is to move says all of `lines`, some of which wait."""
        for _ in range(times):
            for side in self.post.asked():
                game = look(self.post, self.players[side])
                kind = "ready" if game.owes_ready else game.request().kind
                said = {"ready": ["ready"], "move": lines or ["strike"], "parry": ["parry"]}[kind]
                self.mail(game.orders(said).to_text())

    def until_asked(self, side: str) -> None:
        while side not in self.post.look().ledger.askings:
            self.answer()


@kept
def busy(scenario: str) -> tuple[bytes, tuple[str, ...]]:
    """All that can be done at a table, to the end, with everybody's reveals."""
    table = Tabled(scenario)
    post = table.post
    post.save = clocks.agreed(post.save, GM, table.players, 2 * DAY, 72, 24, "policy")
    post.kept.clear()
    table.answer(times=3)
    if scenario == "open":
        table.until_asked("york")
        table.answer(next(o.line for o in post.look("york").legal() if o.line.startswith("play")))
    table.answer("strike", "if round >= 1: wait", "strike", times=2)
    table.say("york", "dispute", table.n - 1, "That was a miss.")
    rule(post, "uphold", entry=table.n - 2)
    table.say("lancaster", "countersign", table.n)
    rule(post, "void", entry=table.n - 5)
    table.answer(times=5)
    # Where pieces are hidden a correction may not change the round.
    round_now = post.look("york").ledger.play.state.round
    rule(post, "patch", lines=[f"set round {round_now if scenario == 'fog' else 3}"])
    table.answer(times=3)
    while post.look().ledger.owes_ready():
        table.answer()
    side = post.asked()[0]
    kind = look(post, table.players[side]).request().kind
    rule(post, "impose", side=side, lines=["strike" if kind == "move" else "stand"])
    table.answer(times=3)
    rule(post, "house", lines=["No phones at the table."])
    table.say("york", "takeback", table.n - 2, "Sorry.")
    table.say("lancaster", "agree", table.n)
    table.answer(times=2)
    table.mail(post.look("york").orders([], reactions={"parry": "parry"}).to_text())
    table.answer(times=3)
    table.say("york", "draw", 0)
    table.until_asked("lancaster")
    table.gm(lambda game: game.tick(3 * DAY))
    table.gm(lambda game: game.absent("lancaster", 40 * DAY, "No word for a month."))
    table.until_asked("york")
    seat(post, "york", CEC, ANN, BOB)
    table.players["york"] = CEC
    table.answer(times=4)
    rule(post, "void", entry=table.n)
    table.answer(times=2)
    table.gm(
        lambda game: game.seat(
            look(post, GEO).claim("gm", as_co_gm=True).envelope, [], "Help.", "co"
        )
    )
    table.answer(times=2)
    table.gm(lambda game: game.seat(look(post, EVE).claim("gm").envelope, [], "He moves."))
    game = look(post, EVE)
    for side in post.asked():
        (receipt,) = game.apply({"m": look(post, table.players[side]).orders(["ready"]).to_text()})
        assert receipt.error is None
        post.save = game.dumps()
    game.rule("result", "It rains.", side="york")
    for side, player in table.players.items():
        post.save = game.dumps()
        mail = look(post, player).say("over", game.ledger.cases.result).to_text()
        assert game.apply({side: mail})[0].error is None
    post.save = game.dumps()
    reveals = [r for who in (EVE, ANN, CEC, BOB) for r in own_reveals(look(post, who))]
    return post.save, tuple(envelope.to_text(reveal) for reveal in reveals)


@pytest.mark.slow
@pytest.mark.parametrize("scenario", ["open", "fog"])
def test_a_game_in_which_everything_happens(scenario: str, tmp_path: Path) -> None:
    """Rulings, voids, a takeback, an absence, other players and GMs, the end; in the fog nobody sees the state."""
    data, reveals = busy(scenario)
    assert agreed(tmp_path, data) == agreed(tmp_path, data, GM.public.fingerprint)
    for at, text in enumerate(reveals):
        (tmp_path / str(at)).write_text(text)
    agreed(tmp_path, data, *(str(tmp_path / str(at)) for at in range(len(reveals))))
    kinds = {entry.body.step.__struct_config__.tag for entry in entries_of(data)}
    assert kinds == {"genesis", "accept", "said", "seat", "gm", "clock", "absent", "ruling"}


@pytest.mark.slow
def test_hidden_mats(tmp_path: Path) -> None:
    assert "0 statements opened" in agreed(tmp_path, cheats.veiled().save)


@pytest.mark.slow
def test_a_plan_that_its_owner_keeps_and_opens_card_by_card(tmp_path: Path) -> None:
    post = with_plans(2, escrow=False)
    opened = 0
    while opened < 2:
        opened += any(request.kind == "open" for request in post.look().requests)
        post.turn()
    assert int(re.findall(r"(\d+) cards opened", agreed(tmp_path, post.save))[0]) >= opened


def test_a_fault_at_which_a_game_stands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(skirmish, "INSTALLED", BREAKS)
    table = Tabled("open")
    while table.post.look().ledger.position.failure is None:
        table.answer()
    assert verdict(tmp_path, table.post.save).startswith("good: ")


@pytest.mark.slow
@pytest.mark.parametrize("hidden", [False, True])
def test_a_line_that_is_carried_out_after_a_fault(tmp_path: Path, hidden: bool) -> None:
    post = cheats.veiled() if hidden else cheats.mustering()
    line = next(o.line for o in post.look("york").legal() if " parley " in o.line)
    mail = lenient(post, "york", line)
    with broken():
        post.take({"york": mail})
    n = post.look().ledger.n
    rule(post, "again", entry=n)
    assert verdict(tmp_path, post.save).startswith("good: ")

    entries = entries_of(post.save)
    changes: tuple[Callable[[Body], object], ...] = (
        lambda body: body["step"].update(entry=n - 1),
        lambda body: body["step"].pop("program"),
        lambda body: body["step"].update(kind="void"),
        lambda body: body["record"]["rolls"][0].update(label="parley york#2"),
    )
    for change in changes:
        body = plain(entries[-1])
        change(body)
        false = saved(chained(entries[:-1], [body]))
        assert verdict(tmp_path, false).startswith(f"BAD: entry {n + 1}: ")


def test_a_rewind_does_not_go_back_to_before_the_last_accept_wherever_it_stands() -> None:
    """Clock entries may stand between the accepts, so they are not entries 1 to n."""
    table = Tabled("open")
    begun = table.post.look().ledger.cases.begun
    assert begun == 3
    table.answer()
    with pytest.raises(BadRuling, match=worded("ledger.cases.rewind.rewind", word="players")):
        rule(table.post, "void", entry=begun)
    rule(table.post, "void", entry=begun + 1)


def test_the_frozen_save(tmp_path: Path) -> None:
    data = (Path(__file__).parent / "vector_save.toml").read_bytes()
    assert verdict(tmp_path, data).startswith("good: ")


# -- what a dishonest GM signs ------------------------------------------------------------------

Change = Callable[[Body], object]


def found(folder: Path, data: bytes, where: Callable[[Body], object], change: Change) -> str:
    """What is wrong with the last such entry, once its GM has changed and signed it again."""
    at, line = changed(folder, data, where, change)
    assert line.startswith(f"BAD: entry {at}: "), line
    return line.partition(": ")[2].partition(": ")[2]


def changed(
    folder: Path, data: bytes, where: Callable[[Body], object], change: Change
) -> tuple[int, str]:
    """The last such entry, and what the verifier says once its GM has changed and signed it again."""
    entries = entries_of(data)
    at = max(e.n for e in entries if where(plain(e)))
    gives = (e.n for e in entries if plain(e)["step"].get("role") == "handover")
    handed = next(gives, len(entries))
    body = plain(entries[at])
    change(body)
    return at, verdict(folder, saved(chained(entries[:at], [body], GM if at <= handed else EVE)))


def has(part: str) -> Callable[[Body], object]:
    return lambda body: body["record"].get(part)


def rows(
    part: str, change: Callable[[list[Any]], object]
) -> tuple[Callable[[Body], object], Change]:
    return has(part), lambda body: change(body["record"][part])


def hexed(row: Body, name: str) -> None:
    row[name] = ("0" if row[name][0] != "0" else "1") + row[name][1:]


def step(kind: str, **fields: Any) -> tuple[Callable[[Body], object], Change]:
    return lambda b: kind in (b["step"]["type"], b["step"].get("kind")), lambda b: b["step"].update(
        fields
    )


def word(kind: str) -> Callable[[Body], object]:
    return lambda b: b["step"].get("order", {}).get("body", {}).get("type") == kind


FORGERIES: dict[str, tuple[str, tuple[Callable[[Body], object], Change]]] = {
    "a die": (
        "#1 is ",
        rows("rolls", lambda r: r[0].update(value=r[0]["value"] % 6 + 1)),
    ),
    "a die twice": ("it is use 2", rows("rolls", lambda r: r.append(copy.deepcopy(r[0])))),
    "an absence told": (
        "absent were",
        rows("rolls", lambda r: r[0].update(absent=["york"])),
    ),
    "a card": ("not what was committed", rows("openings", lambda r: r[0].update(card="yew"))),
    "a salt": ("not what was committed", rows("openings", lambda r: hexed(r[0], "salt"))),
    "a statement": (
        "not what was committed",
        rows("opened", lambda r: r[0].update(text="wait.")),
    ),
    "a statement passed over": (
        "is not what was committed",
        rows("opened", lambda r: r[0].update(place=2)),
    ),
    "a shuffle": ("is number 1", rows("shuffles", lambda r: r[0].update(k=2))),
    "a shuffle too many": (
        "is shuffled anew, and no voided entry showed it",
        rows("shuffles", lambda r: r[0].update(again=True)),
    ),
    "slots of another deck": ("other slots", rows("shuffles", lambda r: r[0].update(deck="cups"))),
    "an answer link": ("does not lead to", (has("link"), lambda b: hexed(b["record"], "link"))),
    "no `link`": ("no `link`", (has("link"), lambda b: b["record"].pop("link"))),
    "an asking's number": (
        "has become",
        rows("questions", lambda r: r[0].update(number=r[0]["number"] + 1)),
    ),
    "askings out of order": (
        "out of order",
        (
            lambda b: len(b["record"].get("questions", [])) > 1,
            lambda b: b["record"]["questions"].reverse(),
        ),
    ),
    "a `ready` that nobody owes": (
        "is not asked on new ground",
        (
            lambda b: b["step"].get("kind") == "patch",
            lambda b: b["record"].update(questions=b["record"]["questions"][:1]),
        ),
    ),
    "a rewind to before the players": ("would not sit", step("void", entry=2)),
    "an order changed": (
        "signature",
        (word("order"), lambda b: hexed(b["step"]["order"]["body"], "commitment")),
    ),
    "an agreement to nothing": ("no open `takeback`", (word("agree"), lambda b: agree(b, BOB, 4))),
    "one's own takeback": ("no open `takeback`", (word("agree"), lambda b: agree(b, ANN, 0))),
    "a reason left out": ("`reason`", step("uphold", reason="")),
    "an unknown field": ("unknown fields", (has("link"), lambda b: b["record"].update(note="x"))),
    "a marker in a reason": ("the marker", step("uphold", reason="—–BEGIN\n> PBEM9 it")),
    "an unused field of a reading": ("a reading with `hours`", step("reading", hours=2)),
    "an unused field of a ruling": ("a uphold with `lines`", step("uphold", lines=["Hm."])),
    "a word on an entry behind its head": (
        "behind the head",
        (
            word("countersign"),
            lambda b: resaid(b["step"]["order"], BOB, entry=b["n"]),
        ),
    ),
    "a consent twice": (
        "two consents of york",
        (lambda b: b["step"].get("agreed"), lambda b: twice(b["step"]["agreed"])),
    ),
    "a seat's old number": (
        "number",
        (lambda b: b["step"]["type"] == "seat", lambda b: reclaimed(b, number=1)),
    ),
}


def agree(body: Body, signer: Any, entry: int) -> None:
    """The agreement once more, by whoever likes, to another entry."""
    said = body["step"]["order"]["body"]
    changes = {"entry": entry or said["entry"], "from": "york" if signer is ANN else "lancaster"}
    resaid(body["step"]["order"], signer, **changes)


def resaid(mail: Body, signer: Any, **changes: Any) -> None:
    mail["body"].update(changes)
    mail["sig"] = signer.sign("pbem2-said", canonical.encode(mail["body"]))


def reclaimed(body: Body, **changes: Any) -> None:
    body["step"]["agreed"] = []
    resaid(body["step"]["order"], CEC, **changes)
    body["step"].pop("agreed")
    body["step"]["reason"] = "So be it."


def twice(rows: list[Any]) -> None:
    rows[1] = copy.deepcopy(rows[0])


@pytest.mark.slow
def test_a_die_under_another_label_is_another_number(tmp_path: Path) -> None:
    """But one time in six it is the same: of twelve labels one at least shows it."""
    said = [
        changed(
            tmp_path, busy("open")[0], *rows("rolls", lambda r, k=k: r[0].update(label=f"so {k}#1"))
        )[1]
        for k in range(1, 13)
    ]
    assert any("#1 is " in line for line in said)
    assert all("#1 is " in line or line.startswith("good: ") for line in said)


@pytest.mark.slow
@pytest.mark.parametrize("what", FORGERIES)
def test_what_a_gm_changes_and_signs_is_found(what: str, tmp_path: Path) -> None:
    why, (where, change) = FORGERIES[what]
    assert why in found(tmp_path, busy("open")[0], where, change)


@pytest.mark.slow
def test_an_order_is_taken_once(tmp_path: Path) -> None:
    entries = entries_of(busy("open")[0])
    at = next(e.n for e in entries if word("order")(plain(e)))
    line = verdict(tmp_path, saved(chained(entries[: at + 1], [plain(entries[at])])))
    assert re.match(rf"BAD: entry {at + 1}: question \d+ of \w+ is not open", line)


@pytest.mark.slow
def test_an_entry_of_somebody_else_and_a_second_signature(tmp_path: Path) -> None:
    entries = entries_of(busy("open")[0])[:6]
    line = verdict(tmp_path, saved(chained(entries[:5], [plain(entries[5])], EVE)))
    assert line.startswith("BAD: entry 5: the entry: signed by ")
    blob = base64.b64decode(entries[5].signature)
    high = int.from_bytes(blob[-32:], "little") + L
    other = base64.b64encode(blob[:-32] + high.to_bytes(32, "little")).decode()
    line = verdict(tmp_path, saved([*entries[:5], Entry(entries[5].raw, other)]))
    assert line == "BAD: entry 5: the entry: a signature with S out of range"


@pytest.mark.slow
def test_a_save_that_was_touched_and_another_gm_than_is_known(tmp_path: Path) -> None:
    data = busy("open")[0]
    assert verdict(tmp_path, data.replace(b"[game]", b"[Game]", 1)).startswith("BAD: save: ")
    assert "never was GM" in verdict(tmp_path, data, ANN.public.fingerprint)


def test_a_reveal_of_another_key(tmp_path: Path) -> None:
    data, _ = busy("open")
    game = entries_of(data)[0].head
    wrong = envelope.sign_reveal(BOB, Reveal(v=2, game=game, author="lancaster", key=64 * "a"))
    (tmp_path / "reveal").write_text(envelope.to_text(wrong))
    assert "no x25519 key" in verdict(tmp_path, data, str(tmp_path / "reveal"))


@pytest.mark.parametrize("missing", [0, 1])
def test_a_file_that_is_not_there_is_no_cheat(tmp_path: Path, missing: int) -> None:
    """Neither the save nor a reveal: nobody is accused, and the exit code is that of wrong use."""
    (tmp_path / "game.toml").write_bytes(busy("open")[0])
    words = [str(tmp_path / "game.toml"), str(tmp_path / "reveal")][: missing + 1]
    words[missing] = str(tmp_path / "nowhere")
    command = [sys.executable, "-m", "tests.independent", *words]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"cannot read {words[missing]}: No such file or directory.")
