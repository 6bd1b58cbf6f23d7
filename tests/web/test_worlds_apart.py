"""Worlds that differ in many hidden things, and for long: pages, answers, refusals, reports and the save are the same.

Here cards lie otherwise in hands and decks from the shuffle on, and whole turns are played otherwise behind screens,
in Plans and under blocks. What is compared is the same for each: see `everything`.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from pbem.engine.picture import LIES, Tray
from pbem.gm.game import Game
from pbem.home import computer
from pbem.mail.write.outbox import parcel
from pbem.proof.reader import Reader
from pbem.reports.context import PUBLIC
from pbem.reports.formats import FORMATS, render
from pbem.web.chair.corrections import correctable
from pbem.web.chair.parts import gm_desk
from pbem.web.seat.replay import FILE, Replay
from pbem.web.server.jobs import Jobs
from pbem.web.server.pages import Club
from tests.moderator.people import GM
from tests.tiers import soaked
from tests.web.alike import Lines, drifted
from tests.web.dealt import World, told_alike
from tests.web.tables import Page, Table
from tests.web.test_lookups_keep_secrets import looked_up, told
from tests.web.test_pages_keep_secrets import clicked

SEALED = re.compile(r"\b[0-9a-f]{16,}\b|[0-9A-Za-z+/=_-]{43,}")
"""Commitments, links, hashes, signatures and what is sealed, which must be as long as the other."""


def masked(text: str) -> str:
    return SEALED.sub(lambda found: f"#{len(found[0])}", text)


def everything(table: Table, reader: str, folder: Path) -> list[str]:
    """What a side can see of a world: its page and all answers, the save, the files that its GM mails to it and to
    onlookers, the replay as both have it, the shelf. And what the GM's chair shows unasked."""
    page = table.page(reader, folder / "people" / reader, anew=True)
    found = [*clicked(page), *refused(page), table.save.decode()]
    gm = table.look("gm")
    last = len(gm.save.entries) - 1
    for eyes in (reader, PUBLIC):
        made = parcel(gm, gm.stories(max(1, last - 3), last), eyes)
        found += [made.orders, *(render(made.report, form.name) for form in FORMATS)]
    found += replayed(Game.loads(table.save, table.people[reader]), reader)
    found.append(Replay(Reader.loads(table.save)).whole())
    found += listed(table, reader, folder / "club")
    found.append(shown_to_the_gm(folder / "gm", table.save))
    return [masked(one) for one in found]


def refused(page: Page) -> list[str]:
    """What is said of lines that nobody can play, and of cards, places and pieces that are none of theirs."""
    rules = page.desk.seat.game.ledger.rules
    cards = [card.id for card in rules.cards()]
    typed = ["", "nonsense", "play", *(f"play {card}" for card in cards[:12])]
    found = [told(page, "take", line=line) for line in typed]
    request = page.desk.seat.request
    if request is not None and request.stack is None and request.options:
        verb, *rest = request.options[0].line.split()
        found += [told(page, "take", line=" ".join([verb, *rest, card])) for card in cards[:10]]
    for what in ("card:", "piece:", "place:"):
        found += [told(page, verb, what=f"{what}{name}") for verb in ("about", "peek", "pick")
                  for name in (*cards[:8], "nobody")]  # fmt: skip
    found += [told(page, "card", name=card) for card in cards[:5]]
    page.click("widen")
    return found


def replayed(game: Reader, eyes: str) -> list[str]:
    made = Replay(game, eyes)
    return [made.whole(), made.download(FILE).content.decode()]


def listed(table: Table, reader: str, folder: Path) -> list[str]:
    """The shelf on which the save stands."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    (folder / "game.toml").write_bytes(table.save)
    found = []
    for who in (table.people[reader], GM):
        with computer.sitting_as(folder / f"home of {who.name}"):
            found.append(Club(folder, who, Jobs()).page("games").whole())
    return found


def shown_to_the_gm(folder: Path, save: bytes) -> str:
    """He could read all of it, and is shown what everybody sees until he asks."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    (folder / "game.toml").write_bytes(save)
    with computer.sitting_as(folder):
        page = gm_desk(folder / "game.toml", GM)
        look = page.act("look", {"kind": "uphold", "entry": "1", "reason": "It is right."})
        found = correctable(page.game.ledger)
        chosen = [page.act("correct", {"what": one.id}) for one in found.things[::29]]
        said = [sorted(answer.parts.items()) for answer in (look, *chosen)]
        return page.whole() + repr(said)


def same(one: list[str], two: list[str]) -> None:
    for mine, other in zip(one, two, strict=True):
        assert mine == other


DEALT: list[tuple[tuple[str, str, Lines], int]] = [
    (("two_provinces", "march", {}), 4),
    (("richard_iii", "kingmaker", {}), 4),
    (("plantagenet_1450", "wars_of_the_roses", {}), 6),
    (("plantagenet", "quickstart", {}), 22),
]
"""Games with hidden cards, and after how many turns these lie in hands."""


@pytest.mark.slow
@pytest.mark.parametrize(("game", "turns"), soaked(DEALT, DEALT[:1]), ids=str)
def test_cards_that_lie_otherwise_show_nowhere(
    tmp_path: Path, game: tuple[str, str, Lines], turns: int
) -> None:
    def look(world: World, reader: str, folder: Path) -> list[str]:
        with world.gm():
            found = everything(world.table, reader, folder)
        if reader == next(iter(world.table.people)):  # it takes long
            page = world.table.page(reader, folder / "people" / reader, anew=True)
            found += [masked(one) for one in looked_up(page)]
        return found

    compared = 0
    for one, two in told_alike(tmp_path, game, turns, 1, look):
        same(one, two)
        compared += 1
    assert compared, "no two cards could be swapped unseen"


DRIFTED = [
    ("plantagenet", "Ib", {"hidden_mats": "yes"}, 10, 5),
    ("richard_iii", "kingmaker", {}, 2, 5),
]
"""Games that are played otherwise out of sight: from which turn on, and for how many."""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rules", "scenario", "options", "begins", "turns"), soaked(DRIFTED, DRIFTED[1:]), ids=str
)
def test_turns_that_are_played_otherwise_out_of_sight_show_nowhere(
    tmp_path: Path, rules: str, scenario: str, options: Lines, begins: int, turns: int
) -> None:
    table = Table(tmp_path, rules, scenario, options=options).play(begins)
    compared = 0
    for reader in table.people:
        for one, two in list(drifted(table, reader, turns))[-1:]:
            same(everything(one, reader, tmp_path), everything(two, reader, tmp_path))
            compared += 1
    assert compared, "everybody sees all that the others do"


@pytest.mark.slow
def test_a_battle_line_is_the_same_whatever_stands_elsewhere(tmp_path: Path) -> None:
    """6.2 Who fights lies face up before all; of all others only where they stand is known."""
    for table in battles(tmp_path, range(1, 8)):
        for reader in table.people:
            worlds = [
                pair for pair in drifted(table, reader, 3) if all(fought(world) for world in pair)
            ]
            if worlds:
                one, two = worlds[-1]
                (line,) = (tray for tray in trays(one, reader) if tray.title.startswith("Battle"))
                poses = {token.pose for token in line.tokens}
                assert LIES in poses, "who fights lies"
                found = everything(one, reader, tmp_path)
                assert "Battle of" in found[0]
                same(found, everything(two, reader, tmp_path))
                return
    raise AssertionError("no battle in two worlds")


def battles(folder: Path, seeds: Iterable[int]) -> Iterator[Table]:
    """Games where a block of each side is in one area, after each turn; a game may end before its worlds part."""
    for seed in seeds:
        table = Table(folder / str(seed), "richard_iii", "kingmaker", seed=seed)
        for _ in range(45):
            table.turn()
            if table.look().result is not None:
                break
            if table.look().ledger.play.state.contests:
                yield table


def fought(table: Table) -> bool:
    """Does a battle go on?"""
    state = table.look().ledger.play.state
    contest = state.contests.get(state.fighting)
    return contest is not None and not contest.over


def trays(table: Table, reader: str) -> tuple[Tray, ...]:
    ledger = table.look(reader).ledger
    return ledger.rules.trays(ledger.play.state, reader, {})
