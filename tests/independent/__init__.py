"""A verifier of pbem2 saves, written from PROTOCOL.md alone. It needs Python 3.11 and nothing else."""
