"""Every card half is registered, has a test named after it, and stands in the index where it is."""

from __future__ import annotations

import re
from pathlib import Path

from pbem.games.plantagenet import cards, hooks, s3_1_3_held_events
from pbem.games.plantagenet.facts import facts
from pbem.games.plantagenet.hooks import Hook

Half = tuple[str, str]
HALVES = [(id, half) for id in facts().cards for half in ("event", "capability")]


def registered() -> dict[Half, set[str]]:
    """Card halves with the files of their functions."""
    found: dict[Half, set[str]] = {}
    for module in (hooks, s3_1_3_held_events):
        for hook in vars(module).values():
            if isinstance(hook, Hook):
                for half, table in (("event", hook.events), ("capability", hook.capabilities)):
                    for id, function in table.items():
                        file = function.__module__.rpartition(".")[2]
                        found.setdefault((id, half), set()).add(file)
    return found


def index() -> dict[Half, set[str]]:
    """The same from the docstring of the package."""
    found: dict[Half, set[str]] = {}
    row = r"^    ([YL]\d+) +(\w+(?:, \w+)*)  +(\w+(?:, \w+)*)$"
    for id, event, capability in re.findall(row, str(cards.__doc__), re.MULTILINE):
        found[id, "event"] = set(event.split(", "))
        found[id, "capability"] = set(capability.split(", "))
    return found


def written() -> str:
    here = Path(__file__).parent
    return "\n".join(path.read_text() for path in sorted(here.glob("test_*.py")))


def test_all_148_card_halves_are_registered() -> None:
    assert len(HALVES) == 148
    missing = [half for half in HALVES if half not in registered()]
    assert missing == []


def test_every_card_half_has_a_test_named_after_it() -> None:
    text = written()
    missing = [
        f"{id} {half}" for id, half in HALVES if f"def test_{id.lower()}_{half}_" not in text
    ]
    assert missing == []


def test_the_index_says_in_one_line_where_both_halves_of_a_card_are() -> None:
    assert index() == registered()


def test_every_hold_event_says_when_it_can_be_played_and_what_it_does() -> None:
    held = {id: card for id, card in facts().cards.items() if card.event_kind == "hold"}
    own_request = [id for id, card in held.items() if card.event_play == "intercept"]
    lines = [*s3_1_3_held_events.WAYS.events, *own_request]
    assert [id for id in held if id not in lines] == []
    assert [id for id in held if id not in s3_1_3_held_events.PLAY.events] == []


def test_every_immediate_event_is_resolved_and_only_those() -> None:
    immediate = {id for id, card in facts().cards.items() if card.event_kind == "immediate"}
    assert set(hooks.RESOLVE.events) == immediate


def test_own_actions_of_cards_can_be_carried_out() -> None:
    assert set(hooks.LINES.events) == set(hooks.ACT.events)
    assert set(hooks.LINES.capabilities) == set(hooks.ACT.capabilities)
