"""The hub of an event: one place that several fields report to. The web in front of it is `web.hub`."""
