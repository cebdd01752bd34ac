"""Writes an archive. It has a location for each track, with calls, waits, packets, changes of state and metrics."""

import contextlib
import heapq
import itertools
from collections import defaultdict

import _otf2
import otf2
from otf2 import events

from ...errors import BadInput
from .calls import slices_of_calls
from .definitions import Definitions
from .slices import WANTED, Depth, Slice, nested

RESOLUTION = 10**9  # ticks per second; one tick is a nanosecond, as in the trace
MAX_TAGS = 2**32
MAX_TICKS = 2**63
failed = (otf2.error.TraceWriterError, _otf2.Error)  # raised when a disk is full


def write_archive(trace, folder, source_name):
    """Writes the archive to `folder`, which must be new. `source_name` is the name of the trace in errors."""
    with opened(folder) as archive:
        archive.creator = "rmasim"
        archive.description = trace.scenario
        definitions = Definitions(archive, trace)
        slices, kept = slices_of_calls(trace, definitions)
        add_waits(trace, definitions, slices)
        add_packets(trace, definitions, slices)
        points = points_of(trace, definitions)
        first, last = first_and_last(trace, definitions, kept)
        for track, location in enumerate(definitions.locations):
            of_location = f"{source_name}: {location.name}"
            timed = heapq.merge(points.pop(track, []), timed_events(slices.pop(track, []), of_location),
                                key=lambda event: event.time)
            write_in_order(archive.event_writer_from_location(location), of_location,
                           itertools.chain(first[track], timed, last[track]))
        archive._realtime_timestamp = 0  # virtual time has no date, and equal traces must give equal events


def write_in_order(writer, source_name, timed):
    at_ns = 0
    for event in timed:
        if not at_ns <= event.time < MAX_TICKS:
            raise BadInput(source_name, f"an event at {event.time} ns after an event at {at_ns} ns", WANTED)
        at_ns = event.time
        writer.write(event)


@contextlib.contextmanager
def opened(folder):
    archive = otf2.writer.Writer(str(folder), timer_resolution=RESOLUTION)
    try:
        yield archive
        archive.close()
    except BaseException:
        archive._handle = None  # otherwise the destructor would try to close it again
        raise


def timed_events(slices, source_name):
    """The events of a track in the order of time."""
    for slice_, begins in nested(slices, source_name):
        if begins:
            yield events.Enter(slice_.began_ns, slice_.region, slice_.attributes)
            yield from slice_.first
        else:
            yield from slice_.last
            yield events.Leave(slice_.ended_ns, slice_.region)


def add_waits(trace, definitions, slices):
    for wait in trace.waits:
        region = definitions.region_of_wait(wait.cause)
        slices[wait.track].append(Slice(wait.began_ns, wait.ended_ns, Depth.WAIT, region))


def add_packets(trace, definitions, slices):
    """Adds packets as messages of the communicator `packets`. Each packet has its own tag, because packets may overtake
    each other."""
    comm = definitions.packets
    for number, message in enumerate(trace.messages):
        tag, wire_bytes = number % MAX_TAGS, trace.header_bytes + message.data_bytes
        source, target = (trace.tracks[track].rank for track in (message.source, message.target))
        sending = Slice(message.sent_ns, message.sent_ns + message.sending_ns, Depth.SENDING,
                        definitions.region_of_packet("send", message.kind))
        sending.first.append(events.MpiSend(message.sent_ns, target, comm, tag, wire_bytes))
        slices[message.source].append(sending)
        if message.handled_ns is None:
            continue
        handling = Slice(message.handled_ns, message.handled_ns + message.handling_ns, Depth.HANDLING,
                         definitions.region_of_packet("handle", message.kind))
        handling.first.append(events.MpiRecv(message.handled_ns, source, comm, tag, wire_bytes))
        slices[message.target].append(handling)


def points_of(trace, definitions):
    """The events outside of slices, by track, in the order of time."""
    points = defaultdict(list)
    for note in trace.notes:
        points[note.track].append(events.ParameterString(note.at_ns, definitions.state, note.text))
    for (kind, rank), changes in trace.in_use.items():
        add_metric(points[definitions.main_track(rank)], definitions.metric(f"{kind} elements", "elements"), changes)
    for rank, changes in trace.queued.items():
        add_metric(points[definitions.main_track(rank)], definitions.metric("queued requests", "requests"), changes)
    for rank, changes in trace.lock_waits.items():
        add_metric(points[definitions.main_track(rank)], definitions.metric("lock waits", "ns"), changes)
    for rank, times in trace.looks.items():
        looks = [(at_ns, count) for count, at_ns in enumerate(times, 1)]
        add_metric(points[definitions.main_track(rank)], definitions.metric("agent looks", "looks"), looks)
    for (rank, window, number), changes in trace.counters.items():
        metric = definitions.metric(f"{window} counter {number}", "signals awaited")
        values = [(change.at_ns, change.value) for change in changes]
        add_metric(points[definitions.main_track(rank)], metric, values)
    for of_track in points.values():
        of_track.sort(key=lambda event: event.time)
    return points


def add_metric(points, metric, changes):
    points += [events.Metric(at_ns, metric, value) for at_ns, value in changes]


def first_and_last(trace, definitions, kept):
    """For each track, the events before all others and after all others. Windows that exist from the start are created
    at time 0. Windows in `kept` are freed at the end."""
    first, last = defaultdict(list), defaultdict(list)
    end_ns = trace.end_ns
    for rank in trace.ranks:
        track = definitions.main_track(rank)
        first[track] = [events.RmaWinCreate(0, definitions.window(rank, name)[0])
                        for name in definitions.windows_from_start(rank)]
        last[track] = [events.RmaWinDestroy(end_ns, definitions.window(rank, name)[0]) for name in kept[rank]]
    return first, last
