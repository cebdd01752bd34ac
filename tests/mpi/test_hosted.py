"""Programs in our own host: messages and collective calls of the core; what each rank has for itself; the ways in which
a program ends; what the compilers say."""

import functools
import json
import os
import pathlib
import re
import signal
import subprocess

import pytest
from batches import COMPILERS, batches, linked, report_of
from mpi_runner import BINARY, FOLDER, ROOT, rmasim
from units import sections

HERE = pathlib.Path(__file__).resolve().parent / "hosted"
OWN = [one for path in sorted(HERE.glob("*.c")) for one in sections(path)]


def name_of(batch):
    return f"{batch[1][0].name}-to-{batch[1][-1].name}"


@pytest.mark.parametrize("ranks, family", [(4, "newrma"), (7, "newrma"), (4, "ch3"), (5, "ch4"), (4, "oldqueue")])
@pytest.mark.parametrize("batch", batches(OWN), ids=name_of)
def test_messages_and_collective_calls_are_right(batch, ranks, family):
    want, some = batch
    if want.options and family == "oldqueue":
        pytest.skip("the family lacks the calls of programs with options")
    finished = rmasim("exec", "-n", ranks, "--family", family, *want.options, linked(some))
    assert finished.returncode == 0 and not finished.stderr, report_of(finished, some)
    assert finished.stdout.count(" is right\n") == len(some)


@functools.cache
def built(name):
    compiler, flags = COMPILERS[pathlib.Path(name).suffix]
    program = pathlib.Path(FOLDER.name) / f"hosted-{pathlib.Path(name).stem}"
    finished = rmasim(compiler, *flags, "-O1", f"-I{ROOT}", "-o", program, HERE / name)
    assert finished.returncode == 0, finished.stderr
    return program


def run(name, *arguments, ranks=4, options=()):
    return rmasim("exec", "-n", ranks, *options, built(name), *arguments)


def functions_of(file):
    listed = subprocess.run(["nm", "-D", "--defined-only", pathlib.Path(BINARY).resolve().parent / file],
                            capture_output=True, text=True, check=True).stdout
    return set(re.findall(r" [TW] (P?MPI_\w+)$", listed, re.MULTILINE))


def test_the_host_has_every_function_to_which_programs_are_linked():
    linked_to = functions_of("libmpi_abi.so.1")
    assert {"MPI_Put", "PMPI_Put", "PMPI_Put_c"} <= linked_to
    assert sorted(linked_to - functions_of("rmasim-host")) == []


def test_ranks_have_their_own_state_on_64_ranks():
    finished = run("state.cc", "-a", "-b", "value", "-c", "rest", ranks=64)
    assert finished.returncode == 0 and not finished.stderr, finished.stderr
    lines = [line for line in finished.stdout.splitlines() if line.startswith("rank ") and " has " in line]
    assert sorted(lines) == sorted(f"rank {i} has {i} {1.23456789:.{i % 5 + 1}g}" for i in range(64))


KINDS = re.findall(r'^    \{"(\w+)", \w+\},$', (HERE / "loops.c").read_text(), re.MULTILINE)


@pytest.mark.parametrize("kind", KINDS)
def test_a_loop_that_makes_and_frees_objects_does_not_grow(kind):
    finished = run("loops.c", kind, 100_000 if kind == "dup" else 20_000, ranks=2,
                   options=("--set", "platform.ranks_per_node=2"))
    assert finished.returncode == 0 and not finished.stderr, finished.stderr
    assert int(re.search(r"^(-?\d+) bytes more$", finished.stdout, re.MULTILINE)[1]) < 400_000


def test_messages_are_packets_of_the_core():
    finished = run("ends.c", ranks=8, options=("--format", "json"))
    assert json.loads(finished.stdout)["messages"]["by_kind"] == {"BARRIER": 24}
    assert finished.stderr.count("at the end\n") == 8


@pytest.mark.parametrize("by", ["message", "collective", "communicator", "nothing"])
def test_what_orders_the_accesses_of_ranks(by):
    finished = run("order.c", by, ranks=3, options=("--semantics", "separate"))
    assert finished.returncode == (4 if by == "nothing" else 0), finished.stderr
    assert ("concurrent_rma" in finished.stderr) == (by == "nothing")


def test_a_trace_has_the_messages_and_the_calls(tmp_path):
    trace = tmp_path / "trace.json"
    finished = run("order.c", "message", ranks=3, options=("--trace", trace))
    assert finished.returncode == 0, finished.stderr
    names = {event.get("name") for event in json.loads(trace.read_text())["traceEvents"]}
    assert {"recv", "put", "SEND", "BARRIER"} <= {str(name).split(" ")[0] for name in names}


@pytest.mark.parametrize("options", [
    ("--compute", "measured"), ("--breakdown", "rank"), ("--check-invariants",), ("--set", "progress=agent"),
    ("--set", "platform.network.model=flow"), ("--set", "platform.ranks_per_node=2"),
    ("--set", "protocol.message_eager_bytes=2")])
def test_options_of_exec(options):
    finished = run("order.c", "message", ranks=3, options=options)
    assert finished.returncode == 0 and not finished.stderr, finished.stderr


def test_a_rank_that_a_fault_kills_is_reported():
    finished = run("ends.c", options=("--set", 'faults.deaths=[{"ranks": "1", "at_ns": 100}]'))
    assert finished.returncode == 3 and "rank 1" in finished.stderr, finished.stderr


def test_runs_are_reproducible():
    first, second = (run("state.cc", "-a", "-b", "value", "-c", "rest", options=("--format", "json")) for _ in range(2))
    assert json.loads(first.stdout)["digest"] == json.loads(second.stdout)["digest"]
    assert first.stderr == second.stderr


# The thread-local variables of an executable of another compiler have the same addresses in all threads, where programs
# cannot write the thread pointer.
@pytest.mark.parametrize("form", ["ours", "PIE"])
@pytest.mark.parametrize("thread_pointers", ["own", "shared"])
def test_threads_pass_their_thread_local_variables(form, thread_pointers, tmp_path):
    program = built("thread_buffers.cc")
    if form == "PIE":
        program = tmp_path / "program"
        folder = pathlib.Path(BINARY).resolve().parent
        subprocess.run(["g++", "-O1", "-fPIE", "-pie", "-isystem", folder / "generated/mpi", "-o", program,
                        HERE / "thread_buffers.cc", folder / "libmpi_abi.so.1", f"-Wl,-rpath,{folder}"], check=True)
    environment = dict(os.environ)
    if thread_pointers == "shared":
        library = tmp_path / "no_fsgsbase.so"
        subprocess.run(["gcc", "-shared", "-fPIC", "-o", library, HERE / "no_fsgsbase.c"], check=True)
        environment["LD_PRELOAD"] = str(library)
    finished = subprocess.run([BINARY, "exec", "-n", "4", program], capture_output=True, text=True, check=False,
                              timeout=120, env=environment)
    assert finished.returncode == 0 and not finished.stderr, finished.stdout + finished.stderr
    for rank in range(4):
        assert f"rank {rank}: 0 wrong\n" in finished.stdout


# What ends.c does, the exit code, and what standard error contains.
ENDS = {
    "no_init": (2, r"found a program that ends without MPI_Init \(exit code 0\)"),
    "too_early": (4, r"rank 0 calls MPI_Barrier at ends.c:\d+ in main before MPI_Init"),
    "too_late": (4, r"rank 0 calls MPI_Barrier at ends.c:\d+ in main after MPI_Finalize"),
    "abort": (4, r"rank 1 called abort\(\) at ends.c:\d+ in main; its last call of MPI was MPI_Comm_size at"),
    "mpi_abort": (1, r"rank 1 calls MPI_Abort with code 5 at ends.c:\d+ in main"),
    "null": (4, r"rank 1 was ended by signal SIGSEGV at address 0x0 at ends.c:\d+ in main; its last call"),
    "op_null": (4, r"rank 1 was ended by signal SIGSEGV at address 0x0 at ends.c:\d+ in operate; its last call of MPI "
                   r"was MPI_Wait at ends.c:\d+ in main"),
    "op_abort": (1, r"rank 1 calls MPI_Abort with code 6 at ends.c:\d+ in operate"),
    "op_exit": (3, r"for rank 1 \(BARRIER round 0 from rank 1\), whose program has ended with code 4 without MPI_Fin"),
    "exit": (3, r"for rank 1 \(BARRIER round 0 from rank 1\), whose program has ended with code 4 without MPI_Fin"),
    "exit_all": (4, r"rank 0 has ended with code 3 without MPI_Finalize"),
    "_exit": (3, r"for rank 1 \(BARRIER round 0 from rank 1\), whose program has ended with code 4 without MPI_Fin"),
    "raise": (4, r"rank 1 was ended by signal SIGTERM"),
    "bad_buffer": (4, r"rank 1 has passed memory to MPI that it does not have \(address 0x123000\); its last call of "
                      r"MPI is MPI_Send at ends.c:\d+ in main"),
    "poll": (3, r"rank 1 polled 1,000,000 times without any progress of the run"),
    "double_free": (4, r"rank 1 freed a block of its heap twice"),
    "wrong_rank": (4, r"rank 1: MPI_Send at ends.c:\d+ in main: the communicator has no such rank"),
    "truncated": (4, r"MPI_Recv at ends.c:\d+ in main: MPI_ERR_TRUNCATE: a message of 8 elements of byte "
                     r"does not fit 4 of byte"),
    "deadlock": (3, r"rank 0: MPI_Recv at ends.c:\d+ in main waits for a message from rank 1 with tag \d+ on "
                    r"MPI_COMM_WORLD"),
    "split": (3, r"MPI_Comm_split at ends.c:\d+ in main waits for the other members of the communicator"),
    "code": (1, r"a rank has ended with exit code 1"),
}


@pytest.mark.parametrize("how", ENDS)
def test_a_program_ends(how):
    code, pattern = ENDS[how]
    finished = run("ends.c", how)
    assert finished.returncode == code, finished.stderr
    assert re.search(pattern, finished.stderr), finished.stderr


# What signatures.c sends, and the difference that is reported.
DIFFERENT_TYPES = {
    "int_float": "element 0 is MPI_INT at the sender, but MPI_FLOAT at the receiver",
    "order": "element 0 is MPI_INT at the sender, but MPI_DOUBLE at the receiver",
    "last": "element 3 is MPI_DOUBLE at the sender, but MPI_FLOAT at the receiver",
    "bytes": "element 0 is MPI_BYTE at the sender, but MPI_INT at the receiver",
}


@pytest.mark.parametrize("how", DIFFERENT_TYPES)
def test_a_message_of_other_types_is_an_error_of_its_receive(how):
    finished = run("signatures.c", how, ranks=2)
    assert finished.returncode == 4
    assert re.search(rf"rank 1: MPI_Recv at signatures.c:\d+ in transfer.*: MPI_ERR_TYPE: {DIFFERENT_TYPES[how]}; "
                     r"rank 0 sends it at signatures.c:\d+ in transfer", " ".join(finished.stderr.split())), (
                         finished.stderr)


# What rank 1 of signatures.c passes to a collective call, the rank that notices it, and the report.
DIFFERENT_IN_COLLECTIVES = {
    "bcast": (1, "element 0 is MPI_INT at the sender, but MPI_LONG at the receiver; rank 0 sends it at"),
    "gather": (0, "element 0 is MPI_DOUBLE at the sender, but MPI_INT at the receiver; rank 1 sends it at"),
    "alltoall": (0, "element 0 is MPI_INT at the sender, but MPI_LONG at the receiver"),
    "gatherv": (0, "with another count or datatype: 4 elements of byte instead of 8 of byte; rank 1 sends it at"),
}


@pytest.mark.parametrize("how", DIFFERENT_IN_COLLECTIVES)
def test_collective_calls_have_the_same_datatypes(how):
    rank, text = DIFFERENT_IN_COLLECTIVES[how]
    finished = run("signatures.c", how, ranks=2)
    assert finished.returncode == 4
    assert re.search(rf"rank {rank}: MPI_{how.capitalize()} at signatures.c:\d+ in collectives.*: .*{text}",
                     " ".join(finished.stderr.split())), finished.stderr


@pytest.mark.parametrize("name", (
    "Gatherv", "Scatterv", "Allgatherv", "Alltoallv", "Alltoallw", "Neighbor_allgather", "Neighbor_allgatherv",
    "Neighbor_alltoall", "Neighbor_alltoallw", "Allgather", "Bcast"))
def test_blocks_have_the_same_datatypes(name):
    """The last two calls are on an intercommunicator. The report has both lines."""
    finished = run("signatures.c", "wrong", name, ranks=2)
    assert finished.returncode == 4
    rank, sent, received = (1, "INT", "FLOAT") if name == "Allgatherv" else (0, "FLOAT", "INT")
    assert re.search(rf"rank {rank}: MPI_{name} at signatures.c:\d+ in with_blocks.*: .*element 0 is MPI_{sent} at the "
                     rf"sender, but MPI_{received} at the receiver; rank {1 - rank} sends it at signatures.c:\d+ in "
                     "with_blocks", " ".join(finished.stderr.split())), finished.stderr


def test_a_block_for_the_process_itself_has_equal_datatypes():
    finished = run("signatures.c", "wrong", "own", ranks=2)
    assert finished.returncode == 4
    assert re.search("MPI_Alltoallv.*: the datatypes of the data sent and received differ: element 0 is MPI_INT",
                     " ".join(finished.stderr.split())), finished.stderr


@pytest.mark.parametrize("how", ("collectives", "blocks"))
def test_the_datatypes_of_collective_calls_may_have_other_constructors(how):
    finished = run("signatures.c", how, ranks=2)
    assert finished.returncode == 0 and finished.stdout.startswith("right\nright\n"), finished.stderr


def test_an_error_handler_gets_the_class():
    finished = run("signatures.c", "returns", ranks=2)
    assert finished.returncode == 0 and finished.stdout.startswith("returned\n"), finished.stderr


def test_threads_wait_for_requests_that_no_message_completes():
    finished = run("awaited_requests.c", ranks=3)
    assert finished.returncode == 0 and finished.stdout.count(" is right\n") == 3, finished.stderr


def test_threads_create_windows_on_two_communicators_at_the_same_time():
    finished = run("window_threads.c", ranks=3)
    assert finished.returncode == 0 and finished.stdout.count(" is right\n") == 3, finished.stderr


def test_threads_that_create_windows_on_one_communicator_are_erroneous():
    finished = run("window_threads.c", "one", ranks=3)
    assert finished.returncode == 4, finished.stdout + finished.stderr
    assert re.search(r"MPI_Win_create at window_threads.c:\d+ in create_windows.*: another thread of the rank is "
                     "inside this call on the same communicator", finished.stderr), finished.stderr


@pytest.mark.slow
@pytest.mark.parametrize("limit", (0, 2**31 - 1))
def test_a_message_of_more_than_2_gib(limit):
    finished = run("signatures.c", "large", ranks=2, options=(
        "--set", f"protocol.message_eager_bytes={limit}"))
    assert finished.returncode == 0 and "received 2148532224\n" in finished.stdout, finished.stderr + finished.stdout
    assert "SEND_DATA" in finished.stdout


def test_a_signal_ends_the_run_with_the_figures_so_far():
    with subprocess.Popen([BINARY, "exec", "-n", "4", built("ends.c"), "loop"], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline() == "ready\n"
        process.send_signal(signal.SIGINT)
        output, errors = process.communicate(timeout=60)
    assert process.returncode == -signal.SIGINT
    assert "Messages " in output and "interrupted; the figures are those so far" in errors


def test_functions_at_exit_run_and_output_is_complete():
    finished = run("ends.c")
    assert finished.returncode == 0 and finished.stdout.count("at the end\n") == 4


def test_a_function_that_the_host_lacks_is_an_error_of_the_linker(tmp_path):
    source = tmp_path / "lacks.c"
    source.write_text("#include <mpi.h>\nint main(void) { return MPI_File_delete(\"x\", MPI_INFO_NULL); }\n")
    finished = rmasim("cc", source, "-o", tmp_path / "lacks")
    assert finished.returncode == 1
    assert ("rmasim: MPI_File_delete is not a function of exec's own host: `rmasim cc --smpi` compiles and links the "
            "program for SimGrid's SMPI") in finished.stderr


def test_a_program_by_itself_is_one_rank():
    finished = subprocess.run([built("ends.c")], capture_output=True, text=True, check=False)
    assert (finished.returncode, finished.stdout, finished.stderr) == (0, "at the end\n", "")


SHORTEST = """#include <mpi.h>
#include <stdio.h>
int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
}
"""


def test_objects_of_one_host_are_not_linked_for_the_other(tmp_path):
    source = tmp_path / "one.c"
    source.write_text(SHORTEST)
    for compiled, linked_by, said in (((), ("--smpi",), "compiled_without_smpi__use_rmasim_cc_smpi"),
                                      (("--smpi",), (), "rmasim: an object file is for SimGrid's SMPI")):
        assert rmasim("cc", *compiled, "-c", "-o", tmp_path / "one.o", source).returncode == 0
        finished = rmasim("cc", *linked_by, "-o", tmp_path / "one", tmp_path / "one.o")
        assert finished.returncode == 1 and said in finished.stderr, finished.stderr


FORTRAN = """program main
  use mpi
  integer :: error, x
  call MPI_Init(error)
  x = 1
  call MPI_Send(x, 1, MPI_INTEGER, MPI_PROC_NULL, 0, MPI_COMM_WORLD, error)
  call MPI_Allreduce(MPI_IN_PLACE, x, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, error)
  if (x == 2) print '(a)', 'right'
  call MPI_Finalize(error)
end program
"""


@pytest.mark.parametrize("compiled, linked_by, said", [
    ((), ("--smpi",), "compiled_without_smpi__use_rmasim_cc_smpi"),
    (("--smpi",), (), "rmasim: an object file is for SimGrid's SMPI"),
    (("--watch",), ("--smpi",), "compiled_without_smpi__use_rmasim_cc_smpi")])
def test_objects_in_fortran_of_one_host_are_not_linked_for_the_other(compiled, linked_by, said, tmp_path):
    (tmp_path / "one.f90").write_text(FORTRAN)
    assert rmasim("fc", *compiled, "-c", "-o", tmp_path / "one.o", tmp_path / "one.f90").returncode == 0
    finished = rmasim("fc", *linked_by, "-o", tmp_path / "one", tmp_path / "one.o")
    assert finished.returncode == 1 and said in finished.stderr, finished.stderr
    linked = rmasim("fc", *compiled, "-o", tmp_path / "one", tmp_path / "one.o")
    assert linked.returncode == 0, linked.stderr
    assert "right\nright\n" in rmasim("exec", "-n", 2, tmp_path / "one").stdout


TOOL = """#include <mpi.h>
#include <stdio.h>
int MPI_Send(const void* data, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm) {
    char* text = NULL;
    const int length = asprintf(&text, "%d sent", count);
    printf("%.*s\\n", length, text);
    free(text);
    return PMPI_Send(data, count, type, to, tag, comm);
}
int MPI_Allreduce(const void* from, void* to, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
    printf("%s\\n", from == MPI_IN_PLACE ? "in place" : "of two");
    return PMPI_Allreduce(from, to, count, type, op, comm);
}
"""


def test_a_tool_in_c_sees_the_calls_of_a_program_in_fortran(tmp_path):
    """As with MPICH, whose bindings for Fortran call the functions MPI_X."""
    (tmp_path / "one.f90").write_text(FORTRAN)
    (tmp_path / "tool.c").write_text("#define _GNU_SOURCE\n#include <stdlib.h>\n" + TOOL)
    assert rmasim("cc", "-c", "-o", tmp_path / "tool.o", tmp_path / "tool.c").returncode == 0
    built_with = rmasim("fc", "-o", tmp_path / "one", tmp_path / "one.f90", tmp_path / "tool.o")
    assert built_with.returncode == 0, built_with.stderr
    finished = rmasim("exec", "-n", 2, tmp_path / "one")
    assert finished.returncode == 0, finished.stderr
    assert [finished.stdout.count(line) for line in ("1 sent\n", "in place\n", "right\n")] == [2, 2, 2]


@pytest.mark.parametrize("options, line", [
    ((), "the ranks run in rmasim's own host; their messages are packets of the core"),
    (("--smpi",), "the ranks run in SimGrid's SMPI, which transfers their messages"),
    (("--watch",), "the ranks run in rmasim's own host; their messages are packets of the core"),
    (("--smpi", "--watch"), "the ranks run in SimGrid's SMPI, which transfers their messages")])
def test_the_head_of_the_report_names_the_host(options, line, tmp_path):
    source = tmp_path / "one.c"
    source.write_text(SHORTEST)
    assert rmasim("cc", *options, "-o", tmp_path / "one", source).returncode == 0
    assert rmasim("exec", "-n", 2, tmp_path / "one").stdout.splitlines()[1] == f"  {line}"


def answer(*arguments):
    finished = rmasim("cc", *arguments)
    assert finished.returncode == 0, finished.stderr
    return finished.stdout.split()


def test_the_compiler_answers_as_wrappers_do(tmp_path):
    """With the answers, a program can be built by another compiler."""
    source = tmp_path / "one.c"
    source.write_text(SHORTEST)
    assert answer("-compile_info") == ["gcc", *answer("-showme:compile")]
    assert answer("-link_info") == ["gcc", *answer("-showme:link")]
    assert answer("-showme:command") == ["gcc"] and answer("-showme:libs") == ["mpi_abi"]
    assert [f"-I{answer('-showme:incdirs')[0]}"] == answer("-showme:compile")
    assert f"-L{answer('-showme:libdirs')[0]}" in answer("--showme:link")
    assert "-shared" in answer("-show", "one.o", "-o", "one") and "-shared" not in answer("-showme", "-c", "one.c")
    subprocess.run([*answer("-compile_info"), "-c", "-o", tmp_path / "one.o", source], check=True)
    command = [*answer("-showme:command"), "-o", tmp_path / "one", tmp_path / "one.o", *answer("-showme:link")]
    subprocess.run(command, check=True)
    assert "rmasim's own host" in rmasim("exec", "-n", 2, tmp_path / "one").stdout
    finished = rmasim("cc", "-showme:libraries")
    assert finished.returncode == 2 and "found -showme:libraries; allowed: -showme, -showme:command" in finished.stderr


@pytest.mark.parametrize("options", [("-fPIE", "-pie"), ("-no-pie", "-fno-pie"), ("-MMD",), ("-x", "c")])
def test_options_of_other_forms_of_programs_change_nothing(options, tmp_path):
    source = tmp_path / "one.c"
    source.write_text(SHORTEST.replace("MPI_Fin", "fprintf(stderr, \"here\\n\");\nMPI_Fin"))
    assert rmasim("cc", *options, source, "-o", tmp_path / "one", folder=tmp_path).returncode == 0
    finished = rmasim("exec", "-n", 2, tmp_path / "one")
    assert (finished.returncode, finished.stderr) == (0, "here\nhere\n")
    assert subprocess.run([tmp_path / "one"], check=True, capture_output=True, text=True).stderr == "here\n"
