"""The thread that asks the battery's meter: what it shows while the meter answers, fails or hangs."""

from fieldkit.errors import FieldkitError
from fieldkit.messages import Battery
from fieldkit.phrases import Message
from hardware.battery.watch import SILENT_S, BatteryWatch


class Meter:
    """Says what it is told; ``asks`` looks at the watch while a reading is under way."""

    def __init__(self, *says: float | str) -> None:
        self.says = list(says)
        self.closed = False
        self.asks = lambda: None

    def read(self) -> float:
        self.asks()
        said = self.says.pop(0)
        if isinstance(said, str):
            raise FieldkitError(said)
        return said

    def close(self) -> None:
        self.closed = True


def test_it_shows_what_the_meter_says() -> None:
    watch = BatteryWatch(Meter(13.2, "gone", "gone", "gone"))
    assert watch.now() is None
    watch.look()
    assert watch.now() == Battery("ok", 13.2)
    for _ in range(3):
        watch.look()
    assert watch.now() == Battery("away", why=Message("gone"))


def test_a_meter_that_hangs_does_not_answer() -> None:
    moment = [0.0]
    meter = Meter(13.2, 13.2)
    watch = BatteryWatch(meter, lambda: moment[0])
    watch.look()
    seen: list[Battery | None] = []

    def hang() -> None:
        moment[0] += SILENT_S
        seen.append(watch.now())
        moment[0] += 0.1
        seen.append(watch.now())

    meter.asks = hang  # type: ignore[assignment]
    watch.look()
    assert seen == [Battery("ok", 13.2), Battery("away", why=Message("it no longer answers"))]
    assert watch.now() == Battery("ok", 13.2)


def test_it_ends_and_lets_go_of_the_meter() -> None:
    meter = Meter(*[13.2] * 3)
    watch = BatteryWatch(meter)
    watch.start()
    watch.close()
    watch._thread.join(5)
    assert meter.closed
    assert not watch._thread.is_alive()
