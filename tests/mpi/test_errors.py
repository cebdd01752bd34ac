"""Errors of programs are reported with the function and its line. The exit codes are those of `run`."""

import json
import re
import subprocess

import pytest
from bodies import Bodies
from hosts import said
from mpi_runner import UNDER_SMPI, WORKLOADS, rmasim, run

TEMPLATE = """#include <mpi.h>
#include <stdlib.h>
int main(int argc, char** argv) {
    int at = 1, rank, size, data[4] = {0, 0, 0, 0};
    MPI_Win win;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_create(data, sizeof(data), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    BODY
    MPI_Win_free(&win);
    MPI_Finalize();
    return size < 0;
}
"""
LINE = 10  # of the body

# Programs that break a rule of MPI: the calls of rank 1 of two, the text of the report, and the location.
ERRONEOUS = {
    "beyond the window": ("MPI_Put(data, 4, MPI_INT, 0, 1, 4, MPI_INT, win);", "MPI_Put",
                          "the operation accesses bytes 4 to 20 of the window of rank 0, which has 16 bytes"),
    "far beyond the window": ("MPI_Put(data, 4, MPI_INT, 0, 0x4000000000000000, 4, MPI_INT, win);", "MPI_Put",
                              "displacement 4611686018427387904 in units of 4 bytes is beyond the end of all memory"),
    "a rank that is not there": ("MPI_Get(data, 1, MPI_INT, 2, 0, 1, MPI_INT, win);", "MPI_Get",
                                 "found rank 2; allowed: 0 to 1"),
    "sizes differ": ("MPI_Put(data, 1, MPI_INT, 0, 0, 2, MPI_INT, win);", "MPI_Put",
                     "the origin buffer has 4 bytes (1 element of 4 bytes), but the target range has 8 (2 elements of "
                     "4 bytes)"),
    "no epoch": ("MPI_Put(data, 1, MPI_INT, 0, 0, 1, MPI_INT, win);", "MPI_Put", "no access epoch is open"),
    "a lock twice": ("MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win); MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);",
                     "MPI_Win_lock", "rank 0 is already locked; open on window "),
    "unlock without lock": ("MPI_Win_unlock(0, win);", "MPI_Win_unlock", ""),
    "complete without start": ("MPI_Win_complete(win);", "MPI_Win_complete", ""),
    "wait without post": ("MPI_Win_wait(win);", "MPI_Win_wait", ""),
    "flush without lock": ("MPI_Win_flush(0, win);", "MPI_Win_flush", ""),
    "lock type": ("MPI_Win_lock(7, 0, 0, win);", "MPI_Win_lock", "MPI_LOCK_SHARED, MPI_LOCK_EXCLUSIVE"),
    "assertion": ("MPI_Win_fence(MPI_MODE_NOCHECK, win);", "MPI_Win_fence", "nostore, noput, noprecede, nosucceed"),
    "freed in an epoch": ("MPI_Win_lock_all(0, win); MPI_Win_free(&win);", "MPI_Win_free",
                          "MPI_Win_lock_all is still open"),
    "no window": ("MPI_Win other = MPI_WIN_NULL; MPI_Win_fence(0, other);", "MPI_Win_fence", "found MPI_WIN_NULL"),
    "a group with a stranger": ("MPI_Win_start(MPI_GROUP_NULL, 0, win);", "MPI_Win_start", "MPI_GROUP_NULL"),
    "an operator of the program": (
        "MPI_Op op; MPI_Op_create((MPI_User_function*)main, 1, &op); MPI_Win_lock_all(0, win);"
        "MPI_Accumulate(data, 1, MPI_INT, 0, 0, 1, MPI_INT, op, win);", "MPI_Accumulate",
        "an operator that MPI does not predefine"),
    "a request that is freed": (
        "MPI_Request one; MPI_Win_lock_all(0, win);"
        "MPI_Rput(data, 1, MPI_INT, 0, 0, 1, MPI_INT, win, &one); MPI_Request_free(&one);", "MPI_Request_free",
        "must be waited for"),
    "memory that is not attached": (
        "MPI_Win other; MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_SELF, &other); MPI_Win_lock_all(0, other);"
        "MPI_Put(data, 1, MPI_INT, 0, 64, 1, MPI_INT, other);", "MPI_Put",
        "allowed: within attached memory; rank 0 has attached nothing"),
    "negative count": ("MPI_Put(data, -1, MPI_INT, 0, 0, -1, MPI_INT, win);", "MPI_Put", "found count -1"),
    "no origin buffer": ("MPI_Put(NULL, 1, MPI_INT, 0, 0, 1, MPI_INT, win);", "MPI_Put",
                         "the origin buffer is a null pointer"),
    "buffers that overlap": ("MPI_Get_accumulate(data, 2, MPI_INT, data + 1, 2, MPI_INT, 0, 0, 2, MPI_INT, MPI_SUM, "
                             "win);",
                             "MPI_Get_accumulate", "the origin buffer and the result buffer have bytes in common"),
    "no result buffer": ("MPI_Fetch_and_op(data, NULL, MPI_INT, 0, 0, MPI_SUM, win);", "MPI_Fetch_and_op",
                         "the result buffer is a null pointer; it must be the address of 4 bytes"),
    "negative displacement": ("MPI_Put(data, 1, MPI_INT, 0, -1, 1, MPI_INT, win);", "MPI_Put", "displacement -1"),
}


def of_rank_1(body):
    return f"if (rank == 1) {{ {body} }}"


@pytest.mark.parametrize("name", ERRONEOUS)
def test_rule_and_line_are_named(name):
    body, function, rule = ERRONEOUS[name]
    finished = rmasim("exec", "-n", 2, *PROGRAM(of_rank_1(body)))
    assert finished.returncode == 4, finished.stderr
    assert "wrong: the program is erroneous MPI\n" in finished.stderr
    assert f"  rank 1: {function} at wrong.c:{LINE} in main: " in finished.stderr, finished.stderr
    assert rule in finished.stderr


OTHER = "MPI_Group all, g; int other = 1 - rank; MPI_Win_get_group(win, &all); MPI_Group_incl(all, 1, &other, &g);"
BARRIER = "MPI_Barrier(MPI_COMM_WORLD);"
PUT = "MPI_Put(data, 1, MPI_INT, {}, 0, 1, MPI_INT, win);"
EXCLUSIVE = "MPI_Win_lock(MPI_LOCK_EXCLUSIVE, {}, {}, win);"
# Rules that two ranks break together: their calls, the rank and the call that break the rule, the report, the number of
# ranks.
BETWEEN_RANKS = {
    "fences that disagree": (
        "MPI_Win_fence(rank == 0 ? MPI_MODE_NOSUCCEED : 0, win);", "[01]", "MPI_Win_fence",
        "with(out)? nosucceed, but rank [01] called MPI_Win_fence at wrong.c:10 in main with(out)? this assert; either "
        "all ranks or no rank must give this assert to a fence"),
    "a start without nocheck": (
        f"{OTHER} if (rank == 0) {{ MPI_Win_post(g, MPI_MODE_NOCHECK, win); {BARRIER} MPI_Win_wait(win); }}"
        f"else {{ {BARRIER} MPI_Win_start(g, 0, win); MPI_Win_complete(win); }}", "1", "MPI_Win_start",
        "without nocheck, but the matching MPI_Win_post was called with nocheck: rank 0 called MPI_Win_post at "
        "wrong.c:10 in main"),
    "a start before its post": (
        f"{OTHER} if (rank == 0) {{ {BARRIER} MPI_Win_post(g, MPI_MODE_NOCHECK, win); MPI_Win_wait(win); }}"
        f"else {{ MPI_Win_start(g, MPI_MODE_NOCHECK, win); MPI_Win_complete(win); {BARRIER} }}", "1", "MPI_Win_start",
        "nocheck, but rank 0 has not called the matching MPI_Win_post yet"),
    "a put although the post has noput": (
        f"{OTHER} if (rank == 0) {{ MPI_Win_post(g, MPI_MODE_NOPUT, win); {BARRIER} MPI_Win_wait(win); }}"
        f"else {{ {BARRIER} MPI_Win_start(g, 0, win); {PUT.format(0)} MPI_Win_complete(win); }}", "1", "MPI_Put",
        "rank 0 called MPI_Win_post at wrong.c:10 in main, with noput, which promises that the rank's window is not "
        "updated until the next MPI_Win_wait"),
    "a put although the fence has noput": (
        f"MPI_Win_fence(rank == 0 ? MPI_MODE_NOPUT : 0, win); if (rank == 1) {PUT.format(0)} MPI_Win_fence(0, win);",
        "1", "MPI_Put",
        "rank 0 called MPI_Win_fence at wrong.c:10 in main, with noput, which promises that the rank's window is not "
        "updated until the next"),
    "a lock of a window that is exposed": (
        f"{OTHER} if (rank == 0) {{ MPI_Win_post(g, 0, win); {BARRIER} MPI_Win_wait(win); }}"
        f"else {{ {BARRIER} {EXCLUSIVE.format(0, 0)} MPI_Win_unlock(0, win); }}", "1", "MPI_Win_lock",
        "the window of rank 0 is exposed: rank 0 called MPI_Win_post at wrong.c:10 in main, and the MPI_Win_wait for "
        "this MPI_Win_post has not returned; a window must not be locked and exposed at the same time"),
    "a lock in a fence epoch": (
        f"MPI_Win_fence(0, win); if (rank == 1) {PUT.format(0)} {BARRIER} if (rank == 0) {EXCLUSIVE.format(0, 0)}"
        f"{BARRIER}", "0", "MPI_Win_lock",
        "the window of rank 0 is exposed in this fence epoch: rank 1 called MPI_Put at wrong.c:10 in main"),
    "nocheck beside another lock": (
        f"if (rank == 0) {EXCLUSIVE.format(0, 0)} {BARRIER}"
        f"if (rank == 1) {EXCLUSIVE.format(0, 'MPI_MODE_NOCHECK')} {BARRIER}", "1", "MPI_Win_lock",
        r"nocheck, but rank 0 called MPI_Win_lock at wrong.c:10 in main \(exclusive\), and the matching "
        r"MPI_Win_unlock has not returned"),
    "a target that is not locked": (f"if (rank == 2) {{ {EXCLUSIVE.format(0, 0)} {PUT.format(1)} }}", "2", "MPI_Put",
                                    "rank 1 is not locked; open on window"),
    "an unlock of another target": (f"if (rank == 2) {{ {EXCLUSIVE.format(0, 0)} MPI_Win_unlock(1, win); }}", "2",
                                    "MPI_Win_unlock", "rank 1 is not locked; open on window"),
}


@pytest.mark.parametrize("name", BETWEEN_RANKS)
def test_rules_between_ranks_name_both_places(name):
    body, rank, call, rule = BETWEEN_RANKS[name]
    finished = rmasim("exec", "-n", 3 if rank == "2" else 2, *PROGRAM(body))
    assert finished.returncode == 4, finished.stderr
    location = rf"  rank {rank}: {call} at wrong.c:{LINE} in main: "
    assert re.search(location + rule, finished.stderr), finished.stderr


# Programs of a single test.
ANEW = ("MPI_Comm half; MPI_Win one; MPI_Win_free(&win); MPI_Comm_split(MPI_COMM_WORLD, rank < 2, 0, &half);"
        "MPI_Win_create(data, 16, 4, MPI_INFO_NULL, half, &one);"
        "if (rank < 2) { MPI_Win_fence(MPI_MODE_NOPUT, one); MPI_Win_fence(MPI_MODE_NOSUCCEED, one);"
        "MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, one); MPI_Win_unlock(0, one); } MPI_Win_free(&one);"
        "MPI_Win_create(data, 16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win); MPI_Win_fence(0, win);"
        "MPI_Put(data, 1, MPI_INT, 0, 0, 1, MPI_INT, win); MPI_Win_fence(MPI_MODE_NOSUCCEED, win);")
LEAVES = "MPI_Win_lock_all(0, win); MPI_Finalize(); exit(0);"
CRASHES = "if (rank == 1) *(volatile int*)0 = 1;"
HANGS = ("MPI_Win_fence(0, win); if (rank == 0) MPI_Win_fence(0, win); else MPI_Recv(data, 1, MPI_INT, 0, 0, "
         "MPI_COMM_WORLD, MPI_STATUS_IGNORE);")
ENDS_IN_1, ABORTS = "if (rank == 1) size = -1;", "if (rank == 1) MPI_Abort(MPI_COMM_WORLD, 9);"
ABORTS_BEHIND = (
    "MPI_Win one; MPI_Win_create(data, 16, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &one); MPI_Win_fence(0, one);"
    "MPI_Put(data, 1, MPI_INT, 0, 0, 1, MPI_INT, one); MPI_Win_fence(0, one); MPI_Win_free(&one);"
    "if (rank == 1) MPI_Abort(MPI_COMM_WORLD, 9);")
SHARES = "int* other; MPI_Win shared; MPI_Win_allocate_shared(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &other, &shared);"
AS_A_MESSAGE = {
    call: "MPI_Request one; MPI_Win_lock_all(0, win);"
          f"MPI_Rput(data, 1, MPI_INT, 0, 0, 1, MPI_INT, win, &one); {call};"
    for call in ("MPI_Start(&one)", "MPI_Startall(1, &one)")}
CANCELS = ("MPI_Request one; MPI_Win_lock_all(0, win); MPI_Rget(data, 1, MPI_INT, 0, 0, 1, MPI_INT, win, &one);"
           "MPI_Cancel(&one); MPI_Wait(&one, MPI_STATUS_IGNORE); MPI_Win_unlock_all(win);")
PROGRAM = Bodies(TEMPLATE, (
    *(of_rank_1(body) for body, _, _ in ERRONEOUS.values()), *(body for body, *_ in BETWEEN_RANKS.values()), ANEW,
    LEAVES, CRASHES, HANGS, ENDS_IN_1, ABORTS, ABORTS_BEHIND, SHARES, CANCELS, *AS_A_MESSAGE.values()))


def test_rules_between_ranks_begin_anew_with_a_window():
    """The window has the number of an earlier window. The earlier window belonged to other ranks, which had called
    fences and locks on it."""
    for options in ((), ("--check-invariants",)):
        finished = rmasim("exec", "-n", 4, *options, *PROGRAM(ANEW))
        assert finished.returncode == 0, finished.stderr


def test_a_rank_that_leaves_inside_an_epoch_is_named():
    finished = rmasim("exec", "-n", 2, *PROGRAM(LEAVES))
    assert finished.returncode == 4
    location = f"the end of its program at wrong.c:{LINE} in main"
    assert f"{location}: the epoch of MPI_Win_lock_all is still open" in finished.stderr


def test_a_signal_is_told_with_the_last_call():
    finished = rmasim("exec", "-n", 2, *PROGRAM(CRASHES))
    assert finished.returncode == 4
    text = said("signal").format(LINE)
    assert f"rank 1 was ended by signal {text} MPI_Win_create at wrong.c:9 in main" in finished.stderr


def test_a_deadlock_says_who_waits_where():
    finished = rmasim("exec", "-n", 2, "--format", "json", *PROGRAM(HANGS))
    assert finished.returncode == 3
    assert (f"rank 0: MPI_Win_fence at wrong.c:{LINE} in main waits for rank 1: rank 0 has called MPI_Win_fence on "
            f"window \"window 0\" twice, rank 1 once (the last time at wrong.c:{LINE} in main)") in finished.stderr
    assert (f"rank 1: MPI_Recv at wrong.c:{LINE} in main waits for a message from rank 0 with tag 0 on "
            "MPI_COMM_WORLD") in finished.stderr
    result = json.loads(finished.stdout)
    assert result["outcome"] == "deadlock"
    assert [one["rank"] for one in result["stuck"]] == [0, 1]


def test_exit_codes_of_the_program():
    finished = rmasim("exec", "-n", 2, *PROGRAM(ENDS_IN_1))
    assert finished.returncode == 1
    assert "a rank has ended with exit code 1" in finished.stderr
    finished = rmasim("exec", "-n", 2, *PROGRAM(ABORTS))
    assert finished.returncode == 1
    assert f"rank 1 calls MPI_Abort with code 9 at wrong.c:{LINE} in main" in finished.stderr


@pytest.mark.parametrize("family", ["newrma", "ch3", "ch4", "oldqueue"])
def test_a_rank_aborts_that_has_freed_its_window(family):
    """The other rank is inside MPI_Win_free and waits for a packet of the rank that aborts."""
    finished = rmasim("exec", "-n", 2, "--family", family, *PROGRAM(ABORTS_BEHIND))
    assert finished.returncode == 1
    assert f"rank 1 calls MPI_Abort with code 9 at wrong.c:{LINE} in main" in finished.stderr


# Windows that a family of shared memory does not support, and shared windows that other families do not support.
REFUSED = {
    "memory of the program's own": ("shm", "MPI_Win_create at wrong.c:9 in main",
                                    "found a window over memory that the program allocated itself; allowed: with "
                                    "family shm, memory "
                                    "of MPI_Alloc_mem, MPI_Win_allocate or MPI_Win_allocate_shared"),
    "nothing written behind another's back": (
        "oldqueue", f"MPI_Win_allocate_shared at wrong.c:{LINE} in main",
        "found a window in shared memory; allowed: other windows with family oldqueue, because in family oldqueue "
        "only"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_windows_that_a_family_lacks_are_refused(name):
    family, location, found = REFUSED[name]
    finished = rmasim("exec", "-n", 2, "--family", family, "--set", "platform.ranks_per_node=2", *PROGRAM(SHARES))
    assert finished.returncode == 2
    assert location in finished.stderr
    assert found in finished.stderr


@pytest.mark.parametrize("call", AS_A_MESSAGE)
def test_requests_of_operations_are_not_those_of_messages(call):
    finished = rmasim("exec", "-n", 1, *PROGRAM(AS_A_MESSAGE[call]))
    code, text = said("start")
    assert finished.returncode == code
    assert f"{call.partition('(')[0]} at wrong.c:{LINE} in main" in finished.stderr and text in finished.stderr


def test_an_operation_cannot_be_cancelled():
    """The call has no effect, and the run continues."""
    finished = rmasim("exec", "-n", 2, "--format", "json", *PROGRAM(CANCELS))
    assert finished.returncode == 4
    assert (f"ranks 0 and 1: MPI_Cancel at wrong.c:{LINE} in main: the request belongs to an RMA operation, which "
            "cannot be cancelled") in finished.stderr
    assert any(kind.partition("+")[0] == "GET" for kind in json.loads(finished.stdout)["messages"]["by_kind"])


def test_memory_of_alloc_mem_is_reached_by_family_shm():
    body = ("int* other; MPI_Win_free(&win); MPI_Alloc_mem(8, MPI_INFO_NULL, &other); other[0] = other[1] = 0;"
            "MPI_Win_create(other, 8, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win); MPI_Win_fence(0, win);"
            "MPI_Put(&size, 1, MPI_INT, 1 - rank, 1, 1, MPI_INT, win); MPI_Win_fence(0, win);"
            "if (other[0] != 0 || other[1] != 2) MPI_Abort(MPI_COMM_WORLD, 1);")
    program = Bodies(TEMPLATE.replace("sizeof(data), sizeof(int)", "0, sizeof(int)"), (body,))
    finished = rmasim("exec", "-n", 2, "--family", "shm", *program(body))
    assert finished.returncode == 0, finished.stderr


def test_other_files_are_refused(tmp_path):
    plain = tmp_path / "plain"
    (tmp_path / "plain.c").write_text("int main(void) { return 0; }\n")
    subprocess.run(["cc", "-o", plain, tmp_path / "plain.c"], check=True)
    for file, found in ((plain, "an executable that does not use MPI"), (tmp_path / "none", "no file that can be read"),
                        (tmp_path / "plain.c", "a file that is no executable")):
        finished = rmasim("exec", "-n", 2, file)
        assert finished.returncode == 2
        assert f"found {found}" in finished.stderr
        assert "allowed: a program that `rmasim cc`" in finished.stderr


@pytest.mark.parametrize("arguments, found", [
    (("exec",), "PROGRAM"),
    (("exec", "-n", "0", "x"), "found 0"),
    (("exec", "-n", "2", "--family", "new", "x"), "found new"),
])
def test_bad_arguments_are_refused(arguments, found):
    finished = rmasim(*arguments)
    assert finished.returncode == 2
    assert found in finished.stderr


@pytest.mark.parametrize("setting, found", [
    ("platform.network.model=flaw", "platform.network.model: found"),
    ("propagation=lazy", "propagation: found"),
    ("protocol.slots=none", "protocol.slots"),
    ("platform.topology=ring", "platform.topology: found"),
])
def test_bad_settings_are_refused(setting, found):
    finished = run(WORKLOADS / "put_fence.c", options=("--set", setting))
    assert finished.returncode == 2
    assert found in finished.stderr


def test_settings_are_those_of_scenarios():
    def result(*options):
        return json.loads(run(WORKLOADS / "lock_all_random.c", options=("--format", "json", *options)).stdout)

    assert result()["time_ns"] < result("--set", "platform.network.latency_ns=5000")["time_ns"]
    few = result("--set", "protocol.slots=1", "--set", "protocol.target_pool.local=1", "--set",
                 "protocol.target_pool.global=0")
    assert few["messages"]["by_kind"] != result()["messages"]["by_kind"]


def test_output_of_the_program_goes_through():
    finished = run(WORKLOADS / "put_fence.c", 3)
    assert finished.stdout.startswith("finished 4 ranks, 3 iterations\nput_fence: finished. ")
    finished = run(WORKLOADS / "put_fence.c", 3, options=("--format", "json"))
    assert json.loads(finished.stdout)["outcome"] == "finished"
    assert finished.stderr == "finished 4 ranks, 3 iterations\n"


@pytest.mark.skipif(UNDER_SMPI, reason="with --smpi, the help is that of SMPI's script")
def test_help_of_the_compilers():
    finished = rmasim("cc", "--help")
    assert finished.returncode == 0
    assert re.match(r"compile and link an MPI program in C for exec", finished.stdout)


def test_programs_in_cpp(tmp_path):
    source = tmp_path / "halo.cpp"
    source.write_text("#include <mpi.h>\n#include <vector>\nint main(int argc, char** argv) {\n"
                      "MPI_Init(&argc, &argv);\nstd::vector<double> memory(8, 0.0);\nMPI_Win win;\nint rank, size;\n"
                      "MPI_Comm_rank(MPI_COMM_WORLD, &rank);\nMPI_Comm_size(MPI_COMM_WORLD, &size);\n"
                      "MPI_Win_create(memory.data(), 64, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &win);\n"
                      "MPI_Win_fence(0, win);\nconst double one = 1.5;\n"
                      "MPI_Accumulate(&one, 1, MPI_DOUBLE, 0, 3, 1, MPI_DOUBLE, MPI_SUM, win);\n"
                      "MPI_Win_fence(0, win);\nconst bool right = memory[3] == (rank == 0 ? 1.5 * size : 0.0);\n"
                      "MPI_Win_free(&win);\nMPI_Finalize();\nreturn right ? 0 : 1;\n}\n")
    assert rmasim("c++", "-o", tmp_path / "halo", source).returncode == 0
    finished = rmasim("exec", "-n", 3, tmp_path / "halo")
    assert finished.returncode == 0, finished.stderr
