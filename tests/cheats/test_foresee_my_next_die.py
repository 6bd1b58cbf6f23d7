"""York and Lancaster put their keys together, to know before the GM answers what York's next order will roll."""

from __future__ import annotations

from functools import partial

from pbem.protocol.dice import Pair

from .table import PARLEY, asking, entries_of, mustering, sent
from .test_fair_odds import die, fair, keys, often, pair, pairs_of


def test_both_players_keys_and_all_answers_so_far_are_no_better_than_a_blind_guess() -> None:
    post = mustering()
    game, york, lancaster, gm = keys(post)
    number = asking(post, "york")
    his = pairs_of(post)[1]
    assert his == pair("lancaster", his.number, lancaster, gm)  # they have both keys
    hers = pair("york", number, york, gm)
    known = {pair.answer for pair in pairs_of(post)}
    known |= {entry.body.record.link for entry in entries_of(post)} - {""}
    assert hers.answer not in known

    def right(guess: str, label: str) -> bool:
        guessed = [Pair(number, hers.link, guess), his]
        return die(game, guessed, label) == die(game, [hers, his], label)

    for guess in sorted(known):
        assert fair(often(partial(right, guess)))
    sent(post, "york", PARLEY)
    assert pairs_of(post) == [hers, his]  # and that is what fell
