"""The web: pages, API and live feed. Nothing is imported here: the supervisor does not wait for Flask."""
