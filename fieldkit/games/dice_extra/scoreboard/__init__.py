"""The dice game on the scoreboard: `read` makes a picture of its public board."""

from __future__ import annotations

from fieldkit.games.dice_extra.scoreboard.scenes import read

__all__ = ["read"]
