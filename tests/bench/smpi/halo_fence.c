// Each rank puts 1 KiB to each of four neighbours, between fences. The ranks are on a torus, row by row. The end of a
// row is connected to the next row, so that any number of ranks is possible.
#include "tests/bench/smpi/workload.h"

#include <string.h>

enum { side_bytes = 1024 };

// The least power of two whose square is at least `size`, as in the scenario.
static int columns_of(int size) {
    int columns = 1;
    while ((int64_t)columns * columns < size) columns *= 2;
    return columns;
}

int main(int argc, char** argv) {
    Workload workload = begin_workload(argc, argv, 4 * side_bytes);
    const int columns = columns_of(workload.size) % workload.size;
    const int steps[4] = {workload.size - columns, columns, workload.size - 1, 1};  // north, south, west, east
    char* data = malloc(side_bytes);
    memset(data, workload.rank, side_bytes);
    MPI_Win_fence(MPI_MODE_NOPRECEDE, workload.window);
    for (int i = 0; i < workload.iterations; ++i) {
        for (int side = 0; side < 4; ++side) {
            const int target = (workload.rank + steps[side]) % workload.size;
            MPI_Put(data, side_bytes, MPI_BYTE, target, side * side_bytes, side_bytes, MPI_BYTE, workload.window);
        }
        MPI_Win_fence(0, workload.window);
    }
    close_window(&workload);
    for (int side = 0; side < 4; ++side) {
        const int source = (workload.rank + workload.size - steps[side]) % workload.size;
        expect_byte(&workload, side * side_bytes + side_bytes - 1, source);
    }
    free(data);
    return end_workload(&workload);
}
