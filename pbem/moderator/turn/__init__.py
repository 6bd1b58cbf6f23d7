"""A turn at home: orders composed, tried, foretold, and mails taken in."""
