"""Catan Big Game, the rules BG-1 to BG-13: the kit conducts a hall of boards for two players each.

What happens on a board, its roads, cards and robbers, is the players' own.
"""
