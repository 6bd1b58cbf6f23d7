"""Reading what a player typed against what is legal.

Names match without case, by unique prefix, with or without punctuation. Who acts, the verb and what
comes last may be left out where one legal line is left. What cannot be read is refused with the
reason, the rule and the nearest legal lines.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, partial

from pbem.engine.request import Option, Request
from pbem.engine.stack import Stack
from pbem.errors import AmbiguousOrder, IllegalOrder, UnknownWord

SHOWN = 8
EVERYBODY = ("all", "everybody", "everyone")
UNKNOWN_HAND = ("",)
"""The cards of a hand of which nothing is known here."""
MOST_CHARACTERS = 600
"""Of an order line; the longest of a menu, with its whole group, has less than half."""
_WITH = re.compile(r" with ", re.IGNORECASE)
_MORE = re.compile(r" \+\d+(?= |\Z)")


def words_of(text: str) -> list[str]:
    """Lower-case words of a line; punctuation and the colon separate, `+1` stays a word."""
    return list(_words(text))


@lru_cache(maxsize=4096)
def _words(text: str) -> tuple[str, ...]:
    """Menus come again and again with the same lines."""
    return tuple(re.findall(r"\+?[a-z0-9]+|\*", text.lower().replace("'", "").replace("’", "")))


def squash(text: str) -> str:
    return "".join(_words(text))


def _fits(typed: Sequence[str], wanted: Sequence[str]) -> bool:
    """Does a typed word list abbreviate `wanted`, whose words may have parts (`st_albans`)?"""
    if not wanted:
        return not typed
    if not typed:
        return False
    parts = words_of(wanted[0])
    if "".join(parts).startswith(typed[0]) and _fits(typed[1:], wanted[1:]):
        return True
    several = min(len(parts), len(typed))
    return any(
        all(part.startswith(word) for word, part in zip(typed[:n], parts, strict=False))
        and _fits(typed[n:], wanted[1:])
        for n in range(2, several + 1)
    )


def _candidates(typed: str, lines: Iterable[str]) -> list[str]:
    lines = list(lines)
    exact = [line for line in lines if squash(line) == squash(typed)]
    if exact:
        return exact[:1]
    words = words_of(typed)
    return [line for line in lines if _fits(words, line.replace(":", "").split())]


def _with_group(typed: str, option: Option, fits: Callable[[str, Option], bool]) -> list[str]:
    """Lines of an option whose group the player spelled after `with`, in any order."""
    head, _, tail = typed.partition(" with ")
    if not fits(head, option):
        return []
    if squash(tail) in EVERYBODY and option.limit == len(option.group):
        return [" with ".join(filter(None, [option.line, " ".join(option.group)]))]
    chosen = named(tail, option.group)
    if not chosen or len(chosen) > option.limit:
        return []
    return [f"{option.line} with {' '.join(n for n in option.group if n in chosen)}"]


def _spelled(typed: str, option: Option) -> bool:
    return bool(_candidates(typed, [option.line]))


def _shortened(called: Mapping[str, str], typed: str, option: Option) -> bool:
    """Is it the option's line with words left out, none of which costs more or changes what is done?"""
    who, colon, _ = option.line.partition(":")
    by, said, rest = typed.partition(":")
    if said and not (colon and _fits(words_of(by), [who])):
        return False
    line = option.line[len(who) + 1 :] if said else option.line.replace(":", "", 1)
    return _hints(words_of(rest if said else typed), line.split(), option.must, called)


def _hints(
    typed: Sequence[str], wanted: Sequence[str], must: Sequence[str], called: Mapping[str, str]
) -> bool:
    if not wanted or not typed:
        return not typed and not set(wanted) & set(must)
    for n in _taken(typed, wanted[0], called.get(wanted[0], "")):
        if _hints(typed[n:], wanted[1:], must, called):
            return True
    return wanted[0] not in must and _hints(typed, wanted[1:], must, called)


def _taken(typed: Sequence[str], word: str, name: str) -> Iterator[int]:
    """How many of the typed words may stand for a word of a line, or for words of its name."""
    parts = words_of(word)
    for n in range(1, len(typed) + 1):
        if "".join(parts).startswith("".join(typed[:n])) or _fits(typed[:n], [word]):
            yield n
        elif not fits_name(typed[:n], name):
            return
        else:
            yield n


def fits_name(typed: Sequence[str], name: str) -> bool:
    """Do typed words begin words of a name, in its order?"""
    left = iter(words_of(name))
    return all(any(part.startswith(word) for part in left) for word in typed)


def named(tail: str, group: Sequence[str]) -> set[str]:
    """Those of a group whom `tail` names; nobody if it says something else."""
    if squash(tail) in EVERYBODY:
        return set(group)
    chosen: set[str] = set()
    rest = words_of(tail.replace(" and ", " "))
    while rest:
        for length in range(min(4, len(rest)), 0, -1):
            found = [name for name in group if squash(name).startswith("".join(rest[:length]))]
            if len(found) == 1 or (found and squash(found[0]) == "".join(rest[:length])):
                chosen.add(found[0])
                rest = rest[length:]
                break
        else:
            return set()
    return chosen


def _too_many(typed: str, options: Iterable[Option]) -> str:
    """The reason if more were named after `with` than may go along, else ""."""
    head, _, tail = typed.partition(" with ")
    for option in options:
        if tail and _candidates(head, [option.line]):
            count = len(named(tail, option.group))
            if count > option.limit:
                why = f"you name {count} after `with`, and at most {option.limit} may go along"
                return f"{why} ({option.rule})" if option.rule else why
    return ""


def match(
    request: Request, typed: str, where: str = "", held: Collection[str] = UNKNOWN_HAND
) -> str:
    """The one legal order line that `typed` means.

    Args:
        where: put before the line in errors, such as `line 3: `.
        held: the side's secret cards, on its own machine alone: what they do not allow is neither meant nor
            named then. Who else reads a line reads it as for any hand.

    Raises:
        UnknownWord: nothing like it is possible here.
        AmbiguousOrder: it fits several legal lines.
        IllegalOrder: it is understood, and a rule forbids it.
    """
    typed = " ".join(typed.split())
    if len(typed) > MOST_CHARACTERS:
        why = f"it has {len(typed)} characters, and an order line has at most {MOST_CHARACTERS}"
        raise UnknownWord(where=where, line=f"{typed[:60]} ...", reason=why, instead="")
    if request.stack is not None:
        return " ".join((request.stack.verb, *stacked(request.stack, typed, where)))
    if option_of(request, typed) is not None:  # as every replay has it
        return _held(request, typed, typed, where, held)
    typed = _WITH.sub(" with ", typed)
    found = _holdable(request, readings(request, typed), held)
    if len(found) == 1:
        return _held(request, found[0], typed, where, held)
    if found:
        raise AmbiguousOrder(where=where, line=typed, reason="", instead=_listed(found))
    reason = _too_many(typed, request.options)
    head, _, tail = typed.partition(" with ")
    barred = request.menu.barred
    for form in (typed, *(f"{head} with {word}" for word in words_of(tail)), head):
        fitting = _candidates(form, barred)
        reason = reason or (barred[fitting[0]] if fitting else "")
    if reason:
        instead = _instead(request, typed, held)
        raise IllegalOrder(where=where, line=typed, reason=reason, instead=instead)
    found = _holdable(request, _meant(request, typed, _short(request)), held)
    if len(found) == 1:
        return _held(request, found[0], typed, where, held)
    if found:
        raise AmbiguousOrder(where=where, line=typed, reason="", instead=_listed(found))
    raise UnknownWord(
        where=where,
        line=typed,
        reason=f"that is no answer to the question now open: {request.cited}",
        instead=_instead(request, typed, held),
    )


def _held(request: Request, line: str, typed: str, where: str, held: Collection[str]) -> str:
    """The line, if the cards held allow it. Raises IllegalOrder."""
    option = None if "" in held else option_of(request, line)
    if option is not None and (against := option.against(held)):
        why, instead = option.because(against), _instead(request, typed, held)
        raise IllegalOrder(where=where, line=line, reason=why, instead=instead)
    return line


def _holdable(request: Request, lines: list[str], held: Collection[str]) -> list[str]:
    """Of several lines those that the cards held allow; all of them if they allow none."""
    if "" in held or len(lines) < 2:
        return lines
    options = [(line, option_of(request, line)) for line in lines]
    return [line for line, o in options if o is not None and not o.against(held)] or lines


def option_of(request: Request, line: str) -> Option | None:
    """The option that a canonical line is of, found along its own branch; None if there is none."""
    if request.answers is None:
        return next((option for option in request.options if option.covers(line)), None)
    for value in request.readings(line):
        if (option := request.branch(value)) is not None:
            return option
    return None


def readings(request: Request, typed: str) -> list[str]:
    """The legal lines that `typed` spells: one if it is clear, none if it is nothing."""
    typed = _WITH.sub(" with ", typed)
    if " with " in typed:
        head = squash(typed.partition(" with ")[0])
        grouped = [o for o in request.options if o.group]
        grouped = [o for o in grouped if squash(o.line) == head] or grouped
        found = [line for o in grouped for line in _with_group(typed, o, _spelled)]
        if found:
            return found
        alone, _, tail = typed.partition(" with ")
        if squash(tail) in EVERYBODY:  # where nobody is there who could come along, all are nobody
            lines = _candidates(alone, (o.line for o in request.options if not o.group))
            barred = lines and request.menu.barred
            return [one for one in lines if not any(b.startswith(f"{one} with ") for b in barred)]
    return _candidates(typed, (o.line for o in request.options))


def hinted(request: Request, typed: str) -> list[str]:
    """The legal lines that `typed`, which spells none, can mean as a short form; none where it spells
    a line that a rule forbids."""
    if _candidates(typed, request.menu.barred):
        return []
    return _meant(request, _WITH.sub(" with ", typed), _short(request))


def _short(request: Request) -> Callable[[str, Option], bool]:
    return partial(_shortened, request.called())


def _meant(request: Request, typed: str, fits: Callable[[str, Option], bool]) -> list[str]:
    if " with " in typed:
        return [line for o in request.options if o.group for line in _with_group(typed, o, fits)]
    return [option.line for option in request.options if fits(typed, option)]


def _listed(lines: Sequence[str]) -> str:
    more = f"; and {len(lines) - SHOWN} more" if len(lines) > SHOWN else ""
    return "; ".join(lines[:SHOWN]) + more


def _instead(request: Request, typed: str, held: Collection[str]) -> str:
    legal = [option.display() for option in request.options if not option.against(held)]
    near = _near(typed, legal)
    if near:
        return "Did you mean: " + "; ".join(near) + "?"
    plain = [
        line for line in legal if _MORE.sub("", line) == line or _MORE.sub("", line) not in legal
    ]
    shown = "; ".join(plain[:SHOWN])
    return f"Possible: {shown}" + (
        f"; and {len(legal) - SHOWN} more." if len(plain) > SHOWN else "."
    )


def _near(typed: str, legal: list[str], most: int = 3) -> list[str]:
    """Lines spelled like it; else what others may do of the same, else what this one may do."""
    near = difflib.get_close_matches(typed.lower(), legal, n=most, cutoff=0.6)
    if near:
        return near
    actor, colon, rest = typed.lower().partition(":")
    if not colon:
        return []
    same = [line for line in legal if line.partition(": ")[2] == rest.strip()]
    return (same or [line for line in legal if line.partition(":")[0] == actor.strip()])[:most]


def stacked(stack: Stack, typed: str, where: str = "") -> tuple[str, ...]:
    """The cards that `plan march warwick pass` names, spelled out; with or without the verb.

    Raises UnknownWord, IllegalOrder.
    """
    words = words_of(typed)
    if words and words[0] == stack.verb:
        typed = typed[len(stack.verb) :].lstrip(" :=")
    cards: list[str] = []
    rest = words_of(typed)
    while rest:
        for length in range(min(4, len(rest)), 0, -1):
            text = "".join(rest[:length])
            exact = [name for name in stack.limits if squash(name) == text]
            found = exact or [n for n in stack.limits if squash(n).startswith(text)]
            if len(found) == 1:
                cards.append(found[0])
                rest = rest[length:]
                break
        else:
            near = [n for n in stack.limits if squash(n).startswith(rest[0])]
            near = near or _near(rest[0], list(stack.limits))
            raise UnknownWord(
                where=where,
                line=rest[0],
                reason="no such card in this stack",
                instead="Cards: " + ", ".join(near or stack.limits) + ".",
            )
    if len(cards) != stack.size:
        raise IllegalOrder(
            where=where,
            line=typed,
            reason=f"the stack has {len(cards)} {'card' if len(cards) == 1 else 'cards'} "
            f"and needs exactly {stack.size}",
            instead="",
        )
    for name, limit in stack.limits.items():
        if 0 <= limit < cards.count(name):
            raise IllegalOrder(
                where=where,
                line=typed,
                reason=f"{name} appears {cards.count(name)} times, and there are only {limit} such cards",
                instead="",
            )
    trouble = stack.trouble(tuple(cards)) if stack.trouble is not None else ""
    if trouble:
        raise IllegalOrder(where=where, line=typed, reason=trouble, instead="")
    return tuple(cards)
