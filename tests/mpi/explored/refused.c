/* What an exploration refuses, by the first argument. */
#include <mpi.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

int main(int argc, char** argv) {
    int rank, flag = 0;
    const char* const way = argc > 1 ? argv[1] : "";
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Barrier(MPI_COMM_WORLD);
    if (strcmp(way, "communicator") == 0) {
        MPI_Comm other;
        MPI_Comm_dup(MPI_COMM_WORLD, &other);
    } else if (strcmp(way, "poll") == 0) {
        for (long polls = 0; !flag && polls >= 0 && rank == 0; ++polls)
            MPI_Iprobe(1, 0, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
    } else if (strcmp(way, "clock") == 0) {
        const double begin = MPI_Wtime();
        while (MPI_Wtime() < begin + 1) {
        }
    } else if (strcmp(way, "random") == 0) {
        int number = 0;
        FILE* const device = fopen("/dev/urandom", "r");
        if (device == NULL || fread(&number, sizeof number, 1, device) != 1) return 1;
        printf("%d\n", number);
        fclose(device);
    } else if (strcmp(way, "stream") == 0) {
        if (fopen("/dev/null", "w") == NULL) return 1;
    } else if (strcmp(way, "shared") == 0) {
        MPI_Win win;
        int* memory;
        MPI_Win_allocate_shared(sizeof(int), 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
        MPI_Win_free(&win);
    } else if (strcmp(way, "none") != 0) {
        return 1;
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
