"""Catan Big Game on the hall's screens: `read` makes a picture of its public board."""

from __future__ import annotations

from hardware.scoreboard.big_game.scenes import read

__all__ = ["read"]
