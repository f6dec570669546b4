"""Big Game, Big Honor, the rules BH-1 to BH-7: the table of ten places beside a board of three to six people.

``README.md`` tells the rules with our rulings; `rules` has each in a sentence.

    setup        BH-1              the match from the players and the options
    moves        BH-2 to BH-5, BH-7   which events follow from a command, or why none do
    evolve       BH-4, BH-6        how they change the state, who earns the laurel and who is champion
    state        the frozen values, what is free and what is left
    commands, events   what may be asked, and what happened
    view, shapes, legal, words   what people see, which commands are legal, and what it is all called
    report       what is told of a match that was played: charts, tables, figures

The board itself, its cards and roads, is the players' own: they enter its points, and the kit adds what the
champion has.
"""
