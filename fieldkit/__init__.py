"""The field kit: a referee's box for Full-Contact Catan and its sibling games."""

__version__ = "0.1.0"
