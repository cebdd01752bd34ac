// Each rank calls lock_all, puts 8 bytes to each of eight random ranks, flushes and unlocks.
#include "tests/bench/smpi/workload.h"

// The random generator of the scenarios (sim/scenario/expression/random.h), so that both sides use the same targets.
static uint64_t next_random(uint64_t* state) {
    *state += 0x9E3779B97F4A7C15u;
    uint64_t z = *state;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

int main(int argc, char** argv) {
    Workload workload = begin_workload(argc, argv, 64);
    uint64_t state = 1 + ((uint64_t)workload.rank + 1) * 0xD1B54A32D192ED03u;
    char data[8] = {1, 1, 1, 1, 1, 1, 1, 1};
    for (int i = 0; i < workload.iterations; ++i) {
        MPI_Win_lock_all(0, workload.window);
        for (int put = 0; put < 8; ++put) {
            const int target = (int)(((unsigned __int128)next_random(&state) * (uint64_t)workload.size) >> 64);
            MPI_Put(data, 8, MPI_BYTE, target, 8 * put, 8, MPI_BYTE, workload.window);
        }
        MPI_Win_flush_all(workload.window);
        MPI_Win_unlock_all(workload.window);
    }
    close_window(&workload);
    return end_workload(&workload);
}
