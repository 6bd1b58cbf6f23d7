"""Emails and orders files that are ready to be sent."""
