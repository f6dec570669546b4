"""The Catan Dice Game "Extra", the rules DX-1 to DX-9: one island, six dice, two to four people."""

from fieldkit.games import GameFiles

FILES = GameFiles(field="dice_extra_island", fields={"published": "published.toml", "kit": "field.toml"})
