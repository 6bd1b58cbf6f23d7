"""An invitation on the desk: who moderates, by which terms, and the seat that is taken with a click."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from pbem.drawing.templates import environment
from pbem.errors import NotOnThisPage
from pbem.home import arrivals, computer, letters, opening, robot_homes, sent
from pbem.ledger.cases import agreed
from pbem.player.invitation import Speaker
from pbem.post import slips
from pbem.protocol.keys import Identity
from pbem.reports.formats.html import css
from pbem.web.lobby import robots
from pbem.web.seat import sending
from pbem.web.server.page import Answer, Download

TERMS = "Terms of the table, which I accept: {terms}"
NOTHING_SIGNED = "nothing was signed here yet"


class Joining:
    """A game in which its reader has no seat yet and may take one.

    Attributes:
        name: of this page. `shelf`: of the page with all games, "" where this is the only one.
        mail: the accept that was signed here, to be sent; None before.
        words: about an accept that was signed here earlier.
    """

    def __init__(self, file: Path, identity: Identity, name: str, shelf: str = "") -> None:
        """Raises what `opening.read_game` raises."""
        self.file, self.identity, self.name, self.shelf = file, identity, name, shelf
        self.game = opening.read_game(Speaker, file, identity)
        opening.remember(self.game)
        self.mail: letters.Mail | None = None
        self.words = ""

    def whole(self) -> str:
        """The page on which a player joins: free sides, terms, and the fingerprint to compare."""
        return self._render("joining")

    def _render(self, template: str) -> str:
        ledger = self.game.ledger
        sides = ledger.rules.sides
        free = {side: sides[side].people for side in self.game.free_seats}
        seats_kept = {side: ledger.genesis.invited.get(side, "") for side in free}
        return (
            environment()
            .get_template(f"desk/{template}.html.j2")
            .render(
                css=css(),
                game=self.game,
                gm=ledger.table.gms[0],
                terms=agreed.words(ledger),
                free=free,
                kept=seats_kept,
                me=self.identity.public.fingerprint,
                who=self.identity.name,
                robots=robot_homes.has_robot_gm(self.file),
                trusted=robot_homes.trusted(ledger.table.gms[0].name, self.file),
                shelf=self.shelf,
                signed=self.game.accepted,
            )
        )

    def act(self, verb: str, words: Mapping[str, str]) -> Answer:
        """See Page. Raises what signing refuses."""
        if verb not in VERBS:
            raise NotOnThisPage(why=f"it knows no `{verb}`")
        return VERBS[verb](self, words)

    def drop(self, name: str, content: bytes) -> Answer:
        """The save in which the GM has given the seat, or a later one."""
        data = arrivals.save_in(content)
        if not data:
            raise NotOnThisPage(why=f"{name} holds no save; drop the next one that the GM sends")
        if not arrivals.replaced(self.game, self.file, data):
            return Answer(said="You have this save already.")
        return Answer(goes=self.name)

    def download(self, name: str) -> Download:
        """The finished mail. Raises NotOnThisPage."""
        mail = self._mail()
        if name != f"{mail.name}.eml":
            raise NotOnThisPage(why=f"there is no {name}")
        return Download(name, sending.EML, letters.finished(self.game, mail))

    def keep(self) -> str:
        return ""

    def join(self, words: Mapping[str, str]) -> Answer:
        """Sign that the side `side` is taken, and write the reply to the GM.

        Raises NotOnThisPage, what `Speaker.join` raises.
        """
        side = words.get("side", "")
        if side not in self.game.free_seats:
            raise NotOnThisPage(why=f"the seat of {side or 'nobody'} is not free for you")
        if robot_homes.has_robot_gm(self.file):
            robots.join(self.file, self.identity, side)
            return Answer(goes=self.name)
        letter, self.words = sent.accept(self.game, side)
        terms = TERMS.format(terms=agreed.words(self.game.ledger))
        slip = slips.with_acceptance(self.game, side)
        self.mail = letters.of_accept(self.game, letter, terms, slip)
        computer.set_accepted(self.game, side)
        self.game.accepted = side
        joined = {"join": self._render("join")}
        if sends := sending.by_post(self.game, self.mail):
            return Answer(joined, f"Signed. {sends} {self.words}".strip())
        return self.again({}, joined)

    def again(self, words: Mapping[str, str], joined: Mapping[str, str] | None = None) -> Answer:
        """How the signed accept can be sent; `joined`: the part that now says so."""
        sheet = sending.to_send(self.game, self._mail(), sending.SIGNED)
        return Answer({**(joined or {}), **sheet}, f"Signed. {self.words}".strip())

    def outbox(self, words: Mapping[str, str]) -> Answer:
        """Write the mail into the folder of the save. Raises NotOnThisPage."""
        return Answer(said=sending.into_folder(self.game, self._mail(), bool(words.get("eml"))))

    def _mail(self) -> letters.Mail:
        if self.mail is None:
            raise NotOnThisPage(why=NOTHING_SIGNED)
        return self.mail


VERBS: Mapping[str, Callable[[Joining, Mapping[str, str]], Answer]] = {
    "join": Joining.join,
    "again": Joining.again,
    "outbox": Joining.outbox,
}
