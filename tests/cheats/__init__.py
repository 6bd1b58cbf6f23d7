"""What people may try to win with, one file a cheat, and what comes of it."""
