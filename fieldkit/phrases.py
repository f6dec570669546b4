"""Sentences before they are said in any language: English templates with their parameters."""

from collections.abc import Callable, Mapping, Sequence

import msgspec


def N_(text: str) -> str:
    """Mark a sentence for the catalogues where no call around it does."""
    return text


class Term(str):
    """A word or sentence of the kit's own: a catalogue translates it, unlike any other text."""

    __slots__ = ()


class Message(msgspec.Struct, frozen=True):
    """An English sentence with ``{placeholders}``; what fills them may be words and phrases again."""

    template: str
    params: Mapping[str, object] = {}

    def __str__(self) -> str:
        return self.template.format(**self.params) if self.params else self.template


class MessageList(msgspec.Struct, frozen=True):
    """A list of words or phrases; ``last`` stands before the last of them, ``between`` between all others."""

    items: Sequence[object]
    last: str = ""
    between: str = ", "

    def __str__(self) -> str:
        return ENGLISH(self)


class Language(msgspec.Struct, frozen=True):
    """One language; ``forms`` are by the English singular, ``which`` tells the form of a number."""

    code: str = "en"
    sentences: Mapping[str, str] = {}
    forms: Mapping[str, Sequence[str]] = {}
    which: Callable[[int], int] = bool

    def __call__(self, said: object) -> str:
        """Return a phrase, a word or a list of them in this language; any other text as it is."""
        # The views say a hundred things at each change: the plain ones take no detour.
        if type(said) is Term:
            return self.sentences.get(said) or str(said)
        if isinstance(said, Message):
            template = self.sentences.get(said.template) or said.template
            if not said.params:
                return template
            given = said.params.items()
            told = {name: value if type(value) in _PLAIN else self(value) for name, value in given}
            return template.format(**told)
        if isinstance(said, MessageList):
            return self._several(said)
        return str(said)

    def sentence(self, template: str, **params: object) -> str:
        """Say a sentence with its parameters."""
        return self(Message(template, params))

    def number(self, one: str, other: str, n: int) -> str:
        """Say ``one`` for a single thing, else ``other``, with the number ``n``."""
        forms = self.forms.get(one)
        return (forms[self.which(n)] if forms else one if n == 1 else other).format(n=n)

    def _several(self, said: MessageList) -> str:
        items = [self(item) for item in said.items]
        if not said.last or len(items) < 2:
            return said.between.join(items)
        last = self.sentences.get(said.last, said.last)
        return f"{said.between.join(items[:-1])} {last} {items[-1]}"


_PLAIN = (str, int)

ENGLISH = Language()
"""The language that everything is written in."""


def decimals(number: float, places: int) -> Message:
    """Return a number with that many decimals, as each language writes it."""
    whole, rest = divmod(round(number * 10**places), 10**places)
    return Message("{whole}.{tenth}", {"whole": whole, "tenth": f"{rest:0{places}}"})


def tenths(number: float) -> Message:
    """Return a number with one decimal, as each language writes it."""
    return decimals(number, 1)
