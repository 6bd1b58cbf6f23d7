"""`pbem verify` in words: one line that says what was checked and what has to wait, then what to look at."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from pbem.ledger.checks.fields import Rests
from pbem.proof.verdict import Failed, Verdict
from pbem.slots import slot_words
from pbem.version import VERSION

WIDTH = 78


def text(verdict: Verdict, whole: bool = False) -> str:
    """All of it, 78 columns wide, ending in a newline; `whole` as in `sentences`."""
    paragraphs = [line(verdict), *sentences(verdict, whole)]
    return "".join(textwrap.fill(one, WIDTH, subsequent_indent="  ") + "\n" for one in paragraphs)


def line(verdict: Verdict) -> str:
    """One line: what was checked here, then what has to wait for the audit."""
    result_text, waits = checked(verdict), waiting(verdict)
    when = "Can be checked now, by an audit" if verdict.final else "Has to wait for the audit"
    return f"{result_text} {when}: {', '.join(waits)}." if waits else result_text


def checked(verdict: Verdict) -> str:
    """What was checked here, in a sentence or two."""
    entries = _count(verdict.entries, "entry", "entries")
    dice = _count(verdict.dice, "die", "dice")
    if verdict.hidden:
        result_text = (
            f"In order as far as everybody can see: {entries}. Signatures and links are right, numbers of "
            "questions and seals of cards keep their rules"
        )
        result_text += f", and {dice} came up as the links say." if verdict.dice else "."
        return f"{result_text} Nobody but the GM has played the rules."
    return f"In order. {entries} and {dice}, all replayed here."


OPEN = "Your own pbem has played every move again and came to the position that this file shows."
OPEN_DICE = "Each die follows from secret numbers of the players and the GM."
DUEL_DICE = "Each die follows from secret numbers of both players, so neither player could choose or foresee it."
VEILED = "Everything that is public in this game fits together, and each die follows from its secret numbers."
VEILED_NO_DICE = "Everything that is public in this game fits together."
LOOK = "But please read the lines above, and ask the GM about them."
PLAY_ON = "You can play on."
LATER = "Everything that has to wait for the audit is hidden from you while the game goes on. After the end, `pbem audit` checks it."
NOW = "An audit can check everything else now: `pbem audit game.toml`."


def meaning(verdict: Verdict, look: bool = False) -> str:
    """What the verdict means for a player; it claims nothing that `line` does not. `look`: something else needs one."""
    if verdict.hidden:
        sentences_said = [VEILED if verdict.dice else VEILED_NO_DICE]
    else:
        dice = DUEL_DICE if verdict.duel else OPEN_DICE
        sentences_said = [OPEN, dice] if verdict.dice else [OPEN]
    odd = (f.here is False or f.otherwise or (f.again and not f.same) for f in verdict.faults)
    if look or verdict.doubts or verdict.ahead or any(odd):
        sentences_said.append(LOOK)
    elif not verdict.final:
        sentences_said.append(PLAY_ON)
    if waiting(verdict):
        sentences_said.append(NOW if verdict.final else LATER)
    return f"What this means: {' '.join(sentences_said)}"


def waiting(verdict: Verdict) -> list[str]:
    """What this reader did not check, with how much there is of it."""
    if verdict.hidden:
        return [part for part in left_for_audit(verdict).values() if part]
    parts = [
        _some(
            verdict.resting,
            "decision by sealed policies or scripts",
            "decisions by sealed policies or scripts",
        ),
        _some(verdict.shuffles, "shuffle", "shuffles"),
        _some(verdict.dealt, "card dealt in secret", "cards dealt in secret"),
        _some(verdict.proofs, "answer about hidden cards", "answers about hidden cards"),
        _some(
            verdict.unanswered,
            "question that a sealed policy might have answered",
            "questions that sealed policies might have answered",
        ),
        _some(
            sum(fault.here is False and not fault.same for fault in verdict.faults),
            "error of the program that does not happen here",
            "errors of the program that do not happen here",
        ),
    ]
    return [part for part in parts if part]


def left_for_audit(verdict: Verdict) -> dict[Rests, str]:
    """What only the audit can check, where nobody but the GM can play the rules: how much of each; "" for none."""
    yours = "other " if verdict.side else ""
    asked_words = (
        "you were asked everything you" if verdict.side else "all were asked everything they"
    )
    dice = (
        _some(verdict.dice, "die that should fall", "dice that should fall"),
        "that no die was left out",
    )
    questions = (
        _some(verdict.questions, "question with its choices", "questions with their choices"),
        f"that {asked_words} had to be asked",
        "that no policy of yours was passed over" if verdict.side else "",
    )
    cards = (
        _some(verdict.dealt, "card dealt in secret", "cards dealt in secret"),
        _some(verdict.openings, "card turned up", "cards turned up"),
    )
    return {
        Rests.DECISIONS: _some(verdict.resting, f"{yours}decision", f"{yours}decisions"),
        Rests.DICE: ", ".join(part for part in dice if part),
        Rests.QUESTIONS: ", ".join(part for part in questions if part),
        Rests.SHUFFLES: _some(verdict.shuffles, "shuffle", "shuffles"),
        Rests.CARDS: ", ".join(part for part in cards if part),
        Rests.ANSWERS: _some(
            verdict.proofs, "answer about hidden cards", "answers about hidden cards"
        ),
        Rests.LINES: _some(verdict.ended, "order that ended early", "orders that ended early"),
        Rests.FAULTS: _some(len(verdict.faults), "error of the program", "errors of the program"),
        Rests.POSITION: _some(verdict.entries, "position", "positions"),
        Rests.RESULT: "that the game is over" if verdict.over else "",
        Rests.STORIES: "what other players were told" if verdict.side else "what players were told",
        Rests.WORDS: "every sentence of stories and menus",
    }


def sentences(verdict: Verdict, whole: bool = False) -> Iterator[str]:
    """What else there is to say, most important first.

    Args:
        whole: with each short line, and where a GM and a player together could have chosen.
    """
    yield from _faults(verdict)
    yield from _doubtful(verdict)
    yield from _dice(verdict)
    yield from _own(verdict)
    yield from _word_of_the_gm(verdict, whole)
    yield from _together(verdict, whole)


def _faults(verdict: Verdict) -> Iterator[str]:
    for fault in verdict.faults:
        dice = f"{fault.rolls} die" if fault.rolls == 1 else f"{fault.rolls} dice"
        yield (
            f"Entry {fault.entry}: the GM says that pbem {fault.program} failed ({fault.kind}) after {dice}. "
            + _fails_here(fault)
        )
        if fault.otherwise:
            yield (
                f"Entry {fault.otherwise} rolled other dice than entry {fault.entry}. The ruling `again` would have kept the dice."
            )


def _fails_here(fault: Failed) -> str:
    if fault.here is None:
        text_here = "Nobody but the GM can try this line before the audit."
    else:
        text_here = (
            "The line fails on this computer too."
            if fault.here
            else f"THE LINE DOES NOT FAIL ON THIS COMPUTER (pbem {VERSION})."
        )
    if not fault.again:
        return text_here
    dice = "the same dice" if fault.same else "OTHER DICE OR CARDS"
    return f"{text_here} Entry {fault.again} carried out the line that failed, with {dice}."


def _doubtful(verdict: Verdict) -> Iterator[str]:
    for n, doubt in verdict.doubts:
        yield f"Entry {n}: {doubt}."
    for n in verdict.ahead:
        yield f"Entry {n}: the GM's clock is ahead of yours."
    if verdict.tables_reworded:
        yield (
            "Another version of pbem wrote the tables at the top of the save, so some words differ from "
            f"those of pbem {VERSION}. `pbem report` shows the names and questions in the words of this "
            "version."
        )


def _dice(verdict: Verdict) -> Iterator[str]:
    for row in verdict.unwatched:
        yield (
            f"Entry {row.entry}: {_count(row.dice, 'die', 'dice')} fell without a new secret number from "
            f"{' and '.join(row.sides)} (absent)."
        )
    if verdict.grounds:
        grounds = "; ".join(f"entry {ground.entry}, {ground.what}" for ground in verdict.grounds)
        yield (
            f"These entries changed the dice that followed: {grounds}. If you did not know of one of them, "
            "ask whoever made it."
        )


def _own(verdict: Verdict) -> Iterator[str]:
    """What the reader's own key and copy prove of their side, in sentences; nothing for a reader without a side."""
    side, own_game = verdict.side, verdict.kept
    if not side:
        return
    if verdict.replaced:
        yield (
            f"You played {side} until entry {verdict.replaced}. In that entry another player or another "
            f"key took over. What {side} has done since then is not compared with anything of yours."
        )
    if verdict.duel:
        return
    if not verdict.hidden:
        yield (
            f"With your key: {side}'s decisions by policies and scripts, its cards and its answers about "
            f"hidden cards {'were as you sealed and held them' if verdict.replaced else 'are as you sealed and hold them'}."
        )
        return
    lie = "lay where you last saw them" if verdict.replaced else "lie where you last saw them"
    if verdict.since:
        yield (
            f"You took over or changed your key in entry {verdict.since}. You have only the GM's word for "
            f"where {side}'s hidden cards and pieces lay then."
        )
        lie = f"{lie} since then"
    if not own_game.decisions:
        yield f"With your key: {side} has decided nothing yet. Your hidden cards {lie}."
        return
    parts = [
        _some(
            own_game.exact,
            "is a line that you sealed, word for word",
            "are lines that you sealed, word for word",
        ),
        _some(
            len(own_game.short),
            "is a line that you typed in a short form",
            "are lines that you typed in a short form",
        )
        + _entries_in_brackets([n for n, _, _ in own_game.short]),
        _some(own_game.policies, "is what your policies can say", "are what your policies can say"),
        _some(
            len(own_game.forced),
            "was your only legal line by the GM's word",
            "were your only legal lines by the GM's word",
        )
        + _entries_in_brackets([n for n, _ in own_game.forced]),
        _some(
            len(own_game.ruled),
            "was made for you by the GM or the rules",
            "were made for you by the GM or the rules",
        )
        + _entries_in_brackets([n for n, _, _ in own_game.ruled]),
    ]
    findings = ", ".join(part for part in parts if part)
    cards_gone = _some(len(own_game.gone), "card left", "cards left")
    hand = (
        f"{cards_gone} your hand by the GM's word{_entries_in_brackets([n for n, _ in own_game.gone])}"
        if cards_gone
        else ""
    )
    cards = f"; {hand}, the others {lie}." if cards_gone else f". Your hidden cards {lie}."
    yield f"With your key: of {side}'s {_count(own_game.decisions, 'decision', 'decisions')} {findings}{cards}"


def _some(n: int, singular: str, plural: str) -> str:
    return _count(n, singular, plural) if n else ""


def _entries_in_brackets(entries: list[int]) -> str:
    """` (entries 7 and 9)`; nothing for none."""
    some = sorted(set(entries))
    if not some:
        return ""
    if len(some) == 1:
        return f" (entry {some[0]})"
    return f" (entries {', '.join(map(str, some[:-1]))} and {some[-1]})"


def _word_of_the_gm(verdict: Verdict, whole: bool) -> Iterator[str]:
    """What nobody but the GM can know before the audit, one by one."""
    own_game = verdict.kept
    for n, text_, line_ in own_game.short if whole else ():
        yield f"Entry {n}: you wrote `{text_}`, and it became `{line_}`."
    for n, line_ in own_game.forced:
        yield f"Entry {n}: the GM says that `{line_}` was your only legal line."
    for n, by, line_ in own_game.ruled:
        decider = (
            "the GM ruled"
            if by == "ruling"
            else "you were absent, so by the GM's word the rules say"
        )
        yield f"Entry {n}: {decider} `{line_}` for you."
    if own_game.conditions:
        lines = _count(len(own_game.conditions), "line", "lines")
        yield (
            f"You wrote {lines} with a condition{_entries_in_brackets(list(own_game.conditions))}. You have only the GM's word on "
            f"whether the {'condition was' if len(own_game.conditions) == 1 else 'conditions were'} met."
        )
    for n, line_ in own_game.lapsed:
        yield f"Entry {n}: your line `{line_}` lapsed. You have only the GM's word for that."
    for n, line_ in own_game.late:
        yield (
            f"Entry {n} carried out `{line_}` from orders that you had sent earlier. A part of the turn "
            "ended in the same entry. You have only the GM's word that your line was carried out before that part ended."
        )
    for n, line_ in own_game.passed:
        yield (
            f"Entry {n}: your line `{line_}` was skipped for a line with `anyway`. You have only the GM's "
            "word for that."
        )
    for n, slot, card in own_game.turned:
        yield f"Entry {n} turned up your `{card}` ({slot_words(slot)}), and none of your lines names this card."
    for n, slot, card in own_game.astray:
        yield (
            f"Entry {n} dealt you `{card}` ({slot_words(slot)}), but the GM says that this card did not "
            "come into your hand."
        )
    for n, slot in own_game.gone:
        yield f"Entry {n}: {slot_words(slot)} left your hand. You have only the GM's word for that."
    if own_game.no_menu:
        yield "This save does not list your possible answers. Ask the GM to send you the save again."
    if verdict.over:
        yield "You have only the GM's word that the game is over, until all have signed the end (`pbem over`)."


def _together(verdict: Verdict, whole: bool) -> Iterator[str]:
    """Sentences on what a GM and a player could do together; without `whole` only that it is possible."""
    if not verdict.rows:
        return
    if not whole:
        yield (
            "If a GM and a player work together, they can know that player's next dice. By sending several short emails, they can also choose which dice are used. `pbem verify game.toml --all` shows where that was possible."
        )
        return
    for row in verdict.rows:
        yield (
            f"{row.side} rolled in {row.orders} entries in a row ({row.first} to {row.last}) with no order of "
            f"another side between. With a GM who shows them, {row.side} could have chosen among {row.orders} "
            "throws."
        )


def _count(n: int, singular: str, plural: str) -> str:
    return f"{n} {singular if n == 1 else plural}"
