// Calls that no scenario has, one for each argument.
#include <mpi.h>
#include <string.h>

static void dynamic(void) {
    MPI_Win window;
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    MPI_Win_free(&window);
}

static void neighbours(void) {
    int one = 1, all[4] = {0}, periodic = 1, size;
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm ring;
    MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &periodic, 0, &ring);
    MPI_Neighbor_allgather(&one, 1, MPI_INT, all, 1, MPI_INT, ring);
    MPI_Comm_free(&ring);
}

static void irregular(void) {
    int memory[16] = {0}, data[3] = {1, 2, 3};
    const int lengths[2] = {1, 2}, steps[2] = {0, 3};
    MPI_Datatype type;
    MPI_Type_indexed(2, lengths, steps, MPI_INT, &type);
    MPI_Type_commit(&type);
    MPI_Win window;
    MPI_Win_create(memory, sizeof memory, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    MPI_Win_fence(0, window);
    MPI_Put(data, 3, MPI_INT, 0, 0, 1, type, window);
    MPI_Win_fence(0, window);
    MPI_Win_free(&window);
    MPI_Type_free(&type);
}

static void error(void) {
    int memory = 0, data = 0;
    MPI_Win window;
    MPI_Win_create(&memory, sizeof memory, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    MPI_Win_set_errhandler(window, MPI_ERRORS_RETURN);
    MPI_Win_unlock(0, window);
    MPI_Put(&data, 1, MPI_INT, 0, 0, 1, MPI_INT, window);
    MPI_Win_free(&window);
}

static void sizes(void) {
    char memory[64];
    for (int i = 1; i <= 2; ++i) {
        MPI_Win window;
        MPI_Win_create(memory, i * 8, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
        MPI_Win_free(&window);
        MPI_Barrier(MPI_COMM_WORLD);
    }
}

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    const char* const which = argc > 1 ? argv[1] : "";
    if (strcmp(which, "dynamic") == 0) dynamic();
    if (strcmp(which, "neighbours") == 0) neighbours();
    if (strcmp(which, "irregular") == 0) irregular();
    if (strcmp(which, "error") == 0) error();
    if (strcmp(which, "sizes") == 0) sizes();
    MPI_Finalize();
    return 0;
}
