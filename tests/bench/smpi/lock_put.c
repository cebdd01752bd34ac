// Each rank locks its right neighbour, puts 8 bytes and unlocks.
#include "tests/bench/smpi/workload.h"

int main(int argc, char** argv) {
    Workload workload = begin_workload(argc, argv, 64);
    char data[8];
    for (int i = 0; i < 8; ++i) data[i] = (char)workload.rank;
    for (int i = 0; i < workload.iterations; ++i) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, right_of(&workload), 0, workload.window);
        MPI_Put(data, 8, MPI_BYTE, right_of(&workload), 0, 8, MPI_BYTE, workload.window);
        MPI_Win_unlock(right_of(&workload), workload.window);
    }
    close_window(&workload);
    expect_byte(&workload, 7, left_of(&workload));
    return end_workload(&workload);
}
