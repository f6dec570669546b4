"""Full-Contact Catan, the rules FC-0 to FC-33: teams, hoops, balls, cards, rounds and breaks.

``README.md`` tells the rules with our rulings; `rules` has each in a sentence, `phases` the table of phases.

    setup        FC-0 to FC-6      the match from numbers, field and choices; also its change before the start
    field, fairness, piles   FC-3, FC-22, FC-25   where hoops and piles lie, and how many balls in each pile
    rounds       FC-7, FC-16, FC-17, FC-29   starts, stops, ends, the break's clock
    sightings    FC-10 to FC-15    what a ball or a marker at a hoop becomes
    bank         FC-18 to FC-22, FC-24, FC-27   purchases, trades, use of cards, discards, refilling
    cards        FC-23 to FC-30    the development cards, one value each
    corrections  FC-32, FC-33      the referee's last word, and the end
    state, options, points   the frozen values and `move` (FC-13), points (FC-31), winners (FC-32)
    events, and match_, round_, ball_, bank_, correction_events   each with its step and its line
    proposals    what captains ask for, and what becomes of it
    view, setup_view, shapes   the views, and the numbers and lists that pages draw from
    briefing, legal, words     sentences for screens, the legal commands, reasons
    report, spoken             charts, tables and figures of a match; lines for the voice

The rules about bodies (FC-8, FC-9, FC-14: feet, hands, tags) are the players' and the referee's. The kit
tells when they matter (`briefing`) and keeps what follows from them: FC-9's late throws are judged in
`sightings`, and what the referee decides is written down with `correct`, `settle` and `note`.
"""

from fieldkit.games import GameFiles

FILES = GameFiles(options="rules", field="field")  # it was the only game when they got their names
