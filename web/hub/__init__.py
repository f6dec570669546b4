"""The hub's web: what fields send, what everybody sees, and the organisers' pages."""
