"""What the chances are, of a battle or a check from the map."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping

from msgspec import Struct

from pbem.drawing.odds import odds_markup
from pbem.engine.odds import PIECE, PLACE, PRESETS, SIDE, Odds, Parameter, Question
from pbem.engine.odds import Answer as Told
from pbem.engine.policies import presets_of
from pbem.engine.script import script_line
from pbem.errors import BadQuestion, NotAllowed
from pbem.imagine.foretell import foretell, odds_offered, question
from pbem.player.invitation import Speaker
from pbem.web.lookups.forecast import asked_by
from pbem.web.seat.drawer import open_, template_markup
from pbem.web.seat.highlights import concerns_about
from pbem.web.seat.seat import Drawer, Seat
from pbem.web.server.jobs import Tick
from pbem.web.server.page import Answer, whole_number

GAMES = 1000
"""Simulated for an answer, unless somebody wants more."""
ASKS = "odds:"
"""Before the name of a parameter, among the words of a form."""
AS_IT_STANDS = "as it stands"
CALLED = {"at": "Where"}
POLICIES = {True: "Your policies", False: "The enemy's policies"}
TYPED = "typed:"
"""Before it where it was typed, in place of what was chosen."""


class Field(Struct, frozen=True):
    """A parameter as it is asked for: with what can be chosen, `ticked` of `several`, or by typing.

    Attributes:
        army: it names those who fight for one side. `option`: it can mostly be left as it is.
        unsaid: what stands for nothing said.
    """

    name: str
    label: str
    help: str
    required: bool
    number: bool
    value: str
    choices: tuple[tuple[str, str], ...] = ()
    several: bool = False
    ticked: tuple[str, ...] = ()
    army: bool = False
    option: bool = False
    unsaid: str = AS_IT_STANDS


class Tool(Struct):
    """The odds beside the map: what was asked last, with its answer, and all that can be asked.

    Attributes:
        about: only what can be asked of that place or piece.
        why: there is no answer to what was asked.
    """

    about: str = ""
    asked: Question | None = None
    told: Told | None = None
    why: str = ""

    def __call__(self, seat: Seat) -> Drawer:
        """The drawer with the odds that can be asked about this target; first the last one asked, or the battle."""
        about, last_question = self.about, self.asked
        all_odds = [
            game_odds
            for game_odds in odds_offered(seat.game).values()
            if not about or names(game_odds, about)
        ]
        if not all_odds:
            raise BadQuestion(why="nothing can be asked of that")
        rows = [
            (odds, [self._field(seat, odds, parameter) for parameter in odds.parameters])
            for odds in all_odds
        ]
        first_odds = last_question.name if last_question is not None else "battle"
        first_odds = next(
            (one.name for one in all_odds if one.name == first_odds), all_odds[0].name
        )
        rows.sort(key=lambda row: row[0].name != first_odds)
        answer = odds_markup(self.told) if self.told is not None else ""
        answer_told, games, why = self.told, GAMES, self.why
        body = template_markup(
            "odds",
            rows=rows,
            first=first_odds,
            games=games,
            told=answer_told,
            answer=answer,
            why=why,
        )
        return Drawer("Odds", body)

    def _field(self, seat: Seat, odds_of_field: Odds, parameter: Parameter) -> Field:
        """The form field for one parameter of a question of odds, filled in with what was asked last or the target."""
        kind, _, id = self.about.partition(":")
        choices = _choices(seat, parameter)
        choice_names = dict(choices)
        value = id if parameter.kind == kind and id in choice_names else ""
        if self.asked is not None and self.asked.name == odds_of_field.name:
            value = self.asked.given.get(parameter.name, value)
        words = tuple(value.replace(",", " ").split()) if parameter.several else ()
        words_ticked = words if all(word in choice_names for word in words) else ()
        label = (
            CALLED.get(parameter.name)
            or parameter.name.replace("_", " ").replace("-", " ").capitalize()
        )
        # Presets of policies: one's own side has a parameter of this very name, the enemy one of another name.
        are_policies = parameter.kind == PRESETS
        are_own_policies = are_policies and parameter.name == PRESETS
        needs_no_help = parameter.kind == SIDE or are_own_policies
        return Field(
            name=parameter.name,
            label=POLICIES[are_own_policies] if are_policies else label,
            help="" if needs_no_help else parameter.help.replace("_", " "),
            required=parameter.required,
            number=parameter.number,
            value="" if words_ticked else value,
            choices=choices,
            several=parameter.several,
            ticked=words_ticked,
            army=parameter.several and bool(parameter.of),
            option=are_policies or (bool(parameter.words) and not parameter.required),
            unsaid="those in force" if are_own_policies else AS_IT_STANDS,
        )


def are_offered(game: Speaker) -> bool:
    """Can odds be asked for at this table?"""
    try:
        return bool(odds_offered(game))
    except (BadQuestion, NotAllowed):
        return False


def names(odds_of_game: Odds, about: str) -> bool:
    """Is there a parameter of it for a `place:york`, a `piece:warwick`?"""
    return any(parameter.kind == about.partition(":")[0] for parameter in odds_of_game.parameters)


def _choices(seat: Seat, parameter: Parameter) -> tuple[tuple[str, str], ...]:
    """What can be chosen for a parameter, as pairs of word and name; places with pieces come first."""
    rules, spaces = seat.game.ledger.rules, seat.stand.picture.spaces
    if parameter.kind == PLACE:
        spaces_sorted = sorted(spaces, key=lambda space: not space.pieces)
        return tuple((space.id, space.name) for space in spaces_sorted)
    if parameter.kind == PIECE:
        piece_counts = Counter(
            piece.id for space in spaces for piece in space.pieces
        )  # many: nobody knows who
        choices = (
            (
                rules.words.piece_word(piece.id),
                f"{piece.name}, {space.name}" if parameter.several else piece.name,
            )
            for space in spaces
            for piece in space.pieces
            if parameter.of in ("", piece.side) and piece_counts[piece.id] == 1
        )
        return tuple(dict(choices).items())
    if parameter.kind == SIDE:
        return tuple((side, about.name) for side, about in rules.sides.items())
    if parameter.kind == PRESETS:
        return tuple((name, name.replace("_", " ").capitalize()) for name in presets_of(rules))
    return tuple((word, word.replace("_", " ").capitalize()) for word in parameter.words)


def odds(seat: Seat, words: Mapping[str, str]) -> Answer:
    """What may be asked of this game; with `about` only of that place or piece, filled in. Else filled in, and
    answered at once, for the one choice that is looked at, or the line that was written last."""
    about = words.get("about", "")
    question_asked = None if about else _in_mind(seat)
    tool = Tool(about, question_asked)
    if question_asked is None:
        return open_(seat, tool)
    try:
        question(seat.game, question_asked.name, question_asked.given)
        open_(seat, tool)
        return _ask(seat, tool, question_asked, GAMES)
    except BadQuestion:
        return open_(seat, Tool(about))


def _in_mind(seat: Seat) -> Question | None:
    """What somebody thinks of who asks for odds."""
    values = [one.value for one in concerns_about(seat.concerns, seat.on)] if seat.on else []
    if not values and seat.lines:
        values = [seat.names.read(script_line(seat.lines[-1]).line)]
    questions = [one[1] for one in (asked_by(seat, value) for value in values) if one is not None]
    return questions[0] if questions else None


def _ask(seat: Seat, tool: Tool, odds_question: Question, games: int) -> Answer:
    """Show the answer to a question next to the map, exact ones at once, sampled ones as a job.

    Raises BadQuestion where this can only be found out by fighting.
    """
    game, play = seat.game, seat.stand.play

    def show_answer(answer: Told) -> Answer:
        tool.asked, tool.told, tool.why = odds_question, answer, ""
        return open_(seat, tool)

    if not question(game, odds_question.name, odds_question.given).sampled:
        return show_answer(foretell(game, odds_question.name, odds_question.given, play=play))

    def work(tick: Tick) -> Callable[[], Answer]:
        try:
            answer = foretell(
                game, odds_question.name, odds_question.given, games=games, tick=tick, play=play
            )
        except BadQuestion as error:
            why = str(error)
            return lambda: _unanswered(seat, tool, odds_question, why)
        return lambda: show_answer(answer)

    return seat.work(f"Odds: {odds_question.name}", games, work)


def _unanswered(seat: Seat, tool: Tool, odds_question: Question, why: str) -> Answer:
    """Say beside the map why there are no such odds, such as that nobody is there to fight."""
    tool.asked, tool.told, tool.why = odds_question, None, why
    return open_(seat, tool)


def answer_form(seat: Seat, words: Mapping[str, str]) -> Answer:
    """Answer the question of odds in the form, from what this side may know, or say why there is no answer.

    In `words`, `name` is the odds, each parameter is under `ASKS`, and what was typed in place of a choice under
    `TYPED`.

    Raises BadQuestion where it is no question of this game, or lacks what it needs; NotAllowed.
    """
    name, games = words.get("name", ""), games_of(words, GAMES)
    options: dict[str, str] = {}
    for key, value in words.items():
        if key.startswith(ASKS) and value.strip():
            options[key.removeprefix(ASKS)] = value.strip()
    for parameter in question(seat.game, name, options).parameters:
        text_typed = words.get(f"{TYPED}{parameter.name}", "").strip()
        words_ticked = options.get(parameter.name, "").split()
        if text_typed:
            options[parameter.name] = text_typed
        elif parameter.several and set(words_ticked) <= dict(_choices(seat, parameter)).keys():
            options[parameter.name] = ", ".join(words_ticked)
    options = {name: value for name, value in options.items() if value}
    tool = seat.drawer if isinstance(seat.drawer, Tool) else Tool()
    odds_question = Question(name, options)
    try:
        return _ask(seat, tool, odds_question, games)
    except BadQuestion as error:
        return _unanswered(seat, tool, odds_question, str(error))


def games_of(words: Mapping[str, str], usual: int) -> int:
    games = whole_number(words.get("games", "").strip())
    return usual if games is None else games


VERBS: Mapping[str, Callable[[Seat, Mapping[str, str]], Answer]] = {
    "odds": odds,
    "foretold": answer_form,
}
