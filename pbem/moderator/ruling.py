"""A GM's rulings: always an entry more, with its reason, never a change of what was written.

uphold   the entry stands                     patch    correct the position: `set lords.york.coin 3`
void     it and all after it are taken back   impose   decide for a side that is asked
option   a game option from now on            house    a house rule, in words
result   the game ends so: a forfeit, a draw   reveal   the GM's key of this game, after its end
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from pbem.engine import codec
from pbem.engine.notation import match
from pbem.engine.patch import difference
from pbem.engine.play import Chance, Play
from pbem.engine.table import Event
from pbem.errors import BadPatch, BadRuling, Impossible
from pbem.moderator import reveal, shape
from pbem.moderator.book import Opening, commit
from pbem.moderator.chance import StopAtChance
from pbem.moderator.desk import Ruled
from pbem.moderator.rewind import glimpse_asked, rewind
from pbem.moderator.statement import undone
from pbem.protocol import canonical, seal
from pbem.protocol.hkdf import derive
from pbem.protocol.keys import GameKey

if TYPE_CHECKING:
    from pbem.moderator.ledger import Ledger

RULING = "ruling"
SEALED_KINDS = ("patch", "impose")
AFTER_THE_END = ("uphold", "reveal")
LIMIT = 64 * 1024


def written(key: GameKey, ledger: Ledger, n: int, fields: dict[str, Any]) -> dict[str, Any]:
    """The fields of a new ruling as they go into the log: secrets of a veiled game are sealed."""
    body = {"kind": "", "entry": 0, "side": "", "lines": [], "reason": "", **fields}
    if ledger.veiled and body["kind"] in SEALED_KINDS:
        plain = canonical.encode(body["lines"])
        body |= {"lines": [], "sealed": seal.store(key, _info(ledger, n), plain)}
    return body


def take(ledger: Ledger, body: dict[str, Any], n: int) -> list[Event]:
    """Take a ruling into the ledger as entry `n`; returns what reports tell of it.

    Raises:
        BadRuling, BadPatch, UnknownWord, AmbiguousOrder, IllegalOrder, NotYourTurn, BadOption.
    """
    shape.ruling(body)
    kind = body["kind"]
    if kind != "impose" and ("queued" in body or "plan" in body):
        raise BadRuling(why="only an imposed decision can wait for dice or bring a stack")
    if "sealed" in body and not (ledger.veiled and kind in SEALED_KINDS and not body["lines"]):
        raise BadRuling(why="there is nothing to seal in it")
    if not ledger.begun:
        raise BadRuling(why="both players must have joined first")
    if not 0 <= body["entry"] < n:
        raise BadRuling(why=f"there is no entry {body['entry']} yet; the last one is {n - 1}")
    if not body["reason"]:
        raise BadRuling(why="a ruling gives its reason")
    if kind not in KINDS:
        raise BadRuling(why=f"`{kind}` is none; there are {', '.join(KINDS)}")
    if isinstance(ledger.play, Play):
        ledger.play.begin_entry()
    if ledger.desk.revealed and kind not in AFTER_THE_END:
        raise BadRuling(why="secrets have been revealed, so the game cannot go on")
    if ledger.result is not None and kind in ("patch", "option", "impose"):
        raise BadRuling(why="the game is over; go back first, to before the entry that ended it")
    if ledger.desk.imposed and kind in ("patch", "option"):
        raise BadRuling(why="an imposed decision waits for its dice; correct the position after it")
    told = KINDS[kind](ledger, body, n)
    openly = " ".join(event.text for event in told[:1] if not event.to)
    ledger.desk.rulings.append(Ruled(n, kind, body["entry"], openly))
    for dispute in ledger.desk.disputes:
        if dispute.entry == body["entry"] and not dispute.ruled:
            dispute.ruled = n
    on = f" on entry {body['entry']}" if body["entry"] else ""
    return [Event("", f"The GM rules{on}: {body['reason']}"), *told]


def _uphold(ledger: Ledger, body: dict[str, Any], n: int) -> list[Event]:
    if not body["entry"]:
        raise BadRuling(why="say which entry stands")
    return [Event("", f"Entry {body['entry']} stands as it is.")]


def _void(ledger: Ledger, body: dict[str, Any], n: int) -> list[Event]:
    rewind(ledger, body["entry"], n, body)
    return [Event("", undone(body["entry"], n))]


def _patch(ledger: Ledger, body: dict[str, Any], n: int) -> list[Event]:
    ledger.opened_at = n
    told = Event("", "The position is corrected.")
    if ledger.hidden:
        glimpse_asked(ledger, body)
        return [told]
    return [told, *_patched(ledger, _lines(ledger, body, n), exact=True)]


def _patched(ledger: Ledger, lines: list[str], exact: bool) -> list[Event]:
    """Correct the state; `exact`: the lines must be spelled out, as the log keeps them."""
    if not lines:
        raise BadRuling(why="there is no line to carry out")
    rules, play = ledger.rules, ledger.play
    before = codec.copied(play.state)
    trial: Play[Any] = Play(rules, codec.copied(play.checkpoint))
    trial.resume()
    for line in lines:
        spelled = trial.patch(line)
        if exact and spelled != line:
            raise BadPatch(line=line, why=f"the log spells it `{spelled}`")
    check_patched(ledger, trial, lines)
    for line in lines:
        play.patch(line)
    for request in play.pending:
        if request.stack is None and request.fill is not None and not request.options:
            why = f"{request.side} would be asked `{request.kind}` and have no legal answer"
            raise BadRuling(why=why)
    return _differences(ledger, before)


def check_patched(ledger: Ledger, trial: Play[Any], lines: list[str]) -> None:
    """Raises BadPatch unless the corrected state can be saved and keeps the invariants."""
    rules = ledger.rules
    try:
        state = codec.copied(trial.state)
        rules.check(state)
    except (Impossible, LookupError, TypeError, ValueError, AttributeError) as error:
        why = f"the position would be impossible ({error or 'an invariant is broken'})"
        raise BadPatch(line="; ".join(lines), why=why) from error
    if rules.veiled(state) != ledger.veiled:
        raise BadPatch(line="; ".join(lines), why="what is secret cannot change during a game")


def _differences(ledger: Ledger, before: Any) -> list[Event]:
    """What a correction changed, for everybody or for those who may know it."""
    rules, after = ledger.rules, ledger.play.state

    def seen_by(side: str) -> list[str]:
        views = [codec.dump(rules.veil(state, side)) for state in (before, after)]
        return difference(*views)

    public = seen_by("public")
    told = [Event("", line) for line in public]
    if ledger.veiled:
        told += [
            Event("", line, to=side)
            for side in ledger.sides
            for line in seen_by(side)
            if line not in public
        ]
    return told


def _impose(ledger: Ledger, body: dict[str, Any], n: int) -> list[Event]:
    side, queued = body["side"], body.get("queued", False)
    if ledger.hidden:
        glimpse_asked(ledger, body)
        for part in body.get("plan", []):
            ledger.book.commitments[part["slot"]] = part["commitment"]
        if queued:
            ledger.desk.imposed[side] = ""
        else:
            ledger.opened_at = n
        return [_decided(side, queued)]
    (line,) = _lines(ledger, body, n) or [""]
    request = ledger.play.request(side)
    order = str(match(request, line))
    if request.kind == "open":
        raise BadRuling(
            why="only the side itself can open what it kept from the GM; go back instead"
        )
    if side in ledger.desk.imposed:
        raise BadRuling(why=f"a decision for {side} waits for its dice already")
    if request.stack is not None:
        _commit_stack(ledger, side, order, body)
    trial: Play[Any] = Play(ledger.rules, codec.copied(ledger.play.checkpoint))
    trial.resume()
    try:
        # The GM knows its own next links, so it may not make dice alone.
        decide(trial, side, order, StopAtChance())
    except StopAtChance.Reached:
        _require_queued(body, True)
        ledger.desk.imposed[side] = order
    else:
        _require_queued(body, False)
        decide(ledger.play, side, order, StopAtChance())
        ledger.opened_at = n
    which = Event("", f"The decision is: {order}.", to=side if ledger.veiled else "")
    return [_decided(side, body["queued"]), which, *ledger.play.events]


def _decided(side: str, queued: bool) -> Event:
    """What everybody may read of an imposed decision."""
    waits = " Its dice come with the next order of either side." if queued else ""
    return Event("", f"The GM decides for {side}.{waits}")


def _require_queued(body: dict[str, Any], queued: bool) -> None:
    if body.setdefault("queued", queued) != queued:
        raise BadRuling(
            why=f"an imposed decision {'waits' if queued else 'does not wait'} for dice"
        )


def _commit_stack(ledger: Ledger, side: str, order: str, body: dict[str, Any]) -> None:
    """A secret stack from the GM is none: its salt is the public nonce; but a veiled one is."""
    salt, plan = ledger.genesis["nonce"], []
    if ledger.key is not None and ledger.veiled:
        salt = derive(ledger.key.root, f"pbem1/imposed/{body['n']}").hex()
    for slot, card in zip(stack_slots(ledger.play, side), order.split()[1:], strict=True):
        commitment = commit(ledger.game, slot, salt, card)
        ledger.book.commitments[slot] = commitment
        ledger.book.secrets[slot] = Opening(salt, card)
        plan.append({"slot": slot, "commitment": commitment})
    if body.setdefault("plan", plan) != plan:
        raise BadRuling(why="its commitments are not those of its cards")


def decide(play: Play[Any], side: str, order: str, chance: Chance) -> None:
    """Give the game a decision that its side did not make."""
    if play.request(side).stack is not None:
        play.answer_stack(side, stack_slots(play, side), chance, by=RULING)
    else:
        play.answer(side, order, chance, by=RULING)


def stack_slots(play: Play[Any], side: str) -> list[str]:
    """Names of the slots that a secret stack fills: `plan:york:14:1` ..."""
    request = play.request(side)
    if request.stack is None:
        raise Impossible("no stack is asked for")
    number = request.id.rpartition("-")[2]
    return [f"plan:{side}:{number}:{i}" for i in range(1, request.stack.size + 1)]


def _option(ledger: Ledger, body: dict[str, Any], n: int) -> list[Event]:
    """A game option is what `setup` makes of it; from now on the state says so too."""
    (text,) = body["lines"] or [""]
    name, _, value = text.partition(" ")
    genesis, rules = ledger.genesis, ledger.rules
    states = [
        codec.dump(rules.setup(genesis["scenario"], options))
        for options in (genesis["options"], {**genesis["options"], name: value})
    ]
    lines = [
        f"set {field} {codec_word(new)}"
        for field, new in states[1].items()
        if states[0].get(field) != new and type(new) in (int, bool, str)
    ]
    if not lines or any(states[0].get(f) != v and type(v) not in (int, bool, str)
                        for f, v in states[1].items()):  # fmt: skip
        raise BadRuling(why=f"`{text}` cannot change while a game runs, or is so already")
    told = Event("", f"From now on: {name} = {value}.")
    ledger.opened_at = n
    if ledger.hidden:
        glimpse_asked(ledger, body)
        return [told]
    return [told, *_patched(ledger, lines, exact=False)]


def codec_word(value: int | bool | str) -> str:
    """A plain value as a patch writes it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value) or '""'


def _house(ledger: Ledger, body: dict[str, Any], n: int) -> list[Event]:
    (text,) = body["lines"] or [""]
    if not text:
        raise BadRuling(why="say what the house rule is")
    ledger.desk.house.append(text)
    return [Event("", f"House rule from now on: {text}")]


def _result(ledger: Ledger, body: dict[str, Any], n: int) -> list[Event]:
    winner = body["side"]
    if winner and winner not in ledger.sides:
        raise BadRuling(why=f"there is no side {winner}")
    if ledger.result is not None:
        raise BadRuling(why="the game is over already")
    ledger.desk.verdict = [winner, body["reason"]]
    told = f"The game is over: {winner} wins." if winner else "The game is over: a draw."
    return [Event("", told)]


def _reveal(ledger: Ledger, body: dict[str, Any], n: int) -> list[Event]:
    (text,) = body["lines"] or [""]
    if reveal.GM in ledger.desk.revealed:
        raise BadRuling(why="the GM's key has been revealed already")
    reveal.check(ledger, reveal.GM, text)
    ledger.desk.revealed[reveal.GM] = text
    return [Event("", f"The GM reveals its key of this game: {text}")]


def _lines(ledger: Ledger, body: dict[str, Any], n: int) -> list[str]:
    """What a ruling says, opened by the GM if it is sealed."""
    if "sealed" not in body:
        return list(body["lines"])
    if ledger.key is None:
        raise Impossible("only who has the GM's secrets can carry this out")
    plain = seal.unstore(ledger.key, _info(ledger, n), body["sealed"])
    return [str(line) for line in canonical.decode(plain, LIMIT)]


def spelled(ledger: Ledger, lines: list[str]) -> list[str]:
    """Patch lines spelled out, for the log. Raises BadPatch."""
    trial: Play[Any] = Play(ledger.rules, codec.copied(ledger.play.checkpoint))
    trial.resume()
    return [trial.patch(line) for line in lines]


def _info(ledger: Ledger, n: int) -> bytes:
    return f"pbem1/ruling\n{ledger.game}\n{n}".encode()


KINDS: dict[str, Callable[[Any, dict[str, Any], int], list[Event]]] = {
    "uphold": _uphold,
    "void": _void,
    "patch": _patch,
    "impose": _impose,
    "option": _option,
    "house": _house,
    "result": _result,
    "reveal": _reveal,
}
