"""`python -m pbem`, where the command itself is on no path."""

from pbem.cli import typed

if __name__ == "__main__":
    typed()
