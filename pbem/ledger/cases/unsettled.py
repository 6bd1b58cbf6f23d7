"""What a game waits for beside orders, and what its readers should know: a sentence each."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pbem.ledger.ledger import Ledger
    from pbem.ledger.values import Wish


def notices(ledger: Ledger) -> list[str]:
    """What every report says; nothing that is secret."""
    house = ledger.position.house
    return [*unsettled(ledger), *(f"House rule: {text}" for text in house)]


def unsettled(ledger: Ledger) -> list[str]:
    """Faults, disputes, take-backs, offers, and the end that is not signed yet."""
    cases = ledger.cases
    return [
        *_fault(ledger),
        *(
            f"{d.side} disputes entry {d.entry} (entry {d.n}): {d.text}"
            for d in cases.disputes
            if not d.ruled
        ),
        *(
            f"{w.side} asks to take back everything from entry {w.first} on (entry {w.n}): {w.text} "
            f"It waits for {_silent(ledger, w)}: `pbem takeback game.toml --agree {w.n}`."
            for w in cases.wishes
            if not w.done
        ),
        *_draws(ledger),
        *_end(ledger),
        *(
            f"{side} is absent since entry {n}: nobody waits for its `ready`, and dice that fall now are "
            "marked."
            for side, n in ledger.table.absent.items()
        ),
    ]


def _fault(ledger: Ledger) -> list[str]:
    failure = ledger.position.failure
    if failure is None:
        return []
    n = failure.n
    return [
        f"Entry {n} ended in an error of the program ({failure.fault.kind}), not of the rules. Nobody is asked "
        f"until the GM rules: with a pbem in which the line does not fail, `pbem rule game.toml --again {n}` carries it "
        "out with the same dice. Going back or correcting the position gives other dice."
    ]


def _silent(ledger: Ledger, wish: Wish) -> str:
    """Who has not agreed to it yet."""
    return " and ".join(side for side in ledger.sides if side not in (wish.side, *wish.by))


def _draws(ledger: Ledger) -> list[str]:
    if ledger.result is not None:
        return []
    told = []
    for n in dict.fromkeys(ledger.cases.draws.values()):
        for_it = [side for side, entry in ledger.cases.draws.items() if entry == n]
        silent = [side for side in ledger.sides if side not in for_it]
        told.append(
            f"{' and '.join(for_it)} would have it a draw (entry {n}). It waits for "
            f"{' and '.join(silent)}: `pbem draw game.toml`."
        )
    return told


def _end(ledger: Ledger) -> list[str]:
    if ledger.result is None:
        return []
    if ledger.final:
        return [
            "Everybody has signed the end, so nothing can change it. Publish your key with `pbem over game.toml`; "
            "then anyone can check the whole game with `pbem audit`."
        ]
    return [
        f"The end of entry {ledger.cases.result} waits for the signature of {' and '.join(ledger.unsigned)} "
        "(`pbem over`); before that no key is revealed."
    ]
