"""The audit with all keys finds the cheats of a GM where pieces are hidden, and accuses nobody who is honest."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from unittest import mock

import pytest

from pbem.gm.game import Game
from pbem.proof.audit import Audit, audit
from pbem.protocol import envelope
from pbem.protocol.bodies import VERSION, Reveal, SignedReveal
from pbem.protocol.entry import Entry
from pbem.protocol.keys import Identity
from pbem.protocol.save import Save

from . import table
from .defence import Defence
from .defences import DEFENCES
from .table import GM, PLAYERS, Crook, Post, entries_of
from .test_defences import attempt, cheat_of

AUDITED = (
    "answer_by_a_lapsed_line",
    "carry_out_another_line_for_pass",
    "deal_from_a_deck_of_my_own",
    "decide_for_an_absent_side",
    "decide_for_her_where_pieces_are_hidden",
    "decide_under_a_reserved_name",
    "drop_a_line_of_hers",
    "go_on_with_a_script_that_stopped",
    "lose_her_sealed_cards",
    "mend_a_fault_that_was_none",
    "move_a_piece_with_an_option",
    "move_her_sealed_cards",
    "pick_among_her_conditions",
    "revive_a_dropped_plan",
    "show_another_position_with_her_new_key",
    "show_garbage_where_pieces_are_hidden",
    "take_a_card_from_below",
    "tell_another_die",
    "tell_her_another_plan",
    "turn_up_another_of_her_cards",
)
"""Files of cheats by a GM alone in games with hidden pieces."""
NOT_AUDITED = {
    "choose_between_two_replies_to_an_invitation": "the log is the same whichever reply the GM chose",
    "fill_the_save": "a player does it, and no entry is false: it is refused for its size alone",
    "hold_a_question_back": "only the player's own computer knows when it saw the question",
    "keep_a_key_from_the_next_gm": "its own test audits it, for nobody else has the keys that it needs",
}
"""Files that might seem to belong here, and why the audit of them all has nothing to say or to do."""
FIRST = {one.file: one for one in reversed(DEFENCES) if one.file in AUDITED}
VERIFY = table.verify


def reveals(entries: Sequence[Entry]) -> list[SignedReveal]:
    """The keys of all, as each would publish them: from what they can read of the log."""
    found = []
    for party, who in {"gm": GM, **PLAYERS}.items():
        reader = _reader(entries, who)
        keys = [*reader.holder.keys.values()] or [reader.key]
        for key in keys:
            assert key is not None
            body = Reveal(v=VERSION, game=entries[0].head, author=party, key=key.root.hex())
            found.append(envelope.sign_reveal(who, body))
    return found


def _reader(entries: Sequence[Entry], who: Identity) -> Game:
    """Somebody who reads a log without its last entry, in which the cheat is."""
    return Game(Save(tuple(entries[:-1]), GM.public.fingerprint), who)


def test_the_cheats_are_there() -> None:
    there = {path.stem.removeprefix("test_") for path in Path(__file__).parent.glob("test_*.py")}
    assert {*AUDITED, *NOT_AUDITED} <= there
    assert not {*AUDITED} & NOT_AUDITED.keys()


@pytest.mark.slow
@pytest.mark.parametrize("file", AUDITED)
def test_only_the_gm_is_contradicted(file: str, tmp_path: Path) -> None:
    """Whatever `verify` names, the audit contradicts; of an honest log it contradicts nothing."""
    said, audits = dict[str, list[str]](), dict[str, Audit]()

    def spy(cheat: Crook | Post | Sequence[Entry], who: Identity | None = None) -> str:
        entries = entries_of(cheat)
        if entries[-1].head not in said:
            audits[entries[-1].head] = audit(entries, reveals(entries))
        why = VERIFY(cheat, who)
        said.setdefault(entries[-1].head, []).append(why)
        return why

    defence: Defence = FIRST[file]
    cheat_of(defence)  # imported, with all modules that it uses
    with ExitStack() as stack:
        for name, module in [*sys.modules.items()]:
            if name.startswith("tests.cheats.test_") and getattr(module, "verify", None) is VERIFY:
                stack.enter_context(mock.patch.object(module, "verify", spy))
        stack.enter_context(mock.patch.object(table, "verify", spy))
        attempt(defence, tmp_path / "run")
    assert any(one.contradicted for one in audits.values()), "no cheat was tried"
    for head, why in said.items():
        accused = {row.party for row in audits[head].contradicted}
        assert accused == {"gm"} if any(why) else accused <= {"gm"}, why
