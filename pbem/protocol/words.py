"""A root as 24 words that can be printed and typed: BIP-39 in English, with its checksum of 8 bits.

The words are those of the library `mnemonic`, which the makers of the standard keep.
"""

from __future__ import annotations

import difflib
import re
from typing import TYPE_CHECKING

from pbem.errors import BadWords, NoWords

if TYPE_CHECKING:
    from mnemonic import Mnemonic

COUNT = 24
ENOUGH = 4
"""Letters of a word that are enough to know it, as the standard has it."""
_NUMBERED = re.compile(r"(?<![\w.:])(\d{1,2})[.:)]?\s+([^\W\d_]+)")
_WORD = re.compile(r"[^\W\d_]+")


def spoken(root: bytes) -> list[str]:
    """The 24 words of a root of 32 bytes. Raises NoWords."""
    return str(_list().to_mnemonic(root)).split()


def heard(text: str) -> bytes:
    """The root of words as they were typed: a page with their numbers, or the words alone, in their order.

    Raises BadWords, NoWords.
    """
    book = _list()
    words_typed = _words_typed(text)
    if len(words_typed) != COUNT:
        raise BadWords(why=f"there are {COUNT} of them, these are {len(words_typed)}")
    words = [_book_word(n, word, book.wordlist) for n, word in enumerate(words_typed, 1)]
    if not book.check(" ".join(words)):
        raise BadWords(
            why="each is one of the list, but together they do not fit: one is another, or two stand in "
            "each other's place"
        )
    return bytes(book.to_entropy(" ".join(words)))


def _words_typed(text: str) -> list[str]:
    """The words in their order; of a page the numbered ones, and its prose is left out."""
    numbered = {int(n): word.lower() for n, word in _NUMBERED.findall(text)}
    if all(n in numbered for n in range(1, COUNT + 1)):
        return [numbered[n] for n in range(1, COUNT + 1)]
    return [word.lower() for word in _WORD.findall(text)]


def _book_word(n: int, word: str, book: list[str]) -> str:
    """The word of the list that is meant by its first letters. Raises BadWords."""
    if word in book:
        return word
    matches = [one for one in book if len(word) >= ENOUGH and one.startswith(word)]
    if len(matches) == 1:
        return matches[0]
    near = difflib.get_close_matches(word, book, 3, 0.5)
    hint = f"; nearest: {', '.join(near)}" if near else ""
    raise BadWords(why=f"word {n}, `{word}`, is none of the list{hint}")


def _list() -> Mnemonic:
    try:
        from mnemonic import Mnemonic
    except ImportError as error:
        raise NoWords from error
    return Mnemonic("english")
