"""Catan Big Game on the hall's screens: `read` makes a picture of its public board."""

from fieldkit.games.big_game.scoreboard.scenes import read as read
