"""What players say beside their orders: a word, a dispute, a take-back, a consent, a draw, the end. Signed, then mailed."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec import Struct

from pbem.errors import BadRuling, NotOnThisPage, PbemError
from pbem.home import computer, letters, published, robot_homes, sent, words
from pbem.ledger.cases import people, rules_change, time
from pbem.ledger.values import GM
from pbem.mail.read import message
from pbem.player.invitation import Speaker
from pbem.player.orders import Letter
from pbem.protocol import envelope
from pbem.protocol.bodies import Claim, Clocked
from pbem.reports.entry_list import entry_sentences
from pbem.web.lobby import robots
from pbem.web.seat import arrivals, duels
from pbem.web.seat.drawer import open_, template_markup
from pbem.web.seat.lines import number
from pbem.web.seat.seat import Drawer, SealedOrders, Seat, SignedClaim
from pbem.web.seat.sending import by_post, into_folder, ways
from pbem.web.server.page import Answer

ABOUT = ("dispute", "takeback", "agree", "countersign")
"""What is said about an entry."""
RULINGS = 3
"""The newest rulings can be accepted; `pbem consent --ruling` accepts any."""
TERMS = "terms"
"""A consent to less time for answers."""
CONSENTS = ("claim", "rules")
"""A yes or no to somebody in a seat, or to the newest version of the rules."""
SAID = ("say", "draw", "resign", "over", TERMS, *CONSENTS, *ABOUT)
NEEDS_TEXT = ("say", "dispute")
WAIT = "You also have a decision to make. Wait for the answer to your offer first: if you send orders, the offer ends."


def speak(seat: Seat, form: Mapping[str, str]) -> Answer:
    """What can be said now; `entry` is the one that it may be about."""
    entry = form.get("entry", "")
    at = number(form, "entry", len(seat.game.save.entries)) if entry else 0
    return open_(seat, lambda seat: _say_something(seat, at))


def _say_something(seat: Seat, entry: int) -> Drawer:
    """The drawer in which a player disputes, agrees, offers a draw and so on; it says what each is about."""
    game, cases = seat.game, seat.game.ledger.cases
    side = game.player_side
    wishes = [one for one in cases.wishes if one.waits_for(side)]
    markup = template_markup(
        "speak",
        entry=entry,
        entries=entry_sentences(game, side, entry),
        wishes=wishes,
        proposal=duels.proposal_text(game),
        ruled=[one for one in reversed(cases.rulings) if side not in one.by][:RULINGS],
        draw=any(offerer != side for offerer in cases.draws),
        lost=words.lost(game),
        terms=words.terms(game),
        over=game.result is not None,
        claim=_claim_words(seat),
        rules=_newer(game),
        spoken=seat.spoken,
        endings=time.ENDINGS,
    )
    return Drawer("Say something", markup)


class Claimed(Struct, frozen=True):
    """Who would take which seat, as the page shows it."""

    name: str
    fingerprint: str
    side: str
    text: str


def _claim_words(seat: Seat) -> Claimed | None:
    if seat.claim is None:
        return None
    body = seat.claim.body
    side = seat.game.ledger.rules.sides[body.author].name
    return Claimed(body.keys.name, body.keys.fingerprint, side, body.text)


def _newer(game: Speaker) -> tuple[int, int] | None:
    """The version of the rules in force and the one that can follow it, if one can."""
    if robot_homes.has_robot_gm(game.path):
        return None
    try:
        step = rules_change.newest(game.ledger)
    except BadRuling:
        return None
    return game.ledger.versions[-1].version, step.version


def drop(seat: Seat, content: bytes) -> Answer | None:
    """Show the claim to a seat that an email holds; None if it holds none. Raises what `people.check_claim` raises."""
    try:
        signed = envelope.from_text(message.text_of(content), "ACCEPT")
    except PbemError:
        return None
    if not isinstance(signed.body, Claim):
        return None
    if signed.body.author == GM:
        raise NotOnThisPage(why="it asks for the GM's place, which needs no consent of players")
    seat.claim = SignedClaim(signed, people.check_claim(seat.game.ledger, signed))
    return open_(seat, lambda seat: _say_something(seat, 0))


def _consent(seat: Seat, kind: str, no: bool) -> tuple[Letter, str]:
    """A consent and its words; a no is a word to everybody. Raises NotOnThisPage, BadRuling, BadStatement."""
    game, claim = seat.game, seat.claim
    if kind == "rules":
        yes = words.of_rules(game)
    elif claim is not None:
        yes = words.of_newcomer(claim.body)
    else:
        raise NotOnThisPage(why="there is no claim here yet; drop the email with it on this page")
    if no:
        text = yes.replace("I agree", "I do not agree", 1)
        return game.say("say", 0, text), words.of(game, "say", 0, text)
    if claim is not None and kind != "rules":
        return game.consent(claim.signed), yes
    return game.consent_to_upgrade(), yes


def say(seat: Seat, form: Mapping[str, str]) -> Answer:
    """Sign what is said, and show how it can be mailed. Raises BadStatement and what `Speaker.say` raises."""
    game, kind, text = seat.game, form.get("kind", ""), " ".join(form.get("text", "").split())
    if kind not in SAID:
        raise NotOnThisPage(why="nobody can say that")
    if kind in NEEDS_TEXT and not text:
        raise NotOnThisPage(why="there are no words in it")
    if kind == "resign" and not form.get("sure"):
        raise NotOnThisPage(why=f"{words.lost(game)} Please tick that you are sure")
    answers = kind == "agree" and duels.is_duel(game)
    entry = number(form, "entry", len(game.save.entries)) if kind in ABOUT and not answers else 0
    if duels.is_duel(game):
        return duels.say(seat, kind, entry, text, bool(form.get("no")))
    if kind == "draw" and form.get("accept"):
        entry = words.draw_offered(game)
    if kind == "over":
        entry = game.ledger.cases.result
    computer.check_may_sign(game)
    if kind == TERMS:
        step = _terms(form)
        plain, text_said = game.consent_to_terms(step), words.of_terms(game, step)
    elif kind in CONSENTS:
        plain, text_said = _consent(seat, kind, bool(form.get("no")))
    else:
        plain, text_said = game.say(kind, entry, text), words.of(game, kind, entry, text)
    letter = sent.with_ready(game, plain)
    if kind == "claim":
        seat.claim = None
    wait = WAIT if kind == "draw" and not entry and game.side in game.ledger.turn_of() else ""
    if game.path is not None and robot_homes.has_robot_gm(game.path):
        robots.answered(game, game.path, letter)
        return seat.answer(f"Said. {arrivals.reread(seat)}", everything=True)
    kept_words = _keep_last_words(seat)
    seat.spoken = SealedOrders(letter, letters.of_words(game, letter, text_said))
    if sends := by_post(game, seat.spoken.mail, keep_others=True):
        return seat.answer(" ".join(filter(None, ("Signed.", sends, wait, kept_words))))
    sent_message = " ".join(filter(None, ("Signed. Mail it to the GM.", wait, kept_words)))
    return seat.answer(sent_message, more=ways(seat, seat.spoken))


def _terms(form: Mapping[str, str]) -> Clocked:
    """The terms in a form: spans such as `3d`, and `none`. Raises NotOnThisPage, BadRuling."""
    try:
        hours, grace = (_hours(form.get(name, "")) for name in ("deadline", "grace"))
    except ValueError as error:
        raise NotOnThisPage(why=f"{error}; or none") from error
    days = number(form, "days", 1001) if form.get("days") else 0
    return time.terms(hours, grace, form.get("then", ""), days)


def _hours(typed: str) -> int:
    span = typed.strip().lower()
    return 0 if span in ("", "none") else time.hours_of(span)


def _keep_last_words(seat: Seat) -> str:
    """Write what was said before into the folder of the save if the log does not have it, since only the newest
    can be sent from the page. Raises NotOnThisPage."""
    before = seat.spoken
    if before is None or before.letter.digest in seat.game.ledger.cases.said:
        return ""
    return (
        "Your message before this one was kept, in case you have not sent it. "
        f"{into_folder(seat.game, before.mail, eml=False, keep_others=True)}"
    )


def publish(seat: Seat, words: Mapping[str, str]) -> Answer:
    """Write one's key of a finished game into the folder of the save. Raises BadStatement, NotOnThisPage."""
    game = seat.game
    if game.path is None:
        raise NotOnThisPage(why="this game has no file, so there is no folder for your key")
    try:
        return seat.answer(published.publish_in_words(game, game.path))
    except OSError as error:
        raise NotOnThisPage(why=f"your key cannot be written: {error.strerror or error}") from error


VERBS: Mapping[str, Callable[[Seat, Mapping[str, str]], Answer]] = {
    "speak": speak,
    "say": say,
    "publish": publish,
}
