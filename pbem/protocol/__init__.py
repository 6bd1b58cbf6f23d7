"""Keys, signatures, armour, sealing, chains, dice, the log and the save of pbem2; knows no game.

`PROTOCOL.md` beside this file is the specification, byte by byte. From the bottom up:

    canonical, hashing, wire, hkdf, toml, atomic    one spelling for everything, files written whole
    curve, sshsig, public                           sound keys, signatures
    bodies                                          everything that is signed, as types
    armour, rootfile, chain, keys                   mail, identity files, people: Identity, GameKey
    dice, commitment, seal                          chance and secrets
    envelope, entry, genesis, gms, save, pins       what is sent, logged, kept and remembered
"""
