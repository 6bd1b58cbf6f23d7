"""Reading what a player typed against what is legal.

Words match without case, by unique prefix, with or without punctuation; so do whole names of pieces, places and
cards as they are printed, and a name that is also another's word is asked back about. Who acts, the verb and what
comes last may be left out where one legal line is left. What cannot be read is refused with the
reason, the rule and the nearest legal lines.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from types import MappingProxyType

from pbem.engine.request import Option, Request
from pbem.engine.stack import Stack
from pbem.errors import AmbiguousOrder, IllegalOrder, UnknownWord
from pbem.misread import likeness
from pbem.patterns import Pattern

SHOWN = 8
EVERYBODY = ("all", "everybody", "everyone")
UNKNOWN_HAND = ("",)
"""The cards of a hand of which nothing is known here."""
MOST_CHARACTERS = 600
"""Of an order line; the longest of a menu, with its whole group, has less than half."""
ALIKE = 0.7
"""Words that are less alike than this are different words."""
SWAPPED = 0.95
MOST_EXTRA = 2
"""Words of a typed line that may be too many."""
MOST_NAMED = 8
"""Words of a name."""
NO_NAMES: Mapping[str, str] = MappingProxyType({})
MOST_TYPED = 12
"""Words of a typed line that is looked at: a longer one is no slip."""
_WITH = Pattern(r" with ", re.IGNORECASE)
_MORE = Pattern(r" \+\d+(?= |\Z)")


def words_of(text: str) -> list[str]:
    """Lower-case words of a line; punctuation and the colon separate, `+1` stays a word."""
    return list(_words(text))


@lru_cache(maxsize=4096)
def _words(text: str) -> tuple[str, ...]:
    """Menus come again and again with the same lines."""
    return tuple(re.findall(r"\+?[a-z0-9]+|\*", text.lower().replace("'", "").replace("’", "")))


def squash(text: str) -> str:
    return "".join(_words(text))


def _fits(typed: Sequence[str], words: Sequence[str]) -> bool:
    """Does a typed word list abbreviate `words`, whose words may have parts (`st_albans`)?"""
    if not words:
        return not typed
    if not typed:
        return False
    parts = words_of(words[0])
    if "".join(parts).startswith(typed[0]) and _fits(typed[1:], words[1:]):
        return True
    several = min(len(parts), len(typed))
    return any(
        all(part.startswith(word) for word, part in zip(typed[:n], parts, strict=False))
        and _fits(typed[n:], words[1:])
        for n in range(2, several + 1)
    )


def _candidates(typed: str, lines: Iterable[str]) -> list[str]:
    lines = list(lines)
    exact = [line for line in lines if squash(line) == squash(typed)]
    if exact:
        return exact[:1]
    words = words_of(typed)
    return [line for line in lines if _fits(words, line.replace(":", "").split())]


def _with_group(
    typed: str,
    option: Option,
    fits: Callable[[str, Option], bool],
    names: Mapping[str, str] = NO_NAMES,
) -> list[str]:
    """Lines of an option whose group the player spelled after `with`, in any order."""
    head, _, tail = typed.partition(" with ")
    if not fits(head, option):
        return []
    if squash(tail) in EVERYBODY and option.limit == len(option.group):
        return [" with ".join(filter(None, [option.line, " ".join(option.group)]))]
    members = named(tail, option.group, names)
    if not members or len(members) > option.limit:
        return []
    return [f"{option.line} with {' '.join(n for n in option.group if n in members)}"]


def _spelled(typed: str, option: Option) -> bool:
    return bool(_candidates(typed, [option.line]))


def _shortened(names: Mapping[str, str], typed: str, option: Option) -> bool:
    """Is it the option's line with words left out, none of which costs more or changes what is done?"""
    who, colon, _ = option.line.partition(":")
    by, colon_typed, rest = typed.partition(":")
    typed_who = words_of(by)
    if colon_typed and not (
        colon
        and typed_who
        and (_fits(typed_who, [who]) or fits_name(typed_who, names.get(who, "")))
    ):
        return False
    line = option.line[len(who) + 1 :] if colon_typed else option.line.replace(":", "", 1)
    return _hints(words_of(rest if colon_typed else typed), line.split(), option.must, names)


def _hints(
    typed: Sequence[str], words: Sequence[str], must: Sequence[str], names: Mapping[str, str]
) -> bool:
    if not words or not typed:
        return not typed and not set(words) & set(must)
    for n in _taken(typed, words[0], names.get(words[0], "")):
        if _hints(typed[n:], words[1:], must, names):
            return True
    return words[0] not in must and _hints(typed, words[1:], must, names)


def _named_in_full(names: Mapping[str, str], typed: str, option: Option) -> bool:
    """Is it the option's line with nothing left out, each word of it whole or called by a whole name?"""
    return _covers(words_of(typed), option.line.replace(":", "", 1).split(), names)


def _covers(typed: Sequence[str], words: Sequence[str], names: Mapping[str, str]) -> bool:
    if not words:
        return not typed
    word, *rest = words
    texts = ("".join(typed[:n]) for n in range(1, min(MOST_NAMED, len(typed)) + 1))
    return any(
        (text == squash(word) or _is_name(text, names.get(word, "")))
        and _covers(typed[n:], rest, names)
        for n, text in enumerate(texts, 1)
    )


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
    parts_left = iter(words_of(name))
    return all(any(part.startswith(word) for part in parts_left) for word in typed)


def _is_name(text: str, names: str) -> bool:
    """Is a squashed text one of the names that somebody has, with ` / ` between?"""
    return any(squash(name) == text for name in names.split(" / "))


def named(tail: str, group: Sequence[str], names: Mapping[str, str] = NO_NAMES) -> set[str]:
    """Those of a group whom `tail` names, by their words or their whole `names`; nobody if it says something else."""
    if squash(tail) in EVERYBODY:
        return set(group)
    members: set[str] = set()
    words_left = words_of(tail.replace(" and ", " "))
    while words_left:
        for length in range(min(MOST_NAMED, len(words_left)), 0, -1):
            text = "".join(words_left[:length])
            matches = [name for name in group if squash(name).startswith(text)]
            matches = matches or [id for id in group if _is_name(text, names.get(id, ""))]
            if len(matches) == 1 or (matches and squash(matches[0]) == text):
                members.add(matches[0])
                words_left = words_left[length:]
                break
        else:
            return set()
    return members


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
        return " ".join(
            (request.stack.verb, *stacked(request.stack, typed, where, request.short_forms()))
        )
    if option_of(request, typed) is not None:  # as every replay has it
        return _checked_in_hand(request, typed, typed, where, held)
    typed = _WITH.compiled.sub(" with ", typed)
    lines = readings(request, typed)
    if lines or not _candidates(typed, request.menu.barred):
        lines = _fitting(request, typed, _named_in_full) or lines
    lines = _holdable(request, lines, held)
    if len(lines) == 1:
        return _checked_in_hand(request, lines[0], typed, where, held)
    if lines:
        raise AmbiguousOrder(where=where, line=typed, reason="", instead=_line_list(lines))
    reason = _too_many(typed, request.options)
    head, _, tail = typed.partition(" with ")
    barred = request.menu.barred
    for form in (typed, *(f"{head} with {word}" for word in words_of(tail)), head):
        barred_lines = _candidates(form, barred)
        reason = reason or (barred[barred_lines[0]] if barred_lines else "")
    if reason:
        instead = _instead(request, typed, held)
        raise IllegalOrder(where=where, line=typed, reason=reason, instead=instead)
    lines = _holdable(request, _fitting(request, typed, _shortened), held)
    if len(lines) == 1:
        return _checked_in_hand(request, lines[0], typed, where, held)
    if lines:
        raise AmbiguousOrder(where=where, line=typed, reason="", instead=_line_list(lines))
    raise UnknownWord(
        where=where,
        line=typed,
        reason=f"that is no answer now. You are deciding: {request.cited}",
        instead=_instead(request, typed, held),
    )


def _checked_in_hand(
    request: Request, line: str, typed: str, where: str, held: Collection[str]
) -> str:
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


def with_everybody(request: Request, line: str) -> str:
    """A canonical line, `with all` in place of the names where all come along who can: as a player writes it
    who does not know yet who will be there."""
    option = option_of(request, line)
    if option is None or not option.group or line != f"{option.line} with {' '.join(option.group)}":
        return line
    return f"{option.line} with {EVERYBODY[0]}"


def readings(request: Request, typed: str) -> list[str]:
    """The legal lines that `typed` spells: one if it is clear, none if it is nothing."""
    typed = _WITH.compiled.sub(" with ", typed)
    if " with " in typed:
        head = squash(typed.partition(" with ")[0])
        group_options = [option for option in request.options if option.group]
        group_options = [
            option for option in group_options if squash(option.line) == head
        ] or group_options
        spelled_lines = [
            line for option in group_options for line in _with_group(typed, option, _spelled)
        ]
        if spelled_lines:
            return spelled_lines
        alone, _, tail = typed.partition(" with ")
        if squash(tail) in EVERYBODY:  # where nobody is there who could come along, all are nobody
            lines = _candidates(
                alone, (option.line for option in request.options if not option.group)
            )
            barred = lines and request.menu.barred
            return [
                line
                for line in lines
                if not any(other.startswith(f"{line} with ") for other in barred)
            ]
    return _candidates(typed, (option.line for option in request.options))


def hinted(request: Request, typed: str, short: bool = True) -> list[str]:
    """The legal lines that `typed`, which spells none, can mean as a short form; none where it spells
    a line that a rule forbids."""
    if _candidates(typed, request.menu.barred):
        return []
    typed = _WITH.compiled.sub(" with ", typed)
    lines = _fitting(request, typed, _named_in_full)
    return lines or (_fitting(request, typed, _shortened) if short else [])


def _fitting(
    request: Request, typed: str, fits_with: Callable[[Mapping[str, str], str, Option], bool]
) -> list[str]:
    """The legal lines that `typed` fits by what their words are called."""
    names = request.short_forms()
    fits = partial(fits_with, names)
    if " with " in typed:
        some = (option for option in request.options if option.group)
        return [line for option in some for line in _with_group(typed, option, fits, names)]
    return [option.line for option in request.options if fits(typed, option)]


def _line_list(lines: Sequence[str]) -> str:
    more = f"; and {len(lines) - SHOWN} more" if len(lines) > SHOWN else ""
    return "; ".join(lines[:SHOWN]) + more


def _instead(request: Request, typed: str, held: Collection[str]) -> str:
    """One line that may be meant; else the few that there are, or where all of them are listed."""
    legal = [option.line for option in request.options if not option.against(held)]
    if near := suggestion(typed, legal):
        return f"Did you mean `{near}`?"
    plain = [
        line
        for line in legal
        if _MORE.compiled.sub("", line) == line or _MORE.compiled.sub("", line) not in legal
    ]
    deed = _does(typed)
    same = [line for line in plain if deed and _does(line) == deed]
    few = same or plain
    if len(few) <= SHOWN:
        return f"Possible: {'; '.join(few)}."
    return f"`list` or `pbem legal` shows the {len(legal)} lines that are possible."


def _does(line: str) -> list[str]:
    """Who acts and what is done, without its target."""
    return words_of(_MORE.compiled.sub("", line.partition(" with ")[0]))[:-1]


def suggestion(typed: str, legal: Sequence[str]) -> str:
    """The legal line nearest to what was typed; "" if nothing is near, or several lines are as near.

    It has the words misspelled, in another order or with others between; else it is the only line for the same deed
    of another actor, or for the same actor and verb.
    """
    words = words_of(typed)
    if not 0 < len(words) <= MOST_TYPED:
        return ""
    near = sorted(((score, line) for line in legal if (score := _alike(words, line))), reverse=True)
    if near:
        is_tie = len(near) > 1 and near[0][0] == near[1][0]
        return "" if is_tie else near[0][1]
    plain = [line for line in legal if not _MORE.compiled.search(line)]
    actor, colon, deed = typed.lower().partition(":")
    if not colon:
        return ""
    deed_words = words_of(deed)
    by_others = [line for line in plain if words_of(line.partition(": ")[2]) == deed_words]
    if by_others:
        return by_others[0] if len(by_others) == 1 else ""
    to_others = [line for line in plain if _begins(line, actor, deed_words[:1])]
    return to_others[0] if len(to_others) == 1 else ""


def nearest_word(typed: str, known: Iterable[str]) -> str:
    """The known word nearest to a typed one; "" if none is near."""
    near = max(sorted(known), key=lambda word: _likeness(typed, word), default="")
    return near if _likeness(typed, near) >= ALIKE else ""


def _begins(line: str, actor: str, verb: Sequence[str]) -> bool:
    """Is it what somebody of this name, or with this beginning of a name, does with this verb?"""
    who, _, rest = line.partition(": ")
    return squash(who).startswith(squash(actor)) and words_of(rest)[:1] == verb


def _alike(typed: Sequence[str], line: str) -> float:
    """How near a line is to typed words, from 0 (another line) to 1: each of its words is among them, in any order."""
    line_words = words_of(line)
    words_left = list(typed)
    if not line_words or not 0 <= len(words_left) - len(line_words) <= MOST_EXTRA:
        return 0.0
    total = 0.0
    for word in line_words:
        best = max(words_left, key=lambda one: _likeness(one, word), default="")
        if not best or _likeness(best, word) < ALIKE:
            return 0.0
        total += _likeness(best, word)
        words_left.remove(best)
    in_order = [word for word in typed if word not in words_left]
    moved_count = sum(
        _likeness(own, word) < ALIKE for own, word in zip(in_order, line_words, strict=False)
    )
    return total / len(line_words) - len(words_left) / 10 - moved_count / 100


@lru_cache(maxsize=4096)
def _likeness(typed: str, word: str) -> float:
    """How alike two words are, 0 to 1; numbers are the same or are not. Letters in another order are a likely slip."""
    if typed == word or re.search(r"\d|\*", typed + word):
        return float(typed == word)
    if sorted(typed) == sorted(word):
        return SWAPPED
    return likeness(typed, word)


def stacked(
    stack: Stack, typed: str, where: str = "", names: Mapping[str, str] = NO_NAMES
) -> tuple[str, ...]:
    """The cards that `plan march warwick pass` names, by their words or their whole `names`, spelled out; with or
    without the verb.

    Raises UnknownWord, IllegalOrder.
    """
    words = words_of(typed)
    if words and words[0] == stack.verb:
        typed = typed[len(stack.verb) :].lstrip(" :=")
    cards: list[str] = []
    words_left = words_of(typed)
    while words_left:
        for length in range(min(MOST_NAMED, len(words_left)), 0, -1):
            text = "".join(words_left[:length])
            exact = [name for name in stack.limits if squash(name) == text]
            matches = exact or [n for n in stack.limits if squash(n).startswith(text)]
            matches = matches or [n for n in stack.limits if _is_name(text, names.get(n, ""))]
            if len(matches) == 1:
                cards.append(matches[0])
                words_left = words_left[length:]
                break
        else:
            near = [n for n in stack.limits if squash(n).startswith(words_left[0])]
            near = near or [name for name in (nearest_word(words_left[0], stack.limits),) if name]
            raise UnknownWord(
                where=where,
                line=words_left[0],
                reason="no such card in this stack",
                instead="Cards: " + ", ".join(near or stack.limits) + ".",
            )
    if len(cards) != stack.size:
        raise IllegalOrder(
            where=where,
            line=typed,
            reason=f"the stack has {len(cards)} {'card' if len(cards) == 1 else 'cards'} "
            f"and needs exactly {stack.size}",
            instead="Write all the cards in one line, the top card first.",
        )
    for name, limit in stack.limits.items():
        if 0 <= limit < cards.count(name):
            raise IllegalOrder(
                where=where,
                line=typed,
                reason=f"{name} appears {cards.count(name)} times, and {'once' if limit == 1 else f'{limit} times'} is the most",
                instead="",
            )
    trouble = stack.trouble(tuple(cards)) if stack.trouble is not None else ""
    if trouble:
        raise IllegalOrder(where=where, line=typed, reason=trouble, instead="")
    return tuple(cards)
