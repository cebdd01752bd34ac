// Each rank puts 8 bytes to its right neighbour, between fences.
#include "tests/bench/smpi/workload.h"

int main(int argc, char** argv) {
    Workload workload = begin_workload(argc, argv, 64);
    char data[8];
    for (int i = 0; i < 8; ++i) data[i] = (char)workload.rank;
    MPI_Win_fence(MPI_MODE_NOPRECEDE, workload.window);
    for (int i = 0; i < workload.iterations; ++i) {
        MPI_Put(data, 8, MPI_BYTE, right_of(&workload), 0, 8, MPI_BYTE, workload.window);
        MPI_Win_fence(0, workload.window);
    }
    close_window(&workload);
    expect_byte(&workload, 7, left_of(&workload));
    return end_workload(&workload);
}
