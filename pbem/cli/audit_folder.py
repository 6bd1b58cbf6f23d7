"""`pbem audit FOLDER`."""

from __future__ import annotations

import contextlib
import io
from pathlib import Path

import msgspec

from pbem.cli import many
from pbem.cli.jobs import JobOptions
from pbem.cli.person import duel_in, verified
from pbem.cli.reveals import OPEN, judge, judge_duel, read, reveals_beside
from pbem.club import folder as club
from pbem.club.each import is_disk_full
from pbem.errors import PbemError
from pbem.reports.audit import brief
from pbem.system import processors

SAVE = ".toml"


class Audited(msgspec.Struct, frozen=True):
    """What `audit` says of one save, in short.

    Attributes:
        good: it is a save, and nothing is contradicted. `said`: on the way, for people.
    """

    path: str
    sentences: tuple[str, ...] = ()
    good: bool = False
    said: str = ""


def all_audited(paths: tuple[str, ...]) -> list[Audited]:
    """All saves of one game, each under the keys that lie beside it."""
    saves = [path for path in paths if path.endswith(SAVE)]
    reveals = [Path(path) for path in paths if not path.endswith(SAVE)]
    return [
        audited(path, [one for one in reveals if one.parent == Path(path).parent]) for path in saves
    ]


def audited(path: str, reveals: list[Path]) -> Audited:
    """Audit one save, or a duel, under these reveals; an error becomes a sentence of the result."""
    with contextlib.redirect_stderr(io.StringIO()) as warnings:
        try:
            if duel_in(Path(path)):
                verified(Path(path), None)
                in_duel = judge_duel(Path(path))
                if in_duel is None:
                    return Audited(path, (OPEN,), True, warnings.getvalue())
                judged = in_duel
            else:
                judged, _ = judge(Path(path), reveals)
        except (PbemError, OSError) as error:
            if is_disk_full(error):
                raise
            return Audited(path, sentences=(str(error),), said=warnings.getvalue())
    good = not judged.contradicted
    return Audited(path, tuple(brief(judged)), good, warnings.getvalue())


def audit(folder: Path, wish: JobOptions) -> None:
    """Every save of a folder, with the reveals of its game that lie beside it."""
    kind = list[Audited]
    run = many.Run("audit", folder, all_audited, kind, processors())

    def tell(saves: list[Audited]) -> None:
        for save in saves:
            run.judged(save.path, save.sentences, save.good, save.said)

    run.over(club.pieces(folder, Reveals().of), wish, tell)
    run.summary("without a contradiction", "These have one, or could not be read:")
    run.leave()


class Reveals:
    """The reveals beside the saves of a folder, each file read once: many games may lie side by side."""

    def __init__(self) -> None:
        self.known: dict[Path, dict[str, list[Path]]] = {}

    def of(self, save: Path, game: str) -> list[Path]:
        """Those of a game that lie beside a save."""
        if save.parent not in self.known:
            by_game: dict[str, list[Path]] = {}
            for path in reveals_beside(save):
                for reveal in read([path]):
                    by_game.setdefault(reveal.body.game, []).append(path)
            self.known[save.parent] = by_game
        return self.known[save.parent].get(game, [])
