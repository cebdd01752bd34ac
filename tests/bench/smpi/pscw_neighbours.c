// Each rank exposes its window to both neighbours and puts 8 bytes to each of them.
#include "tests/bench/smpi/workload.h"

int main(int argc, char** argv) {
    Workload workload = begin_workload(argc, argv, 64);
    const int neighbours[2] = {left_of(&workload), right_of(&workload)};
    MPI_Group all;
    MPI_Group both;
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    MPI_Group_incl(all, 2, neighbours, &both);
    char data[8];
    for (int i = 0; i < 8; ++i) data[i] = (char)workload.rank;
    for (int i = 0; i < workload.iterations; ++i) {
        MPI_Win_post(both, 0, workload.window);
        MPI_Win_start(both, 0, workload.window);
        MPI_Put(data, 8, MPI_BYTE, neighbours[0], 8, 8, MPI_BYTE, workload.window);
        MPI_Put(data, 8, MPI_BYTE, neighbours[1], 0, 8, MPI_BYTE, workload.window);
        MPI_Win_complete(workload.window);
        MPI_Win_wait(workload.window);
    }
    close_window(&workload);
    expect_byte(&workload, 0, neighbours[0]);
    expect_byte(&workload, 8, neighbours[1]);
    MPI_Group_free(&both);
    MPI_Group_free(&all);
    return end_workload(&workload);
}
