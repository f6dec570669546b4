"""Big Game, Big Honor on the scoreboard: `read` makes a picture of its public board."""

from fieldkit.games.big_honor.scoreboard.scenes import read as read
