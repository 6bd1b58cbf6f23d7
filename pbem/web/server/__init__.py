"""Serves the pages of a desk to one browser."""
