"""`pbem post --setup`: how the email travels, asked and tried."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from pathlib import Path
from typing import Final, Literal, TypeVar

import click
from msgspec import structs

from pbem.cli import person
from pbem.cli.terminal import wrapped
from pbem.errors import PbemError
from pbem.home import computer
from pbem.mail.addresses import checked_address
from pbem.post import accounts, config, doors, imap, phone, smtp
from pbem.post import setup as questions
from pbem.post.accounts import AccountFault
from pbem.post.config import Config, Phone, Server, Source, Way
from pbem.post.imap import INBOX, ImapMailbox
from pbem.post.journal import Journal
from pbem.post.providers import plain_address, plus_address, provider_of
from pbem.post.sources import MailboxLost
from pbem.post.ways_out import Rejected, TryLater, WayLost

OWN = (
    "It is best to have a mailbox just for your games; many providers offer one free of charge. If you "
    "use your everyday mailbox, `pbem` needs its own address and its own folder there. It opens no other "
    "folder."
)
SECRETS = (
    "`keyring`: in the keyring of this system; `env:NAME`: in a variable of your shell; `command:PROGRAM`: what a program "
    "prints, such as a password manager; `oauth-command:PROGRAM`: a program prints an OAuth token"
)
PHONE = (
    "`pbem` can mail your questions to your phone, and you answer there by email. Each answer needs a number from an "
    "authenticator app. Your email provider can read these questions and answers. Nothing happens until this computer is "
    "awake."
)
SCAN = (
    "This is the secret for the authenticator app of your phone. Type or scan it now: it is shown once. Anyone who has it "
    "and your mailbox can answer for you."
)
VARIABLE = "env:PBEM_EMAIL_PASSWORD"
IMAP: Final = "imap"
SMTP: Final = "smtp"
T = TypeVar("T")


def set_up() -> None:
    """Ask how the email travels, try each answer, and keep it."""
    computer.existing_identity()
    say(OWN)
    with contextlib.closing(
        Journal(computer.folder() / computer.POST / "journal.sqlite")
    ) as journal:
        own = click.confirm("Do you have a mailbox just for your games?")
        address = prompt_for("Your email address", checked_address)
        if not own:
            say(
                f"Most providers also deliver {plus_address(address, 'pbem')} to you. Set up a rule at "
                "your provider that moves emails for that address into a folder `pbem`. Give your fellow "
                "players only that address."
            )
            address = prompt_for(
                "Your address for games", checked_address, plus_address(address, "pbem")
            )
        games = prompt_for("Your folder of games", questions.games_of, str(Path.cwd()))
        click.echo(f"Games in it: {questions.count_games(games)}.")
        source = prompt_for_source(journal, address, INBOX if own else "pbem")
        way = prompt_for_way(journal, address, source)
        tell = prompt_for(
            "A program that gets your news as JSON", questions.tell_of, questions.NONE
        )
        answers, is_new = prompt_for_phone()
        new_config = Config(address, games, (source,), way, (config.TERMINAL, *tell), phone=answers)
        box = doors.mailbox(source, journal)
        try:
            other_computer = box.other_post(journal.id)
            if other_computer and not click.confirm(
                f"The computer {other_computer} applies these emails now. Should this computer apply them from now on?"
            ):
                raise click.Abort
            box.put_note(journal.id, takes_over=True)
            if isinstance(box, ImapMailbox):
                try_both(new_config, journal, box)
        except MailboxLost as error:
            raise click.ClickException(str(error)) from error
        finally:
            box.close()
        phone.switch_on(journal)
    path, pbem = config.write_config(new_config), person.pbem()
    if is_new:
        say(SCAN)
        click.echo(phone.authenticator(person.load_identity(), answers))
    say(
        f"Your answers are in {path}. To see what would be done, type: {pbem} post --dry-run. Then: {pbem} "
        f"post --watch. To start it automatically, read: {pbem} guide post"
    )


def prompt_for_phone() -> tuple[Phone, bool]:
    """Where questions are mailed to be answered from a phone, and whether the authenticator needs a new secret."""
    old = Phone()
    with contextlib.suppress(PbemError):
        old = config.read_config().phone
    say(PHONE)
    words = "The address that you read on your phone, or `none`"
    address = prompt_for(words, questions.phone_of, old.address or questions.NONE)
    if not address:
        return Phone(), False
    if old.address and click.confirm(
        "Is the secret still in the authenticator app of your phone?", default=True
    ):
        return Phone(address, old.number), False
    return Phone(address, computer.now()), True


def prompt_for_source(journal: Journal, address: str, folder: str) -> Source:
    """Ask where email arrives, until an answer works."""
    provider = provider_of(address)
    if provider.secret is None:
        say(accounts.ONLY_TOKENS.format(host=provider.imap))
    words = f"Where email arrives: `{IMAP}` for a mailbox at a provider, or a Maildir, or a folder with one file per email"
    source = prompt_for(
        words, lambda typed: None if typed == IMAP else questions.source_of(typed), IMAP
    )
    if source is not None:
        return source
    server = prompt_for_server(journal, IMAP, provider.imap)
    server = prompt_for_login(journal, IMAP, server, address, provider.secret)
    while True:
        folder = click.prompt("The folder in which emails of games arrive", default=folder)
        source = Source("imap", folder=folder, **structs.asdict(server))
        box = ImapMailbox(source, journal)
        try:
            if folder in box.folders() or click.confirm(f"There is no folder {folder}. Make it?"):
                box.make_folders()
                box.names()
                return source
        except MailboxLost as error:
            wrong(error)
        finally:
            box.close()


def prompt_for_way(journal: Journal, address: str, source: Source) -> Way:
    """Ask how email is sent, until an answer works."""
    words = f"How email leaves: `{SMTP}` for your provider's server, `sendmail`, or a Maildir or folder that another program empties"
    way = prompt_for(
        words,
        lambda typed: None if typed == SMTP else questions.way_beside(source, typed),
        SMTP if source.kind == IMAP else None,
    )
    if way is not None:
        return way
    provider = provider_of(address)
    server = prompt_for_server(journal, SMTP, provider.smtp)
    same_login = structs.replace(server, user=source.user, secret=source.secret)
    if source.kind == IMAP:
        with contextlib.suppress(PbemError, AccountFault):
            if source.secret == config.KEYRING:
                accounts.keep_password(same_login, accounts.proof_of(source).secret)
            questions.logged_in(SMTP, same_login, journal)
            return Way("smtp", **structs.asdict(same_login))
        say(f"{server.host} does not accept the login of {source.host}.")
    return Way(
        "smtp", **structs.asdict(prompt_for_login(journal, SMTP, server, address, provider.secret))
    )


def prompt_for_server(journal: Journal, kind: Literal["imap", "smtp"], default: str) -> Server:
    what, port = (
        ("from which email is fetched", imap.PORT)
        if kind == IMAP
        else ("that sends your email", smtp.PORT)
    )
    return prompt_for(
        f"The server {what} (with a port: `localhost:{port}`)",
        lambda typed: questions.greeted(kind, typed, journal),
        default,
    )


def prompt_for_login(
    journal: Journal,
    kind: Literal["imap", "smtp"],
    server: Server,
    address: str,
    password_kind: str | None,
) -> Server:
    """Ask for the name and password on a server until a login works; `server` with both. Each password is tried once."""
    if password_kind:
        say(f"{server.host} wants {password_kind} as the password.")
    say(f"Where is the password? {SECRETS}. `pbem` stores it nowhere else.")
    user = plain_address(address)
    secret = config.KEYRING if questions.has_keyring() else VARIABLE
    while True:
        user = click.prompt("Your name on this server", default=user)
        server = structs.replace(server, user=user)
        secret = prompt_for(
            "Where the password is (not the password itself)",
            lambda typed: questions.secret_of(typed, server),  # noqa: B023
            secret,
        )
        server = structs.replace(server, secret=secret)
        try:
            if secret == config.KEYRING:
                accounts.keep_password(server, click.prompt("The password", hide_input=True))
            questions.logged_in(kind, server, journal)
            return server
        except (PbemError, AccountFault) as error:
            wrong(error)


def try_both(new_config: Config, journal: Journal, box: ImapMailbox) -> None:
    """Send an email to oneself, and see where it arrives."""
    if not click.confirm("Send a test email to yourself?", default=True):
        return
    row = questions.email_to_oneself(new_config, journal, computer.now())
    way_out = doors.way_out(new_config, journal)
    try:
        way_out.ready()
        way_out.deliver(row)
    except (WayLost, TryLater, Rejected) as error:
        wrong(error)
        return
    finally:
        way_out.close()
    say(questions.where_it_arrived(box, row.message_id, new_config.address))


def prompt_for(question: str, parse: Callable[[str], T], default: str | None = None) -> T:
    """An answer that can be used; what is wrong with any other is said at once."""
    while True:
        typed = click.prompt(question, default=default)
        try:
            return parse(typed.strip())
        except PbemError as error:
            wrong(error)


def say(words: str) -> None:
    click.echo(wrapped(words))


def wrong(error: Exception) -> None:
    click.echo(wrapped(f"That does not work: {error}"), err=True)
