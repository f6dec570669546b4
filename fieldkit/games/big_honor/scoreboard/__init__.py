"""Big Game, Big Honor on the scoreboard: `read` makes a picture of its public board."""

from __future__ import annotations

from fieldkit.games.big_honor.scoreboard.scenes import read

__all__ = ["read"]
