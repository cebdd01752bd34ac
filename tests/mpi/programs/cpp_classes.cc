// A window in a class, whose destructor frees it; memory of a vector.
#include "tests/mpi/programs/check.h"

#include <numeric>
#include <vector>

namespace {

class Window {
public:
    explicit Window(std::vector<double>& memory) {
        MPI_Win_create(memory.data(), static_cast<MPI_Aint>(memory.size() * sizeof(double)), sizeof(double),
                       MPI_INFO_NULL, MPI_COMM_WORLD, &win_);
        MPI_Win_fence(0, win_);
    }
    ~Window() { MPI_Win_free(&win_); }
    Window(const Window&) = delete;
    Window& operator=(const Window&) = delete;

    void add(const std::vector<double>& some, int target) {
        const int count = static_cast<int>(some.size());
        MPI_Accumulate(some.data(), count, MPI_DOUBLE, target, 0, count, MPI_DOUBLE, MPI_SUM, win_);
    }
    void fence() { MPI_Win_fence(0, win_); }

private:
    MPI_Win win_ = MPI_WIN_NULL;
};

}  // namespace

void test(int rank, int size) {
    std::vector<double> memory(10, 0.0), mine(10);
    std::iota(mine.begin(), mine.end(), static_cast<double>(rank));
    {
        Window window(memory);
        for (int target = 0; target < size; ++target) window.add(mine, target);
        window.fence();
    }
    for (int i = 0; i < 10; ++i) EXPECT(memory[static_cast<std::size_t>(i)] == size * i + size * (size - 1) / 2);
}
