// A thread of rank 1, between MPI_Init and MPI_Barrier, ends the program in a way of C++ (first argument).
#include <mpi.h>

#include <cstdlib>
#include <exception>
#include <future>
#include <stdexcept>
#include <string>
#include <thread>

namespace {

struct Throws {
    ~Throws() noexcept(false) { throw std::runtime_error("in a destructor"); }
};

void end_in_thread(const std::string& way) {
    if (way == "runtime_error") throw std::runtime_error("reason");
    if (way == "int") throw 7;
    if (way == "terminate") std::terminate();
    if (way == "thread_local") {
        thread_local Throws last;
        (void)last;
    }
    if (way == "exit") std::exit(7);
    if (way == "noexcept") []() noexcept { throw std::logic_error("in noexcept"); }();
}

}  // namespace

int main(int argc, char** argv) {
    int level = 0, rank = 0;
    const std::string way = argc > 1 ? argv[1] : "";
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 1 && way == "joinable") {
        std::thread forgotten([] {});
    } else if (rank == 1 && way == "joined") {
        std::thread thread([] {});
        thread.join();
        thread.join();
    } else if (rank == 1 && way == "caught") {
        std::future<void> result = std::async(std::launch::async, [] { throw std::runtime_error("reason"); });
        try {
            result.get();
        } catch (const std::runtime_error&) {
        }
    } else if (rank == 1) {
        std::thread(end_in_thread, way).join();
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
}
