"""`pbem post --setup` with real mail servers: each answer is tried at once."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from click.testing import CliRunner

from pbem.cli import group
from pbem.home import computer, passphrases
from pbem.post import config
from tests.post.office import address
from tests.post.online import Online, office, running_servers, servers
from tests.post.servers import HOST
from tests.says import says, sentence

__all__ = ["office", "running_servers", "servers"]


def set_up(office: Online, *answers: str) -> str:
    """What `pbem post --setup` says to these answers."""
    (office.home("gm") / computer.POST_FILE).unlink()
    environment = {computer.FOLDER: str(office.home("gm"))}
    typed = "\n".join(answers) + "\n"
    done = CliRunner(env=environment).invoke(group, ["post", "--setup"], input=typed)
    assert done.exit_code == 0, done.output
    return " ".join(done.output.split())


@pytest.mark.slow
def test_setup_tries_each_answer_and_says_what_is_wrong(office: Online) -> None:
    ports, games = office.ports, str(office.games("gm"))
    said = set_up(
        office,
        *("y", address("gm"), games, ""),
        *(
            "localhost:1",
            f"127.0.0.1:{ports['imaps']}",
            "local host",
            f"localhost:{ports['imaps']}",
        ),
        *("", "paper", "env:NOTHING", "", "env:PASSWORD_york", "", "env:PASSWORD_gm"),
        *("", "", f"localhost:{ports['submission']}", "", "", ""),
    )
    for wrong in (
        sentence("post.accounts.Account.why", "localhost, port 1", word="mail"),
        sentence("post.accounts.Account._certificate", "127.0.0.1", word="name"),
        ("it " + sentence("post.config.server_fault", "local host", word="example")),
        ("it " + sentence("post.config.server_fault", word="takes")),
        sentence("post.accounts.proof_of", "NOTHING"),
        sentence("post.accounts.Account.refused", "localhost", "password", address("gm")),
    ):
        assert says(said, "cli.post_setup.wrong", wrong)
    assert "INBOX." in said
    with computer.sitting_as(office.home("gm")):
        made = config.read_config()
    account = (HOST, address("gm"), "env:PASSWORD_gm")
    (source,) = made.sources
    assert (source.host, source.user, source.secret) == account
    assert (source.port, source.starttls, source.folder) == (ports["imaps"], False, "INBOX")
    assert (made.way.host, made.way.user, made.way.secret) == account
    assert (made.way.port, made.way.starttls) == (ports["submission"], True)
    assert "pw-gm" not in (office.home("gm") / computer.POST_FILE).read_text("utf-8")


@pytest.mark.slow
def test_setup_keeps_the_password_in_the_keyring(
    office: Online, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept: dict[str, str] = {}
    keyring = SimpleNamespace(
        get_password=lambda service, name: kept.get(name),
        set_password=lambda service, name, word: kept.__setitem__(name, word),
    )
    monkeypatch.setattr(passphrases, "system_keyring", lambda: keyring)
    ports, games = office.ports, str(office.games("gm"))
    said = set_up(
        office,
        *("y", address("gm"), games, "", f"localhost:{ports['imaps']}"),
        *("", "", "pw-wrong", "", "", "pw-gm"),
        *("", "", f"localhost:{ports['smtps']}", "", "", ""),
    )
    assert said.count(sentence("post.accounts.Account.refused", ..., "password")) == 1
    assert "INBOX." in said
    assert kept == {f"{address('gm')} at localhost": "pw-gm"}
    file = (office.home("gm") / computer.POST_FILE).read_text("utf-8")
    assert file.count('secret = "keyring"') == 2
    assert "pw-" not in file + said


@pytest.mark.slow
def test_an_everyday_mailbox_gets_a_plus_address_and_a_folder(office: Online) -> None:
    ports, games = office.ports, str(office.games("gm"))
    said = set_up(
        office,
        *("n", address("gm"), "", games, "", f"localhost:{ports['imaps']}", "", "env:PASSWORD_gm"),
        *("", "y", "", f"localhost:{ports['smtps']}", "", "", ""),
    )
    assert says(said, "cli.post_setup.set_up", word="moves")
    assert "arrived in pbem." in said
    with computer.sitting_as(office.home("gm")):
        made = config.read_config()
    assert (made.address, made.sources[0].folder) == ("gm+pbem@example.org", "pbem")
    assert made.sources[0].user == address("gm")
