"""Reads a golden match: a match as a referee would write it down.

A table begins with its title and the teams, may name options, and then tells the match line by line:

    title: A knight is bought
    teams: red "Foxes" 3 at h1, blue "Herons" 3 at h2, green "Owls" 3 at h3
    options: target 6, deck paper

    round 1
      red: 2 ore, 1 wood              # balls into the team's starting city, one after another
      h5: 1 wheat at 3 s -> refused   # into another hoop, 3 s after the opening whistle
    closing whistle
      blue: 1 ore, 0.8 s late -> held
      accept blue ore
    break
      red buys knight for 2 ore, 1 wood
      refused FC-18: red buys settlement
      score: red 4, blue 3, green 3

A line may be refused (``refused FC-18: …`` with the number of the rule, or ``refused: …``). A ball is
expected to count unless the line says ``-> held``, ``-> refused`` or ``-> not counted``. What follows ``#``
is a remark.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

TEAM = r"red|blue|green|yellow"
HOOP = r"h\d+"
KINDS = r"\d+ \w+(?:, \d+ \w+)*"
PER_TEAM = r".+"

VERBS: Mapping[str, str] = {
    # The clock
    "opens": rf"round (?P<number>\d+)(?:, (?P<first>{TEAM}) first)?(?P<refusing>, late balls refused)?",
    "comes": r"round (?P<number>\d+) comes by itself",
    "bare": r"bare round (?P<number>\d+)",
    "closes": r"closing whistle",
    "rest": r"break",
    "stop": r"stop at (?P<at>[\d.]+) s: (?P<reason>.+)",
    "resume": r"resume(?: with (?P<seconds>[\d.]+) s)?",
    "end_round": r"end round: (?P<reason>.+)",
    "void": r"void: (?P<reason>.+)",
    "wait": r"wait (?P<span>[\d.]+) s",
    "hold": r"hold the break",
    "release": r"release the break",
    # In the round
    "balls": rf"(?P<where>{TEAM}|{HOOP}): (?P<kinds>{KINDS})(?: tag (?P<tag>\w+))?"
    r"(?: at (?P<at>-?[\d.]+) s)?(?:, heard at (?P<heard>[\d.]+) s)?(?:, (?P<late>[\d.]+) s late)?"
    r"(?: (?P<hand>by hand))?(?: -> (?P<outcome>held|refused|not counted))?",
    "settle": rf"(?P<how>accept|refuse) (?P<where>{TEAM}|{HOOP}) (?P<kind>\w+)",
    "place": rf"place (?P<team>{TEAM}) (?P<hoop>{HOOP})",
    "marker": rf"marker (?P<team>{TEAM}) in (?P<hoop>{HOOP})(?: at (?P<at>[\d.]+) s)?",
    # In the break
    "buy_city": rf"(?P<team>{TEAM}) buys city (?P<hoop>{HOOP})(?: for (?P<pay>{KINDS}))?",
    "buy_card": rf"(?P<team>{TEAM}) buys card(?: (?P<card>(?!for\b)\w+))?(?: for (?P<pay>{KINDS}))?",
    "buy": rf"(?P<team>{TEAM}) buys (?P<item>settlement|knight)(?: for (?P<pay>{KINDS}))?",
    "gift": rf"(?P<a>{TEAM}) gives (?P<gives>{KINDS}) to (?P<b>{TEAM})(?: (?P<gift>as a gift))?",
    "trade": rf"(?P<a>{TEAM}) gives (?P<gives>{KINDS}) to (?P<b>{TEAM}) for (?P<gets>{KINDS})",
    "use_kinds": rf"(?P<team>{TEAM}) uses year_of_plenty for (?P<kinds>{KINDS})",
    "use_kind": rf"(?P<team>{TEAM}) uses monopoly on (?P<kind>\w+)",
    "use_against": rf"(?P<team>{TEAM}) uses barbarians on (?P<victim>{TEAM}) (?P<hoop>{HOOP})",
    "use": rf"(?P<team>{TEAM}) uses (?P<card>victory_point|robber|foresight|military_supremacy)",
    "discard": rf"(?P<team>{TEAM}) discards (?:(?P<lot>by lot)|(?P<kinds>{KINDS}))",
    # By the captains' phones
    "proposes": rf"(?P<team>{TEAM}) proposes: (?P<what>.+)",
    "answers": rf"(?P<who>{TEAM}|referee) (?P<how>accepts|refuses|agrees to|declines|takes back): "
    r"(?P<what>.+)",
    "is_proposal": r"proposal (?P<fate>open|accepted|refused|declined|withdrawn|gone): (?P<what>.+)",
    "is_waiting": r"proposals waiting: (?P<count>\d+)",
    # On the record
    "correct_stock": rf"correct (?P<team>{TEAM}) stock (?P<kinds>{KINDS}): (?P<reason>.+)",
    "correct_count": rf"correct (?P<team>{TEAM}) (?P<what>knights|players|bonus_vp|settlements_in_hand|owed)"
    r" (?P<count>\d+): (?P<reason>.+)",
    "correct_hoop": rf"correct (?P<hoop>{HOOP}) (?P<building>none|settlement|city)(?: (?P<team>{TEAM}))?"
    r": (?P<reason>.+)",
    "correct_target": r"correct target (?P<count>\d+): (?P<reason>.+)",
    "correct_balls": r"correct balls (?P<kinds>\d+ \w+): (?P<reason>.+)",
    "correct_name": rf"correct (?P<team>{TEAM}) name (?P<name>[^:]+): (?P<reason>.+)",
    "correct_length": r"correct (?P<what>round|grace|break)_seconds (?P<count>[\d.]+): (?P<reason>.+)",
    "edit_teams": r"set up again: (?P<teams>.+)",
    "edit_options": r"set up again with (?P<options>.+)",
    "strike": r'strike (?P<lines>"[^"]+"(?: and "[^"]+")*): (?P<reason>.+)',
    "confirm": r"confirm(?P<done>, all are done)?",
    "end_match": r"end match: (?P<reason>.+)",
    "abandon": r"abandon match: (?P<reason>.+)",
    # What is expected
    "is_score": rf"score: (?P<teams>{PER_TEAM})",
    "is_stock": rf"stock: (?P<teams>{PER_TEAM})",
    "is_knights": rf"knights: (?P<teams>{PER_TEAM})",
    "is_in_hand": rf"in hand: (?P<teams>{PER_TEAM})",
    "is_owed": rf"owed: (?P<teams>{PER_TEAM})",
    "is_cards": rf"cards: (?P<teams>{PER_TEAM})",
    "is_field": rf"field: (?P<kinds>{KINDS})",
    "is_refill": rf"back to the piles: (?P<kinds>{KINDS}|nothing)",
    "is_hoops": r"hoops: (?P<hoops>.+)",
    "is_names": r"names: (?P<names>.+)",
    "is_phase": r"phase: (?P<phase>\w+)",
    "is_clock": r"clock: (?P<left>[\d.]+) s left",
    "is_pending": r"pending: (?P<count>\d+)",
    "is_deck": r"deck: (?P<count>\d+) left",
    "is_next": r"next round: (?P<foresight>\w+) first, (?P<supremacy>\w+) supreme",
    "is_leading": r"leading: (?P<teams>.+)",
    "is_winner": r"winner: (?P<teams>.+)",
}
"""Every verb of a table and how it is written."""

HEADS: Mapping[str, str] = {
    "title": r"title: (?P<title>.+)",
    "teams": r"teams: (?P<teams>.+)",
    "options": r"options: (?P<options>.+)",
    "full_game": r"full game",
}
"""The lines before the match."""

_TEAM_ENTRY = re.compile(rf'(?P<id>{TEAM}) "(?P<name>[^"]+)" (?P<players>\d+) at (?P<start_hoop>{HOOP})')
_REFUSED = re.compile(r"refused(?: (?P<rule>FC-\d+))?: (?P<text>.+)")


class TableError(Exception):
    """A line that cannot be read, with its file and number."""


@dataclass(frozen=True)
class Step:
    """One line of the match; ``rule`` is "" where a refusal names none, None where nothing is refused."""

    line: int
    text: str
    verb: str
    fields: Mapping[str, str | None]
    rule: str | None = None


@dataclass(frozen=True)
class Table:
    """A whole golden match."""

    name: str
    title: str
    setting: Mapping[str, object]
    steps: tuple[Step, ...]


def read(path: Path) -> Table:
    """Read a golden match; raises TableError with the line that cannot be read."""
    setting: dict[str, object] = {}
    title = ""
    steps: list[Step] = []
    for number, raw in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        text = " ".join(raw.split("#")[0].split())
        if not text:
            continue
        where = f"{path.name}, line {number}: {text!r}"
        head = _match(text, HEADS, where) if not steps else None
        if head is None:
            steps.append(_step(number, text, where))
        elif head[0] == "title":
            title = str(head[1]["title"])
        else:
            setting |= _setting(*head, where)
    if not (title and "teams" in setting and steps):
        raise TableError(f"{path.name}: a match has a title, teams and at least one line")
    return Table(path.stem, title, setting, tuple(steps))


def counts(text: str) -> dict[str, int]:
    """``3 wood, 2 wheat`` as kinds and counts; ``nothing`` is empty."""
    pairs = re.findall(r"(\d+) (\w+)", text)
    return {kind: int(count) for count, kind in pairs}


def per_team(text: str) -> dict[str, str]:
    """``red 4, blue 3`` as team and the rest of its entry."""
    return dict(entry.strip().split(" ", 1) for entry in text.split(","))


def command(text: str) -> Step:
    """Read a line within another one; raise TableError."""
    return _step(0, text, text)


def _step(number: int, text: str, where: str) -> Step:
    refused = _REFUSED.fullmatch(text)
    found = _match(refused["text"] if refused else text, VERBS, where)
    if found is None:
        raise TableError(f"{where} cannot be read")
    return Step(number, text, *found, rule=None if refused is None else refused["rule"] or "")


def _match(text: str, forms: Mapping[str, str], where: str) -> tuple[str, Mapping[str, str | None]] | None:
    found = [(verb, m.groupdict()) for verb, form in forms.items() if (m := re.fullmatch(form, text))]
    if len(found) > 1:
        raise TableError(f"{where} can be read in {len(found)} ways")
    return found[0] if found else None


def _setting(verb: str, fields: Mapping[str, str | None], where: str) -> dict[str, object]:
    if verb == "full_game":
        return {"full_game": True}
    if verb == "options":
        return {"options": options(str(fields["options"]), where)}
    return {"teams": teams(str(fields["teams"]), where)}


def options(text: str, where: str) -> dict[str, object]:
    """``target 6, deck paper`` as options and their values."""
    return dict(_option(part, where) for part in text.split(", "))


def teams(text: str, where: str) -> list[dict[str, object]]:
    """``red "Foxes" 3 at h1, …`` as teams of a set-up."""
    entries = [_TEAM_ENTRY.fullmatch(part) for part in text.split(", ")]
    if not all(entries):
        raise TableError(f'{where}: a team is written like red "Foxes" 3 at h1')
    return [entry.groupdict() | {"players": int(entry["players"])} for entry in entries if entry]


def _option(text: str, where: str) -> tuple[str, object]:
    name, _, value = text.partition(" ")
    if not value:
        raise TableError(f"{where}: the option {name} has no value")
    if name == "kinds":
        return name, value.split(" ")
    if value in ("on", "off"):
        return name, value == "on"
    return name, float(value) if "." in value else int(value) if value.isdigit() else value
