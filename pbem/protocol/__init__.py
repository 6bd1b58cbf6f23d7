"""Keys, signatures, armour, sealing, chains, dice, the log and the save of pbem1; knows no game.

`PROTOCOL.md` beside this file is the specification, byte by byte. From the bottom up:

    hashing, canonical, wire, hkdf, toml, atomic    one spelling for everything, files written whole
    curve, sshsig, armour, rootfile                 sound keys, signatures, mail, identity files
    keys                                            people: Identity (secret) and PublicKeys
    chain, dice, commitment, seal                   chance and secrets
    envelope, entry, save, pins                     what is sent, logged, kept and remembered
"""
