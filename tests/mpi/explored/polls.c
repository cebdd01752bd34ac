/* Programs that poll, by the first argument. With a second argument, a program polls so many times at most, and waits
   afterwards for the same event in a call that blocks. Both forms have the same outcomes. */
#include <assert.h>
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

enum { flag_of_window, value_of_window, words };

static int rank, bound;
static int memory[words];
static MPI_Win win;

/* Returns true if the program may poll again. */
static int again(int* polls) { return bound == 0 || ++*polls <= bound; }

static int is(const char* way, const char* name) { return strcmp(way, name) == 0; }

static void add(int word) {
    const int one = 1;
    MPI_Accumulate(&one, 1, MPI_INT, 0, word, 1, MPI_INT, MPI_SUM, win);
    MPI_Win_flush(0, win);
}

/* Rank 0 polls a flag in its own window, which rank 1 sets after a value. */
static void flag(void) {
    int polls = 0;
    MPI_Win_lock_all(0, win);
    if (rank == 1) {
        add(value_of_window);
        add(flag_of_window);
        if (bound > 0) MPI_Send(NULL, 0, MPI_INT, 0, 9, MPI_COMM_WORLD);
    } else {
        const volatile int* const own = memory;
        while (own[flag_of_window] == 0 && again(&polls)) MPI_Win_sync(win);
        if (bound > 0) MPI_Recv(NULL, 0, MPI_INT, 1, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Win_sync(win);
        assert(own[flag_of_window] == 1 && own[value_of_window] == 1);
    }
    MPI_Win_unlock_all(win);
}

static int test(const char* way, MPI_Request* request) {
    int done = 0, index = MPI_UNDEFINED;
    if (is(way, "test") || is(way, "both")) MPI_Test(request, &done, MPI_STATUS_IGNORE);
    else if (is(way, "testall")) MPI_Testall(1, request, &done, MPI_STATUSES_IGNORE);
    else if (is(way, "testany")) MPI_Testany(1, request, &index, &done, MPI_STATUS_IGNORE);
    else MPI_Testsome(1, request, &done, &index, MPI_STATUSES_IGNORE);
    return done != 0;
}

/* The last rank receives a message that it polls for. With "both", each rank sends and polls. */
static void messages(const char* way) {
    const int peer = 1 - rank, both = is(way, "both");
    int done = 0, polls = 0, value = -1;
    const int sent = 5;
    MPI_Request request;
    if (rank == 0 || both) MPI_Send(&sent, 1, MPI_INT, peer, 3, MPI_COMM_WORLD);
    if (rank == 0 && !both) return;
    if (is(way, "iprobe")) {
        while (!done && again(&polls)) MPI_Iprobe(0, 3, MPI_COMM_WORLD, &done, MPI_STATUS_IGNORE);
        MPI_Recv(&value, 1, MPI_INT, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else if (is(way, "improbe")) {
        MPI_Message message = MPI_MESSAGE_NULL;
        while (!done && again(&polls)) MPI_Improbe(0, 3, MPI_COMM_WORLD, &done, &message, MPI_STATUS_IGNORE);
        if (!done) MPI_Mprobe(0, 3, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
        MPI_Mrecv(&value, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
    } else {
        MPI_Irecv(&value, 1, MPI_INT, peer, 3, MPI_COMM_WORLD, &request);
        while (!done && again(&polls)) done = test(way, &request);
        if (!done) MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    assert(value == 5);
}

/* Rank 0 polls for the end of its exposure epoch. */
static void exposure(void) {
    MPI_Group all, other;
    const int one = 1, peer = 1 - rank;
    int done = 0, polls = 0;
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    MPI_Group_incl(all, 1, &peer, &other);
    if (rank == 0) {
        MPI_Win_post(other, 0, win);
        while (!done && again(&polls)) MPI_Win_test(win, &done);
        if (!done) MPI_Win_wait(win);
        assert(memory[value_of_window] == 1);
    } else {
        MPI_Win_start(other, 0, win);
        MPI_Put(&one, 1, MPI_INT, 0, value_of_window, 1, MPI_INT, win);
        MPI_Win_complete(win);
    }
    MPI_Group_free(&all);
    MPI_Group_free(&other);
}

/* Rank 0 polls for the end of a send, which must wait for the receive. */
static void send(void) {
    int done = 0, polls = 0, value = 6;
    MPI_Request request;
    if (rank == 1) {
        value = 0;
        MPI_Recv(&value, 1, MPI_INT, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        assert(value == 6);
        return;
    }
    MPI_Issend(&value, 1, MPI_INT, 1, 3, MPI_COMM_WORLD, &request);
    while (!done && again(&polls)) MPI_Test(&request, &done, MPI_STATUS_IGNORE);
    if (!done) MPI_Wait(&request, MPI_STATUS_IGNORE);
}

/* Nothing happens for which rank 1 polls. */
static void never(void) {
    int done = 0;
    while (rank == 1 && !done) MPI_Iprobe(0, 3, MPI_COMM_WORLD, &done, MPI_STATUS_IGNORE);
}

int main(int argc, char** argv) {
    const char* const way = argc > 1 ? argv[1] : "";
    bound = argc > 2 ? atoi(argv[2]) : 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    if (is(way, "sync")) flag();
    else if (is(way, "exposure")) exposure();
    else if (is(way, "send")) send();
    else if (is(way, "never")) never();
    else messages(way);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
