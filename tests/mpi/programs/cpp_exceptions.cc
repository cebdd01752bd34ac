// An error handler that throws: the exception leaves the function of MPI, and the epoch goes on.
// SMPI's own: it does not look at ranks
#include "tests/mpi/programs/check.h"

#include <stdexcept>
#include <string>

namespace {

void throws(MPI_Win*, int* code, ...) { throw std::out_of_range(std::to_string(*code)); }

}  // namespace

void test(int rank, int size) {
    int memory = 0;
    const int one = 1;
    MPI_Win win = window_over(&memory, sizeof(memory), sizeof(int));
    MPI_Errhandler handler;
    MPI_Win_create_errhandler(throws, &handler);
    MPI_Win_set_errhandler(win, handler);
    int caught = 0;
    MPI_Win_fence(0, win);
    for (int target = 0; target <= size; ++target) {
        try {
            MPI_Accumulate(&one, 1, MPI_INT, target, 0, 1, MPI_INT, MPI_SUM, win);
        } catch (const std::out_of_range&) {
            ++caught;
        }
    }
    MPI_Win_fence(0, win);
    EXPECT(caught == 1 && memory == size && rank < size);
    MPI_Errhandler_free(&handler);
    MPI_Win_free(&win);
}
