"""Whether a line that a page or a service tells one to type is a command of the kit."""

from collections.abc import Sequence

import click

from fieldkit.cli.commands import fieldkit


def parsed(arguments: Sequence[str]) -> str:
    """Return the command that these arguments name; read all, do nothing. Raises click's UsageError."""
    context, rest = click.Context(fieldkit, info_name="fieldkit"), list(arguments)
    while isinstance(context.command, click.Group):
        name, command, rest = context.command.resolve_command(context, rest)
        assert command is not None
        context = command.make_context(name, list(rest), parent=context)
        rest = [*context._protected_args, *context.args]
        if not rest:
            # Also a group that does something by itself.
            break
    return context.command_path.split()[1]
