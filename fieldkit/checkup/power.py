"""The doctor's look at what feeds the kit: the supply, the heat, the current for USB, and the battery."""

from collections.abc import Callable

from fieldkit.battery import state_of
from fieldkit.checkup.finding import Finding, absent, fail, ok, warn
from fieldkit.checkup.probes import Health, Run
from fieldkit.errors import FieldkitError
from fieldkit.messages import Grade
from fieldkit.phrases import N_, Message, tenths
from fieldkit.pi import model_name

HOT_C = 75
"""A processor that is hotter (°C) is slowed down soon: at 80 on a Pi 4, at 85 on a Pi 5."""
_UNDER_VOLTAGE_NOW, _UNDER_VOLTAGE_BEFORE = 1 << 0, 1 << 16
_SLOWED_NOW, _SLOWED_BEFORE = 1 << 2, 1 << 18
"""A Pi is slowed down by heat or by too low a voltage; what is slowed at a good voltage is hot."""


def _throttled(run: Run) -> int | None:
    """Return what the firmware of a Raspberry Pi says of voltage and heat, in bits; None elsewhere."""
    said = run(["vcgencmd", "get_throttled"]) or ""
    try:
        return int(said.strip().rpartition("=")[2], 16)
    except ValueError:
        return None


def power(run: Run) -> Finding:
    """Check whether the supply holds its voltage, now and since the machine's start."""
    bits = _throttled(run)
    if bits is None:
        return absent("power", N_("only a Raspberry Pi reports it"))
    do = N_("use a stronger supply, a shorter cable or a full battery")
    if bits & _UNDER_VOLTAGE_NOW:
        return fail("power", N_("the voltage is too low"), do)
    if bits & _UNDER_VOLTAGE_BEFORE:
        return warn("power", N_("the voltage has been too low since the start"), do)
    return ok("power", N_("the voltage is fine"))


def temperature(run: Run) -> Finding:
    """Check that the processor stays cool: a closed box in the sun heats it, a Pi 5 most of all."""
    bits, said = _throttled(run), run(["vcgencmd", "measure_temp"]) or ""
    try:
        degrees = round(float(said.strip().removeprefix("temp=").removesuffix("'C")))
    except ValueError:
        degrees = None
    if bits is None or degrees is None:
        return absent("temperature", N_("only a Raspberry Pi reports it"))
    do = N_("put the box in the shade; the Pi needs a heat sink, a Pi 5 a cooler")
    params = {"degrees": degrees}
    if bits & _SLOWED_NOW and not bits & _UNDER_VOLTAGE_NOW:
        return fail("temperature", N_("{degrees} °C: the heat slows the Pi down"), do, **params)
    if bits & _SLOWED_BEFORE and not bits & _UNDER_VOLTAGE_BEFORE:
        text = N_("{degrees} °C, and heat has slowed the Pi down since the start")
        return warn("temperature", text, do, **params)
    grade: Grade = "warn" if degrees > HOT_C else "pass"
    return Finding("temperature", grade, N_("{degrees} °C"), do if grade == "warn" else "", params)


def usb(run: Run, model: Callable[[], str] = model_name) -> Finding:
    """Check that a Pi 5 gives its USB sockets full current; without a supply that says 5 A it does not."""
    if not model().startswith("Raspberry Pi 5"):
        return absent("usb", N_("only a Raspberry Pi 5 limits it"))
    said = run(["vcgencmd", "get_config", "usb_max_current_enable"]) or ""
    if said.strip() == "usb_max_current_enable=1":
        return ok("usb", N_("1.6 A for all USB sockets together"))
    text = N_("this Pi 5 gives all USB sockets together only 0.6 A")
    return warn("usb", text, N_("run fieldkit install again, then restart the machine"))


def battery(measured: bool, health: Health, read: Callable[[], float]) -> Finding:
    """Return how the kit's battery does, by what the running kit says, else by one reading (V)."""
    if not measured:
        return absent("battery", N_("not measured"))
    state: str | None
    why: Message | None
    if health is not None:
        told = health.get("battery") or {"state": None, "volts": None}
        state, volts, why = told["state"], told["volts"], Message(N_("the kit cannot read it"))
    else:
        try:
            volts = read()
        except FieldkitError as error:
            state, volts, why = "away", None, error.said
        else:
            state, why = state_of(volts), None
    params = {"volts": tenths(volts or 0), "why": why}
    match state:
        case "ok":
            return ok("battery", N_("{volts} V"), **params)
        case "low":
            return warn("battery", N_("{volts} V is low"), N_("charge it"), **params)
        case "empty":
            said, do = N_("{volts} V: almost empty"), N_("charge or change it before the match")
            return fail("battery", said, do, **params)
        case "odd":
            said = N_("{volts} V; a 12 V battery has 9 to 16 V")
            do = N_("check how the INA219 is wired; without a battery set [power] ina219 = false")
            return warn("battery", said, do, **params)
        case None:
            do = N_("ask again in a few seconds")
            return warn("battery", N_("not read yet"), do)
        case _:
            do = N_("check its four wires; fieldkit install switches I²C on, from the next start")
            return fail("battery", N_("not measured: {why}"), do, **params)
