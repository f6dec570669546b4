"""The Catan Dice Game "Extra", the rules DX-1 to DX-9: one island, six dice, two to four people.

``README.md`` tells the rules with our rulings; `rules` has each in a sentence, and those that teach it.

    island       DX-1, DX-2   the island's file, checked, and the map that follows from it
    payment      DX-4, DX-9   which dice pay
    places       DX-2, DX-5, DX-6, DX-9   where something may stand, and why not elsewhere
    trail        DX-8         the longest trail, and who holds what
    state        the frozen values, points and winners (DX-8)
    kinds, commands   the words of the game, and what can be asked
    events       what can happen, how it changes the state, and how it is told
    view, shapes  the picture that people see, and what they may do
    game         DX-1, DX-2   the match from options, islands and players
    report       what is told of a match that was played
"""

from fieldkit.games import GameFiles

FILES = GameFiles(field="dice_extra_island", fields={"published": "published.toml", "kit": "field.toml"})
