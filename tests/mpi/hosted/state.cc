// What each rank has for itself: variables, options, streams, exceptions, memory; 64 ranks in one process.
#include <mpi.h>
#include <unistd.h>

#include <iomanip>
#include <iostream>
#include <locale>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

int global = 1;
thread_local int of_thread = 2;
std::vector<std::string> words{"one"};

int check(bool holds, const char* what, int rank) {
    if (!holds) std::cerr << "rank " << rank << ": " << what << '\n';
    return holds ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    int rank = 0, size = 0, wrong = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    global += rank;
    of_thread *= rank;
    words.push_back(std::to_string(rank));
    std::string options;
    for (int option = 0; (option = getopt(argc, argv, "ab:c")) != -1;) {
        options += static_cast<char>(option);
        if (option == 'b') options += optarg;
        MPI_Barrier(MPI_COMM_WORLD);
    }
    wrong += check(options == "ab" + std::string("value") + "c", options.c_str(), rank);
    wrong += check(argv[optind] == std::string("rest"), "optind", rank);
    std::cout << std::setprecision(rank % 5 + 1);
    MPI_Barrier(MPI_COMM_WORLD);
    wrong += check(std::cout.precision() == rank % 5 + 1, "precision", rank);
    try {
        MPI_Barrier(MPI_COMM_WORLD);
        throw std::runtime_error(words.back());
    } catch (const std::exception& error) {
        MPI_Barrier(MPI_COMM_WORLD);
        wrong += check(error.what() == std::to_string(rank), "exception", rank);
    }
    wrong += check(global == 1 + rank && of_thread == 2 * rank && words.size() == 2, "variables", rank);
    int all = 0;
    MPI_Allreduce(&wrong, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    std::cout << "rank " << rank << " has " << words[1] << ' ' << 1.23456789 << '\n';
    MPI_Finalize();
    return all == 0 ? 0 : 1;
}
