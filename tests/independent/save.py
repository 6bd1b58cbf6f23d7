"""The save (PROTOCOL.md, section 11)."""

import re
import tomllib

from .wire import Flaw, need

ENTRY = re.compile(rb"\n\[\[entry\]\]\nbody = '''([^\n]*?)'''\nsig = '([A-Za-z0-9+/=]*)'\n")


def undo(data: bytes) -> bytes:
    """What editors and mail programs do to a text as a whole."""
    data = data.removeprefix(b"\xef\xbb\xbf").rstrip(b" \t\r\n")
    if data.count(b"\r\n") == data.count(b"\n") == data.count(b"\r"):
        data = data.replace(b"\r\n", b"\n")
    need(b"\r" not in data, "a carriage return in some lines")
    return data + b"\n"


ORDER = re.compile(rb"\n\[order\]\nbody = '''([^\n]*?)'''\nsig = '([A-Za-z0-9+/=]*)'\n")
REVEAL = re.compile(rb"\n\[\[reveal\]\]\nbody = '''([^\n]*?)'''\nsig = '([A-Za-z0-9+/=]*)'\n")
DUEL = b"# A duel played with pbem"


def is_duel(data: bytes) -> bool:
    """§19: whether the file begins as one of a duel."""
    return data.removeprefix(b"\xef\xbb\xbf").startswith(DUEL)


def log_of(data: bytes) -> tuple[bytes, str, list[tuple[bytes, str]], dict[str, str]]:
    """What is signed, the signature, the entries, and the menus."""
    signed, sig, entries, behind, tables = parts(data)
    need(not behind, f"behind entry {len(entries) - 1} stands something that is no entry")
    return signed, sig, entries, menus(tables)


Rows = list[tuple[bytes, str]]


def duel_of(data: bytes) -> tuple[bytes, str, Rows, Rows, Rows]:
    """§19: what is signed, the signature, the entries, the order behind them, if there is one, and the reveals."""
    signed, sig, entries, behind, _ = parts(data)
    at = behind.find(b"\n[[reveal]]\n")
    behind, rest = (behind[:at], behind[at:]) if at >= 0 else (behind, b"")
    m = ORDER.fullmatch(behind)
    need(m or not behind, f"behind entry {len(entries) - 1} stands something that is no order")
    order = [(m[1], m[2].decode())] if m else []
    reveals, at = [], 0
    while r := REVEAL.match(rest, at):
        reveals.append((r[1], r[2].decode()))
        at = r.end()
    need(at == len(rest) and len(reveals) <= 256, "the reveals are not laid out as such")
    tables = tomllib.loads(data.decode())
    for name, rows in (("order", order), ("reveal", reveals)):
        there = tables.get(name, [])
        there = [there] if isinstance(there, dict) else there
        read = [(one["body"].encode(), one["sig"]) for one in there]
        need(read == rows, f"as TOML the file has another `{name}`")
    return signed, sig, entries, order, reveals


def parts(data: bytes) -> tuple[bytes, str, Rows, bytes, bytes]:
    """What is signed, the signature, the entries, what stands behind them, and the tables."""
    need(len(data) <= 67_108_864, "more than 64 MiB")
    data = undo(data)
    end = data.rfind(b"\n# signed: ") + 1
    last = re.fullmatch(rb"# signed: ([A-Za-z0-9+/=]+)\n", data[end:])
    need(end and last, "the last line is not `# signed: ...`")
    start = data.find(b"\n[[entry]]\n") + 1
    need(start > 1 and data[start - 2 : start] == b"\n\n", "no log, or no empty line before it")
    rest = data[start - 1 : end]
    entries, at = [], 0
    while m := ENTRY.match(rest, at):
        entries.append((m[1], m[2].decode()))
        at = m.end()
    need(rest[at:].endswith(b"\n"), "no empty line before the last one")
    same_as_toml(data, entries)
    return data[:end], last[1].decode(), entries, rest[at:-1], data[:start]  # type: ignore[index]


def same_as_toml(data: bytes, entries: Rows) -> None:
    try:
        read = [(e["body"].encode(), e["sig"]) for e in tomllib.loads(data.decode())["entry"]]
    except (ValueError, KeyError, TypeError) as e:
        raise Flaw(f"not TOML: {e}") from None
    need(read == entries, "as TOML the file has other entries")


def menus(tables: bytes) -> dict[str, str]:
    """§17: the one table that a program reads."""
    _, found, rest = tables.partition(b"\n[menus]\n")
    out: dict[str, str] = {}
    for line in rest.split(b"\n")[:8] if found else []:
        m = re.fullmatch(rb"([a-z][a-z0-9_]{0,31}) = (['\"])([A-Za-z0-9+/=]*)\2", line)
        if not m:
            break
        out[m[1].decode()] = m[3].decode()
    return out
