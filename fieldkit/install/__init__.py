"""``fieldkit install``: the kit as services of a machine, said step by step, repeatable and undoable.

`plan` lists the steps for a `machine`, `steps` goes through them forward and back, `command` is the command.
"""
