"""Catan Big Game, the rules BG-1 to BG-13: the kit conducts a hall of boards for two players each.

``README.md`` tells the rules with our rulings; `rules` has each in a sentence.

    setup        BG-1              the hall from the number of its boards and the options
    ring         BG-1, BG-7, BG-8  who sits where, who may trade with whom, and who may forbid building
    people       BG-1, BG-13       who plays: by hand, phone or CSV file; no-shows, substitutes, removals
    turns        BG-3 to BG-6      the roll, the clock, the robbers
    claims       BG-9, BG-11, BG-12   claims of victory, their points and the winner
    evolve       how the events change the state
    state        the frozen values
    commands, events   what may be asked, and what happened
    facets       what the whistle needs to know
    view, shapes, legal, words, spoken   what people see, what they may do, and what it is all called
    asks         what is looked up: a seat, a permission, the list of players, the log book
    report       what is told of a hall that was played

What happens on a board, its roads, cards and robbers, is the players' own.
"""
