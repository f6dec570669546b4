"""The command line: the one room that wires all others."""
