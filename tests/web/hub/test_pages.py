"""The pages of an event as they are served: the same for all, kept by a cache; and the reports of matches."""

import csv
import io
import json
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.hub_documents import SampleEvent, SampleSite
from web.hub.pages import Reports

PAGES = (
    *(
        "/",
        "/queue",
        "/screen",
        "/schedule",
        "/standings",
        "/announcer",
        "/field/north",
        "/team/foxes",
        "/match/F1",
    ),
    *(
        "/screen?theme=dusk&name=TV",
        "/print/schedule",
        "/print/finals",
        "/print/teams",
        "/print/team/foxes",
        "/print/receipt/12",
    ),
)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SampleSite]:
    """Yield the site of an event in which one match was played."""
    event = SampleEvent(tmp_path_factory.mktemp("event"), "Cup & <Friends>", practice=True)
    event.plan()
    event.begin("1")
    event.end("1", 2, 0, 1, 3)
    event.settle()
    site = SampleSite(event)
    yield site
    site.stop()


@pytest.mark.parametrize("address", PAGES)
def test_a_page_is_the_same_for_all_and_kept_by_a_cache(site: SampleSite, address: str) -> None:
    first = site.ask(address)
    assert first.status == 200
    assert first.headers["cache-control"] == "public, max-age=30, stale-while-revalidate=300"
    assert "set-cookie" not in first.headers
    told = {"Cookie": "theme=dusk; fieldkit-hub=abc", "Accept-Language": "de"}
    assert site.ask(address, told).body == first.body
    again = site.ask(address, {"If-None-Match": first.headers["etag"]})
    assert (again.status, again.body) == (304, b"")


def test_the_events_name_is_no_markup_and_a_practice_is_told(site: SampleSite) -> None:
    page = site.ask("/schedule").body.decode()
    assert "Cup &amp; &lt;Friends&gt;" in page
    assert "<Friends>" not in page
    assert "Practice" in page


@pytest.mark.parametrize(
    "address",
    [
        *("/field/North", "/team/a.b", "/match/1.2", "/match/" + "1" * 17, "/print/receipt/~"),
        *("/print/team/", "/report/north/m99", "/report/east/m1", "/report/north/x", "/report/NORTH/m1"),
    ],
)
def test_there_is_nothing_at_an_address_that_names_nothing(site: SampleSite, address: str) -> None:
    answer = site.ask(address)
    assert answer.status == 404
    assert "hub = " not in answer.body.decode()


def test_a_receipt_tells_how_each_round_sounded(site: SampleSite) -> None:
    (report,) = json.loads(site.ask("/v1/events/spring/matches/1").body)["reports"]
    assert (report["field"], report["match"]) == ("north", "m1")
    assert report["rounds"]
    assert {told for _, told in report["rounds"]} == {"length not measured, at most 1.0 ms late"}


def test_a_report_is_made_of_the_hubs_records_and_leads_to_its_pages(site: SampleSite) -> None:
    report = site.ask("/report/north/m1")
    assert report.status == 200
    assert "max-age=10" in report.headers["cache-control"]
    assert "Badgers 6 : Foxes 5 : Otters 4 : Herons 3" in report.body.decode()
    assert "Cup &amp; &lt;Friends&gt; · North" in report.body.decode()
    ways = report.body.decode().partition('<nav class="ways">')[2].partition("</nav>")[0]
    assert [part.partition('"')[0] for part in ways.split('href="')[1:]] == [
        "/",
        "/schedule",
        "/standings",
        "m1.csv",
    ]
    assert site.ask("/report/north/m1", {"If-None-Match": report.headers["etag"]}).status == 304


def test_the_decisions_of_a_match_come_as_a_table(site: SampleSite) -> None:
    answer = site.ask("/report/north/m1.csv")
    assert answer.headers["content-type"].startswith("text/csv")
    assert answer.headers["content-disposition"] == 'attachment; filename="north-m1.csv"'
    assert len(list(csv.reader(io.StringIO(answer.body.decode("utf-8-sig"))))) > 4


def test_one_report_of_a_field_is_made_at_a_time(site: SampleSite, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who comes meanwhile is told to look again."""
    under_way, go_on = threading.Event(), threading.Event()
    records_of = site.event.hub.records_of

    def slow(field: str, match: str) -> object:
        under_way.set()
        assert go_on.wait(60)
        return records_of(field, match)

    monkeypatch.setattr(site.event.hub, "records_of", slow)
    first = threading.Thread(target=site.ask, args=("/report/north/m1",))
    first.start()
    assert under_way.wait(60)
    answer = site.ask("/report/north/m1")
    # Another field's is no slower for it.
    monkeypatch.setattr(site.event.hub, "records_of", records_of)
    assert site.ask("/report/south/m1").status == 404
    go_on.set()
    first.join(60)
    assert answer.status == 503
    assert answer.headers["retry-after"] == "2"
    assert 'data-after="2"' in answer.body.decode()
    assert site.ask("/report/north/m1").status == 200


def test_a_report_is_kept_until_more_of_its_match_has_come(tmp_path: Path) -> None:
    event = SampleEvent(tmp_path)
    try:
        event.plan()
        event.begin("1")
        event.push("north")
        reports = Reports(event.hub)
        first = reports.of("north", "m1")
        assert reports.of("north", "m1") is first
        event.end("1", 1, 0, 0, 0)
        later = reports.of("north", "m1")
        assert later is not None
        assert first is not None
        assert later.tip != first.tip
        assert later.report != first.report
    finally:
        event.close()
