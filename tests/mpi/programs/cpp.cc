// Programs in C++.
#include "tests/mpi/programs/check.h"

#include <omp.h>
#include <atomic>
#include <chrono>
#include <complex>
#include <condition_variable>
#include <cstdint>
#include <future>
#include <mutex>
#include <numeric>
#include <shared_mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

// program cpp_classes: A window in a class, whose destructor frees it; memory of a vector.
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

PROGRAM(cpp_classes) {
    std::vector<double> memory(10, 0.0), mine(10);
    std::iota(mine.begin(), mine.end(), static_cast<double>(rank));
    {
        Window window(memory);
        for (int target = 0; target < size; ++target) window.add(mine, target);
        window.fence();
    }
    for (int i = 0; i < 10; ++i) EXPECT(memory[static_cast<std::size_t>(i)] == size * i + size * (size - 1) / 2);
}

// program cpp_exceptions: An error handler that throws: the exception leaves the function of MPI, and the epoch goes
// on.
// SMPI's own: it does not look at ranks
namespace {

void throws(MPI_Win*, int* code, ...) { throw std::out_of_range(std::to_string(*code)); }

}  // namespace

PROGRAM(cpp_exceptions) {
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

// program cpp_openmp: OpenMP in C++: exceptions inside regions, reductions of a class, tasks on a vector.
// compile: -fopenmp
// SMPI's own: it has no threads
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

bool put_in_parallel(int rank, int size) {
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

PROGRAM(cpp_openmp) {
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
    EXPECT(put_in_parallel(rank, size));
    EXPECT(sum.value == 4950 + 100 * rank && by_tasks == sum.value && caught == 2 && rank < size);
}

// program cpp_threads: C++'s threads, locks, futures, and variables of threads with destructors.
// compile: -pthread
// SMPI's own: it has no threads
namespace {

std::atomic<int> destroyed{0};

struct Counted {
    int value = 3;
    ~Counted() { destroyed += value; }
};
thread_local Counted counted;

int count_together(int threads) {
    std::mutex mutex;
    std::vector<std::thread> all;
    int sum = 0;
    for (int i = 0; i < threads; ++i) {
        all.emplace_back([&, i] {
            counted.value = i;
            const std::lock_guard<std::mutex> lock(mutex);
            const int before = sum;
            std::this_thread::yield();
            sum = before + i;
        });
    }
    for (std::thread& one : all) one.join();
    return sum;
}

bool hand_over() {
    std::mutex mutex;
    std::condition_variable ready;
    bool is_ready = false, in_time = true;
    std::thread other([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        const std::lock_guard<std::mutex> lock(mutex);
        is_ready = true;
        ready.notify_one();
    });
    {
        std::unique_lock<std::mutex> lock(mutex);
        const bool early = ready.wait_for(lock, std::chrono::milliseconds(5), [&] { return is_ready; });
        ready.wait(lock, [&] { return is_ready; });
        in_time = !early;
    }
    other.join();
    return in_time;
}

int caught() {
    auto fails = std::async(std::launch::async, []() -> int { throw std::runtime_error("an error"); });
    try {
        return fails.get();
    } catch (const std::runtime_error&) {
        return std::async(std::launch::async,
                          [] {
                              try {
                                  throw 7;
                              } catch (int number) {
                                  std::this_thread::yield();
                                  return number;
                              }
                          })
            .get();
    }
}

bool put_side_by_side(int rank, int size) {
    int memory[3] = {-1, -1, -1}, values[3] = {10 * rank, 10 * rank + 1, 10 * rank + 2};
    const int next = (rank + 1) % size, last = 10 * ((rank + size - 1) % size);
    MPI_Win win = window_over(memory, sizeof(memory), sizeof(int));
    MPI_Win_fence(0, win);
    std::vector<std::thread> all;
    for (int i = 0; i < 3; ++i) {
        all.emplace_back([&, i] { MPI_Put(values + i, 1, MPI_INT, next, i, 1, MPI_INT, win); });
    }
    for (std::thread& one : all) one.join();
    MPI_Win_fence(0, win);
    const bool right = memory[0] == last && memory[1] == last + 1 && memory[2] == last + 2;
    MPI_Win_free(&win);
    return right;
}

}  // namespace

PROGRAM(cpp_threads) {
    EXPECT(count_together(4) == 6 && destroyed == 6);
    destroyed = 0;
    EXPECT(hand_over());
    EXPECT(caught() == 7);
    EXPECT(put_side_by_side(rank, size));
    std::once_flag once;
    std::shared_mutex shared;
    int calls = 0;
    std::vector<std::thread> all;
    for (int i = 0; i < 3; ++i) {
        all.emplace_back([&] {
            std::call_once(once, [&] {
                std::this_thread::yield();
                ++calls;
            });
            const std::shared_lock<std::shared_mutex> lock(shared);
            std::this_thread::yield();
        });
    }
    for (std::thread& one : all) one.join();
    EXPECT(calls == 1 && std::this_thread::get_id() != std::thread::id() && rank < size);
}

// program cpp_types: C++'s bool, complex numbers and integers of fixed length.
namespace {

template <class T>
void try_sum(MPI_Datatype type, int rank, int size, T one) {
    T memory{};
    MPI_Win win = window_over(&memory, sizeof(T), sizeof(T));
    MPI_Win_fence(0, win);
    MPI_Accumulate(&one, 1, type, (rank + 1) % size, 0, 1, type, MPI_SUM, win);
    MPI_Win_fence(0, win);
    EXPECT(memory == one);
    MPI_Win_free(&win);
}

}  // namespace

PROGRAM(cpp_types) {
    try_sum<std::complex<float>>(MPI_C_FLOAT_COMPLEX, rank, size, {1.0f, -2.0f});
    try_sum<std::complex<double>>(MPI_C_DOUBLE_COMPLEX, rank, size, {1.5, 2.5});
    try_sum<std::uint8_t>(MPI_UINT8_T, rank, size, 200);
    try_sum<std::int64_t>(MPI_INT64_T, rank, size, std::int64_t{1} << 40);
    bool any = false;
    const bool last = rank == size - 1;
    MPI_Win win = window_over(&any, sizeof(any), 1);
    MPI_Win_fence(0, win);
    for (int target = 0; target < size; ++target) {
        MPI_Accumulate(&last, 1, MPI_C_BOOL, target, 0, 1, MPI_C_BOOL, MPI_LOR, win);
    }
    MPI_Win_fence(0, win);
    EXPECT(any);
    MPI_Win_free(&win);
}
