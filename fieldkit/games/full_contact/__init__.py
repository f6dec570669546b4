"""Full-Contact Catan, the rules FC-0 to FC-33; ``README.md`` tells them, and which file carries out which."""

from fieldkit.games import GameFiles

FILES = GameFiles(options="rules", field="field")  # it was the only game when they got their names
