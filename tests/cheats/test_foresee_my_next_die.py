"""York and Lancaster put their keys together, to know before the GM applies what York's next order will roll."""

from __future__ import annotations

from functools import partial

from pbem.protocol.dice import RevealedLink

from .table import PARLEY, entries_of, mustering, sent
from .test_fair_odds import die, fair, keys, link, links_of, next_link, often


def test_both_players_keys_and_all_links_so_far_are_no_better_than_a_blind_guess() -> None:
    post = mustering()
    game, york, lancaster, gm = keys(post)
    last, _, his = links_of(post)
    assert his == link("lancaster", his.number, lancaster)  # they have both keys
    hers, gms = link("york", post.look().ledger.askings["york"].link, york), next_link(post, gm)
    known = {last.link, *(entry.body.record.link for entry in entries_of(post))} - {""}
    assert gms.link not in known

    def right(guess: str, label: str) -> bool:
        guessed = RevealedLink(gms.number, guess)
        return die(game, (guessed, hers, his), label) == die(game, (gms, hers, his), label)

    for guess in sorted(known):
        assert fair(often(partial(right, guess)))
    sent(post, "york", PARLEY)
    assert links_of(post) == (gms, hers, his)  # and that is what fell
