"""Fetching and sending email: a journal, sources, ways out, and one pass that brings the emails to the one round."""
