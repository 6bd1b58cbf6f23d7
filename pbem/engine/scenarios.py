"""Which scenario somebody means."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.errors import UnknownScenario


def find_scenario(titles: Mapping[str, str], wanted: str) -> str:
    """The id of the scenario with this id or title, or the only one that begins so.

    Args:
        titles: scenario id to title, in the rulebook's order.
        wanted: what somebody typed; capitals and punctuation do not matter.

    Raises:
        UnknownScenario: none or several; the message names those there are.
    """
    typed = _plain(wanted)
    names = {id: (_plain(id), _plain(title)) for id, title in titles.items()}
    heads = {id: _plain(title.partition(",")[0]) for id, title in titles.items()}
    exact = [id for id in titles if typed in (*names[id], heads[id])]
    begun = [id for id in titles if typed and any(name.startswith(typed) for name in names[id])]
    found = exact[:1] or begun
    if len(found) != 1:
        known = ", ".join(f"{id} ({title})" for id, title in titles.items())
        raise UnknownScenario(scenario=wanted, known=known)
    return found[0]


def _plain(name: str) -> str:
    return "".join(char for char in name.lower() if char.isalnum())
