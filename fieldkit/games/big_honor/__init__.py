"""Big Game, Big Honor, the rules BH-1 to BH-7: the table of ten places beside a board of three to six people.

``README.md`` tells the rules with our rulings. The board itself, its cards and roads, is the players' own:
they enter its points, and the kit adds what the champion has.
"""
