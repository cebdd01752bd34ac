"""Makes archives of runs, and reads them back with Python's own reader of OTF2."""

import json
import subprocess
from collections import defaultdict

import otf2
from rmasim_analysis.__main__ import main
from verbs import PROGRAM


class Archive:
    """An archive that was read. `of` has, by the name of a location, its events in order. Each event comes with the
    names of the regions around it."""

    def __init__(self, folder):
        self.of = defaultdict(list)
        with otf2.reader.open(str(folder / "traces.otf2")) as reader:
            self.definitions = reader.definitions
            self.resolution = reader.timer_resolution
            self.locations = [location.name for location in reader.definitions.locations]
            inside = defaultdict(list)
            times = defaultdict(int)
            for location, event in reader.events:
                assert event.time >= times[location.name], f"{location.name}: back in time at {event}"
                times[location.name] = event.time
                around = inside[location.name]
                if isinstance(event, otf2.events.Enter):
                    around.append(event.region.name)
                self.of[location.name].append((event, tuple(around)))
                if isinstance(event, otf2.events.Leave):
                    assert around.pop() == event.region.name
            assert not any(inside.values()), "a region that is not left"

    def events(self, *kinds, location=None):
        found = [event for name, events in self.of.items() if location in (None, name) for event, _ in events]
        return [event for event in found if isinstance(event, kinds)]

    def story(self, location, prefix="Rma"):
        """Returns (time, name of the record) for each RMA record of the location."""
        return [(event.time, type(event).__name__) for event, _ in self.of[location]
                if type(event).__name__.startswith(prefix)]

    def packets(self, kind):
        """Returns (location, region, tag, bytes) for each packet. `kind` is MpiSend or MpiRecv."""
        return [(name, around[-1], event.msg_tag, event.msg_length) for name, events in self.of.items()
                for event, around in events if isinstance(event, kind) and event.communicator.name == "packets"]


def traced(scenario, folder, *options):
    """Runs a scenario. Returns its result and its trace."""
    trace = folder / "trace.json"
    done = subprocess.run([PROGRAM, "run", scenario, "--format", "json", "--trace", trace, *options],
                          capture_output=True, text=True, check=False)
    return json.loads(done.stdout), trace


def archive_of(scenario, folder, *options):
    """Runs a scenario. Returns the result, the trace as JSON, and the archive."""
    result, trace = traced(scenario, folder, *options)
    assert main(["convert", "otf2", str(trace), "-o", str(folder / "archive")]) == 0
    return result, json.loads(trace.read_text()), Archive(folder / "archive")


def require_same_counts(result, trace, archive):
    """Checks that the numbers of calls and packets in the archive agree with the result and the trace."""
    slices = [event for event in trace["traceEvents"] if event["ph"] == "X"]
    names = trace["otherData"]["mpi_names"]
    calls = sorted(names.get(one["name"], one["name"]) for one in slices if one["cat"] == "call")
    of_calls = set(calls)
    entered = [event.region.name for event in archive.events(otf2.events.Enter)]
    assert sorted(name for name in entered if name in of_calls) == calls
    assert len(entered) == len(slices)

    sent, received = (archive.packets(kind) for kind in (otf2.events.MpiSend, otf2.events.MpiRecv))
    by_kind = defaultdict(int)
    for _, region, _, _ in sent:
        by_kind[region.removeprefix("send ")] += 1
    assert by_kind == result["messages"]["by_kind"]
    assert sum(size for *_, size in sent) == result["messages"]["bytes"]
    bytes_of = {tag: size for *_, tag, size in sent}
    assert len(bytes_of) == len(sent)
    assert all(bytes_of.pop(tag) == size for *_, tag, size in received)


def written(folder, calls, **more):
    """Writes a scenario and returns its path. `calls` has the calls of rank 0, or the calls by rank."""
    programs = calls if isinstance(calls, dict) else {0: calls}
    scenario = {"name": "mine", "ranks": 3, "windows": {"w": {"bytes": 4096}},
                "programs": [{"ranks": str(rank), "calls": calls} for rank, calls in programs.items()], **more}
    path = folder / "mine.json"
    path.write_text(json.dumps(scenario))
    return path


def played(folder, calls, **more):
    return archive_of(written(folder, calls, **more), folder)[2]


def lock(kind="shared", target=1):
    return {"lock": {"target": target, "type": kind}}


def put(target=1, **more):
    return {"put": {"target": target, "count": 8, **more}}
