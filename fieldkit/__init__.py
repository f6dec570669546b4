"""The field kit: a referee's box for games on a field and at a table."""

__version__ = "0.1.0"
