"""`pbem verify`."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli import jobs, out, person
from pbem.cli.rows import fact
from pbem.cli.terminal import wrapped
from pbem.home import words
from pbem.home.verify_sentences import absent_too_early, words_of
from pbem.proof.reader import Reader


@click.command(
    "verify",
    help="""Replay the whole game and check it for cheating. Anyone can check a game; no key is needed.

    The last lines say what was checked here, what has to wait for the audit, and what that means. With your
    identity, `pbem` also compares what was done in your name with what you sealed. If the GM never applied an
    order of yours, `pbem` shows what its dice would have rolled. With `--refusal` you check a GM's signed
    refusal of one of your orders. In a folder, every game is checked separately. The exit code is 2 if
    something is wrong.
    """,
)
@click.argument("file", type=click.Path(exists=True, path_type=Path), metavar="GAME.toml|FOLDER")
@click.option(
    "--all",
    "whole",
    is_flag=True,
    help="Show the full form of each line that you typed in short, and show where a GM and a player together could have chosen dice.",
)
@click.option("--public", is_flag=True, help="Check without your identity, as a stranger would.")
@click.option(
    "--refusal",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="The email in which an order of yours was refused.",
)
@jobs.options
@out.printed(secret=True)
def command(
    file: Path, whole: bool, public: bool, refusal: Path | None, wish: jobs.JobOptions
) -> None:
    """Verify one game, a GM's refusal, or a folder of games, and print what was proven."""
    if file.is_dir():
        jobs.only_for("one game", {"--refusal": refusal is not None, "--all": whole})
        from pbem.cli import verify_folder

        verify_folder.verify(file, public, wish)
        return
    jobs.only_for_a_folder(wish)
    if refusal is not None:
        from pbem.cli import verify_refusal

        verify_refusal.check_refusal(person.open_save(Reader, file), refusal)
        return
    game, verdict = person.verified(file, person.identity_of("public" if public else "any"))
    verdict_words = words_of(game, verdict, whole)
    click.echo(fact(f"{game.title} ({game.id})", ""))
    for gm in game.ledger.table.gms:
        click.echo(fact(f"GM {gm.name}, {gm.fingerprint}", ""))
    for side, seat in game.ledger.seats.items():
        click.echo(fact(f"{side}: {seat.keys.name}, {seat.keys.fingerprint}", ""))
    click.echo(fact(f"Log fingerprint: {game.head}", ""))
    click.echo(wrapped(words.terms(game), "", "  "))
    for sentence in verdict_words.sentences:
        click.echo(wrapped(sentence, "", "  "))
    click.echo(wrapped(verdict_words.line))
    click.echo(wrapped(verdict_words.meaning, "", "  "))
    lies: list[str] = []
    if person.duel_in(file):
        from pbem.cli import reveals

        lies = reveals.lies_in_duel(file)
    for sentence in lies:
        click.echo(wrapped(sentence, "", "  "))
    if lies or absent_too_early(game):
        raise SystemExit(2)
