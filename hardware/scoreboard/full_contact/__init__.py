"""Full-Contact Catan on the scoreboard: `read` makes a picture of its public board."""

from __future__ import annotations

from hardware.scoreboard.full_contact.scenes import read

__all__ = ["read"]
