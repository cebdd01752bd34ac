"""rmasim validate-times: the figures of VALIDATION.md stay within their limits, the model's shapes fit the
measurements, and the presets of measured machines have the fitted parameters."""

import re

import pytest
from rmasim_analysis.program import listed
from rmasim_analysis.timing.atlas import Row, error, tables
from rmasim_analysis.timing.model import Message
from rmasim_analysis.validate_times import shapes
from rmasim_analysis.validate_times.machines import machine_of
from rmasim_analysis.validate_times.reasons import left_out
from rmasim_analysis.validate_times.runs import Compared
from rmasim_analysis.validate_times.summary import counted, ratio_errors
from verbs import PROGRAM, ROOT, verb

PAGE = ROOT / "analysis/VALIDATION.md"
PRESETS = {"aries-lanl-2018": "aries-ompi-4919", "gvnic-c2d-2023": "gcp-c2d-2-run1",
           "gvnic-c3-2023": "gcp-c3-176-tier1"}


def rows_of(heading):
    """The rows of the first table below a heading of the page."""
    section = PAGE.read_text(encoding="utf-8").split(f"## {heading}\n")[1].split("\n## ")[0]
    table = re.search(r"(?:^\|.*\n)+", section, re.MULTILINE)[0].splitlines()
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in table[2:]]


def percent(text):
    return int(text.removesuffix(" %")) / 100


def test_the_errors_of_latencies_are_within_their_limits():
    limits = {"between nodes": 0.45, "within a node": 0.10}
    for scope, _, median, _, _, share in rows_of("One-sided latencies"):
        assert percent(median) <= 0.20, scope
        assert percent(share) <= limits.pop(scope)
    assert not limits


def test_each_large_error_has_a_reason():
    for table, operation, _, median, reason in rows_of("Each operation and machine"):
        assert percent(median) <= 0.35 or reason, (table, operation)
    for table, operation, _, _, misses, reason in rows_of("Bandwidths"):
        assert misses == "0" or reason, (table, operation)
    assert not any(row[1] == "not explained" for row in rows_of("Explanations of misses over 25 %"))


def test_ratios_are_within_their_limit():
    section = PAGE.read_text(encoding="utf-8").split("up to 1 KiB:\n")[1].split("\n## ")[0]
    (total,) = [line.split("|") for line in section.splitlines() if line.startswith("| all |")]
    assert int(total[3]) > 50 and percent(total[4].strip()) <= 0.10


def test_every_table_is_on_the_page():
    assert [row[0] for row in rows_of("Tables")] == list(tables())


def test_the_shapes_fit_the_measurements():
    """The figures were computed before the model was built."""
    known = {("gcp-c3-176-tier1", "legs"): 0.04, ("gcp-c2d-2-run1", "legs"): 0.20, ("aries-ompi-4919", "g + b G"): 0.04,
             ("aries-ompi-4919", "max"): 0.07, ("ib-mlx-mpich-4187", "a constant"): 0.10,
             ("gcp-c3-176-tier1", "a packed put"): 0.12, ("gcp-c2d-2-run1", "a packed put"): 0.12}
    found = {(name, shape): median for name, shape, median in shapes.figures()}
    for (name, shape), limit in known.items():
        (median,) = [value for (table, words), value in found.items() if table == name and words.startswith(shape)]
        assert median <= limit
    within = [value for (name, _), value in found.items() if name.startswith("intranode")]
    assert len(within) == 5 and max(within) <= 0.26


@pytest.mark.parametrize("preset", PRESETS)
def test_presets_have_the_fitted_parameters(preset):
    settings = listed(PROGRAM, "platforms")[preset]["settings"]
    fitted = machine_of(tables()[PRESETS[preset]]).settings
    for name, value in settings.items():
        assert value == pytest.approx(fitted[f"platform.network.{name}"], rel=1e-3, abs=1), name


def test_errors_are_symmetric():
    assert error(2, 1) == error(1, 2) == 1 and error(3, 3) == 0


def latency(operation, size, value):
    return Row(operation, "flush", size, value, "us", "median")


def test_rows_that_gave_parameters_or_are_left_out_do_not_count():
    machine = machine_of(tables()["gcp-c3-176-tier1"])
    rows = [latency("put", 8, 1), latency("put", 1 << 20, 1), latency("get", 8, 1), latency("accumulate", 1 << 20, 1),
            Row("put_bw", "flush", 4096, 1, "MB/s", "median"), Row("bw", "two_sided", 8, 1, "MB/s", "median")]
    found = [Compared(machine, row, 1.0) for row in rows]
    assert [one.row for one in counted(found)] == [rows[0]]
    assert left_out(machine, rows[2]).name == "two round trips" and left_out(machine, rows[4]).name == "packed puts"


def test_a_ratio_compares_two_operations_of_a_machine():
    machine = machine_of(tables()["gcp-c3-176-tier1"])
    found = [Compared(machine, latency("put", 8, 10), 20.0), Compared(machine, latency("accumulate", 8, 10), 22.0)]
    assert ratio_errors(found) == [("accumulate / put", 1, pytest.approx(0.1))]


def test_rows_of_other_classes_do_not_count():
    for name in ("gcp-c2d-2-run2", "ib-mlx-mpich-4187"):
        machine = machine_of(tables()[name])
        assert not counted([Compared(machine, latency("accumulate", 8, 1), 1.0)])
    assert machine_of(tables()["ib-mlx-mpich-4187"]).settings == {"platform.preset": "infiniband-azure-2022"}
    assert machine_of(tables()["efa-ompi-13740"]) is None


def test_streams_of_messages_have_the_measured_rates_of_small_messages():
    """The overhead and the gap of the machines are those of osu_bw and osu_bibw at 8 bytes."""
    for name, limit in {"gcp-c3-176-tier1": 3.31, "gcp-c2d-2-run1": 7.02}.items():
        table = tables()[name]
        settings = machine_of(table).settings
        message = Message(latency_ns=settings["platform.network.latency_ns"],
                          overhead_ns=settings["platform.network.overhead_ns"],
                          gap_ns=settings["platform.network.gap_ns"],
                          byte_ns=8 / settings["platform.network.bandwidth_gbps"])
        assert message.in_round_ns(8) == pytest.approx(limit * 1000, rel=0.01)
        assert message.both_ways_ns(8) == pytest.approx(2 * 8 / table.series("bibw")[8] * 1000, rel=0.03)


def test_a_machine_is_simulated():
    done = verb("validate-times", "aries-ompi-4919")
    assert done.returncode == 0, done.stderr
    (line,) = [line for line in done.stdout.splitlines() if "put_bw" in line]
    assert int(line.split()[-2]) <= 25


def test_an_unknown_table_is_refused():
    done = verb("validate-times", "aries")
    assert done.returncode == 2 and "aries-ompi-4919" in done.stderr and "found aries" in done.stderr
