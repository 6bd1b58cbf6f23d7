"""The error tree. `says` is the message a player reads; `{names}` are filled in.

PbemError                      exit code 2: refused, nothing was changed
├── BadInput                   what came in cannot be read
│   ├── Garbled          ├── Truncated        ├── TwoBlocks        ├── NoBlock          ├── Oversized        ├── NotCanonical
│   ├── NothingInside    ├── SignedMail       ├── EncryptedMail    ├── WinmailDat       ├── OutlookFile      ├── TooTangled
│   ├── BadText          ├── UnreadableOrders ├── BadScript        ├── BadQuestion      ├── BadTry           ├── UnreadableFile
│   ├── TriedOnly        ├── OtherBlock       ├── OtherVersion     └── BadWords
├── FromMachine                no person sent it; a block inside is only quoted (mail/read/machine.py)
│   ├── Bounced          ├── ReadReceipt      ├── AutomaticReply   ├── CalendarReply    └── ListNotice
├── Bug                        exit code 1: one mail made pbem fail; the others were taken
├── NotTrusted                 it can be read, but proves nothing
│   ├── BadSignature     ├── UnknownKey       ├── WeakKey          ├── BadLink          ├── BadOpening       ├── BadPassphrase
│   ├── SaveTampered     ├── BrokenChain      ├── SeatKept         ├── NotASave         ├── Forked           ├── ShorterHistory
│   ├── Duel             └── OtherFormat
├── NotNow                     well signed, but not for this game, side or moment
│   ├── NotInThisGame          NotJoined, NotSeatedYet, SeatOfOtherKey, SeatLost: who could have a seat, waits for one, has a new key, had one
│   ├── WrongGame        ├── WrongSide        ├── Stale            ├── NotYourTurn      ├── OutOfSequence    ├── Equivocation
│   ├── GameOver         ├── ChainSpent       ├── WouldOverwrite   ├── OldQuestion      ├── SideTaken        ├── AlreadySeated
│   ├── OldCopy          ├── WaitsForReady    ├── WaitsForRuling   ├── Replaced         ├── NotTheGm         ├── GameBusy
│   ├── FileInUse        ├── OnlyForJudges    ├── RunBusy          ├── BadRuling        ├── BadStatement     ├── ForTheChair
│   ├── NotAllowed       ├── BadClock         └── SaveFull
├── IllegalOrder               the rules say no: line, reason, rule, what would be legal
│   ├── UnknownWord      ├── AmbiguousOrder   └── BadPatch
├── BadChoice                  a command's option names something that does not exist
│   ├── UnknownGame      ├── UnknownScenario  ├── UnknownSide      ├── BadOption        ├── NoIdentity       ├── HaveIdentity
│   ├── UnknownSection   ├── NoCards          ├── UnknownCard      ├── NoRenderer       ├── BadData          ├── UnknownRoll
│   ├── NoRatings        ├── NoSuchTurn       ├── UnknownChapter   ├── BadAddress       ├── NoKeyring        ├── NoWords
│   ├── UnknownFormat    ├── Locked           └── NotOnThisPage
├── NeedsProgram               the log goes on where this program fails: it needs a newer one
└── ReplayMismatch             the log and the rules do not give the same game
    ├── FalseEntry             an entry breaks what everybody can check without the rules
    └── UnknownRules           nor need they: this pbem does not know those rules

Impossible                     exit code 1: an invariant is broken; what reads a log or a ruling refuses it
"""

from __future__ import annotations

from typing import ClassVar

from pbem.slots import slot_words


class Impossible(Exception):
    """What the rules or the program never do: a bug, or contents that no honest program writes."""


def require(holds: object, what: str) -> None:
    """An invariant. Raises Impossible; `assert` would vanish under `python -O`."""
    if not holds:
        raise Impossible(what)


class PbemError(Exception):
    """Something was refused and nothing was changed."""

    says: ClassVar[str] = "Something was refused and nothing was changed."

    def __init__(self, **facts: object) -> None:
        self.facts = facts
        super().__init__(self.message())

    def message(self) -> str:
        """What the class says, with the facts filled in. A fact at the end may be a whole sentence."""
        text = self.says.format(**self.facts)
        return text[:-1] if text.endswith(("..", "?.")) else text

    def in_entry(self, n: int) -> None:
        """Let its message name entry `n` of a log, unless it names one itself."""
        if not str(self).startswith("Entry "):
            self.args = (f"Entry {n}: {self}",)


class BadInput(PbemError):
    says = "`pbem` cannot read this: {why}."


class Garbled(BadInput):
    says = "This email was damaged on the way: {why}. Please copy the sealed text again, from its BEGIN line to its END line. If that fails too, compare your `pbem --version` with the sender's: the versions may differ."


class Truncated(BadInput):
    says = "The sealed text has a BEGIN line but no END line: the email was cut short. Copy it again from the BEGIN line to the END line, or attach the file that `pbem` wrote."


class TwoBlocks(BadInput):
    says = "This email has {count} sealed texts in it. Please send one per email."


class NoBlock(BadInput):
    says = "There is no sealed text here: no line has BEGIN {kind} between dashes."


class OtherBlock(NoBlock):
    says = "This is {found}, but {kind} is needed here."


class OtherVersion(NoBlock):
    says = "This sealed text is from {which} version of pbem: it says {found}, and yours reads {expected}. Ask the GM which version the game uses (`pbem --version` shows yours). Install that version and write the orders again."


class NothingInside(NoBlock):
    says = "This email has no sealed orders in it, only {found}. Orders that were typed into an email do not count. Run `pbem orders game.toml`: it seals your orders and writes the email to send."


class SignedMail(NoBlock):
    says = "This email is wrapped in an S/MIME signature (smime.p7m), and `pbem` cannot read what is inside. Save or send the text alone."


class EncryptedMail(BadInput):
    says = "This email is encrypted. Decrypt it in your mail program and save the text."


class WinmailDat(BadInput):
    says = "This email is a winmail.dat, which only Outlook reads. Ask for it again as plain text."


class OutlookFile(BadInput):
    says = "This email is in Outlook's own format (.msg). Open it in Outlook and save it as text, or forward it as plain text."


class FromMachine(PbemError):
    says = "No person sent this email."


class TooTangled(BadInput):
    says = "No mail program builds an email like this one: {why}. Save the text alone in a file and apply that file."


class UnreadableFile(BadInput):
    says = "This file cannot be read: {why}."


class BadWords(BadInput):
    says = "These are not the words of an identity: {why}. No identity was restored."


class TriedOnly(BadInput):
    says = "This file is a branch of `pbem try`. Nothing in it was really played, so it cannot be used as a game, orders or an email. `pbem try GAME.toml --list` lists your branches, and `--take-over` makes orders of your lines."


class Oversized(BadInput):
    says = "This is too large: {size} {unit}. The limit is {limit}."


class NotCanonical(BadInput):
    says = "The signed text is not exactly as `pbem` writes it ({why}). Another program has written it or changed it."


class BadText(BadInput):
    says = "This text is not allowed here: {why}."


class UnreadableOrders(BadInput):
    says = "`pbem` cannot read this orders file: {why}. Nothing was sent. Please fix the file and try again."


class BadScript(BadInput):
    says = "{at}`{text}` cannot be run: {why}."

    def __init__(self, **facts: object) -> None:
        super().__init__(**{"at": "", **facts})


class BadQuestion(BadInput):
    says = "`pbem` cannot work out these odds: {why}."


class BadTry(BadInput):
    says = "`pbem` cannot try this: {why}."


class Bug(PbemError):
    says = "`pbem` itself failed at this email ({what}) and used nothing of it. That is a bug, not your mistake. Please report the bug and send the email along."

    @classmethod
    def of(cls, error: Exception) -> Bug:
        """What broke, and where."""
        frames, last = error.__traceback__, None
        while frames is not None:
            last, frames = frames, frames.tb_next
        code = last.tb_frame.f_code if last is not None else None
        where = f" in {code.co_name}, line {last.tb_lineno}" if code and last else ""
        return cls(what=f"{type(error).__name__}: {str(error)[:200]}{where}")


class NotTrusted(PbemError):
    says = "This proves nothing: {why}."


class BadSignature(NotTrusted):
    says = "The signature is wrong: {why}. The text was changed on the way, or somebody else signed it. Send it again exactly as `pbem` wrote it, from the computer of the player who signed it."


class UnknownKey(NotTrusted):
    says = "This is signed with a key that nobody in this game has ({fingerprint})."


class SeatKept(UnknownKey):
    says = "The seat of {side} is kept for {invited}, but this is {name} {fingerprint}. Please check the side and the identity. If you have made a new identity since you sent your card, send the GM your new card: the GM has to set up the game again with it."


class WeakKey(NotTrusted):
    says = "This public key is refused: {why}. Make a new identity with `pbem identity new`."


class BadLink(NotTrusted):
    says = "Secret number {k} of chain {chain} does not fit the number before it, so `pbem` rolls no dice with it."


class BadOpening(NotTrusted):
    says = "What was revealed as {slot} is not what was sealed: {why}."

    def __init__(self, slot: str, why: str) -> None:
        super().__init__(slot=slot_words(slot), why=why)


class BadPassphrase(NotTrusted):
    says = "The passphrase is wrong, or the identity file is damaged ({path})."


class SaveTampered(NotTrusted):
    says = "This save is not what its sender signed: {why}. Ask for the file again."


class NotASave(SaveTampered):
    says = "This is not the save of a game: {why}. A save begins with `# A game moderated by pbem`, or `# A duel played with pbem`."


class BrokenChain(NotTrusted):
    says = "Entry {n} does not follow from the entry before it: {why}."


class Duel(NotTrusted):
    says = "This needs a GM, and a duel has none. `pbem guide duel` explains how to play a duel."


class OtherFormat(NotTrusted):
    says = "This game was saved by {which} version of pbem. Your version cannot read its files. The file is unharmed and nothing was changed. Ask the GM, or your opponent in a duel, which version the game uses, and install that one (`pbem --version` shows yours).{instead}"


class Forked(NotTrusted):
    says = "Entry {n} of this game exists in two versions, and both are signed: {who} {seen}, but this file has {found}. Somebody rewrote the game, or continued from an old copy. Keep both files, and ask in public which one counts."


class ShorterHistory(NotTrusted):
    says = "This copy is out of date: it ends at entry {found}, and you have seen entry {seen}. Use the newest save from the GM. If this is the newest save, entries were removed from it: `pbem adopt` compares it with what you have seen."


class NotNow(PbemError):
    says = "`pbem` cannot use this now: {why}."


class WrongGame(NotNow):
    says = "This is for another game: {found}, not {expected}. Use it with the file of that game. For this game, write new orders with the file of this game."


class WrongSide(NotNow):
    says = "This is written in the name of {claimed}, but comes from {signer}."


class Stale(NotNow):
    says = "These orders are too old: you wrote them after entry {found}, but the decision now open came up at entry {expected}. Get the newest save and write them again."


class OldQuestion(NotNow):
    says = "These orders answer an earlier question. Get the newest save and write them again. (They answer `{found}`, but the open question is `{expected}`.)"


class NotYourTurn(NotNow):
    says = "{side} has nothing to decide now: {waiting}."


class OutOfSequence(NotNow):
    says = "This is order {found} of {side}, but order {expected} is the next. {hint}"


class Equivocation(NotNow):
    says = "Two different sets of orders came from {side} with the same number ({seq}, revision {revision}), so neither was applied. Please write your orders once more with a higher `--revision`."


class SideTaken(NotNow):
    says = "{side} is already played by {name}. If that is wrong, only a new game helps."


class AlreadySeated(NotNow):
    says = "{name} is in this game already ({role}). One identity can have only one part in a game. For a second part, make another identity in another folder (pbem --home FOLDER identity new)."


class Replaced(NotNow):
    says = "A newer version of these orders came too (order {seq} of {side}, revision {revision}). So this older version was not applied."


class NotTheGm(NotNow):
    says = "Only the GM of this game can do this; this identity is {name} ({role}). Ask the GM to do it."


class NotInThisGame(NotNow):
    says = "This identity ({name}, {fingerprint}) has no seat in this game. To use another identity, type `pbem --home FOLDER ...`; to ask for a seat, `pbem join`."


class NotJoined(NotInThisGame):
    says = "You have not joined this game yet. Type `pbem join {file} --as {side}`{others}, and send the email that it writes to the GM."


class NotSeatedYet(NotInThisGame):
    says = "You have signed up as {side}, but you are not in this file yet (it ends at entry {n}). Either the GM has not applied your email, or there is a newer file. Ask the GM for the newest save."


class SeatOfOtherKey(NotInThisGame):
    says = "You joined this game as {side} from this computer, but your key was {key} then, and now it is {own}. If you have the old identity somewhere, copy it back. If the old identity is lost, ask for the seat with your new key: `pbem join {file} --as {side}`."


class SeatLost(NotInThisGame):
    says = "{name} has been playing {side} since entry {n}, in your place. `pbem report` shows the ruling. If this surprises you, ask the GM."


class GameOver(NotNow):
    says = "This game is over: {result}."


class ChainSpent(NotNow):
    says = "This side has used up its {length} secret numbers (it needs number {k} of chain {chain}), so it needs a new key. Make another identity in another folder (pbem --home FOLDER identity new). Then ask for the seat again from that folder (pbem --home FOLDER join)."


class BadRuling(NotNow):
    says = "`pbem` cannot make this ruling: {why}."


class BadStatement(NotNow):
    says = "`pbem` cannot apply this now: {why}."


class BadClock(NotNow):
    says = "This email is dated {found}, but the GM's clock says {now}. If the sender's clock is wrong, the sender corrects it, then writes and sends this again. If the GM's clock is wrong, the GM corrects it and applies this again."


class ForTheChair(NotNow):
    says = "This email asks for a seat or agrees to something, so `pbem apply` leaves it to the GM. The GM types one of these: pbem seat GAME.toml CLAIM CONSENTS, pbem rule GAME.toml --upgrade CONSENTS, or pbem clock GAME.toml --deadline SPAN CONSENTS."


class NotAllowed(NotNow):
    says = "The terms of the table do not allow {aid} while the game goes on. All players have signed these terms, and `pbem show` lists them."


class OnlyForJudges(NotNow):
    says = "To judge a game, `pbem` uses the secrets of all sides. While the game can go on, only its GM can judge it, and players must not see the result. Anybody can judge the game when the end is signed and the GM's key is revealed: put the `*-reveal.txt` files into the folder of the save."


class WouldOverwrite(NotNow):
    says = "There is already a file {path}, and it was not changed. Choose another name."


class GameBusy(NotNow):
    says = "Another `pbem` is working on this game. Wait until it has finished, then run this command again. (The other `pbem` is using {path}.)"


class RunBusy(NotNow):
    says = "Another `pbem` is already running this command on these games. Wait until it has finished, or stop it. (The other `pbem` is using {path}.)"


class FileInUse(NotNow):
    says = "Another program has {path} open, so it cannot be replaced. Close the file there and run the same command again. Nothing is lost."


class OldCopy(NotNow):
    says = "This copy is old: it ends at entry {last}, and {side} has seen a later entry. Ask {side} for the save, and continue with that. Nothing was signed. If you are sure that your copy is the newest, add --insist. The game then continues without that later entry, and `pbem` refuses only this email."


class WaitsForReady(NotNow):
    says = "On hold: the position was changed, so {sides} must send `ready` first. The order is still good, and `pbem` applies it then."


class WaitsForRuling(NotNow):
    says = "On hold: `pbem` failed in entry {entry}, and the GM has to make a ruling first. The order is still good, and `pbem` applies it after that."


class SaveFull(NotNow):
    says = "This game's save is full: its entries have {size} bytes, and the limit is {limit}. Nothing was signed. You can still make rulings (`pbem rule` with `--result` ends the game), and apply `resign`, `over` and reveals. You can also continue in a new game (`pbem new`)."


class IllegalOrder(PbemError):
    says = "{where}`{line}` is not possible: {reason}. {instead}"


class UnknownWord(IllegalOrder):
    says = "{where}`{line}`: {reason}. {instead}"


class AmbiguousOrder(IllegalOrder):
    says = "{where}`{line}` can mean several things: {instead}"


class BadPatch(IllegalOrder):
    says = "`{line}` cannot be carried out: {why}."


class BadChoice(PbemError):
    says = "There is no {why}."


class UnknownGame(BadChoice):
    says = "There is no game `{game}` in this pbem. Its games are: {known}."


class UnknownScenario(BadChoice):
    says = "{why}: {known}."


class UnknownSide(BadChoice):
    says = "There is no side `{side}` in this game. Sides: {known}."


class BadOption(BadChoice):
    says = "There is no game option `{option}`. Known: {known}."


class BadData(BadChoice):
    says = "`pbem` cannot use your own data: {why}."


class UnknownSection(BadChoice):
    says = "{game} has no section `{section}`. Nearest: {known}."


class NoCards(BadChoice):
    says = "The cards of {game} have no text that `pbem` could show."


class UnknownCard(BadChoice):
    says = "There is no card `{card}`. Nearest: {known}."


class UnknownChapter(BadChoice):
    says = "The guide has no chapter `{chapter}`. Nearest: {known}. `pbem guide` lists them all."


class UnknownRoll(BadChoice):
    says = "There is no die `{label}` in entry {n}. The dice of this entry are: {known}."


class NoKeyring(BadChoice):
    says = "No keyring can keep the passphrase here: {why}. Your shell can keep it instead, in PBEM_PASSPHRASE; `pbem identity unlock --help` shows how."


class NoWords(BadChoice):
    says = "To write your identity as words, `pbem` needs a list that is not installed: pip install 'pbem[words]'. You can also just copy the identity file."


class NotOnThisPage(BadChoice):
    says = "This page cannot do that now: {why}."


class UnknownFormat(BadChoice):
    says = "There is no report format `{name}`. The formats are {known}, with commas between them."


class BadAddress(BadChoice):
    says = "`{address}` is not an email address. Email addresses look like ann@example.org."


class NoRatings(BadChoice):
    says = "Standings need a library for ratings that is not installed: pip install 'pbem[club]'."


class NoSuchTurn(BadChoice):
    says = 'There is no game turn "{turn}"; this game has: {known}.'


class NoRenderer(BadChoice):
    says = "PNG pictures need a library that is not installed: pip install 'pbem[png]'. Without it, `pbem map` can still write SVG, which every browser shows."


class NoIdentity(BadChoice):
    says = "You have no identity here yet ({path}). If you have an identity in another folder, name it: pbem --home FOLDER ... Otherwise make a new identity: pbem{home} identity new"


class Locked(BadChoice):
    says = "Your identity is locked, and there is no terminal to type the passphrase in. Run `pbem identity unlock` first, or set {variable}."


class HaveIdentity(BadChoice):
    says = "You already have an identity ({path}), and it is good for all your games. It was not changed. To make a second identity, name another folder: pbem --home FOLDER identity new."


class ReplayMismatch(PbemError):
    says = "Entry {n} cannot be replayed: {why}. The log and the rules disagree."


class FalseEntry(ReplayMismatch):
    says = "Entry {n} is false: {why}. The person who signed it did not use an honest program."


class NeedsProgram(PbemError):
    says = "A line in entry {n} fails in your pbem, but not in the GM's ({program}). Nothing after it was checked. You need a version of pbem in which the line works."


class UnknownRules(ReplayMismatch):
    says = "{before}From entry {n} on, the game uses rules version {version} (data {data}), which your pbem does not know (its newest is {newest}). Those entries were not checked. Install the newest pbem. If that does not know this version either, somebody made it up: show this file to all players."
