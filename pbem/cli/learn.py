"""`pbem learn`."""

from __future__ import annotations

from pathlib import Path

import click
from msgspec import Struct

from pbem.cli import complete, gm_commands, person, player_says, robots
from pbem.cli.orders import How, send
from pbem.cli.orders_guided import guide_through
from pbem.cli.rows import pairs
from pbem.cli.terminal import at_terminal, wrapped
from pbem.engine.request import Request
from pbem.games import find, game_beginning
from pbem.ledger.values import READY
from pbem.player.orders import Orders
from pbem.player.player import Player
from pbem.reports import lessons
from pbem.reports.from_game import position
from pbem.reports.verdict import meaning
from pbem.round import learning
from pbem.round.learning import Coached

AS_TOLD = How(escrow=True, check=False, readable=False, wish=player_says.MailOptions())
TO_BEGIN = (
    "The game asks you one question after the other, with a number for each answer. `hint` says what a "
    "simple player would do, and Enter takes it. `undo` takes the last line back. `position` and `map` "
    "show the board. `rules 4.3` and `card NAME` look up a rule or a card. As soon as a die or the other "
    "side decides, your lines are sent, the robots answer, and you read what happened. `quit` leaves, and "
    "the same command continues your game later."
)
AFTERWARDS = (
    "That was a whole game, with sealed orders and dice that nobody could choose. Next: `pbem learn "
    "--list`, `pbem guide robots` for a longer game against robots, `pbem guide first-game` for a game by "
    "email."
)


class Coach(Struct):
    """Tells each lesson once."""

    told: Coached

    def lesson(self, request: Request) -> str:
        """The lesson about this kind of question; "" when it has been told."""
        paragraphs = self.told.lesson(request)
        return "\n".join(["", *map(wrapped, paragraphs)]) if paragraphs else ""


@click.command(
    "learn",
    help="""Learn by playing a short game against a robot. Each kind of decision is explained the first
    time you meet it.

    There is nothing to set up. A small battle takes 20 minutes, a Campaign an hour. You can
    quit and continue at any time.

    \b
    pbem learn                         the introduction of Plantagenet
    pbem learn plantagenet bosworth    a battle alone
    pbem learn richard_iii             one campaign with blocks
    pbem learn warriors                the last turns
    pbem learn plantagenet_1450        one Campaign, to Towton
    """,
)
@click.argument("game", default="plantagenet", shell_complete=complete.games)
@click.argument("scenario", default="")
@click.option("--again", is_flag=True, help="Start again, even if a game is under way or over.")
@click.option("--list", "listed", is_flag=True, help="List the games that you can learn.")
def command(game: str, scenario: str, again: bool, listed: bool) -> None:
    if listed:
        list_games()
        return
    rules = find(game_beginning(game) or game).name
    if rules not in lessons.taught():
        raise click.UsageError(
            f"There are no lessons for {rules}. Try: {', '.join(lessons.taught())}."
        )
    lesson = lessons.first(rules, scenario)
    if not at_terminal():
        raise click.UsageError(
            "A lesson asks you questions, so please run `pbem learn` in a terminal."
        )
    file = learning.file_of(rules, lesson)
    if again:
        learning.forget(file)
    with learning.sitting(file):
        if not file.exists():
            sit_down(file, rules, lesson)
        try:
            play(file, Coach(Coached(rules, learning.told_of(file))))
        except click.Abort:
            click.echo("\nYour game is kept. The same command continues it.")


def list_games() -> None:
    """The short games, each with what is typed."""
    games = {
        f"pbem learn {rules} {lesson.scenario}": f"{find(rules).scenarios()[lesson.scenario]}, as {lesson.side}"
        for rules in lessons.taught()
        for lesson in lessons.lessons(rules).game
    }
    click.echo(pairs(games, indent=""))


def sit_down(file: Path, rules: str, lesson: lessons.First) -> None:
    """A new game in which robots do all that the learner does not."""
    with gm_commands.told_if_unfinished():
        learning.begin(file, rules, lesson)
    title = f"{find(rules).title}: {find(rules).scenarios()[lesson.scenario]}"
    click.echo("\n\n".join(wrapped(part) for part in (title, lesson.goal, TO_BEGIN)))
    game = person.open_game(file)
    robots.hand_over(game, file, game.join(lesson.side))


def play(file: Path, coach: Coach) -> None:
    """Ask question after question to the end of the game. Raises click.Abort when the learner leaves."""
    robots.take(file)
    game = person.open_save(Player, file)
    while game.result is None:
        click.echo(f"\n{wrapped(position(game).position.headline)}")
        draft = (
            Orders((READY,)) if game.owes_ready else guide_through(game, again=True, coach=coach)
        )
        game = send(game, draft, file, None, AS_TOLD, read_back=True) or person.open_save(
            Player, file
        )
    _, verdict = person.verified(file, person.identity_of("own"))
    outcome_words = "You have won" if game.side in game.result.winners else "You have not won"
    click.echo(
        f"\n{wrapped(f'{outcome_words}: {game.result.reason}')}\n{wrapped(meaning(verdict))}\n\n{wrapped(person.as_typed(AFTERWARDS))}"
    )
