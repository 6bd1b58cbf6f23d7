"""`pbem verify FOLDER`."""

from __future__ import annotations

import contextlib
import io
from functools import partial
from pathlib import Path

import msgspec

from pbem.cli import many, person
from pbem.cli.jobs import JobOptions
from pbem.cli.reveals import lies_in_duel
from pbem.club import folder as club
from pbem.club.each import is_disk_full
from pbem.errors import NotTrusted, PbemError, ReplayMismatch, ShorterHistory
from pbem.home.verify_sentences import absent_too_early, words_of
from pbem.protocol.keys import Identity
from pbem.system import processors


class SaveVerdict(msgspec.Struct, frozen=True):
    """What `verify` says of one save, without its head lines.

    Attributes:
        line: the verdict; "" if it is `wrong`, for this reason. `own`: one plays in it oneself.
        said: on the way, for people.
    """

    path: str
    id: str = ""
    line: str = ""
    sentences: tuple[str, ...] = ()
    wrong: str = ""
    own: bool = False
    said: str = ""


def save_verdict(path: str, identity: Identity | None, ssh: str = "") -> SaveVerdict:
    """Verify a save, as a stranger or as oneself; `ssh`: one's public key."""
    with contextlib.redirect_stderr(io.StringIO()) as warnings:
        try:
            game, verdict = person.verified(Path(path), identity)
            words = words_of(game, verdict)
            lies = lies_in_duel(Path(path))
        except (NotTrusted, ReplayMismatch) as error:
            accusation = "" if isinstance(error, ShorterHistory) else "NOT IN ORDER. "
            return SaveVerdict(path, wrong=f"{accusation}{error}", said=warnings.getvalue())
        except (PbemError, OSError) as error:
            if is_disk_full(error):
                raise
            return SaveVerdict(path, wrong=str(error), said=warnings.getvalue())
    own = any(seat.keys.ssh == ssh for seat in game.ledger.seats.values())
    wrong = words.line if lies or absent_too_early(game) else ""
    sentences = (*words.sentences, *lies)
    return SaveVerdict(path, game.id, words.line, sentences, wrong, own, warnings.getvalue())


def all_checked(paths: tuple[str, ...], ssh: str = "") -> list[SaveVerdict]:
    """All saves of one game, as a stranger verifies them."""
    return [save_verdict(path, None, ssh) for path in paths]


def verify(folder: Path, public: bool, wish: JobOptions) -> None:
    """Verify every save of a folder, and print a verdict on each.

    No worker is given a secret: one's own games are checked again here.
    """
    identity = person.identity_of("public" if public else "any")
    ssh = identity.ssh if identity is not None else ""
    run_words = f"verify {ssh}".strip()
    run = many.Run(
        run_words, folder, partial(all_checked, ssh=ssh), list[SaveVerdict], processors()
    )

    def tell(saves: list[SaveVerdict]) -> None:
        for save in saves:
            save = save_verdict(save.path, identity, ssh) if save.own else save
            sentences = (save.wrong or save.line, *save.sentences)
            run.judged(save.path, sentences, not save.wrong, save.said, save.id)

    run.over(club.pieces(folder), wish, tell)
    run.summary("in order", "These are not, or could not be read, or are old copies:")
    run.leave()
