"""A step of an installation as a value, and how steps are said, done and taken back."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from fieldkit.errors import FieldkitError
from fieldkit.install.machine import Machine
from fieldkit.phrases import N_


def _nothing() -> None:
    """Do nothing."""


@dataclass(frozen=True, slots=True)
class InstallStep:
    """One thing that must be so.

    ``says`` is the sentence for it. ``do`` returns what its reader must know afterwards, mostly "".
    ``was_done`` tells whether there is something to take back, ``stays`` what is left alone then.
    ``at_start``: it takes effect when the machine restarts.
    """

    says: str
    is_so: Callable[[], bool]
    do: Callable[[], str]
    was_done: Callable[[], bool] = field(default=lambda: False)
    undo: Callable[[], None] = field(default=_nothing)
    at_start: bool = False
    stays: str = ""


def files(
    machine: Machine,
    says: str,
    texts: Mapping[str, str],
    then: Callable[[], None] = _nothing,
    holds: Callable[[], bool] = lambda: True,
    at_start: bool = False,
    stays: str = "",
) -> InstallStep:
    """Return a step that writes files (name to text), then does ``then``, also after they were taken back.

    ``holds`` tells whether what ``then`` brings about is so.
    """

    def do() -> str:
        for name, text in texts.items():
            machine.write(name, text)
        then()
        return ""

    def undo() -> None:
        for name in texts:
            machine.restore(name)
        then()

    return InstallStep(
        says,
        is_so=lambda: all(machine.read(name) == text for name, text in texts.items()) and holds(),
        do=do,
        was_done=lambda: any(name in machine.ledger()["files"] for name in texts),
        undo=undo,
        at_start=at_start,
        stays=stays,
    )


def carry_out(steps: Sequence[InstallStep], say: Callable[[str], None], dry: bool = False) -> None:
    """Say each step, then do it unless it is so already or this is a dry run. Raises FieldkitError."""
    restart = False
    for number, step in enumerate(steps, 1):
        say(f"{number}. {step.says}")
        if step.is_so():
            say("   already done")
        elif dry:
            say("   would be done")
        else:
            told = _try(step.do)
            say(f"   done{': ' if told else ''}{told or ''}")
            restart = restart or step.at_start
    if restart:
        say("Restart the machine: some of these changes take effect only then.")


def take_back(
    steps: Sequence[InstallStep], machine: Machine, say: Callable[[str], None], dry: bool = False
) -> None:
    """Say each step, the last one first, and take it back if it was done. Raises FieldkitError."""
    done = [step for step in reversed(steps) if step.was_done()]
    for number, step in enumerate(done, 1):
        say(f"{number}. Undo: {step.says}")
        if not dry:
            _try(step.undo)
        stays = f", but {step.stays}" if step.stays else ""
        say(f"   {'would be ' if dry else ''}undone{stays}")
    if not done:
        say("There is nothing to undo.")
    elif not dry:
        machine.forget()


def _try(act: Callable[[], str | None]) -> str | None:
    try:
        return act()
    except OSError as error:
        raise FieldkitError(
            N_("{file} could not be changed: {cause}. The remaining steps were skipped."),
            file=error.filename,
            cause=error.strerror,
        ) from None
