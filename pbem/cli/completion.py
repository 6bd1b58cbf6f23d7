"""`pbem completion`."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

VARIABLE = "_PBEM_COMPLETE"
SHELLS = ("bash", "zsh", "fish")


@click.command("completion")
@click.argument("shell", type=click.Choice(SHELLS))
def command(shell: str) -> None:
    """Print what makes your shell complete commands, options, sides, scenarios and files.

    \b
    bash   echo 'eval "$(pbem completion bash)"' >> ~/.bashrc
    zsh    echo 'eval "$(pbem completion zsh)"' >> ~/.zshrc
    fish   pbem completion fish > ~/.config/fish/completions/pbem.fish

    Then open a new shell. bash must be 4.4 or newer; in zsh, `compinit` must have run before.
    """
    from pbem.cli import group

    kind = get_completion_class(shell)
    assert kind is not None, shell
    click.echo(kind(group, {}, "pbem", VARIABLE).source())
