"""Big Game, Big Honor, the rules BH-1 to BH-7: the table of ten places beside a board of three to six people.

``README.md`` tells the rules with our rulings; `rules` has each in a sentence, and the guide for players.

    commands     BH-1 to BH-5, BH-7   what players ask for, and which events follow or why none do
    events       BH-2 to BH-7         how they change the state, who earns the laurel and who is champion
    state        the frozen values, what is free and what is left
    view, shapes   what people see, and which commands are legal
    report       the report of a match: charts, tables, figures

The board itself, its cards and roads, is the players' own: they enter its points, and the kit adds what the
champion has.
"""
