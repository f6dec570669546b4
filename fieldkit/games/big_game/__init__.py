"""Catan Big Game, the rules BG-1 to BG-13: the kit conducts a hall of boards for two players each.

``README.md`` tells the rules with our rulings; `game` has each in a sentence.

    setup        BG-1              the hall from the number of its boards and the options
    ring         BG-1, BG-7, BG-8  who sits where, who may trade with whom, and who may forbid building
    people       BG-1, BG-13       players: by hand, phone or CSV file; no-shows, substitutes, removals
    turns        BG-3 to BG-6      the roll, the clock, the robbers
    claims, forms   BG-9, BG-11, BG-12   claims of victory, their points and the winner
    events, seat_events   what happened: each with its step of the state and its line
    state        the frozen values
    base         the base classes of commands and events
    view, shapes, spoken   what people see and may do, and what the conductor says
    asks         questions: a seat, a permission, the list of players, the log book
    report       the report of a hall that was played

What happens on a board, its roads, cards and robbers, is the players' own.
"""
