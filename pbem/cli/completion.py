"""`pbem completion`."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from pbem.cli import group

VARIABLE = "_PBEM_COMPLETE"
SHELLS = ("bash", "zsh", "fish", "powershell")


@click.command(
    "completion",
    help="""Print a script that makes your shell complete commands, options, sides, scenarios and files.

    \b
    bash   echo 'eval "$(pbem completion bash)"' >> ~/.bashrc
    zsh    echo 'eval "$(pbem completion zsh)"' >> ~/.zshrc
    fish   pbem completion fish > ~/.config/fish/completions/pbem.fish
    PowerShell   pbem completion powershell | Out-String | Invoke-Expression

    In PowerShell, add that line to the file that `$PROFILE` names. Then open a new shell. You
    need bash 4.4 or newer; in zsh, `compinit` must have run before.
    """,
)
@click.argument("shell", type=click.Choice(SHELLS))
def command(shell: str) -> None:
    kind = get_completion_class(shell)
    if kind is None:
        raise click.UsageError(f"The click installed here knows no {shell}: pip install -U click")
    click.echo(kind(group, {}, "pbem", VARIABLE).source())
