"""rmasim convert goal: schedules of LogGOPSim as scenarios. Counts and times are calculated by hand.

Costs, overheads and the gap are 0 and the bandwidth is 8 Gb/s, so a byte takes a nanosecond. A message of 8 bytes with
its header of 32 bytes arrives 1,040 ns after it was sent.
"""

import random

import converting
import pytest
from rmasim_analysis.convert.goal import Operation
from rmasim_analysis.convert.goal_order import program_of
from rmasim_analysis.convert.program import Program, Thread
from verbs import SCENARIOS


@pytest.fixture(name="convert")
def fixture_convert(tmp_path, capsys):
    """Returns a function that converts a text. It returns the exit code, and the scenario or the error messages."""
    return lambda text, *options: converting.converted("goal", text, tmp_path, capsys, *options)


@pytest.fixture(name="played")
def fixture_played(convert, tmp_path):
    """Returns a function that converts and runs a text. It returns the number of messages and the time."""
    def run(text, *options):
        code, scenario = convert(text, *options)
        assert code == 0, scenario
        return converting.played(scenario, tmp_path)

    return run


def of_one_rank(body):
    """Returns a schedule of three ranks. Only rank 0 has operations: the lines of `body`.
    """
    return f"num_ranks 3\nrank 0 {{\n{body}}}\n"


def test_a_chain_is_a_list_of_calls(convert, played):
    text = """num_ranks 2
// a comment
rank 0 {
l1: calc 1000 cpu 0
l2: send 8b to 1 tag 4 cpu 0 nic 0   /* of two
lines */
l2 requires l1
}
rank 1 {
recv 8b from 0 tag 4
}
"""
    _, scenario = convert(text)
    assert scenario["programs"] == [
        {"ranks": "0", "calls": [{"compute": {"ns": 1000}}, {"send": {"target": 1, "tag": 4, "count": 8}}]},
        {"ranks": "1", "calls": [{"recv": {"source": 0, "tag": 4, "count": 8}}]}]
    assert played(text) == (1, 1000 + 1040)


def test_a_binomial_tree(played):
    # Rank 0 sends 33 bytes to 1 and then to 2; 1 has them at 1,033 and sends them on to 3: there at 2,066.
    assert played("""num_ranks 4
rank 0 {
l1: send 1b to 1 tag 0
l2: send 1b to 2 tag 0
}
rank 1 {
l1: recv 1b from 0 tag 0
l2: send 1b to 3 tag 0
l2 requires l1
}
rank 2 {
l1: recv 1b from 0 tag 0
}
rank 3 {
l1: recv 1b from 1 tag 0
}
""") == (3, 2066)


def test_the_example(played):
    # Its last leaf is rank 7, three hops from rank 0: each 1,056 bytes and 1,000 ns away, with 500 ns of computation.
    assert played((SCENARIOS / "convert/tree.goal").read_text()) == (7, 3 * (1056 + 1000 + 500))


CROSSING = """num_ranks 3
rank 0 {
r1: recv 8b from 1
r2: recv 8b from 2
s2: send 8b to 2
s2 requires r1
s1: send 8b to 1
s1 requires r2
}
rank 1 {
r: recv 8b from 0
s: send 8b to 0
s requires r
}
rank 2 {
s: send 8b to 0
r: recv 8b from 0
}
"""


def test_receives_that_let_different_operations_begin_are_threads(convert, played):
    """If one thread waited for rank 1 first, there would be a deadlock: rank 1 waits for an operation that depends on
    rank 2."""
    _, scenario = convert(CROSSING)
    assert scenario["programs"][0]["threads"] == [
        [{"recv": {"source": 1, "count": 8}}, {"send": {"target": 2, "count": 8}}],
        [{"recv": {"source": 2, "count": 8}}, {"send": {"target": 1, "count": 8}}]]
    assert played(CROSSING) == (4, 4 * 1040)  # 2 to 0, 0 to 1, 1 to 0, 0 to 2


def test_what_is_ready_does_not_wait(convert):
    _, scenario = convert("""num_ranks 2
rank 0 {
r: recv 8b from 1
c: calc 500
s: send 8b to 1
s requires r
d: calc 7
d irequires r
}
rank 1 {
s: send 8b to 0
r: recv 8b from 0
}
""")
    assert scenario["programs"][0]["calls"] == [
        {"irecv": {"source": 1, "count": 8, "request": "r0"}}, {"compute": {"ns": 500}}, {"compute": {"ns": 7}},
        {"wait": {"request": "r0"}}, {"send": {"target": 1, "count": 8}}]


def test_receives_without_consequences_are_waited_for_together(convert):
    _, scenario = convert("""num_ranks 2
rank 0 {
recv 8b from 1 tag 1
recv 8b from 1 tag 2
}
rank 1 {
send 8b to 0 tag 1
send 8b to 0 tag 2
}
""")
    assert scenario["programs"][0]["calls"] == [
        {"irecv": {"source": 1, "tag": 1, "count": 8, "request": "r0"}},
        {"irecv": {"source": 1, "tag": 2, "count": 8, "request": "r1"}}, {"waitall": {"requests": ["r0", "r1"]}}]


@pytest.mark.parametrize("cpu, time", [(0, 2000), (1, 1000)])
def test_cpus_are_threads(played, cpu, time):
    assert played(f"num_ranks 1\nrank 0 {{\na: calc 1000 cpu 0\nb: calc 1000 cpu {cpu}\n}}\n") == (0, time)


def test_threads_wait_for_what_has_begun_and_for_what_is_done(convert, played):
    text = """num_ranks 1
rank 0 {
a: calc 1000 cpu 0
b: calc 300 cpu 1
b irequires a
c: calc 50 cpu 1
c requires b
c requires a
}
"""
    _, scenario = convert(text)
    assert scenario["programs"][0]["threads"] == [
        [{"set_flag": {"flag": "f0"}}, {"compute": {"ns": 1000}}, {"set_flag": {"flag": "f1"}}],
        [{"wait_flag": {"flag": "f0"}}, {"compute": {"ns": 300}}, {"wait_flag": {"flag": "f1"}},
         {"compute": {"ns": 50}}]]
    assert played(text) == (0, 1050)


def test_ranks_with_the_same_program_share_an_entry(convert):
    _, scenario = convert("num_ranks 5\nrank 2 {\ncalc 1\n}\n")
    assert [(entry["ranks"], len(entry["calls"])) for entry in scenario["programs"]] == [("0-1,3-4", 0), ("2", 1)]


def test_a_long_computation_is_several_calls(convert):
    _, scenario = convert(f"num_ranks 1\nrank 0 {{\ncalc {10**12 + 5}\n}}\n")
    assert scenario["programs"][0]["calls"] == [{"compute": {"ns": 10**12}}, {"compute": {"ns": 5}}]


@pytest.mark.parametrize("text, line, complaint", [
    ("", None, "found nothing; allowed: a line num_ranks N, then a block"),
    ("rank 0 {\n}\n", 1, 'found "rank 0 {"; allowed: num_ranks N first'),
    ("num_ranks 0\n", 1, "N from 1 to 134,217,728"),
    ("num_ranks 2\nrank 2 {\n}\n", 2, "found rank 2; allowed: a rank of the schedule, 0 to 1"),
    ("num_ranks 2\nrank 0 {\n}\nrank 0 {\n}\n", 4, "found a second block of rank 0"),
    ("num_ranks 2\nrank 0 {\n", 2, "found no end of the block of rank 0; allowed: } on a line of its own"),
    ("num_ranks 2\nfoo\n", 2, 'found "foo"; allowed: rank N {'),
    (of_one_rank("l1: sent 8b to 1\n"), 3, 'found "l1: sent 8b to 1"; allowed: [LABEL:] calc NS [cpu N]'),
    (of_one_rank("l1: send 8 to 1\n"), 3, 'found "send 8 to 1"; allowed: send BYTESb to RANK [tag N] [cpu N] [nic 0]'),
    (of_one_rank("l1: send 8b from 1\n"), 3, "allowed: send BYTESb to RANK"),
    (of_one_rank("recv 8b to 1\n"), 3, "allowed: recv BYTESb from RANK"),
    (of_one_rank("calc 5b\n"), 3, 'found "calc 5b"; allowed: calc NS [cpu N]'),
    (of_one_rank("recv 8b from -1\n"), 3, "found rank -1; allowed: a rank of the schedule, 0 to 2; no wildcard"),
    (of_one_rank("recv 8b from 1 tag -1\n"), 3, "found tag -1"),
    (of_one_rank("send 8b to 1 nic 1\n"), 3, "found nic 1; allowed: nic 0"),
    (of_one_rank("send 2147483648b to 1\n"), 3, "found 2,147,483,648 bytes"),
    (of_one_rank("l1: calc 1\nl1: calc 2\n"), 4, "found a second label l1"),
    (of_one_rank("l1: calc 1\nl1 requires l2\n"), 4, "found l2; allowed: a label of rank 0"),
    (of_one_rank("l1: calc 1\nl2: calc 1\nl1 requires l2\nl2 irequires l1\n"), 3, "found l1, which waits for itself"),
    (of_one_rank("send 8b to 1\n"), 3, "found 1 sends and 0 receives from rank 0 to rank 1 with tag 0"),
    (of_one_rank("recv 8b from 1 tag 3\n"), 3, "found 0 sends and 1 receives from rank 1 to rank 0 with tag 3"),
    (of_one_rank("r1: recv 8b from 1\nr2: recv 8b from 2\nc1: calc 5\nc1 requires r1\nc2: calc 6\nc2 requires r2\n"), 7,
     "found c2 and c1, which rank 0 may compute in any order on cpu 0; allowed: a `requires` between"),
])
def test_what_has_no_counterpart_is_refused(convert, text, line, complaint):
    code, said = convert(text)
    location = "it.goal: " if line is None else f"it.goal: line {line}: "
    assert code == 2 and location in said and complaint in said


def test_more_chains_than_a_rank_has_threads_are_refused(convert):
    body = "".join(f"r{n}: recv 8b from 1 tag {n}\ns{n}: send 8b to 1 tag {n}\ns{n} requires r{n}\n" for n in range(65))
    code, said = convert(of_one_rank(body))
    assert code == 2 and "found a rank 0 with 65 chains of operations at the same time; allowed: at most 64" in said


# ---- Any order that a program can take is one of the schedule's.

def random_operations(choose):
    """Returns random operations. Each may wait for some of the operations before it in a hidden order; the file has
    another order. Each computation has a cpu of its own, so that no computation is refused."""
    operations = []
    for number in range(choose.randint(1, 9)):
        one = Operation(choose.choice(["calc", "send", "recv"]), f"line {number}", f"l{number}", ns=1 + number, peer=1,
                        tag=number, cpu=number if choose.random() < 0.3 else 0)
        for other in operations:
            if choose.random() < 0.25:
                choose.choice([one.requires, one.irequires]).append(other)
        if one.kind == "calc":
            one.cpu = number
        operations.append(one)
    choose.shuffle(operations)
    return operations


class Execution:
    """One execution of a rank's threads, in a random order; messages may arrive at any time."""

    def __init__(self, program, operations, choose):
        self.choose = choose
        self.by_location = {operation.location: operation for operation in operations}
        self.threads = [list(thread) for thread in program.threads]
        self.flags, self.begun, self.complete, self.requests = set(), set(), set(), {}

    def require_ready(self, operation):
        assert self.complete.issuperset(operation.requires) and self.begun.issuperset(operation.irequires)
        assert operation not in self.begun

    def begin(self, operation):
        self.require_ready(operation)
        self.begun.add(operation)

    def step(self, number, call, location):
        [(name, arguments)] = call.items()
        operation = self.by_location[location]
        if name in ("compute", "send", "recv"):
            self.begin(operation)
            self.complete.add(operation)
        elif name == "irecv":
            self.begin(operation)
            self.requests[number, arguments["request"]] = operation
        elif name in ("wait", "waitall"):
            for request in arguments.get("requests", [arguments.get("request")]):
                self.complete.add(self.requests.pop((number, request)))
        elif name == "set_flag":
            self.flags.add(arguments["flag"])
            if thread_begins(self.threads[number], location):
                self.require_ready(operation)

    def play(self):
        while any(self.threads):
            ready = [number for number, thread in enumerate(self.threads)
                     if thread and not ("wait_flag" in thread[0][0]
                                        and thread[0][0]["wait_flag"]["flag"] not in self.flags)]
            assert ready, "threads wait for each other"
            number = self.choose.choice(ready)
            call, location = self.threads[number].pop(0)
            if "wait_flag" not in call:
                self.step(number, call, location)
            # A flag that says "begun" is set before the call itself, in the same instant.
            while self.threads[number] and "set_flag" in call and self.threads[number][0][1] == location:
                call, location = self.threads[number].pop(0)
                self.step(number, call, location)


def thread_begins(thread, location):
    """Returns True if the thread begins with the operation. The operation follows a flag, which signals that the
    operation may begin."""
    return bool(thread) and thread[0][1] == location and not {"wait", "set_flag"} & thread[0][0].keys()


@pytest.mark.parametrize("seed", range(300))
def test_programs_keep_the_graph(seed):
    choose = random.Random(seed)
    operations = random_operations(choose)
    program = program_of(operations, 0)
    for _ in range(5):
        execution = Execution(program, operations, choose)
        execution.play()
        assert execution.complete == set(operations)


def test_a_program_that_breaks_the_graph_is_seen():
    receive = Operation("recv", "line 1", "r", peer=1)
    send = Operation("send", "line 2", "s", peer=1, requires=[receive])
    thread = Thread()
    thread.message("line 1", "irecv", 1, 0, 8, "r0")
    thread.message("line 2", "send", 1, 0, 8)
    thread.call("line 1", "wait", request="r0")
    with pytest.raises(AssertionError):
        Execution(Program([thread]), [receive, send], random.Random(1)).play()
