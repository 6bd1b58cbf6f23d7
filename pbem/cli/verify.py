"""`pbem verify`."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli import files, person, sent
from pbem.engine.table import spoken
from pbem.errors import NotInThisGame
from pbem.mail import message
from pbem.moderator.cases.absence import spoken_for
from pbem.moderator.cases.time import went_back
from pbem.moderator.game import Game
from pbem.moderator.ledger.chances import Eyes
from pbem.protocol import envelope
from pbem.reports import verdict as told
from pbem.reports.sentences import refusal as refusal_words

ADVICE = (
    "The GM refused what the rules allow. Keep that mail: it is signed. Ask the GM in public to apply the "
    "order; if no answer comes, show the mail and the file to all players."
)


@click.command(
    "verify",
    help="""Replay the whole game: every signature, link, die, card and rule. Needs no secrets.

    With your identity it also compares what was done in your name with what you sealed, and says what
    orders of yours that were never taken would have rolled. `--refusal` checks a GM's signed refusal of
    one of your orders instead. Exit code 2 if something is wrong.
    """,
)
@person.save_argument
@click.option("--public", is_flag=True, help="Without your identity, as a stranger would.")
@click.option(
    "--refusal",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="The mail in which an order of yours was refused.",
)
@files.printed(secret=True)
def command(file: Path, public: bool, refusal: Path | None) -> None:
    game = person.open_game(file, "own" if refusal else "public" if public else "any")
    if refusal is not None:
        check_refusal(game, refusal)
        return
    verdict = game.verify(person.now())
    click.echo(f"{game.title} ({game.id})")
    for gm in game.ledger.table.gms:
        click.echo(f"GM {gm.name}, {gm.fingerprint}")
    for side, seat in game.ledger.seats.items():
        click.echo(f"{side}: {seat.keys.name}, {seat.keys.fingerprint}")
    click.echo(f"Head of the log: {game.head}")
    found = [*went_back(game.save.entries), *spoken_for(game.ledger)]
    doubts = [f"Look out: {doubt}" for doubt in found]
    for sentence in [*told.sentences(verdict), *doubts, *burnt_words(game)]:
        click.echo(click.wrap_text(sentence, 78, "", "  "))
    click.echo(click.wrap_text(told.line(verdict), 78))


def eyes_of(game: Game) -> Eyes:
    """The player's own. Raises NotInThisGame."""
    key = game.key
    if key is None:
        name = game.identity.name if game.identity else "nobody"
        raise NotInThisGame(name=name, fingerprint="no seat")
    return Eyes(key, game.side)


def check_refusal(game: Game, path: Path) -> None:
    """Say whether a GM had a reason to refuse an order."""
    from pbem.moderator.turn import refusals

    signed = envelope.read_refusal(message.read(path))
    entries, eyes = game.save.entries, game.holder.eyes
    checked = refusals.check(signed, sent.orders(game), entries, eyes, eyes_of(game))
    click.echo(click.wrap_text(refusal_words(game, signed), 78))
    if checked.justified:
        click.echo(click.wrap_text(f"It is right; your own pbem says: {checked.found}", 78))
        return
    click.echo(click.wrap_text(ADVICE, 78))
    raise SystemExit(2)


def burnt_words(game: Game) -> list[str]:
    """Own orders that no entry holds though their question is gone, and what they would have rolled."""
    mine = sent.orders(game) if game.side in game.ledger.sides else []
    mine = [one for one in mine if game.entry_of(one) < 0]
    if not mine:
        return []
    from pbem.moderator.turn.burnt import burnt

    words = []
    for one in burnt(game.save.entries, mine, game.holder.eyes, eyes_of(game)):
        what = f"Your order for question {one.asking} (revision {one.revision}) was never taken"
        since = f"; entry {one.by} closed that question" if one.by else ""
        if one.rolls is None:
            why = one.stopped or "no later answer of the GM is out yet"
            words.append(f"{what}{since}. What it would have rolled cannot be known: {why}.")
            continue
        dice = ", ".join(f"{spoken(roll.label)} {roll.value}" for roll in one.rolls) or "nothing"
        stop = f" Then it cannot be known: {one.stopped.rstrip('.')}." if one.stopped else ""
        words.append(f"{what}{since}. It would have rolled: {dice}.{stop}")
    return words
