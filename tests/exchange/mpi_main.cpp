// Started by mpirun: tests that messages arrive whole and in order by MPI.
//
//
//  mpirun.mpich -n 3 exchange_mpi WINDOWS SEED [--dies]      with --dies, the last process dies in the middle
#include "sim/machine/exchange/mpi_exchange.h"
#include "tests/exchange/exercise.h"

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>

int main(int count, char** arguments) {
    using namespace rmasim::sim;
    const auto library = mpi_launcher();
    if (count < 3 || !library) {
        std::fputs("exchange_mpi: started by mpirun, with a number of windows and a seed\n", stderr);
        return 2;
    }
    const auto exchange = make_mpi_exchange(*library);
    try {
        const std::string text(5'000'000, 'x');
        if (exchange->from_first(exchange->number() == 0 ? text : "") != text) throw std::runtime_error("another text");
        if (count > 3 && exchange->number() == exchange->processes() - 1) std::raise(SIGKILL);
        exercise(*exchange, std::atoi(arguments[1]), std::strtoull(arguments[2], nullptr, 10));
    } catch (const std::exception& error) {
        std::fprintf(stderr, "exchange_mpi: process %d: %s\n", exchange->number(), error.what());
        exchange->abort(1);
    }
    if (exchange->number() == 0)
        std::printf("%d processes, %d here\n", exchange->processes(), exchange->on_this_machine());
    return 0;
}
