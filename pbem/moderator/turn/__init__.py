"""A turn at one's own desk: orders composed, tried, foretold, and mails taken in."""
