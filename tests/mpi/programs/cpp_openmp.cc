// OpenMP in C++: exceptions inside regions, reductions of a class, tasks on a vector.
// compile: -fopenmp
// SMPI's own: it has no threads
#include "tests/mpi/programs/check.h"

#include <omp.h>

#include <numeric>
#include <stdexcept>
#include <vector>

namespace {

struct Sum {
    long value = 0;
    Sum& operator+=(const Sum& other) {
        value += other.value;
        return *this;
    }
};
#pragma omp declare reduction(+ : Sum : omp_out += omp_in)

long sum_of(const std::vector<int>& values, std::size_t first, std::size_t end) {
    if (end - first < 8) return std::accumulate(values.begin() + first, values.begin() + end, 0l);
    long left = 0, right = 0;
    const std::size_t middle = (first + end) / 2;
#pragma omp task shared(left, values)
    left = sum_of(values, first, middle);
    right = sum_of(values, middle, end);
#pragma omp taskwait
    return left + right;
}

bool put_side_by_side(int rank, int size) {
    int memory[3] = {-1, -1, -1}, values[3] = {10 * rank, 10 * rank + 1, 10 * rank + 2};
    const int next = (rank + 1) % size, last = 10 * ((rank + size - 1) % size);
    MPI_Win win = window_over(memory, sizeof(memory), sizeof(int));
    MPI_Win_fence(0, win);
#pragma omp parallel for num_threads(3)
    for (int i = 0; i < 3; ++i) MPI_Put(values + i, 1, MPI_INT, next, i, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
    const bool right = memory[0] == last && memory[1] == last + 1 && memory[2] == last + 2;
    MPI_Win_free(&win);
    return right;
}

}  // namespace

void test(int rank, int size) {
    std::vector<int> values(100);
    std::iota(values.begin(), values.end(), rank);
    Sum sum;
    long by_tasks = 0;
    int caught = 0;
#pragma omp parallel for reduction(+ : sum) schedule(dynamic)
    for (std::size_t i = 0; i < values.size(); ++i) sum.value += values[i];
#pragma omp parallel num_threads(3)
    {
#pragma omp single
        by_tasks = sum_of(values, 0, values.size());
        try {
            if (omp_get_thread_num() < 2) throw std::runtime_error("an error");
        } catch (const std::runtime_error&) {
#pragma omp critical
            ++caught;
        }
    }
    EXPECT(put_side_by_side(rank, size));
    EXPECT(sum.value == 4950 + 100 * rank && by_tasks == sum.value && caught == 2 && rank < size);
}
