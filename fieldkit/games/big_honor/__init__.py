"""Big Game, Big Honor, the rules BH-1 to BH-7: the table of ten places beside everybody's own board."""
