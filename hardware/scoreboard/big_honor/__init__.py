"""Big Game, Big Honor on the scoreboard: `read` makes a picture of its public board."""

from __future__ import annotations

from hardware.scoreboard.big_honor.scenes import read

__all__ = ["read"]
