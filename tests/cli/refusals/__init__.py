"""The cases of every class of error, a module a kind of mistake."""

from tests.cli.refusals import unlawful, unproven, unread, untimely
from tests.cli.refusals.cases import CASES

__all__ = ["CASES", "unlawful", "unproven", "unread", "untimely"]
