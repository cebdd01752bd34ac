"""rmasim convert otf2: archives have communicators of OTF2, with members in the order of their communicator ranks."""

from otf2 import events
from otf2.enums import CollectiveOp
from otf2_archives import played, put


def test_messages_of_a_communicator_have_its_ranks(tmp_path):
    """Row 0 consists of ranks 2 and 1, in this order, so rank 1 is its second rank. Row 1 consists of rank 0 alone."""
    archive = played(tmp_path, {
        0: [{"barrier": {"comm": "row"}}],
        1: [{"barrier": {"comm": "row"}}, {"send": {"comm": "row", "target": 0, "count": 8}}],
        2: [{"barrier": {"comm": "row"}}, {"recv": {"comm": "row", "source": 1, "count": 16}}],
    }, communicators={"row": {"colour": "rank == 0", "key": "-rank"}})
    comms = {name: event.communicator.name for name in ("rank 0", "rank 1", "rank 2")
             for event in archive.events(events.MpiCollectiveEnd, location=name)}
    assert comms == {"rank 0": "row 1", "rank 1": "row 0", "rank 2": "row 0"}
    [sent] = [event for event in archive.events(events.MpiSend) if event.communicator.name == "row 0"]
    [received] = [event for event in archive.events(events.MpiRecv) if event.communicator.name == "row 0"]
    assert (sent.receiver, sent.msg_length, received.sender, received.msg_length) == (0, 8, 1, 8)


def test_a_window_of_communicators_is_one_for_each(tmp_path):
    """Row 0 consists of ranks 2 and 1, in this order, and row 1 of rank 0 alone. Rank 1 puts to communicator rank 0,
    which is rank 2."""
    fences = [{"fence": {"assert": ["nosucceed"]}}]
    archive = played(tmp_path, {0: fences, 1: [{"fence": {}}, put(0), *fences], 2: [{"fence": {}}, *fences]},
                     communicators={"row": {"colour": "rank == 0", "key": "-rank"}},
                     windows={"w": {"bytes": 8, "comm": "row"}})
    made = {name: event.win.name for name in ("rank 0", "rank 1", "rank 2")
            for event in archive.events(events.RmaWinCreate, location=name)}
    assert made == {"rank 0": "w of row 1", "rank 1": "w of row 0", "rank 2": "w of row 0"}
    [sent] = archive.events(events.RmaPut)
    assert (sent.win.name, sent.remote) == ("w of row 0", 0)


def test_collective_calls_have_communicator_root_and_bytes(tmp_path):
    """Row 0 consists of ranks 1 and 2, and row 1 of rank 0 alone. The calls are a scatter of 2 words from the last rank
    of each row, and an allreduce of all ranks."""
    calls = [{"scatter": {"comm": "row", "root": "row.size - 1", "count": 2, "datatype": "int64"}}, {"allreduce": {}}]
    archive = played(tmp_path, dict.fromkeys(range(3), calls), communicators={"row": {"colour": "rank == 0"}})
    ends = [[(event.collective_op, event.communicator.name, event.root, event.size_sent, event.size_received)
             for event in archive.events(events.MpiCollectiveEnd, location=f"rank {rank}")] for rank in range(3)]
    scattered = [("row 1", 0, 16, 16), ("row 0", 1, 0, 16), ("row 0", 1, 32, 16)]
    reduced = CollectiveOp.ALLREDUCE, "MPI_COMM_WORLD", 2**32 - 1, 1, 1
    assert ends == [[(CollectiveOp.SCATTER, *one), reduced] for one in scattered]
