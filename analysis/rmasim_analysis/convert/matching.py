"""Checks that every message has a receiver. Without the check, the run would block far away from the line with the
error."""

from collections import defaultdict

from ..errors import BadInput


def messages(program, rank):
    """For each message call: True if it sends, the message as (source, target, tag), and the location of the call."""
    for call, location in program.calls():
        [(name, arguments)] = call.items()
        if name in ("send", "isend"):
            yield True, (rank, arguments["target"], arguments.get("tag", 0)), location
        elif name in ("recv", "irecv"):
            yield False, (arguments["source"], rank, arguments.get("tag", 0)), location


def require_matches(programs):
    sent, received = defaultdict(list), defaultdict(list)
    for rank, program in enumerate(programs):
        for sends, message, location in messages(program, rank):
            (sent if sends else received)[message].append(location)
    for message in sorted(sent.keys() | received.keys()):
        source, target, tag = message
        of_pair = f"from rank {source} to rank {target} with tag {tag}"
        one, other = sent[message], received[message]
        if len(one) != len(other):
            location = one[len(other)] if len(one) > len(other) else other[len(one)]
            raise BadInput(location, f"{len(one)} sends and {len(other)} receives {of_pair}",
                           "as many sends as receives")
