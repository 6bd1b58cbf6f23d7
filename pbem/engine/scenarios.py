"""Which scenario somebody means, and the state that a game of it begins with."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeVar

from pbem.engine.declared import option_values
from pbem.engine.ruleset import RuleSet
from pbem.engine.state import GameState
from pbem.errors import UnknownScenario
from pbem.misread import nearest

S = TypeVar("S", bound=GameState)


def starting_state(
    rules: RuleSet[S], scenario: str, options: Mapping[str, object], version: int = 0
) -> S:
    """The state before the first step of this scenario, which can be named by its beginning.

    Args:
        options: those that were chosen; the others have their defaults.
        version: of the rules; 0 for the newest.

    Raises: UnknownScenario, BadOption.
    """
    id = find_scenario(rules.scenarios(), scenario)
    options_of_game = rules.options(id)
    values = option_values(options_of_game, options)
    state = rules.setup(id)
    state.options = {
        option.name: values[option.name]
        for option in options_of_game
        if values[option.name] != option.default
    }
    in_force = version or rules.version
    state.version = in_force if in_force > 1 else 0
    return state


def find_scenario(titles: Mapping[str, str], typed_text: str) -> str:
    """The id of the scenario with this id or title, or the only one that begins so.

    Of several it is the one whose id begins all the others': `wars` is wars_of_the_roses, not wars_of_the_roses_bare.

    Args:
        titles: scenario id to title, in the rulebook's order.
        typed_text: what somebody typed; capitals and punctuation do not matter.

    Raises:
        UnknownScenario: none or several; the message names those that are or may be meant, or all.
    """
    typed = _plain(typed_text)
    names = {id: (_plain(id), _plain(title)) for id, title in titles.items()}
    heads = {id: _plain(title.partition(",")[0]) for id, title in titles.items()}
    exact = [id for id in titles if typed in (*names[id], heads[id])]
    begun = [id for id in titles if typed and any(name.startswith(typed) for name in names[id])]
    shortest = sorted(begun, key=len)[:1]
    if all(id.startswith(one) for id in begun for one in shortest):
        begun = shortest
    matches = exact[:1] or begun
    if len(matches) == 1:
        return matches[0]
    if matches:
        several = f"`{typed_text}` can mean several scenarios"
        raise UnknownScenario(why=several, known=titles_with_ids(titles, matches))

    near = nearest(
        typed,
        [plain for pair in names.values() for plain in pair] + [*heads.values()],
        alike=0.85,
    )
    meant = [id for id in titles if near and near[0] in (*names[id], heads[id])]
    if meant:
        slip = f"There is no scenario `{typed_text}` in this rule set. Did you mean"
        raise UnknownScenario(why=slip, known=titles_with_ids(titles, meant))
    none = f"There is no scenario `{typed_text}` in this rule set. Known"
    raise UnknownScenario(why=none, known=titles_with_ids(titles, titles))


def titles_with_ids(titles: Mapping[str, str], some: Iterable[str]) -> str:
    return ", ".join(f"{id} ({titles[id]})" for id in some)


def _plain(name: str) -> str:
    return "".join(char for char in name.lower() if char.isalnum())
