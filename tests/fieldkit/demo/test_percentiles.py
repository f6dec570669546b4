"""Percentiles: known values in, known values out."""

import pytest

from fieldkit.demo import percentiles


@pytest.mark.parametrize(
    ("values", "told"),
    [
        ([], [0.0, 0.0, 0.0]),
        ([2.5], [2.5, 2.5, 2.5]),
        ([9.0, 1.0, 5.0], [5.0, 9.0, 9.0]),
        ([float(each) for each in range(200, 0, -1)], [101.0, 199.0, 200.0]),
    ],
)
def test_they_lie_above_their_share_of_the_values(values: list[float], told: list[float]) -> None:
    assert percentiles(values) == dict(zip(("p50", "p99", "max"), told, strict=True))
