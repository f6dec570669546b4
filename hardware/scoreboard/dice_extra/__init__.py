"""The dice game on the scoreboard: `read` makes a picture of its public board."""

from __future__ import annotations

from hardware.scoreboard.dice_extra.scenes import read

__all__ = ["read"]
