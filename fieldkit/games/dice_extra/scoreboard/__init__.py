"""The dice game on the scoreboard: `read` makes a picture of its public board."""

from fieldkit.games.dice_extra.scoreboard.scenes import read as read
