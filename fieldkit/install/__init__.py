"""``fieldkit install``: the kit as services of a machine, said step by step, repeatable and undoable."""
