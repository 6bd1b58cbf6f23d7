"""What everybody checks of an entry, with or without the rules of the game (PROTOCOL.md, sections 13, 14, 18).

`classes` says what an entry may hold by its step, `fields` what becomes of each field of a record, `questions`
who may be asked and who may have decided, `lines` whether a line is what its author wrote, `own` what the
owner of a key checks besides.
"""
