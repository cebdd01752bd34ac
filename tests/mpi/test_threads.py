"""Threads of a program's ranks under `exec`: POSIX threads, threads of C11 and C++, OpenMP of gcc. The results of
threads are tested by the conformance programs that have a line `compile:`. The tests in this file check that runs are
reproducible, the reports about threads, refused programs, and what the checks of memory derive from threads."""

import json
import os
import re
import subprocess

import pytest
from batches import linked, program_of
from bodies import Bodies
from mpi_runner import BINARY, rmasim

HEAD = """#include <mpi.h>
#include <omp.h>
#include <pthread.h>
#include <sched.h>
static int rank, size, data[8], window[8];
static MPI_Win win;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static void put(int target) { MPI_Put(data, 1, MPI_INT, target, 0, 1, MPI_INT, win); MPI_Win_flush(target, win); }
"""
MAIN = """int main(int argc, char** argv) {
    int provided;
    pthread_t thread;
    MPI_Init_thread(&argc, &argv, LEVEL, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int at = 1; at < argc; ++at) {
        MPI_Win_create(window, sizeof(window), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
        MPI_Win_lock_all(0, win);
        BODY
        MPI_Win_unlock_all(win);
        MPI_Win_free(&win);
    }
    MPI_Finalize();
    return 0;
}
"""
FUNCTIONS = HEAD.count("\n") + 1


def programs(some, level="MPI_THREAD_MULTIPLE", options=()):
    """Returns programs from pairs of functions and a body. All functions begin on the same line."""
    functions = "".join(f"#line {FUNCTIONS} \"wrong.c\"\n{text}\n" for text in dict.fromkeys(text for text, _ in some))
    return Bodies(HEAD + functions + MAIN.replace("LEVEL", level), tuple(body for _, body in some),
                  ("-std=gnu11", "-fopenmp", *options))


HOSTS = pytest.mark.parametrize("host", [("--smpi",), ()], ids=["smpi", "own"])


def with_lines(text):
    """Replaces F1 by the first line of the functions, and B1 by the first line of the body."""
    text = re.sub(r"\bF(\d)", lambda at: str(FUNCTIONS - 1 + int(at[1])), text)
    return re.sub(r"\bB(\d)", lambda at: str(PROGRAM.line - 1 + int(at[1])), text)


def run(what, *options, ranks=2, environment=None):
    """Runs a program: a path, or a tuple with a path and arguments."""
    command = map(str, what if isinstance(what, tuple) else (what,))
    return subprocess.run([BINARY, "exec", "-n", str(ranks), *options, *command], capture_output=True, text=True,
                          check=False, timeout=60, env={**os.environ, **(environment or {})})


# ---- The same each time

@HOSTS
@pytest.mark.parametrize("name", ["omp_critical", "omp_tasks", "omp_messages", "pt_server", "cpp_threads"])
def test_programs_with_threads_repeat_themselves(name, host):
    def once():
        finished = rmasim("exec", "-n", 4, "--format", "json", linked((program_of(name),), *host))
        assert finished.returncode == 0, finished.stderr
        found = json.loads(finished.stdout)
        return found["digest"], found["time_ns"]

    assert len({once() for _ in range(5)}) == 1


# ---- Reports

DEADLOCKS = {
    "two mutexes in two orders": (
        "static void* second(void* none) { pthread_mutex_lock(&other); sched_yield();\n"
        "pthread_mutex_lock(&mutex); return none; }",
        "if (rank == 1) { pthread_create(&thread, NULL, second, NULL); pthread_mutex_lock(&mutex); sched_yield();\n"
        "pthread_mutex_lock(&other); }",
        ["rank 1 thread 0: pthread_mutex_lock at wrong.c:B2 in main waits for a mutex that thread 1 took at "
         "wrong.c:F1 in second",
         "rank 1 thread 1: pthread_mutex_lock at wrong.c:F2 in second waits for a mutex that thread 0 took at "
         "wrong.c:B1 in main"]),
    "a condition variable that no thread signals": (
        "", "if (rank == 0) { pthread_mutex_lock(&mutex);\npthread_cond_wait(&condition, &mutex); }",
        ["rank 0: pthread_cond_wait at wrong.c:B2 in main waits for a condition variable that no thread signals"]),
    "the end of a thread that waits for a message": (
        "static void* receive(void* none) {\n"
        "MPI_Recv(data, 1, MPI_INT, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE); return none; }",
        "if (rank == 0) { pthread_create(&thread, NULL, receive, NULL);\npthread_join(thread, NULL); }",
        ["rank 0 thread 0: pthread_join at wrong.c:B2 in main waits for the end of thread 1",
         "rank 0 thread 1: MPI_Recv at wrong.c:F2 in receive waits for a message from rank 0 with tag 3"]),
    "a barrier that a thread does not reach": (
        "", "\n#pragma omp parallel num_threads(3)\n{ if (omp_get_thread_num() < 2) {\n#pragma omp barrier\n"
            "} else { pthread_mutex_lock(&mutex);\npthread_mutex_lock(&mutex); } }",
        ["thread 2: pthread_mutex_lock at wrong.c:B6 in main._omp_fn.0 waits for a mutex that the thread itself "
         "took at wrong.c:B5 in main._omp_fn.0",
         "thread 1: omp barrier at wrong.c:B4 in main._omp_fn.0 waits for a barrier that not all threads"]),
}


@HOSTS
@pytest.mark.parametrize("name", DEADLOCKS)
def test_a_deadlock_of_threads_names_them_and_their_lines(name, host):
    _, body, lines = DEADLOCKS[name]
    finished = run(PROGRAMS[host](body))
    assert finished.returncode == 3, finished.stderr
    said = re.sub(r"_omp_fn\.\d+", "_omp_fn.0", finished.stderr)  # the compiler numbers the regions
    for line in lines:
        assert with_lines(line) in said, said


PUTS = "static void* puts_too(void* none) { put(0); return none; }"
IN_THREAD = "pthread_create(&thread, NULL, puts_too, NULL); {} pthread_join(thread, NULL);"
OF_LEVEL = {(level, host): programs([(PUTS, IN_THREAD.format(between)) for between in ("", "put(1);")], level, host)
            for level in ("MPI_THREAD_FUNNELED", "MPI_THREAD_SERIALIZED") for host in ((), ("--smpi",))}


@HOSTS
@pytest.mark.parametrize("level, between, found", [
    ("MPI_THREAD_FUNNELED", "", "found thread 1; allowed: the first thread, with MPI_THREAD_FUNNELED"),
    ("MPI_THREAD_SERIALIZED", "put(1);", "found another thread of the rank inside MPI"),
])
def test_threads_do_what_the_level_allows_only(level, between, found, host):
    finished = run(OF_LEVEL[level, host](IN_THREAD.format(between)))
    assert finished.returncode == 4, finished.stderr
    assert found in finished.stderr
    who = r"ranks? [\w ,]+ thread 1"
    assert re.search(who + ": MPI_(Put|Win_flush) at wrong.c:9 in put", finished.stderr), finished.stderr


@HOSTS
def test_threads_that_take_turns_may_be_serialized(host):
    finished = run(OF_LEVEL["MPI_THREAD_SERIALIZED", host](IN_THREAD.format("")))
    assert finished.returncode == 0, finished.stderr


TOO_MANY = ("static void* sleeps(void* none) { pthread_mutex_lock(&mutex); return none; }",
            "pthread_mutex_lock(&mutex);\nfor (int i = 0; i < 200; ++i) pthread_create(&thread, NULL, sleeps, NULL);")


@HOSTS
def test_no_more_threads_than_there_may_be(host):
    finished = run(PROGRAMS[host](TOO_MANY[1]))
    assert finished.returncode == 2
    assert "pthread_create at wrong.c" in finished.stderr
    assert "found thread 129 of a rank; allowed: at most 128 at a time" in finished.stderr


def test_openmp_of_clang_is_refused(tmp_path):
    """The runtime of clang's OpenMP creates threads with functions that rmasim does not replace."""
    source = tmp_path / "loop.c"
    source.write_text("#include <mpi.h>\n__attribute__((weak)) void __kmpc_barrier(void*, int);\n"
                      "int main(int argc, char** argv) {\nMPI_Init(&argc, &argv);\n"
                      "__kmpc_barrier(0, 0);\nMPI_Finalize(); return 0; }\n")
    finished = rmasim("cc", "-o", tmp_path / "loop", source)
    assert finished.returncode == 0, finished.stderr
    finished = run(tmp_path / "loop")
    assert finished.returncode == 2
    assert "found OpenMP code of clang (__kmpc_...)" in finished.stderr
    assert "OpenMP code of gcc (libgomp), from `rmasim cc -fopenmp`" in finished.stderr


@HOSTS
def test_functions_that_there_are_not_are_refused(host):
    body = "pthread_create(&thread, NULL, nothing, NULL); pthread_cancel(thread);"
    finished = run(programs([("static void* nothing(void* none) { return none; }", body)], options=host)(body))
    assert finished.returncode == 2
    assert "found pthread_cancel; allowed: threads and OpenMP without these functions" in finished.stderr


# ---- A thread that polls for the effect of another thread lets that thread run after some time.

# Functions, and how one takes and leaves the lock.
LOOKS = {
    "pthread_mutex_lock": ("", "pthread_mutex_lock(&mutex);", "pthread_mutex_unlock(&mutex);"),
    "pthread_mutex_trylock": ("", "while (pthread_mutex_trylock(&mutex) != 0) {}", "pthread_mutex_unlock(&mutex);"),
    "pthread_spin_lock": ("static pthread_spinlock_t spin;", "pthread_spin_lock(&spin);",
                          "pthread_spin_unlock(&spin);"),
    "omp_set_lock": ("static omp_lock_t lock;", "omp_set_lock(&lock);", "omp_unset_lock(&lock);"),
    "omp_test_lock": ("static omp_lock_t lock;", "while (!omp_test_lock(&lock)) {}", "omp_unset_lock(&lock);"),
    "omp critical": ("", "\n#pragma omp critical\n{", "}"),
}


def that_looks(take, leave):
    """Returns a program in which one thread polls for another thread of its rank, which waits for a message."""
    return "if (rank == 0) {\n#pragma omp parallel num_threads(2)\nif (omp_get_thread_num() == 1) {\n" \
           f"MPI_Recv(data, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);\n{take} data[1] = 1; {leave} }}\n" \
           f"else for (int done = 0; !done;) {{\n{take} done = data[1]; {leave} }}\n" \
           "} else MPI_Send(data, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);"


@HOSTS
@pytest.mark.parametrize("name", LOOKS)
def test_a_loop_that_looks_under_a_lock_ends(name, host):
    finished = run(PROGRAMS[host](that_looks(*LOOKS[name][1:])))
    assert finished.returncode == 0, finished.stderr


# ---- Settings of OpenMP

SAYS = "if (rank == 0) { int kind, chunk; omp_get_schedule((omp_sched_t*)&kind, &chunk);\n" \
       "fprintf(stderr, \"%d threads, schedule %d %d\\n\", omp_get_max_threads(), kind, chunk); }"
CANCELS = "int done = 0, left = 0;\n#pragma omp parallel num_threads(4)\n{\n" \
          "#pragma omp for schedule(dynamic)\nfor (int i = 0; i < 100; ++i) {\n#pragma omp cancel for if (i == 20)\n" \
          "#pragma omp atomic\n++done;\n}\n#pragma omp cancel parallel\n#pragma omp atomic\n++left; }\n" \
          "if (rank == 0) fprintf(stderr, \"%d done, %d left\\n\", done, left);"


@HOSTS
@pytest.mark.parametrize("environment, says", [
    ({}, "4 threads, schedule 2 1"),
    ({"OMP_NUM_THREADS": "6", "OMP_SCHEDULE": "guided,3"}, "6 threads, schedule 3 3"),
    ({"OMP_NUM_THREADS": "2,3", "OMP_SCHEDULE": "static"}, "2 threads, schedule 1 0"),
])
def test_openmp_reads_its_environment(environment, says, host):
    finished = run(PROGRAMS[host](SAYS), environment=environment)
    assert finished.returncode == 0 and says in finished.stderr, finished.stderr


@HOSTS
@pytest.mark.parametrize("name, value, allowed", [("OMP_NUM_THREADS", "many", "1 to 128"),
                                                  ("OMP_SCHEDULE", "odd", "static, dynamic, guided or auto")])
def test_wrong_settings_of_openmp_are_refused(name, value, allowed, host):
    finished = run(PROGRAMS[host](SAYS), environment={name: value})
    assert finished.returncode == 2 and name in finished.stderr and allowed in finished.stderr, finished.stderr


@HOSTS
def test_constructs_are_cancelled_if_the_environment_allows_it(host):
    what = PROGRAMS[host](CANCELS)
    assert "100 done, 4 left" in run(what).stderr
    assert "20 done, 0 left" in run(what, environment={"OMP_CANCELLATION": "true"}).stderr


# ---- Computation: each thread has a core.

@HOSTS
def test_threads_compute_at_the_same_time(tmp_path, host):
    source, target = tmp_path / "compute.c", tmp_path / "compute"
    source.write_text("#include <mpi.h>\nint main(int argc, char** argv) {\n"
                      "volatile double x[4] = {0}; MPI_Init(&argc, &argv);\n"
                      "#pragma omp parallel for schedule(static)\nfor (int i = 0; i < 4; ++i)\n"
                      "for (int k = 0; k < 100000; ++k) x[i] += k;\nMPI_Finalize(); return 0; }\n")
    assert rmasim("cc", *host, "-O1", "-fopenmp", "--count", "-o", target, source).returncode == 0

    def time_of(threads):
        finished = run(target, "--compute", "1e9", "--format", "json", ranks=1,
                       environment={"OMP_NUM_THREADS": str(threads)})
        assert finished.returncode == 0, finished.stderr
        return json.loads(finished.stdout)["time_ns"]

    times = {threads: time_of(threads) for threads in (1, 2, 4)}
    assert 3.8 < times[1] / times[4] < 4.1 and 1.9 < times[1] / times[2] < 2.1, times


# ---- Checks of memory that threads access by MPI

TWO = "pthread_create(&thread, NULL, puts_too, NULL); {} put(0); {} pthread_join(thread, NULL);"
LOCKED = "static void* puts_locked(void* none) { pthread_mutex_lock(&mutex); put(0); pthread_mutex_unlock(&mutex);" \
         " return none; }"


def of_rank_1(body):
    return f"if (rank == 1) {{ {body} }}"


RACES = {
    "two threads put": (PUTS, TWO.format("", "")),
    "a mutex that one of them takes": (LOCKED, TWO.format("", "").replace("puts_too", "puts_locked")),
    "threads of a region": ("", "\n#pragma omp parallel num_threads(2)\nput(0);"),
    "tasks": ("", "\n#pragma omp parallel num_threads(2)\n#pragma omp single\nfor (int i = 0; i < 2; ++i) {\n"
                  "#pragma omp task\nput(0);\n}"),
    "nowait": ("", "\n#pragma omp parallel num_threads(2)\n{\n#pragma omp single nowait\nput(0);\n"
                   "#pragma omp single\nput(0);\n}"),
}
ORDERED = {
    "a mutex": (LOCKED, TWO.format("pthread_mutex_lock(&mutex);", "pthread_mutex_unlock(&mutex);").replace(
        "puts_too", "puts_locked")),
    "creation": (PUTS, "put(0);" + IN_THREAD.format("")),
    "a join": (PUTS, IN_THREAD.format("") + "put(0);"),
    "a condition": (
        "static int ready;\nstatic void* puts_and_signals(void* none) { put(0); pthread_mutex_lock(&mutex); ready = 1;"
        "pthread_cond_signal(&condition); pthread_mutex_unlock(&mutex); return none; }",
        IN_THREAD.format("pthread_mutex_lock(&mutex); while (!ready) pthread_cond_wait(&condition, &mutex);"
                         "pthread_mutex_unlock(&mutex); put(0);").replace("puts_too", "puts_and_signals")),
    "a barrier of OpenMP": ("", "\n#pragma omp parallel num_threads(2)\n{\n#pragma omp master\nput(0);\n"
                                "#pragma omp barrier\nif (omp_get_thread_num() == 1) put(0);\n}"),
    "critical sections": ("", "\n#pragma omp parallel num_threads(2)\n#pragma omp critical\nput(0);"),
    "regions": ("", "\n#pragma omp parallel num_threads(2)\nif (omp_get_thread_num() == 1) put(0);\n"
                    "#pragma omp parallel num_threads(2)\n#pragma omp master\nput(0);"),
    "tasks that depend": ("", "\n#pragma omp parallel num_threads(3)\n#pragma omp single\n"
                              "for (int i = 0; i < 3; ++i) {\n#pragma omp task depend(inout: data)\nput(0);\n}"),
    "taskwait": ("", "\n#pragma omp parallel num_threads(2)\n#pragma omp single\n{\n#pragma omp task\nput(0);\n"
                     "#pragma omp taskwait\nput(0);\n}"),
}


ALL = [*((functions, body) for functions, body, _ in DEADLOCKS.values()), TOO_MANY,
       *((functions, that_looks(*lock)) for functions, *lock in LOOKS.values()),
       ("#include <stdio.h>", SAYS), ("#include <stdio.h>", CANCELS),
       *((functions, of_rank_1(body)) for functions, body in (RACES | ORDERED).values())]
PROGRAMS = {host: programs(ALL, options=host) for host in ((), ("--smpi",))}
PROGRAM = PROGRAMS[()]


@HOSTS
@pytest.mark.parametrize("name", RACES)
def test_two_puts_of_threads_without_order_are_found(name, host):
    finished = run(PROGRAMS[host](of_rank_1(RACES[name][1])), "--semantics", "unified")
    assert finished.returncode == 4, finished.stderr + finished.stdout
    said = finished.stderr + finished.stdout
    assert re.search(r"rank 1 thread \d: MPI_Put at wrong.c:9 in put", said), said


@HOSTS
@pytest.mark.parametrize("name", ORDERED)
def test_what_orders_threads_orders_their_puts(name, host):
    finished = run(PROGRAMS[host](of_rank_1(ORDERED[name][1])), "--semantics", "unified")
    assert finished.returncode == 0, finished.stderr + finished.stdout


# ---- Their own loads and stores (`cc --watch`)

STORE = "static void store(int value) { window[0] = value; }"
WATCHED_RACES = {
    "two threads store": "\n#pragma omp parallel num_threads(2)\nstore(1);",
    "a store and a load": "int seen = 0;\n#pragma omp parallel num_threads(2) reduction(+: seen)\n"
                          "if (omp_get_thread_num() == 0) store(1); else seen = window[0];\ndata[0] = seen;",
    "a put of one thread and a store of another": "\n#pragma omp parallel num_threads(2)\n"
                                                  "if (omp_get_thread_num() == 0) put(1); else store(1);",
}
FLAG = "\n#pragma omp parallel num_threads(2)\nif (omp_get_thread_num() == 1) {\n" \
       "store(1); __atomic_store_n(VARIABLE, 1, __ATOMIC_RELEASE); }\nelse {\n" \
       "while (!__atomic_load_n(VARIABLE, __ATOMIC_ACQUIRE)) {}\nstore(2); }"
WATCHED_ORDERED = {
    "critical sections": "\n#pragma omp parallel num_threads(2)\n#pragma omp critical\nstore(1);",
    "a barrier": "\n#pragma omp parallel num_threads(2)\n{ if (omp_get_thread_num() == 0) store(1);\n"
                 "#pragma omp barrier\nif (omp_get_thread_num() == 1) store(2); }",
    "an atomic flag in the window": FLAG.replace("VARIABLE", "(window + 1)"),
    "an atomic flag elsewhere": FLAG.replace("VARIABLE", "(data + 1)"),
    "a counter of `omp atomic`": "int done = 0, seen = 0;\n#pragma omp parallel num_threads(2)\n"
                                 "if (omp_get_thread_num() == 1) {\nstore(1);\n#pragma omp atomic update release\n"
                                 "++done;\n}\nelse { while (!seen) {\n#pragma omp atomic read acquire\n"
                                 "seen = done;\n}\nstore(2); }",
}


WATCHED = programs([(STORE, of_rank_1(body)) for body in (WATCHED_RACES | WATCHED_ORDERED).values()],
                   options=("-O1", "--watch"))


@pytest.mark.parametrize("name", WATCHED_RACES)
def test_accesses_of_threads_without_order_are_found(name):
    finished = run(WATCHED(of_rank_1(WATCHED_RACES[name])), "--semantics", "unified")
    assert finished.returncode == 4, finished.stderr + finished.stdout
    assert re.search(r"rank 1 thread \d: store at wrong.c:10 in store", finished.stderr), finished.stderr


@pytest.mark.parametrize("name", WATCHED_ORDERED)
def test_what_orders_threads_orders_their_accesses(name):
    """A loop that waits for an atomic variable lets other threads run."""
    finished = run(WATCHED(of_rank_1(WATCHED_ORDERED[name])), "--semantics", "unified")
    assert finished.returncode == 0, finished.stderr + finished.stdout
