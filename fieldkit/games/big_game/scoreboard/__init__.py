"""Catan Big Game on the hall's screens: `read` makes a picture of its public board."""

from __future__ import annotations

from fieldkit.games.big_game.scoreboard.scenes import read

__all__ = ["read"]
