"""The options of a match: what each may be, from its type and the numbers of ``rules.toml``."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, get_args, get_origin, get_type_hints

from fieldkit.errors import Rejected, SettingsError, Unknown
from fieldkit.phrases import N_


class MatchOptions:
    """The options of a game, by the fields of a struct; a game overrides how an own sort is checked.

    ``[options]`` of the numbers has the defaults, ``[limits]`` the range of each number, ``[steps]`` by how
    much a tap changes it, if not by 1. ``choices`` are the words that an option may be where its type
    does not tell; ``table`` is the table of the settings that may change the defaults.
    """

    def __init__(
        self,
        kind: type,
        numbers: Mapping[str, Any],
        table: str,
        choices: Mapping[str, Sequence[str]] | None = None,
        without: Sequence[str] = (),
    ) -> None:
        """Check the defaults; raise SettingsError for what none can be."""
        self._types = {name: of for name, of in get_type_hints(kind).items() if name not in without}
        literals = {name: get_args(of) for name, of in self._types.items() if get_origin(of) is Literal}
        self._choices: Mapping[str, Sequence[str]] = {**literals, **(choices or {})}
        self._limits, self._steps = numbers.get("limits", {}), numbers.get("steps", {})
        self.defaults: Mapping[str, Any] = dict(numbers.get("options", {}))
        for name, value in self.defaults.items():
            try:
                self.checked(name, value)
            except Rejected as error:
                raise SettingsError(f"[{table}] {name}: {error}") from None

    def settled(self, chosen: Mapping[str, Any]) -> dict[str, Any]:
        """Return the defaults with what was chosen in their place; raise Unknown or Rejected."""
        return {**self.defaults, **{name: self.checked(name, value) for name, value in chosen.items()}}

    def fields(self) -> list[dict[str, Any]]:
        """Return how each option is asked for, in order: a page knows none by its name."""
        return [{"name": name, **self.field(name)} for name in self._types]

    def field(self, name: str) -> dict[str, Any]:
        """Return the sort of an option, with its limits and step or its choices."""
        if self._types[name] is bool:
            return {"sort": "switch"}
        if name in self._choices:
            return {"sort": "choice", "of": list(self._choices[name])}
        low, high = self._limits[name]
        return {"sort": "number", "least": low, "most": high, "step": self._steps.get(name, 1)}

    def checked(self, name: str, value: Any) -> Any:
        """Return the value of an option; raise Unknown or Rejected for an impossible one."""
        if name not in self._types:
            given = {"name": name, "names": ", ".join(self._types)}
            raise Unknown("unknown_option", "No option {name}: allowed are {names}", None, **given)
        if self._types[name] is bool:
            if not isinstance(value, bool):
                raise Unknown("option_value", "{name} must be true or false", None, name=name)
        elif name in self._choices:
            if value not in self._choices[name]:
                names = ", ".join(self._choices[name])
                raise Unknown("option_value", "{name} must be one of {names}", None, name=name, names=names)
        else:
            self._check_number(name, value)
        return value

    def _check_number(self, name: str, value: Any) -> None:
        allowed = int if self._types[name] is int else int | float
        if isinstance(value, bool) or not isinstance(value, allowed):
            raise Unknown("option_value", "{name} must be a number", None, name=name)
        low, high = self._limits[name]
        if not low <= value <= high:
            text = N_("{name} must be from {least} to {most}")
            raise Rejected("option_value", text, None, name=name, least=low, most=high)
