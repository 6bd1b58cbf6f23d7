"""Reading and checking a log: verify, audit."""
