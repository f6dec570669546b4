"""The web: the pages for referee and spectators, the API, and the live feed.

Nothing is imported here: the supervisor opens `web.port` and reads `web.pin` without waiting for Flask.
"""
