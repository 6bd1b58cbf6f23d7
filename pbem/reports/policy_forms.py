"""What a page without a server needs to put policies together: questions, ways to answer, and both in sentences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from msgspec import Struct

from pbem.engine.decision import Decision
from pbem.engine.notation import EVERYBODY
from pbem.engine.policies import policy_words, presets_of
from pbem.engine.script import read
from pbem.errors import BadScript
from pbem.reports.policy_texts import ALWAYS, Answers, own_cards, questions, whose_pieces

if TYPE_CHECKING:
    from pbem.engine.picture import Picture
    from pbem.proof.reader import Reader
    from pbem.reports.order_sentences import Names


class Policies(Struct, frozen=True):
    """The policies of a side, as its page puts them together.

    Attributes:
        now: those in force. `sets`: ready-made ones, each with what it does and its policies.
        groups: headings with kinds of questions, and what each asks.
        forms: kind to the ways to answer it, each as a line, `{lord:own}: battle`, and as a sentence.
        things: what stands for the words behind the colons.
        ready: kind to policies to begin with. `told`: kind to cases of policies in sentences.
        always: what any kind can be answered, with its sentence.
    """

    now: Mapping[str, str]
    sets: Mapping[str, tuple[str, Mapping[str, str]]]
    groups: tuple[tuple[str, Mapping[str, str]], ...]
    forms: Mapping[str, tuple[tuple[str, str], ...]]
    things: Mapping[str, tuple[str, ...]]
    ready: Mapping[str, tuple[str, ...]]
    told: Mapping[str, Mapping[str, str]]
    always: Mapping[str, str]


def policies(game: Reader, side: str, picture: Picture | None, names: Names) -> Policies:
    """All that the page on which a side writes its policies needs: questions, answers, presets and pieces."""
    rules, policies_now = game.ledger.rules, game.standing_of(side).reactions
    answers = {kind: Answers(names, kind) for kind in game.reactions}
    ready = {kind: tuple(one.ready(game.reactions[kind])) for kind, one in answers.items()}
    own, enemy_pieces = whose_pieces(picture, side)
    presets, preset_words = presets_of(rules), policy_words(rules).presets
    # Of each kind, every policy that the page may show: those to begin with, those in force, and those of the sets.
    texts_shown = {
        kind: (*ready[kind], *(one.get(kind, "") for one in (policies_now, *presets.values())))
        for kind in answers
    }
    return Policies(
        now=dict(policies_now),
        sets={
            name: (preset_words.get(name, ""), dict(policy_set))
            for name, policy_set in presets.items()
        },
        groups=tuple(questions(rules, game.reactions)),
        forms={kind: tuple(_forms(one)) for kind, one in answers.items()},
        things={
            "own": tuple(own),
            "others": tuple(enemy_pieces),
            "place": tuple(names.places),
            "card": tuple(own_cards(rules, side)),
        },
        ready={kind: texts for kind, texts in ready.items() if texts},
        told={kind: case_sentences(one, texts_shown[kind]) for kind, one in answers.items()},
        always=ALWAYS,
    )


def case_sentences(answers: Answers, texts: tuple[str, ...]) -> dict[str, str]:
    """The cases of these policies, each in a sentence."""
    sentences: dict[str, str] = {}
    for text in dict.fromkeys(texts):
        try:
            cases = read(text)
        except BadScript:  # one that a GM's ruling put there
            continue
        sentences |= {one.text: answers.policy(one.text) for one in cases}
    return sentences


def _forms(answers: Answers) -> Iterator[tuple[str, str]]:
    """The ways to answer, the shorter first: without what may be left out, and with it where that is one word or all
    who can."""
    for form in answers.forms:
        line, sentence = _line(answers, form), _said(answers, form)
        yield line, sentence
        for part in form.notation.parts:
            if part.flag:
                yield f"{line}{part.before}", f"{sentence} {part.before.strip()}"
            elif part.field == form.notation.subset and part.field:
                yield f"{line} with {EVERYBODY[0]}", f"{sentence} with all who can"


def _line(answers: Answers, form: type[Decision]) -> str:
    """`{lord:own}: battle`"""
    pattern = ""
    for part in form.notation.parts:
        if part.optional:
            continue
        gap = f"{{{part.field}:{_of(answers, form, part.field)}}}" if part.field else ""
        pattern += f"{part.before}{gap}{part.after}"
    return pattern


def _of(answers: Answers, form: type[Decision], name: str) -> str:
    """What can stand in a field: a list of things, or words with `|` between."""
    kind = form.notation.fields[name].kind
    if kind.words or kind.name != "piece":
        return "|".join(kind.words) or kind.name
    whose = answers.whose(name)
    return whose if isinstance(whose, str) else "|".join(whose)


def _said(answers: Answers, form: type[Decision]) -> str:
    """`{lord}: give battle`"""
    certain = {part.field for part in form.notation.parts if part.field and not part.optional}
    sentence = ""
    for piece in answers.pieces(form):
        if not piece.field or piece.field in certain:
            sentence += piece.text + (f"{{{piece.field}}}{piece.after}" if piece.field else "")
        else:
            sentence += answers.without(piece)
    return " ".join(sentence.split())
