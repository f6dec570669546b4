"""The rules of Big Game, Big Honor, one by one and in whole matches."""
