"""The game as one player sees it: orders written, checked and sealed."""
