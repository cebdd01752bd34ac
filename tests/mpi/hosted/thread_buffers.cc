// Each of three threads of a rank passes its own thread-local variables to MPI: as buffers of operations and messages,
// and as the memory of a window. Their values differ by rank and thread, and all threads wait at the same time.
#include <mpi.h>

#include <cstdio>
#include <functional>
#include <thread>
#include <vector>

namespace {

constexpr int threads = 3, length = 4;
thread_local int source[length], target[length], result, compared;

int rank, size, wrong;
MPI_Win window;
MPI_Comm comms[threads];

int value(int of_rank, int thread, int nth) { return 1000 * of_rank + 100 * thread + nth; }

void expect(const char* what, int thread, int found, int expected) {
    if (found == expected) return;
    std::printf("rank %d, thread %d, %s: %d instead of %d\n", rank, thread, what, found, expected);
    ++wrong;
}

void fill(int thread, int add) {
    for (int i = 0; i < length; ++i) {
        source[i] = value(rank, thread, i) + add;
        target[i] = -1;
    }
}

void expect_target(const char* what, int thread, int of_rank, int add) {
    for (int i = 0; i < length; ++i) expect(what, thread, target[i], value(of_rank, thread, i) + add);
}

// Each thread accesses its own part of the window of the next rank.
void operate(int thread, int next) {
    const MPI_Aint at = thread * length;
    fill(thread, 1);
    MPI_Put(source, length, MPI_INT, next, at, length, MPI_INT, window);
    MPI_Win_flush(next, window);
    MPI_Get(target, length, MPI_INT, next, at, length, MPI_INT, window);
    MPI_Win_flush(next, window);
    expect_target("put and get", thread, rank, 1);
    source[0] = 5;
    MPI_Fetch_and_op(source, &result, MPI_INT, next, at, MPI_SUM, window);
    MPI_Win_flush(next, window);
    expect("fetch_and_op", thread, result, value(rank, thread, 0) + 1);
    compared = value(rank, thread, 0) + 6;
    source[0] = 7;
    MPI_Compare_and_swap(source, &compared, &result, MPI_INT, next, at, window);
    MPI_Win_flush(next, window);
    expect("compare_and_swap", thread, result, value(rank, thread, 0) + 6);
    MPI_Get(&result, 1, MPI_INT, next, at, 1, MPI_INT, window);
    MPI_Win_flush(next, window);
    expect("compare_and_swap that has compared", thread, result, 7);
}

void send(int thread, int next, int previous) {
    MPI_Request requests[2];
    fill(thread, 2);
    MPI_Irecv(target, length, MPI_INT, previous, thread, MPI_COMM_WORLD, &requests[0]);
    MPI_Isend(source, length, MPI_INT, next, thread, MPI_COMM_WORLD, &requests[1]);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    expect_target("messages", thread, previous, 2);
    MPI_Datatype odd;
    MPI_Type_vector(2, 1, 2, MPI_INT, &odd);
    MPI_Type_commit(&odd);
    fill(thread, 3);
    MPI_Sendrecv(source, 1, odd, next, thread, target, 1, odd, previous, thread, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Type_free(&odd);
    for (int i = 0; i < length; ++i) {
        expect("messages with gaps", thread, target[i], i % 2 == 0 ? value(previous, thread, i) + 3 : -1);
    }
    fill(thread, 0);
    MPI_Allreduce(source, target, length, MPI_INT, MPI_MAX, comms[thread]);
    expect_target("allreduce", thread, size - 1, 0);
}

// One thread of each rank creates a window of its variables, while the others make other calls.
void expose(int thread, int next, int previous) {
    MPI_Win own;
    fill(thread, 4);
    MPI_Win_create(target, sizeof target, sizeof(int), MPI_INFO_NULL, comms[thread], &own);
    MPI_Win_fence(0, own);
    MPI_Put(source, length, MPI_INT, next, 0, length, MPI_INT, own);
    MPI_Win_fence(0, own);
    expect_target("window", thread, previous, 4);
    MPI_Win_free(&own);
}

void run(int thread) {
    const int next = (rank + 1) % size, previous = (rank + size - 1) % size;
    if (thread == 1) expose(thread, next, previous);
    operate(thread, next);
    send(thread, next, previous);
}

}  // namespace

int main(int argc, char** argv) {
    int level = 0;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (MPI_Comm& comm : comms) MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    std::vector<int> memory(threads * length);
    MPI_Win_create(memory.data(), sizeof(int) * memory.size(), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    MPI_Win_lock_all(0, window);
    std::vector<std::thread> others;
    for (int thread = 1; thread < threads; ++thread) others.emplace_back(run, thread);
    run(0);
    for (std::thread& one : others) one.join();
    MPI_Win_unlock_all(window);
    MPI_Win_free(&window);
    std::printf("rank %d: %d wrong\n", rank, wrong);
    MPI_Finalize();
}
