"""All words of a game's order lines: whether what is written for later can be a line at all.

A line for a question that is not open yet cannot be matched against a menu. But a word that no line of
the game ever has is a slip, and can be told when it is written.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from pbem.engine.decision import Decision, Stacked
from pbem.engine.notation import EVERYBODY, nearest_word, squash, words_of
from pbem.engine.policies import answers_of
from pbem.engine.ruleset import RuleSet
from pbem.engine.scenarios import starting_state
from pbem.engine.script import ASK, PASS, read
from pbem.engine.standing import DEFAULT, StandingOrders
from pbem.engine.table import Table
from pbem.errors import BadScript
from pbem.patterns import Pattern

ALWAYS = ("with", "and", "all", *EVERYBODY, ASK, PASS)
SEALED_ALONE = "it is sealed card by card, in an email of its own"
NUMBER = Pattern(r"\+?[0-9]+|\*")


def vocabulary(rules: RuleSet[Any]) -> frozenset[str]:
    """The words: fixed ones, those of enumerations, names of pieces, places and cards, and their parts."""
    state = starting_state(rules, next(iter(rules.scenarios())), {})
    spaces = rules.picture(rules.secrets.veil(state, "public"), "public").spaces
    forms = short_forms(rules)
    spelled = {*ALWAYS, *rules.words.names(), *forms, *forms.values()}
    spelled |= {space.id for space in spaces}
    for kind in kinds(rules):
        notation = kind.notation
        for part in notation.parts:
            spelled |= {part.before, part.after}
        for field in notation.fields.values():
            spelled |= set(field.kind.words)
    texts = (text for name in spelled for text in (name, *name.replace("/", " ").split()))
    return frozenset(word for text in texts for word in (squash(text), *words_of(text)))


def short_forms(rules: RuleSet[Any]) -> Mapping[str, str]:
    """What players call words of order lines: pieces and places as they are printed, and what `card_names` has;
    several names of one have ` / ` between. Read where a line is a short form."""
    printed = {id: " / ".join(rules.words.spellings(id)) for id in rules.words.names()}
    return {**printed, **card_names(rules)}


def card_names(rules: RuleSet[Any]) -> Mapping[str, str]:
    """What players call cards, by their names, and words of the table `called` of `words.toml`."""
    names = {card.id.lower(): card.names for card in rules.cards()}
    return {**names, **rules.data.table("words").get("called", {})}


@cache
def kinds(rules: RuleSet[Any]) -> tuple[type[Decision], ...]:
    """Every kind of decision of a game."""
    state = starting_state(rules, next(iter(rules.scenarios())), {})
    # Who makes a step has loaded the rules; of one with an owner's data only what it runs is ever closed.
    step = getattr(rules.step, "__wrapped__", rules.step)
    step(Table(state)).close()
    package = type(rules).__module__.rpartition(".")[0]
    return tuple(kind for kind in _below(Decision) if kind.__module__.startswith(f"{package}."))


@cache
def stack_verbs(rules: RuleSet[Any]) -> frozenset[str]:
    """First words that only a secret stack has: `plan`."""
    stacks = {kind.notation.begins[0] for kind in kinds(rules) if issubclass(kind, Stacked)}
    others = {kind.notation.begins[0] for kind in kinds(rules) if not issubclass(kind, Stacked)}
    return frozenset(stacks - others)


def is_stack(rules: RuleSet[Any], line: str) -> bool:
    """Does an order line give a secret stack, which can only be an order of its own?"""
    return "".join(words_of(line)[:1]) in stack_verbs(rules)


def answering(rules: RuleSet[Any], kind: str) -> tuple[type[Decision], ...]:
    """The kinds of decision that answer a reaction, as far as the game tells; else all of them."""
    names, every = answers_of(rules).get(kind), kinds(rules)
    if names is None:
        return every
    return tuple(one for one in every if any(base.__name__ in names for base in one.__mro__))


def _below(kind: type[Decision]) -> Iterator[type[Decision]]:
    for more in kind.__subclasses__():
        if "notation" in vars(more):
            yield more
        yield from _below(more)


def unknown(known: frozenset[str], line: str) -> str:
    """The first word of a line that no line of a game with this vocabulary has, with what may be meant; "" if
    there is none."""
    word = first_unknown(known, line)
    return f"no order line of this game has a word `{word}`{_near(word, known)}" if word else ""


def first_unknown(known: frozenset[str], line: str) -> str:
    """The first word of a line that no line of a game with this vocabulary has; "" if there is none."""
    typed = [word for word in words_of(line) if not NUMBER.compiled.fullmatch(word)]
    return next((word for word in typed if not any(has.startswith(word) for has in known)), "")


def _near(word: str, known: frozenset[str]) -> str:
    near = nearest_word(word, known)
    return f". Did you mean `{near}`?" if near else ""


def check_words(rules: RuleSet[Any], standing: StandingOrders) -> None:
    """Refuse scripts and policies that have words of no order line, or a secret stack. Raises BadScript."""
    policies = {kind: text for kind, text in standing.reactions.items() if kind != DEFAULT}
    check_lines(rules, (*policies.values(), *standing.scripts.values()))


def check_lines(rules: RuleSet[Any], texts: Sequence[str]) -> None:
    """Refuse lines for later that have words of no order line, or a secret stack. Raises BadScript."""
    words_known = vocabulary(rules) if texts else frozenset()
    for text in texts:
        for statement in read(text):
            if statement.alarm is not None:
                continue
            why = unknown(words_known, statement.line)
            if not why and is_stack(rules, statement.line):
                why = f"{SEALED_ALONE}, so no line prepared for later can answer it"
            if why:
                raise BadScript(text=statement.text, why=why)
