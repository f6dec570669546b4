"""Simulated people at a running kit."""
