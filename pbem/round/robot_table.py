"""A table of robots: seats, and the GM's chair, that programs keep on this machine, each in a home of its own.

A robot has keys and pins like anybody. It sees what a player in its seat would see, and its mails are taken
and checked like any.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager
from pathlib import Path

from pbem.engine.facets.robot import Level
from pbem.errors import WouldOverwrite
from pbem.games import find
from pbem.gm.game import Game
from pbem.home import computer, opening, sent
from pbem.home.robot_homes import GM_NAME, ROBOT, folder, keep_level, keeps, level
from pbem.ledger.story import Story
from pbem.ledger.values import GM
from pbem.player.invitation import Speaker
from pbem.player.orders import Letter
from pbem.player.player import Player
from pbem.player.robots import bot_lines, declined, offer
from pbem.protocol.atomic import private_folder
from pbem.protocol.keys import Identity
from pbem.round import entries


def robot_gm(file: Path) -> AbstractContextManager[None]:
    """Be the robot that moderates."""
    return computer.sitting_as(folder(file) / GM)


def new_robot_game(
    file: Path, rules: str, scenario: str, me: Identity, side: str, level: Level
) -> None:
    """A new game against robots, in the chair too; whoever plays `side` has not sat down yet."""
    levels = dict.fromkeys((other for other in find(rules).sides if other != side), level)
    people = hired(file, levels, True)
    settle(file, people, levels)
    seats = {**people, side: me}
    cards = {s: f"{seats[s].name} {seats[s].public.fingerprint}" for s in find(rules).sides}
    game = Game.new(people[GM], rules, scenario, cards)
    with robot_gm(file):
        begin(game, file)


def begin(game: Game, file: Path) -> None:
    """Write a new game, in which the robots sit down at once."""
    with computer.pins().lock(game.ledger.game):
        entries.write(game, file)
        with entries.promised(f"{file} is the new game", file):
            play_robots(game, file)
            computer.set_told(game)


def hired(file: Path, levels: Mapping[str, Level], gm: bool) -> dict[str, Identity]:
    """New robots for these sides, named by their level; `settle` gives them their homes. Raises WouldOverwrite."""
    names = {side: f"{ROBOT} {side}, {level}" for side, level in levels.items()}
    names |= {GM: GM_NAME} if gm else {}
    if names and folder(file).exists():
        raise WouldOverwrite(path=folder(file))
    return {role: Identity.new(name) for role, name in names.items()}


def settle(file: Path, robots: Mapping[str, Identity], levels: Mapping[str, Level]) -> None:
    """Their homes, with keys that no passphrase keeps: they are for one game on one machine."""
    for role, identity in robots.items():
        home = folder(file) / role
        private_folder(home)
        identity.save(home / computer.FILE, "")
    for side, robot_level in levels.items():
        keep_level(file, side, robot_level)


def play_robots(game: Game, file: Path) -> list[Story]:
    """Take the robots' mails until none of them has anything to say; the save is written each time."""
    stories: list[Story] = []
    while mails := {side: letter.to_text() for side, letter in _letters(game, file)}:
        for receipt in game.apply(mails):
            if receipt.error is not None:
                raise receipt.error
            if receipt.story is not None:
                stories.append(receipt.story)
        entries.write(game, file)
    return stories


def _letters(game: Game, file: Path) -> Iterator[tuple[str, Letter]]:
    """What the robots of this save write now, each from what it alone can see."""
    for side in game.ledger.sides:
        if _owes(game, side) and keeps(file, side):
            with computer.sitting_as(folder(file) / side):
                seat = _opened(file)
                letter = _letter(seat, side, level(file, side))
                sent.keep_youngest(seat, letter)
            yield side, letter


def _owes(game: Game, side: str) -> bool:
    """Has this side a seat to take, a question or an offer to answer, a wish to grant or the end to sign?"""
    ledger = game.ledger
    if side not in ledger.seats:
        return True
    if ledger.result is not None:
        # Who gave up or agreed to a draw may still take that back: a robot signs such an end after him.
        by_the_rules = ledger.play.result is not None
        signs = side not in ledger.cases.overs and (by_the_rules or bool(ledger.cases.overs))
        return signs or bool(_wish(game, side))
    if offer(ledger, side, game.save.entries):
        return True
    if ledger.owes_ready():
        return side in ledger.owes_ready()
    return bool(_wish(game, side)) or any(r.side == side for r in ledger.pending())


def _wish(game: Game, side: str) -> int:
    """The entry of a take-back to which this side has not agreed yet; 0 without one."""
    return next((one.n for one in game.ledger.cases.wishes if one.waits_for(side)), 0)


def _letter(seat: Game, side: str, level: Level) -> Letter:
    if side not in seat.ledger.seats:
        return seat.join(side)
    wish = _wish(seat, side)
    if seat.ledger.result is not None and not wish:
        return seat.say("over", seat.ledger.cases.result)
    if offered := offer(seat.ledger, side, seat.save.entries):
        no = declined(seat.ledger, side, offered)
        return seat.say("say", 0, no) if no else seat.say("draw", offered)
    if wish and not seat.owes_ready:
        return seat.say("agree", wish)
    # What it signed before a kill and nobody took is an earlier revision, as a person's would be.
    before = sent.before(seat)
    return seat.orders(bot_lines(seat, level=level), before.revision + 1, head=before.head)


# -- a robot in the GM's chair ----------------------------------------------------------------------


def take(file: Path, letter: Letter | None = None) -> None:
    """The robot that moderates takes a mail, and those of the other robots; without one only what a kill
    kept them from. Raises what refuses the mail."""
    with robot_gm(file), entries.game_to_moderate(file, _itself, _unheard) as game:
        if letter is not None:
            for receipt in game.apply({"mail": letter.to_text()}):
                if receipt.error is not None:
                    raise receipt.error
            entries.write(game, file)
        play_robots(game, file)
        computer.set_told(game)


def hand_over(before: Player, file: Path, letter: Letter) -> Speaker:
    """Give a mail to the robot that moderates; returns the game after that, as its author has it. Raises what
    refuses the mail."""
    take(file, letter)
    while (lines := _without_a_choice(after := _read(before, file))) is not None:
        letter = after.orders(lines)
        sent.keep_youngest(after, letter)
        take(file, letter)
    return after


def _without_a_choice(game: Speaker) -> tuple[str, ...] | None:
    """What this player sends without having been asked, as nothing is to be decided; None where they have a choice.

    A question with one answer is asked so that no opponent can tell. Robots do not look at that.
    """
    if game.owes_ready:
        return ()
    request = next((one for one in game.requests if one.side == game.side), None)
    if request is None or request.stack is not None:
        return None
    options = game.possible(request)
    return (options[0].line,) if len(options) == 1 and not options[0].group else None


def _read(before: Player, file: Path) -> Speaker:
    after = opening.read_game(Speaker, file, before.identity)
    opening.remember(after)
    return after


def _opened(file: Path) -> Game:
    game = opening.read_game(Game, file, _itself())
    opening.remember(game)
    return game


def _itself() -> Identity:
    """The identity of the robot that sits here now, which no passphrase keeps."""
    return Identity.load(computer.existing_identity(), "")


def _unheard(sentence: str) -> None:
    """A robot needs no telling."""
