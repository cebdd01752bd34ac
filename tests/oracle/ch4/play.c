// Plays cases of cases.txt on the MPI library it is linked with:
//
//     play CASES.TXT FLAVOUR CASE...
//
// Flavours are create, allocate, shared and dynamic: how the windows are made. Of the cases it plays those with as many
// ranks as there are. What happens, and where it ends, it tells the tracer by marks.
#define _GNU_SOURCE
#include "tests/oracle/ch4/operations.h"
#include "tests/oracle/ch4/windows.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { most_requests = 128 };

// ---- Synchronisation.

static int asserts_of(const struct call* call) {
    return (has(call, "nocheck") ? MPI_MODE_NOCHECK : 0) | (has(call, "nostore") ? MPI_MODE_NOSTORE : 0) |
           (has(call, "noput") ? MPI_MODE_NOPUT : 0) | (has(call, "noprecede") ? MPI_MODE_NOPRECEDE : 0) |
           (has(call, "nosucceed") ? MPI_MODE_NOSUCCEED : 0);
}

#define TARGET rank_of(window_of(call), call->word[1])
static int fence(const struct call* call) { return MPI_Win_fence(asserts_of(call), window_of(call)->win); }
static int lock(const struct call* call) {
    const int type = has(call, "x") ? MPI_LOCK_EXCLUSIVE : MPI_LOCK_SHARED;
    return MPI_Win_lock(type, TARGET, asserts_of(call), window_of(call)->win);
}
static int unlock(const struct call* call) { return MPI_Win_unlock(TARGET, window_of(call)->win); }
static int lock_all(const struct call* call) { return MPI_Win_lock_all(asserts_of(call), window_of(call)->win); }
static int unlock_all(const struct call* call) { return MPI_Win_unlock_all(window_of(call)->win); }
static int flush(const struct call* call) { return MPI_Win_flush(TARGET, window_of(call)->win); }
static int flush_local(const struct call* call) { return MPI_Win_flush_local(TARGET, window_of(call)->win); }
static int flush_all(const struct call* call) { return MPI_Win_flush_all(window_of(call)->win); }
static int flush_local_all(const struct call* call) { return MPI_Win_flush_local_all(window_of(call)->win); }
static int sync_window(const struct call* call) { return MPI_Win_sync(window_of(call)->win); }

static int with_group(const struct call* call, int (*begin)(MPI_Group, int, MPI_Win)) {
    MPI_Group group = group_of(window_of(call), call->word[1]);
    const int error = begin(group, asserts_of(call), window_of(call)->win);
    MPI_Group_free(&group);
    return error;
}
static int post(const struct call* call) { return with_group(call, MPI_Win_post); }
static int start(const struct call* call) { return with_group(call, MPI_Win_start); }
static int complete(const struct call* call) { return MPI_Win_complete(window_of(call)->win); }
static int wait_exposure(const struct call* call) { return MPI_Win_wait(window_of(call)->win); }
static int test(const struct call* call) {
    int flag = 0, error = MPI_SUCCESS;
    while (error == MPI_SUCCESS && !flag) error = MPI_Win_test(window_of(call)->win, &flag);
    return error;
}

// Asks once.
static int test_once(const struct call* call) {
    int flag = 0;
    const int error = MPI_Win_test(window_of(call)->win, &flag);
    mark("saw %s", flag ? "true" : "false");
    return error;
}

// ---- Beside the windows.

static int barrier(const struct call* call) { return MPI_Barrier(comm_named(option(call, "comm", NULL))); }
static int sleep_ms(const struct call* call) { return usleep(1000 * atoi(call->word[1])); }
static int send_one(const struct call* call) {
    const int64_t word = 1;
    return MPI_Send(&word, 1, MPI_INT64_T, atoi(call->word[1]), 0, MPI_COMM_WORLD);
}
static int recv_one(const struct call* call) {
    int64_t word;
    return MPI_Recv(&word, 1, MPI_INT64_T, atoi(call->word[1]), 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}
// What the last fetching operation has brought by now: a value of the target's window, or what was there before.
static int see(const struct call* call) {
    (void)call;
    mark("saw %s", has_got() ? "data" : "nothing");
    return MPI_SUCCESS;
}
// The call before this one has waited for a target that sleeps, or not.
static double seconds_of_call;
static int waited(const struct call* call) {
    (void)call;
    mark("saw %s", seconds_of_call > 0.1 ? "waited" : "at-once");
    return MPI_SUCCESS;
}
// An element of the own window: as it was at first, or changed.
static int load(const struct call* call) {
    const struct window* window = window_of(call);
    const int place = rank_of(window, option(call, "of", "me")) * window->share;
    mark("saw %s", ((volatile int64_t*)window->memory)[place] == initial_value ? "unchanged" : "changed");
    return MPI_SUCCESS;
}

static const struct verb {
    const char* name;
    int (*play)(const struct call*);
} verbs[] = {
    {"put", put},
    {"get", get},
    {"accumulate", accumulate},
    {"get_accumulate", get_accumulate},
    {"fetch_and_op", fetch_and_op},
    {"compare_and_swap", compare_and_swap},
    {"rput", rput},
    {"rget", rget},
    {"raccumulate", raccumulate},
    {"rget_accumulate", rget_accumulate},
    {"wait_requests", wait_requests},
    {"fence", fence},
    {"lock", lock},
    {"unlock", unlock},
    {"lock_all", lock_all},
    {"unlock_all", unlock_all},
    {"flush", flush},
    {"flush_local", flush_local},
    {"flush_all", flush_all},
    {"flush_local_all", flush_local_all},
    {"sync", sync_window},
    {"post", post},
    {"start", start},
    {"complete", complete},
    {"wait", wait_exposure},
    {"test", test},
    {"test_once", test_once},
    {"barrier", barrier},
    {"sleep", sleep_ms},
    {"send", send_one},
    {"recv", recv_one},
    {"see", see},
    {"waited", waited},
    {"load", load},
};

static int first_error(int one, int other) { return one != MPI_SUCCESS ? one : other; }

static int play_call(const struct call* call) {
    for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++)
        if (strcmp(verbs[i].name, call->word[0]) == 0) return verbs[i].play(call);
    fprintf(stderr, "cases.txt: no call %s\n", call->word[0]);
    exit(2);
}

// Errors are marked; the program goes on, as one does that has set MPI_ERRORS_RETURN.
static void play_calls(const struct one_case* played) {
    for (int i = 0; i < played->calls; i++) {
        const struct call* call = &played->call[i];
        const char* target = call->words > 1 ? call->word[1] : "";
        mark("call %s %s", call->word[0], target);
        int error = MPI_SUCCESS;
        const double began = MPI_Wtime();
        for (int k = 0; k < call->times; k++) error = first_error(error, play_call(call));
        seconds_of_call = MPI_Wtime() - began;
        if (error == MPI_SUCCESS) continue;
        int class;
        MPI_Error_class(error, &class);
        if (class == MPI_ERR_RMA_SYNC) mark("error RMA_SYNC");
        else mark("error %d", class);
    }
}

// No rank leaves the first barrier until all have marked the case, nor the second one until all are through: so every
// packet of the case is between a rank's marks, and of tagged messages those between "play" and "played" are its own.
static void play(const struct one_case* played, const char* flavour) {
    begin_operations();
    make_windows(played, flavour);
    mark("case %s %s", played->name, flavour);
    MPI_Barrier(MPI_COMM_WORLD);
    mark("play");
    play_calls(played);
    mark("played");
    MPI_Barrier(MPI_COMM_WORLD);
    mark("end");
    free_windows();
}

// UCX connects two processes with their first packets, and that takes progress of both. So it is done before the cases.
static void connect_all(void) {
    int ranks;
    int64_t* memory;
    const int64_t one = 1;
    MPI_Win win;
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    MPI_Win_allocate_shared(sizeof one, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    MPI_Win_lock_all(0, win);
    for (int rank = 0; rank < ranks; rank++)
        MPI_Accumulate(&one, 1, MPI_INT64_T, rank, 0, 1, MPI_INT64_T, MPI_SUM, win);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

static char* text_of(const char* path) {
    FILE* file = fopen(path, "r");
    if (file == NULL) {
        perror(path);
        exit(2);
    }
    enum { most_bytes = 1 << 20 };
    char* text = calloc(1, most_bytes);
    if (fread(text, 1, most_bytes - 1, file) == 0) exit(2);
    fclose(file);
    return text;
}

static int is_chosen(const struct one_case* one, int ranks, char** names, int name_count) {
    for (int i = 0; i < name_count; i++)
        if (strcmp(one->name, names[i]) == 0) return one->ranks == ranks;
    return 0;
}

int main(int argc, char** argv) {
    int rank, ranks;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (getenv("CH4_SECONDS") != NULL) alarm(atoi(getenv("CH4_SECONDS")));  // for cases that hang
    connect_all();
    char* text = text_of(argv[1]);
    static struct one_case one;
    while (next_case(&text, rank, &one))
        if (is_chosen(&one, ranks, argv + 3, argc - 3)) play(&one, argv[2]);
    MPI_Finalize();
    return 0;
}
