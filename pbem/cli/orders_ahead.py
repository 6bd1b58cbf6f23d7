"""`pbem orders --ahead`: the turn ahead, card by card and question by question, until nothing is left open that
should not be. What it writes are ordinary lines, in the draft of the orders."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct, field

from pbem.cli.orders_told import GAMES
from pbem.cli.terminal import waited, wrapped
from pbem.engine.script import read
from pbem.errors import PbemError
from pbem.moderator.player import Player
from pbem.moderator.turn.calls import Calls, Open, Place, calls, written
from pbem.moderator.turn.orders import Orders

HOW = (
    "A number takes that line. Or type lines (; between them), conditions as everywhere; `robot`: what the robot "
    "would prepare; `ask` or Enter: you want to be asked; `end`: leave the rest open."
)
ROBOT, END, ASK = "robot", "end", "ask"
Ask = Callable[[str, Sequence[str]], str]


def counted(game: Player, draft: Orders, games: int) -> Calls:
    """The turn played ahead, with a bar on a terminal. Raises BadQuestion, GameOver, BadScript."""
    with waited(games, "Playing") as tick:
        return calls(game, draft, games, tick=tick)


def told(found: Calls) -> Iterator[str]:
    """What is open, a paragraph each, ready to print."""
    games = len(found.sittings)
    mean = sum(found.sittings) / games
    yield wrapped(
        f"This turn was played {games} times: you by your orders, the others by the robot, what you cannot see "
        f"dealt anew. You would have to sit down {mean:.1f} times on average, {max(found.sittings)} at most."
    )
    if not found.open:
        yield "Nothing calls you in this turn."
    for one in found.open:
        yield wrapped(f"{_where(one)}: {one.games} of {games}, {_why(one)}", "  ", "    ")


def _where(one: Open) -> str:
    if one.place.card:
        return f"card {one.place.card}{f' ({one.name})' if one.name else ''}"
    return one.place.kind or one.kind


def _why(one: Open) -> str:
    place = one.place
    if one.wanted:
        why = f"where `{place.text}` says so" if place.text else "as your policy says"
    elif one.later:
        why = "later in the turn, where no line of now can answer it"
    elif place.text:
        why = f"where `{place.text}` is not possible"
    elif place.card:
        why = "it has no script" if one.none else "where its script is at its end"
    else:
        why = "no policy answers it" if place.kind else "your lines are over"
    at, count = one.enemy
    return f"{why}; in {count} of them an enemy had come to {at}" if at else why


class Walk(Struct):
    """One walk through the turn. `ask(prompt, completions)` reads a line, `say` prints one.

    Attributes:
        left: what stays open on purpose. `how`: what can be answered, until it has been said.
    """

    game: Player
    ask: Ask
    say: Callable[[str], None]
    games: int = GAMES
    left: list[Place] = field(default_factory=list)
    how: str = HOW

    def through(self, draft: Orders) -> Orders:
        """The draft with an answer to each question that he wants answered. Raises as `counted`."""
        while True:
            found = counted(self.game, draft, self.games)
            for line in told(found):
                self.say(line)
            answerable = (o for o in found.open if not o.wanted and not o.later)
            one = next((o for o in answerable if o.place not in self.left), None)
            if one is None:
                return draft
            after = self._answered(draft, one)
            if after is None:
                return draft
            draft = after

    def _answered(self, draft: Orders, one: Open) -> Orders | None:
        """The draft with his answer; None if he leaves the rest open."""
        self.say(wrapped(f"\n{_where(one)}, in {one.games} of {self.games}: {one.question}"))
        for number, (line, count) in enumerate(one.robot, 1):
            self.say(f"{number:>3}  {line}   (the robot, in {count})")
        if self.how:
            self.say(wrapped(self.how))
        self.how = ""
        while True:
            words = self.ask("What then? ", [*(line for line, _ in one.robot), ROBOT, ASK, END])
            typed = words.strip()
            if typed.lower() == END:
                return None
            if typed.lower() in ("", ASK):
                self.left.append(one.place)
                return draft
            try:
                return self._written(draft, one, typed)
            except PbemError as error:
                self.say(wrapped(str(error)))

    def _written(self, draft: Orders, one: Open, typed: str) -> Orders:
        if typed.isdigit() and 1 <= int(typed) <= len(one.robot):
            typed = one.robot[int(typed) - 1][0]
        elif typed.lower() == ROBOT:
            typed = self._by_robot(draft, one)
        read(typed)
        made = written(self.game, draft, one.place, typed)
        self.game.check_standing(made.scripts, made.reactions or {})
        lines = made.lines
        if lines != draft.lines:
            lines = self.game.spelled(lines)
        return Orders(lines, made.scripts, made.reactions)

    def _by_robot(self, draft: Orders, one: Open) -> str:
        """Its script for a card that has none, its policy; where something stands already its usual line."""
        rules, side = self.game.ledger.rules, self.game.player_side
        cards = draft.lines[0].split()[1:] if draft.lines else []
        cards = cards or list(self.game.plan_cards(side).values())
        seen = rules.veil(self.game.ledger.play.state, side)
        made = rules.bot_standing(seen, side, cards)
        if not one.place.text and one.place.card in made.scripts:
            return made.scripts[one.place.card]
        if not one.place.text and one.place.kind in made.reactions:
            return made.reactions[one.place.kind]
        return one.robot[0][0]
