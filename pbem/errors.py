"""The error tree. The docstring of a class is the message a player reads; `{names}` are filled in.

PbemError                      exit code 2: refused, nothing was changed
├── BadInput                   what came in cannot be read
│   ├── Garbled                ├── Truncated            ├── TwoBlocks
│   ├── NoBlock                ├── Oversized            ├── NotCanonical
│   ├── BadText                ├── UnreadableOrders     ├── BadScript
│   └── BadQuestion
├── NotTrusted                 it can be read, but proves nothing
│   ├── BadSignature           ├── UnknownKey           ├── WeakKey
│   ├── BadLink                ├── BadOpening           ├── BadPassphrase
│   ├── SaveTampered           ├── BrokenChain          ├── SeatKept
│   └── Forked                 └── ShorterHistory
├── NotNow                     well signed, but not for this game, side or moment
│   ├── WrongGame              ├── WrongSide            ├── Stale
│   ├── NotYourTurn            ├── OutOfSequence        ├── Equivocation
│   ├── GameOver               ├── ChainSpent           ├── WouldOverwrite
│   ├── OldQuestion            ├── SideTaken            ├── AlreadySeated
│   ├── Replaced               ├── NotTheGm             ├── NotInThisGame
│   ├── GameBusy               ├── FileInUse
│   ├── BadRuling              └── BadStatement
├── IllegalOrder               the rules say no: line, reason, rule, what would be legal
│   ├── UnknownWord            ├── AmbiguousOrder
│   └── BadPatch               a ruling's correction of the position
├── BadChoice                  a command's option names something that does not exist
│   ├── UnknownGame            ├── UnknownScenario      ├── UnknownSide
│   ├── BadOption              ├── NoIdentity           ├── HaveIdentity
│   ├── UnknownSection         ├── NoCards              ├── UnknownCard
│   ├── NoRenderer             ├── BadData              ├── UnknownRoll
│   ├── NoRatings              └── NoSuchTurn
└── ReplayMismatch             the log and the rules do not give the same game
"""

from __future__ import annotations


def slot_words(slot: str) -> str:
    """`card 2 of the stack that york sealed`, `card 4 of the deck "arts york 1"`; else as it is."""
    kind, _, rest = slot.partition(":")
    name, _, number = rest.rpartition(":")
    if kind == "deck" and name and number.isdigit():
        return f'card {int(number) + 1} of the deck "{name.replace("_", " ")}"'
    side, _, count = name.partition(":")
    if kind == "plan" and count and number.isdigit():
        return f"card {number} of the stack that {side} sealed"
    return slot


class PbemError(Exception):
    """Something was refused and nothing was changed."""

    def __init__(self, **facts: object) -> None:
        self.facts = facts
        super().__init__(self.message())

    def message(self) -> str:
        """The class's docstring with its facts filled in, on one paragraph."""
        text = " ".join((type(self).__doc__ or "").split()).format(**self.facts)
        # A fact at the end may be a whole sentence.
        return text[:-1] if text.endswith("..") else text


class BadInput(PbemError):
    """This cannot be read: {why}."""


class Garbled(BadInput):
    """This mail is garbled: {why}. Copy the whole block again, from the BEGIN line to the END line."""


class Truncated(BadInput):
    """The block has a BEGIN line but no END line: the mail was cut short. Ask for it again."""


class TwoBlocks(BadInput):
    """There are {count} blocks in this mail; send one a mail, so that nobody can mix them up."""


class NoBlock(BadInput):
    """There is no PBEM2 block here: expected a line `-----BEGIN PBEM2 {kind}-----`."""


class Oversized(BadInput):
    """This is too large: {size} {unit}, and the limit is {limit}."""


class NotCanonical(BadInput):
    """The signed body is not in canonical form ({why}); another program changed or made it wrongly."""


class BadText(BadInput):
    """Text with a character that may not appear here ({why})."""


class UnreadableOrders(BadInput):
    """This orders file cannot be read: {why}. Nothing was sent; mend it and try again."""


class BadScript(BadInput):
    """{at}`{text}` cannot be run: {why}."""

    def __init__(self, **facts: object) -> None:
        super().__init__(**{"at": "", **facts})


class BadQuestion(BadInput):
    """These odds cannot be told: {why}."""


class NotTrusted(PbemError):
    """This proves nothing: {why}."""


class BadSignature(NotTrusted):
    """The signature does not fit: {why}. It was changed on the way, or signed by somebody else."""


class UnknownKey(NotTrusted):
    """Signed with a key that is not part of this game ({fingerprint})."""


class SeatKept(UnknownKey):
    """The seat of {side} is kept for {invited}, and this is {name} {fingerprint}. Is it the right side, and the right identity?"""


class WeakKey(NotTrusted):
    """This public key is refused: {why}. Make a new identity with `pbem identity new`."""


class BadLink(NotTrusted):
    """Link {k} of chain {chain} does not hash to the link before it; the dice would not be safe."""


class BadOpening(NotTrusted):
    """The opening of {slot} does not fit what was committed to: {why}."""

    def __init__(self, slot: str, why: str) -> None:
        super().__init__(slot=slot_words(slot), why=why)


class BadPassphrase(NotTrusted):
    """That passphrase does not open this identity file, or the file is damaged ({path})."""


class SaveTampered(NotTrusted):
    """This save is not what the GM signed: {why}. Ask for the file again."""


class BrokenChain(NotTrusted):
    """Entry {n} does not follow from the entry before it: {why}."""


class Forked(NotTrusted):
    """Another history of this game: at entry {n} you have seen {seen}, this file says {found}. Somebody rewrote it; keep both files and ask the GM in public."""


class ShorterHistory(NotTrusted):
    """You have already seen entry {seen} of this game, this file ends at entry {found}. It is an old copy, or the log was cut."""


class NotNow(PbemError):
    """This does not belong here now: {why}."""


class WrongGame(NotNow):
    """This mail is for game {found}, not for {expected}."""


class WrongSide(NotNow):
    """This is signed by {signer}, but says it comes from {claimed}."""


class Stale(NotNow):
    """Written for an earlier position (entry {found}); the question now open came up at entry {expected}. Fetch the newest save and write the orders again."""


class OldQuestion(NotNow):
    """This orders file answers `{found}`, but the question open now is `{expected}`. Run `pbem orders` again for a fresh file."""


class NotYourTurn(NotNow):
    """Nothing is asked of {side} now: {waiting}."""


class OutOfSequence(NotNow):
    """This is order {found} of {side}; the next one is {expected}. {hint}"""


class Equivocation(NotNow):
    """{side} signed two different orders as number {seq}, revision {revision}. Neither is applied; sign a new one with a higher revision."""


class SideTaken(NotNow):
    """{side} is already played by {name}. If that is wrong, the GM starts a new game."""


class AlreadySeated(NotNow):
    """{name} is in this game already ({role}). One identity plays one part; make another for this one, in another folder ($PBEM_HOME)."""


class Replaced(NotNow):
    """Replaced by revision {revision} of order {seq} of {side}, which came too."""


class NotTheGm(NotNow):
    """Only the GM of this game can do this; this identity is {name} ({role})."""


class NotInThisGame(NotNow):
    """This identity ({name}, {fingerprint}) has no seat in this game."""


class GameOver(NotNow):
    """This game is over: {result}."""


class ChainSpent(NotNow):
    """Chain {chain} has {length} links, and link {k} is asked for: this game has run out of dice. Start a new one from the position."""


class BadRuling(NotNow):
    """This ruling cannot be made: {why}."""


class BadStatement(NotNow):
    """This cannot be taken now: {why}."""


class WouldOverwrite(NotNow):
    """There is already a file {path}; it was left as it is. Choose another name."""


class GameBusy(NotNow):
    """Another pbem is at work on this game just now. Wait until it is done and run the same again. (It holds {path}.)"""


class FileInUse(NotNow):
    """Another program has {path} open, so it cannot be replaced. Close it there and run the same again; nothing is lost."""


class IllegalOrder(PbemError):
    """{where}`{line}` is not possible: {reason}. {instead}"""


class UnknownWord(IllegalOrder):
    """{where}`{line}`: {reason}. {instead}"""


class AmbiguousOrder(IllegalOrder):
    """{where}`{line}` can mean several things: {instead}"""


class BadPatch(IllegalOrder):
    """`{line}` cannot be carried out: {why}."""


class BadChoice(PbemError):
    """There is no such thing: {why}."""


class UnknownGame(BadChoice):
    """There is no rule set `{game}` here. Known: {known}."""


class UnknownScenario(BadChoice):
    """There is no scenario `{scenario}` in this rule set. Known: {known}."""


class UnknownSide(BadChoice):
    """There is no side `{side}` in this game. Sides: {known}."""


class BadOption(BadChoice):
    """There is no game option `{option}`. Known: {known}."""


class BadData(BadChoice):
    """These data of your own cannot be used: {why}."""


class UnknownSection(BadChoice):
    """{game} has no section `{section}`. Nearest: {known}."""


class NoCards(BadChoice):
    """{game} has no cards with text of their own to show."""


class UnknownCard(BadChoice):
    """There is no card `{card}`. Nearest: {known}."""


class UnknownRoll(BadChoice):
    """There is no die `{label}` in entry {n}. Its dice: {known}."""


class NoRatings(BadChoice):
    """Standings need a library for ratings that is not installed here: pip install 'pbem[club]'."""


class NoSuchTurn(BadChoice):
    """There is no game turn "{turn}"; this game has: {known}."""


class NoRenderer(BadChoice):
    """Pictures need a renderer that is not installed here: pip install 'pbem[png]'. Without it, pbem map writes SVG, which every browser shows."""


class NoIdentity(BadChoice):
    """You have no identity here yet ({path}). Make one: pbem identity new"""


class HaveIdentity(BadChoice):
    """You have an identity already, and it serves all games ({path}). It was left as it is. To make another, set PBEM_HOME to another folder first."""


class ReplayMismatch(PbemError):
    """Entry {n} does not replay: {why}. The log says one thing, the rules another."""
