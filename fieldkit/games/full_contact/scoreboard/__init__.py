"""Full-Contact Catan on the scoreboard: `read` makes a picture of its public board."""

from fieldkit.games.full_contact.scoreboard.scenes import read as read
