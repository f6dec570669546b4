"""The web:

pages, API and live feed. Nothing is imported here, so that the supervisor does not wait for Flask.
"""
