"""Which games the rules of each version play: digests that a change of rules changes.

`<game>.toml` has the frozen digests of a game: of each file of its rules data, of its setups and random games, and of
its stored finished games (`tests/finished/`), the last two by scenario. `freeze` writes them, `test_versions.py` compares.
Nothing of the protocol goes in: no entry, no signature, no save. No sentence of a question or note goes in either.
"""
