"""A player's page at a game: look, click, seal, send. It knows the contract, and no game.

What is asked, the position and the order list are made anew after each click, from what this side may see;
the browser gets what has changed. What can be clicked stands in modules with `VERBS` of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import eq, is_
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from pbem.engine.odds import Answer as Told
from pbem.engine.request import Request
from pbem.errors import NotOnThisPage
from pbem.home import opening, sent
from pbem.home.letters import Mail
from pbem.player.invitation import Speaker
from pbem.player.orders import Letter, Orders
from pbem.player.writing import Writing
from pbem.protocol.bodies import Claim, Envelope, Order, Ready
from pbem.reports.order_sentences import Names, names_of
from pbem.web.seat.branches import CERTAIN, Case
from pbem.web.seat.highlights import Concern, concerns, concerns_on_map
from pbem.web.seat.position import PositionView, position_view
from pbem.web.server.jobs import Jobs, Tick, Work
from pbem.web.server.page import Answer

Key = tuple[str, tuple[str, ...], tuple[int, ...]]
"""A card or "", lines, and the dice that are assumed after them."""
BEHIND = "You changed these orders in another tab. This page is up to date again; please repeat your click."
ELSEWHERE = "{label}: done. It is next to the map of the page where you began it."


class Drawer(NamedTuple):
    """What was looked up and lies beside the map: `title` and, in HTML, `body`."""

    title: str
    body: str


class SignedClaim(NamedTuple):
    """A claim to a seat, and its body."""

    signed: Envelope
    body: Claim


Opened = Callable[["Seat"], Drawer]
"""Makes what lies in the drawer anew after each click, so that it is never behind."""


class Part(NamedTuple):
    """A part of the page: `make` draws it, from nothing but the things that it is `of`, if these are told.

    It is drawn again unless these are the same things as before or, `by_value`, equal to them.
    """

    make: Callable[[Seat], str]
    of: Callable[[Seat], tuple[object, ...]] | None = None
    by_value: bool = False


class Seat(Writing):
    """One seat at one game, with what its player writes.

    Attributes:
        stack: the cards that were put into a secret stack so far.
        case: what the next dice are taken to show, while lines are written for that.
        on: what was clicked to narrow the choices, as `glow.Concern.about` names it.
        every: are all choices listed, however many they are?
        arrived: has something happened that is to be looked at before anything is sealed?
        since: the first entry of what happened, as it is stepped through. `brief`: the same in a few words,
            where it needs no steps.
        sealed: the orders that were sealed last on this page, `spoken`: what was said last beside them, each until
            the log has it. `stamp`: of the save that was read.
        signed: what was signed on this machine for what is asked now; None if nothing was. `lapsed`: were orders
            for the question before it signed here that no entry holds?
        claim: somebody's claim to a seat that was dropped on the page, to be agreed to or not.
        anew: are orders for it to be written again, though they are signed?
        said: what its player is told when he opens the page.
        inner: what is shown in its place, such as a branch that is tried; None while it is itself.
        starts: why no branch can begin after an entry (None: where the game stands), "" where one can.
        policies_told: kind and policy to the sentence that was made of it, while this is the game.
        drawer: makes what was looked up and lies beside the map; None while it is shut.
        shelf: the name of the page with all games, "" where this is the only one.
        lesson: is this a lesson?
        version: how often the page was changed; a tab that shows an older one is shown this one first.
    """

    game: Speaker
    tried = False
    """Are choices tried, and not written?"""

    def __init__(
        self,
        game: Speaker,
        verbs: Mapping[str, Callable[[Seat, Mapping[str, str]], Answer]],
        parts: Mapping[str, Part],
        page: Callable[[Seat, Mapping[str, str]], str],
        jobs: Jobs | None = None,
    ) -> None:
        """Open a page; `take_up` then gives it the orders.

        `verbs`: what can be clicked. `parts`: what is drawn, by the id of its element; `page`: all of it. `jobs`:
        long work.
        """
        super().__init__(game)
        self.stack: tuple[str, ...] = ()
        self.case = CERTAIN
        self.on: tuple[str, ...] = ()
        self.every = False
        self.jobs = jobs or Jobs()
        self.inner: Seat | None = None
        self.drawer: Opened | None = None
        self.version = 0
        self.arrived = False
        self.since, self.brief = 0, ""
        self.sealed: SealedOrders | None = None
        self.spoken: SealedOrders | None = None
        self.signed: Letter | None = None
        self.claim: SignedClaim | None = None
        self.anew = self.answered = self.lapsed = False
        self.stamp = (0, 0)
        self.said = ""
        self.shelf = ""
        self.lesson = False
        self._verbs, self._makers, self._page = verbs, parts, page
        self._shown: dict[str, str] = {}
        self._drawn: dict[str, tuple[tuple[object, ...], str]] = {}
        self._stood: tuple[Key, PositionView] | None = None
        self._concerned: tuple[Key, tuple[Concern, ...]] | None = None
        self._named: tuple[PositionView, Names] | None = None
        self.policies_told: dict[tuple[str, str], str] = {}
        self.starts: dict[int | None, str] = {}
        self._foretold: tuple[PositionView, dict[str, Told]] | None = None

    # -- what is written ------------------------------------------------------------------------

    def write(self, orders: Orders) -> None:
        """What is written from now on; what was before can be had back."""
        super().write(orders)
        self.look()

    def take_up(self, game: Speaker, orders: Orders) -> None:
        """Go on with this game, and these orders for it; a stack that is half put together is still asked for."""
        request = self.asked
        if game is not self.game:
            self.game, self.arrived, self.inner, self.brief = game, True, None, ""
            self._stood = self._concerned = None
            self.policies_told.clear()
            self.starts.clear()
        self._begin(orders)
        self.card, self.drawer = "", None
        same_request = (request and request.id) == (self.asked and self.asked.id)
        self.stack = self.stack if same_request and not self.orders.lines else ()
        digests_logged = game.ledger.cases.said
        if self.sealed is not None and _is_settled(game, self.sealed.letter):
            self.sealed = None
        if self.spoken is not None and self.spoken.letter.digest in digests_logged:
            self.spoken = None
        self.signed, self.lapsed = sent.youngest(game), sent.lapsed(game)
        duel = not game.ledger.offices.moderated
        self.answered = duel and opening.own_order(game.ledger.game) is not None
        self.anew = False
        self.look()

    @property
    def waits(self) -> bool:
        """Is what is asked answered and signed, and the GM's turn?"""
        if self.anew or self.tried or self.orders != Orders():
            return False
        return self.signed is not None or self.answered

    @property
    def repeats(self) -> bool:
        """Can a policy give the answer that is chosen now whenever this is asked?"""
        request = self.request
        if request is None or self.waits or self.tried or self.card or self.assumed or self.stacks:
            return False
        if request.secret or request.moment or request.stack is not None or self.game.owes_ready:
            return False
        return request.kind in self.game.reactions

    # -- what is looked at ----------------------------------------------------------------------

    def look(self, on: tuple[str, ...] = (), case: Case = CERTAIN) -> None:
        """Look at the choices that are about `on`, in this case."""
        self.on, self.case, self.every = on, case, False

    @property
    def assumed(self) -> tuple[int, ...]:
        """What the next dice are taken to show."""
        return self.case.assumed

    @property
    def stand(self) -> PositionView:
        """Where the game stands after what is written."""
        key = self._key
        if self._stood is None or self._stood[0] != key:
            self._stood = key, position_view(self, self.assumed)
        return self._stood[1]

    @property
    def _key(self) -> Key:
        return self.card, self.lines, self.assumed

    @property
    def request(self) -> Request | None:
        """What is asked after what is written."""
        return self.stand.request

    @property
    def names(self) -> Names:
        """What people call what the lines of the side that is asked name."""
        stand = self.stand
        if self._named is None or self._named[0] is not stand:
            side = stand.request.side if stand.request is not None else self.side
            names = names_of(self.game.ledger.rules, side, stand.picture, stand.trays)
            self._named = stand, names
        return self._named[1]

    @property
    def foretold(self) -> dict[str, Told]:
        """The odds that were told of choices of what is asked now, by their lines."""
        stand = self.stand
        if self._foretold is None or self._foretold[0] is not stand:
            self._foretold = stand, {}
        return self._foretold[1]

    @property
    def concerns(self) -> tuple[Concern, ...]:
        """All choices, with what they are about."""
        key = self._key
        if self._concerned is None or self._concerned[0] != key:
            stand = self.stand
            all_concerns = concerns(
                self.game.ledger.rules, self.side, stand.options, self.game.known(self.side)
            )
            self._concerned = key, concerns_on_map(stand.picture, all_concerns)
        return self._concerned[1]

    # -- what a page does -----------------------------------------------------------------------

    def whole(self) -> str:
        if self.inner is not None:
            return self.inner.whole()
        self.look()
        self.version += 1
        self._shown = self._parts()
        return self._page(self, self._shown)

    def act(self, verb: str, words: Mapping[str, str]) -> Answer:
        """See Page. Raises NotOnThisPage for what this page cannot do."""
        if self.inner is not None:
            return self.inner.act(verb, words)
        if verb == "all":
            return self.answer(everything=True)
        if verb not in self._verbs:
            raise NotOnThisPage(why=f"it knows no `{verb}`")
        if words.get("version", "") not in ("", str(self.version)):
            return self.answer(BEHIND, everything=True)
        return self._verbs[verb](self, words)

    def answer(
        self, message: str = "", everything: bool = False, more: Mapping[str, str] | None = None
    ) -> Answer:
        """What has changed on the page, and `more` that is made for this answer alone, by id."""
        was, self.version = self.version, self.version + 1
        now = self._parts()
        changed = {
            id: html for id, html in now.items() if everything or self._shown.get(id) != html
        }
        self._shown = now
        return Answer({**changed, **(more or {})}, message, was=0 if everything else was)

    @property
    def front(self) -> Seat:
        """The page that is looked at now: this one, or what is shown in its place."""
        return self.inner or self

    def work(self, label: str, of: int, work: Work) -> Answer:
        """Begin a long work of so many pieces beside the page. Who looks at another page when it ends is told
        so, and finds what came of it where he began it."""

        def begun(tick: Tick) -> Callable[[], Answer]:
            ended = work(tick)

            def told() -> Answer:
                answer, front = ended(), self.front
                return answer if front is self else front.answer(ELSEWHERE.format(label=label))

            return told

        return replace(self.answer(f"{label} ..."), job=self.jobs.begin(label, of, begun))

    def _parts(self) -> dict[str, str]:
        return {id: self._part(id, part) for id, part in self._makers.items()}

    def _part(self, id: str, part: Part) -> str:
        """A part, drawn anew if what it shows is another."""
        of = part.of(self) if part.of is not None else ()
        before, html = self._drawn.get(id, ((), ""))
        same = eq if part.by_value else is_
        if of and len(of) == len(before) and all(map(same, of, before)):
            return html
        part_html = str(part.make(self))
        self._drawn[id] = of, part_html
        return part_html


class SealedOrders(Struct, frozen=True):
    """What was signed on this page last."""

    letter: Letter
    mail: Mail

    @property
    def file(self) -> str:
        return f"{self.mail.name}.eml"


def _is_settled(game: Speaker, letter: Letter) -> bool:
    """Does the log hold it, or does it answer a question that is no longer open? Nothing is left to send then."""
    if letter.digest in game.ledger.cases.said:
        return True
    asking, body = game.ledger.askings.get(game.side), letter.envelope.body
    return isinstance(body, Order | Ready) and (asking is None or body.question != asking.number)
