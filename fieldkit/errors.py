"""What can go wrong, in the words of the person it goes wrong for.

    FieldkitError            one clear sentence, shown as it is
    ├── SettingsError        the settings file: file, key and what is allowed
    ├── Rejected             a request the rules do not allow now (code, rule)      HTTP 409
    │   └── Unknown          a request naming what this match does not have         HTTP 400
    ├── Misread              rubbish from a device: counted, never fatal
    └── NotStored            the journal could not take it; nothing has changed     HTTP 503

Anything else that is raised is a bug.
"""

from __future__ import annotations


class FieldkitError(Exception):
    """A mistake or mishap that one sentence explains to the person who made it."""


class SettingsError(FieldkitError):
    """The settings cannot be used; the text names file, key and what is allowed, one line for each."""


class Rejected(FieldkitError):
    """A request that the rules refuse.

    ``template`` is an English sentence with ``{placeholders}``, so that a catalogue can translate it;
    ``str()`` fills it in. ``rule`` is the number of the rule (``"FC-18"``) or None.
    """

    def __init__(self, code: str, template: str, rule: str | None = None, **params: object) -> None:
        super().__init__(template.format(**params))
        self.code = code
        self.template = template
        self.rule = rule
        self.params = params


class Unknown(Rejected):
    """A request that names a game, option, team, hoop, kind, card, item or pending id not in this match."""


class Misread(FieldkitError):
    """A device said something that makes no sense; it is counted and changes nothing."""


class NotStored(FieldkitError):
    """The journal could not make it durable, so nothing has changed."""
