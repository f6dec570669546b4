"""The rules of Catan Big Game, one by one and in whole halls."""
