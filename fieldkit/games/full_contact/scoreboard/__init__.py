"""Full-Contact Catan on the scoreboard: `read` makes a picture of its public board."""

from __future__ import annotations

from fieldkit.games.full_contact.scoreboard.scenes import read

__all__ = ["read"]
