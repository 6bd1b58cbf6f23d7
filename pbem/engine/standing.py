"""Standing orders: scripts for sealed plan cards and policies for reactions, answering in advance.

They are evaluated with nothing but what their side may know at that moment. What they answer is
logged like any decision; why they did is for their owner alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence

from msgspec import Struct, field

from pbem.engine.condition import Look
from pbem.engine.notation import hinted, match, option_of, readings, squash, words_of
from pbem.engine.request import Option, Request
from pbem.engine.script import (
    ASK,
    ASK_STANDS,
    PASS,
    Cursor,
    Script,
    ScriptAction,
    ScriptLine,
    next_action,
    read,
    resume,
)
from pbem.engine.table import cards_in
from pbem.errors import BadScript, IllegalOrder
from pbem.misread import nearest

DEFAULT = "default"
MOST_TERMS = 600
"""Different things that one side's standing orders look at."""
NOT_NOW = "wait"
"""The line that means nothing for the moment: whoever takes it is asked again."""
Pick = Callable[[Request, str, Collection[str]], str | None]


class StandingOrders(Struct):
    """One side's standing orders.

    Attributes:
        reactions: request kind to policy text; `default` is `ask` or `pass` for reactions not named.
        scripts: plan slot to script text. `cursors`: where the scripts under way stand.
    """

    reactions: dict[str, str] = field(default_factory=dict)
    scripts: dict[str, str] = field(default_factory=dict)
    cursors: dict[str, Cursor] = field(default_factory=dict)


class Prepared(Struct, frozen=True):
    """A line that standing orders give: `by` is `script` or `policy`, `why` the statement's text."""

    line: str
    by: str
    why: str


def answer(
    standing: StandingOrders,
    request: Request,
    slot: str,
    reaction_kinds: Collection[str],
    look: Look,
    held: Collection[str],
    pick: Pick | None = None,
    tell: Callable[[str], None] = lambda why: None,
) -> Prepared | None:
    """What standing orders say to a request; None if its player must be asked.

    The script of a Plan card comes first, if it runs now and no policy is for this kind; then the policy of the kind,
    and for a reaction without one that of `default`. A script's cursor moves on in `standing`, and a script that stops
    is removed there.

    Args:
        slot: the plan slot whose script runs now for this request, or "".
        reaction_kinds: the request kinds that the rule set calls reactions.
        held: the side's secret cards, which some lines need.
        pick: chooses the line that a policy means, instead of `choose`; a simulation remembers what it chose.
        tell: called with what a script or policy does that gives no line, and why.
    """
    if request.secret:
        return None
    if request.moment:
        prepared = at_moment(standing, request, look, held)
        return prepared if prepared is not None and prepared.line != ASK else None

    def passed_over(action: ScriptAction) -> None:
        tell(f"goes on with a line that says `anyway`: {_why(request, action, held)}")

    if slot in standing.scripts and request.kind not in standing.reactions:
        return _by_script(standing, request, slot, look, held, passed_over, tell)
    policy = standing.reactions.get(request.kind)
    if policy is None and request.kind in reaction_kinds:
        policy = standing.reactions.get(DEFAULT)
    if policy is None:
        return None

    def meant(line: str) -> str | None:
        return (pick or choose)(request, line, held)

    try:
        action, line = _carried_on(read(policy), Cursor(), look, meant, passed_over)
    except BadScript as gone:  # it looked at what was its side's to see, and is no longer
        tell(f"stops, and you are asked: {gone}")
        return None
    if line is None and policy.strip().lower() != ASK:
        tell(_stop_words(request, action, held))
    return Prepared(line, "policy", action.text) if line else None


def _by_script(
    standing: StandingOrders,
    request: Request,
    slot: str,
    look: Look,
    held: Collection[str],
    passed_over: Callable[[ScriptAction], None],
    tell: Callable[[str], None],
) -> Prepared | None:
    """The next line of the script of a Plan card; None if the script stops here, and it is removed then.

    A script has whole order lines, so what looks like one has to be the very line (`exact`); a policy may name a few
    words of it.
    """

    def meant(line: str) -> str | None:
        return choose(request, line, held, exact=True)

    script = standing.scripts[slot]
    try:
        statements = read(script)
        cursor = standing.cursors.setdefault(slot, Cursor())
        action, line = _carried_on(statements, cursor, look, meant, passed_over)
    except BadScript as gone:
        statements, action, line = (), ScriptAction(ASK, script, 0, str(gone)), None
    if line is not None:
        return Prepared(line, "script", action.text)
    tell(_stop_words(request, action, held) + _undone(statements, action))
    # Asked, at its end or illegal by now: the script is over, never guess.
    standing.scripts.pop(slot)
    standing.cursors.pop(slot, None)
    return None


def _carried_on(
    statements: Sequence[ScriptLine],
    cursor: Cursor,
    look: Look,
    means: Callable[[str], str | None],
    passed_over: Callable[[ScriptAction], None],
) -> tuple[ScriptAction, str | None]:
    """The next step and the line it `means`; past one that cannot be carried out only to a line behind it
    that says `anyway`."""
    while True:
        now = next_action(statements, cursor, look)
        line = means(now.line)
        if line is not None or now.line == ASK or not resume(statements, cursor, now.at):
            return now, line
        passed_over(now)


def _stop_words(request: Request, now: ScriptAction, held: Collection[str]) -> str:
    """That a script or policy gives no line at this step, and why."""
    return f"stops, and you are asked: {_why(request, now, held).removesuffix('.')}."


def _why(request: Request, now: ScriptAction, held: Collection[str]) -> str:
    if not now.text:
        return "it is at its end"
    if now.line == ASK:
        return now.why if now.why != ASK_STANDS else f"`{now.text}` says so"
    try:
        line = match(request, now.line, held=held)
    except IllegalOrder as error:
        return str(error)
    option = option_of(request, line)
    return f"`{line}` is not possible: {option.against(held) if option else 'not offered'}"


def _undone(statements: Sequence[ScriptLine], now: ScriptAction) -> str:
    """What a script that stops leaves undone, as it was written."""
    undone = [one.text for one in statements[now.at :] if one.line != ASK] if now.text else []
    return f" Not carried out: {'; '.join(f'`{text}`' for text in undone)}." if undone else ""


def at_moment(
    standing: StandingOrders,
    request: Request,
    look: Look,
    held: Collection[str],
    declined: bool = False,
) -> Prepared | None:
    """What a policy says at a moment, at which nobody waits for an answer: `ask`, so that its side is asked, or a
    line that is possible; None where it says nothing.

    Where several sides may act at once, a moment is put twice (`request.When`): at first only who wants to be asked
    counts (`asks`), and then only lines (`says`).

    Unlike at a question every statement has its turn, and a policy that is missing or at its end means nothing:
    `default` is not for moments. Whether `ask` (`ask y20`: as long as that card could be played) stops the game
    depends on what all can see, never on what is held.

    Args:
        declined: the side has been asked so in this step already, and wanted nothing.
    """
    policy = standing.reactions.get(request.kind)
    statements, cursor = read(policy or ""), Cursor()
    while True:
        action = next_action(statements, cursor, look)
        if not action.text or action.line == PASS or action.cannot_tell:
            return None
        word, *cards = action.line.lower().split()
        if word == ASK:
            if request.moment != "says" and not declined and _could_play(request, cards):
                return Prepared(ASK, "policy", action.text)
            if action.rung:
                return None
        elif (line := choose(request, action.line, held)) is not None:
            idle = any(option.line == line and option.passes for option in request.options)
            return (
                None if idle or request.moment == "asks" else Prepared(line, "policy", action.text)
            )
        cursor.at, cursor.times = action.at + 1, 0


def _could_play(request: Request, cards: Sequence[str]) -> bool:
    """Could the side play one of these cards now, or any card if none is named, as far as all can see?

    A hand that all know has these cards; one that is hidden (an unknown card is "") could have each.
    """
    public_hand = cards_in(request.slots, {})
    offered = {
        option.shows.lower()
        for option in request.options
        if not option.passes and ("" in public_hand or option.possible(public_hand))
    }
    return bool(offered & set(cards) if cards else offered)


def choose(
    request: Request, prepared_line: str, held: Collection[str], exact: bool = False
) -> str | None:
    """The legal line that a prepared one means: of several with commas between, the first possible.

    A whole order line is matched as if typed; else (not in a script) the first option that has all
    the words, so that `militia, retinue` answers whose Hit it is. None if nothing fits.
    """
    possible = request.menu.possible(held)
    whole = exact and ":" in prepared_line
    for alternative in [prepared_line] if whole else _alternatives(request, prepared_line):
        text = alternative.strip()
        if text.lower() == ASK:
            return None
        if text.lower() == PASS:
            line = passing(possible)
        else:
            line = _typed(request, text, held, exact)
            if line is None and not exact:
                # A lone Lord is all there are: `flee all` then means that he flees.
                alone = re.sub(r"(?i)(?<!with)\s+all\Z|\Aall\s+", "", text)
                line = containing(possible, text) or containing(possible, alone)
        if line is not None:
            return line
    return None


def line_ordered(request: Request, now: ScriptAction) -> str | None:
    """The line that a step of an order means: as typed, or the offered one for `pass`; None to ask.

    It hangs on nothing hidden: who checks the log must find the same line.
    """
    if now.line == ASK:
        return None
    return passing(request.options) or PASS if now.line == PASS else now.line


def passing(options: Collection[Option]) -> str | None:
    """The first offered line that means "nothing (more)"; `wait` only where there is no other."""
    idle = sorted((o.line for o in options if o.passes), key=lambda line: line == NOT_NOW)
    return idle[0] if idle else None


def _alternatives(request: Request, text: str) -> list[str]:
    """The answers between the commas; a comma in a name, as in `Richard, Duke of York`, parts nothing."""
    if "," in text:
        for names in request.short_forms().values():
            for name in names.split(" / ") if "," in names else ():
                plain = name.replace(",", "")
                text = re.sub(rf"(?i)\b{re.escape(name)}", plain, text)
    return text.split(",")


def _typed(request: Request, text: str, held: Collection[str], exact: bool) -> str | None:
    if request.stack is not None:
        return None
    lines = readings(request, text)
    if not lines and (exact or ":" in text):
        lines = hinted(request, text, short=exact)
    if len(lines) != 1:
        return None
    fits = any(o.covers(lines[0]) and o.possible(held) for o in request.options)
    return lines[0] if fits else None


def containing(options: Collection[Option], text: str) -> str | None:
    """The first offered line that has all these words, by their beginnings, each as often as it stands here."""
    everybody = squash(text).endswith("withall")
    typed = text.lower().replace(":", " ").removesuffix("with all").split()
    words = [word for word in map(squash, typed) if word]
    for option in options:
        line_words = ([*map(squash, option.line.replace(":", " ").split())], words_of(option.line))
        if words and all(_has(line_words, word, words.count(word)) for word in words):
            group = f" with {' '.join(option.group)}" if everybody and option.group else ""
            return option.line + group
    return None


def _has(line_words: Collection[Sequence[str]], word: str, times: int) -> bool:
    return any(sum(has.startswith(word) for has in words) >= times for words in line_words)


def check(standing: StandingOrders, kinds: Collection[str], look: Look) -> None:
    """Refuse what can never work: unknown kinds, unreadable statements, terms one may not look at.

    Raises:
        BadScript: naming the statement and why.
    """
    for kind, policy in standing.reactions.items():
        if kind != DEFAULT and kind not in kinds:
            near = nearest(kind, sorted(kinds))
            meant = f"did you mean `{near[0]}`? " if near else ""
            raise BadScript(
                text=f"{kind} = ...", why=f"{meant}known kinds: {', '.join(sorted(kinds))}"
            )
        if kind == DEFAULT and policy not in (ASK, PASS):
            raise BadScript(text=f"default = {policy}", why="it is `ask` or `pass`")
    texts: Mapping[str, str] = {**standing.reactions, **standing.scripts}
    terms = list(dict.fromkeys(term for text in texts.values() for term in Script(text).terms))
    if len(terms) > MOST_TERMS:
        why = f"all scripts and policies together look at {len(terms)} things, at most {MOST_TERMS}"
        raise BadScript(text=" ".join(terms[0]), why=why)
    for term in terms:
        look(term)
