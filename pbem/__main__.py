"""The command `pbem`, and `python -m pbem` where the command itself is on no path."""

from importlib import import_module

from pbem.system import collect_seldom


def typed() -> None:
    """Entry point: a process that ends with the command. What it loads is no garbage, so nothing of that is
    loaded before it is settled how seldom garbage is looked for."""
    collect_seldom()
    import_module("pbem.cli").typed()


if __name__ == "__main__":
    typed()
