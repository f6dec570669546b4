"""Full-Contact Catan, the rules FC-0 to FC-33: teams, hoops, balls, cards, rounds and breaks.

``README.md`` tells the rules with our rulings and has the table of phases; `rules` has each in a sentence.

    setup        FC-0 to FC-6      the match from numbers, field and choices; also its change before the start
    field        FC-3, FC-22, FC-25   where hoops and piles lie, whether that is fair, the balls in each pile
    rounds       FC-7, FC-16, FC-17, FC-29   starts, stops, ends, the break's clock
    sightings    FC-10 to FC-15    what a ball or a marker at a hoop becomes
    bank         FC-18 to FC-22, FC-24, FC-27   purchases, trades, discards, refilling
    cards        FC-23 to FC-30    the development cards, one value each, and their use
    corrections  FC-32, FC-33      the referee's last word, and the end
    proposals    what captains ask for, and what becomes of it
    state, options, points   the frozen values and `move` (FC-13), points (FC-31), winners (FC-32)
    events, and round_, ball_, correction_events   each with its step and its line
    view, shapes, legal   the views, with the numbers and lists that pages draw from, and the legal commands
    briefing, words       sentences for screens and for the voice; names, reasons and fouls
    report       charts, tables and figures of a match

A command stands with the rules that it is about and decides for itself; `game.COMMANDS` has their names.
The rules about bodies (FC-8, FC-9, FC-14: feet, hands, tags) are the players' and the referee's. The kit
tells when they matter (`briefing`) and keeps what follows from them: FC-9's late throws are judged in
`sightings`, and what the referee decides is written down with `correct`, `settle` and `note`.
"""

from fieldkit.games import GameFiles

FILES = GameFiles(options="rules", field="field")  # it was the only game when they got their names
