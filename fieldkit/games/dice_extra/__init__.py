"""The Catan Dice Game "Extra", the rules DX-1 to DX-9: one island, six dice, two to four people.

``README.md`` tells the rules with our rulings; `rules` has each in a sentence, and those that teach it.
"""

from fieldkit.games import GameFiles

FILES = GameFiles(field="dice_extra_island", fields={"published": "published.toml", "kit": "field.toml"})
