// C++'s threads, locks, futures, and variables of threads with destructors.
// compile: -pthread
// SMPI's own: it has no threads
#include "tests/mpi/programs/check.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <future>
#include <mutex>
#include <shared_mutex>
#include <stdexcept>
#include <thread>
#include <vector>

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
        return std::async(std::launch::async, [] {
                   try {
                       throw 7;
                   } catch (int number) {
                       std::this_thread::yield();
                       return number;
                   }
               }).get();
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

void test(int rank, int size) {
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
