// Ends as its argument says.
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void at_end(void) { printf("at the end\n"); }

static const char* how = "";
static int rank = 0;
static int* nowhere;

// An operation that ends the program on rank 1.
static void operate(void* in, void* inout, int* count, MPI_Datatype* type) {
    (void)in, (void)inout, (void)count, (void)type;
    if (rank != 1) return;
    if (strcmp(how, "op_null") == 0) *nowhere = 1;
    if (strcmp(how, "op_abort") == 0) MPI_Abort(MPI_COMM_WORLD, 6);
    if (strcmp(how, "op_exit") == 0) exit(4);
}

int main(int argc, char** argv) {
    if (argc > 1) how = argv[1];
    atexit(at_end);
    if (strcmp(how, "no_init") == 0) return 0;
    if (strcmp(how, "too_early") == 0) {
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Init(&argc, &argv);
    int size = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    nowhere = getenv("NO_SUCH_VARIABLE") == NULL ? NULL : &rank;
    if (strcmp(how, "exit_all") == 0) exit(3);
    if (rank == 1) {
        if (strcmp(how, "abort") == 0) abort();
        if (strcmp(how, "mpi_abort") == 0) MPI_Abort(MPI_COMM_WORLD, 5);
        if (strcmp(how, "null") == 0) *nowhere = 1;
        if (strcmp(how, "exit") == 0) exit(4);
        if (strcmp(how, "_exit") == 0) _exit(4);
        if (strcmp(how, "raise") == 0) raise(SIGTERM);
        if (strcmp(how, "wrong_rank") == 0) MPI_Send(&rank, 1, MPI_INT, 99, 0, MPI_COMM_WORLD);
        if (strcmp(how, "bad_buffer") == 0) MPI_Send((char*)0x123000, 10000, MPI_CHAR, 0, 0, MPI_COMM_WORLD);
        if (strcmp(how, "loop") == 0) printf("ready\n");
        while (strcmp(how, "loop") == 0) fflush(stdout);
        while (strcmp(how, "poll") == 0) MPI_Iprobe(0, 0, MPI_COMM_WORLD, &size, MPI_STATUS_IGNORE);
        if (strcmp(how, "double_free") == 0) {
            void* volatile memory = malloc(10);
            free(memory);
            free(memory);
        }
    }
    if (strcmp(how, "truncated") == 0) {
        int two[2] = {0, 0};
        if (rank == 0) MPI_Send(two, 2, MPI_INT, 1, 0, MPI_COMM_WORLD);
        if (rank == 1) MPI_Recv(two, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    if (strncmp(how, "op_", 3) == 0) {
        MPI_Op op;
        MPI_Request request;
        int sum = 0;
        MPI_Op_create(operate, 1, &op);
        MPI_Iscan(&rank, &sum, 1, MPI_INT, op, MPI_COMM_WORLD, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Op_free(&op);
    }
    if (strcmp(how, "deadlock") == 0) {
        MPI_Recv(&size, 1, MPI_INT, (rank + 1) % size, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    if (strcmp(how, "split") == 0 && rank > 0) {
        MPI_Comm comm;
        MPI_Comm_split(MPI_COMM_WORLD, 0, 0, &comm);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    if (strcmp(how, "too_late") == 0) MPI_Barrier(MPI_COMM_WORLD);
    return strcmp(how, "code") == 0 ? rank : 0;
}
