/* Ends in a way (first argument, ways.h) at a moment (second argument). Rank 1 ends so where a rank has a number,
   otherwise each rank. The library of library.c is linked, too. */
#define _GNU_SOURCE
#include "tests/mpi/hostile/ways.h"

#include <mpi.h>

void library_init(const char* way, const char* moment);
void library_end(const char* way);

static const char* way = "";
static const char* moment = "";
static int rank = -1;

static void at(const char* name) {
    if (strcmp(moment, name) == 0 && (rank < 0 || rank == 1)) end_by(way);
}

__attribute__((constructor)) static void constructor(int argc, char** argv) {
    if (argc < 3) return;
    way = argv[1];
    moment = argv[2];
    at("constructor");
}
__attribute__((destructor)) static void destructor(void) { at("destructor"); }
static void at_exit(void) { at("atexit"); }
static void on_error(MPI_Comm* comm, int* code, ...) {
    (void)comm, (void)code;
    at("error_handler");
}
static void operate(void* in, void* inout, int* count, MPI_Datatype* type) {
    (void)in, (void)inout, (void)count, (void)type;
    at("operator");
}
static int delete_attribute(MPI_Comm comm, int key, void* value, void* extra) {
    (void)comm, (void)key, (void)value, (void)extra;
    at("attribute");
    return MPI_SUCCESS;
}
static void on_signal(int signal) {
    (void)signal;
    at("handler");
}
static int compare(const void* a, const void* b) {
    at("comparison");
    return *(const int*)a - *(const int*)b;
}

int main(int argc, char** argv) {
    int size = 0, key = 0, numbers[2] = {2, 1};
    MPI_Errhandler handler;
    MPI_Op op;
    atexit(at_exit);
    at("main");
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    library_init(rank == 1 ? way : "", moment);
    at("init");
    signal(SIGUSR2, on_signal);
    raise(SIGUSR2);
    qsort(numbers, 2, sizeof *numbers, compare);
    MPI_Comm_create_errhandler(on_error, &handler);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, handler);
    MPI_Comm_call_errhandler(MPI_COMM_SELF, MPI_ERR_ARG);
    MPI_Op_create(operate, 1, &op);
    MPI_Reduce_local(&numbers[0], &numbers[1], 1, MPI_INT, op);
    MPI_Op_free(&op);
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, delete_attribute, &key, NULL);
    MPI_Comm_set_attr(MPI_COMM_SELF, key, NULL);
    if (strcmp(moment, "library") == 0 && rank == 1) library_end(way);
    MPI_Barrier(MPI_COMM_WORLD);
    at("barrier");
    MPI_Finalize();
    at("finalized");
    if (strcmp(moment, "return") == 0 && rank == 1) return CODE;
    if (strcmp(moment, "main_thread") == 0) pthread_exit(NULL);
    return 0;
}
