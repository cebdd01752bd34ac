// Started by mpirun: compares runs that processes share by MPI with runs by one process. Makes many runs in one start,
// because a start takes much longer than a run.
//
//
//  mpirun.mpich -n 3 shared_runs_mpi scenarios             all scenarios of the tree
//  mpirun.mpich -n 3 shared_runs_mpi programs SEED COUNT   random programs, from a seed on, until COUNT were compared
//
// Prints the number of compared runs.
#include "sim/machine/exchange/mpi_exchange.h"
#include "tests/processes/to_share.h"

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <limits>
#include <stdexcept>
#include <string>
#include <string_view>

namespace {

using namespace rmasim::sim;

// Returns 1 if all processes can share the run and it finishes as expected.
std::uint64_t compare(const std::string& name, const Alone* alone, Exchange& exchange) {
    if (alone == nullptr || alone->process_count_on_host() < exchange.processes()) return 0;
    if (const std::string difference = alone->difference_from(exchange); !difference.empty())
        throw std::runtime_error(name + ": " + difference);
    return alone->ends_as_it_should() ? 1 : 0;
}

std::uint64_t compare_scenarios(Exchange& exchange) {
    std::uint64_t compared = 0;
    for (const std::string& name : scenario_names()) {
        compared += compare(name, run_named(name, std::numeric_limits<rmasim::Rank>::max()).get(), exchange);
    }
    return compared;
}

std::uint64_t compare_programs(Exchange& exchange, std::uint64_t first, std::uint64_t count) {
    std::uint64_t compared = 0;
    for (std::uint64_t seed = first; compared < count; ++seed) {
        compared += compare("seed " + std::to_string(seed), run_random_program(seed).get(), exchange);
    }
    return compared;
}

}  // namespace

int main(int count, char** arguments) {
    const auto library = mpi_launcher();
    const bool scenarios = count == 2 && std::string_view(arguments[1]) == "scenarios";
    const bool programs = count == 4 && std::string_view(arguments[1]) == "programs";
    if (!library || (!scenarios && !programs)) {
        std::fputs("shared_runs_mpi: started by mpirun, with what the head of its source says\n", stderr);
        return 2;
    }
    const auto exchange = make_mpi_exchange(*library);
    try {
        const std::uint64_t compared = scenarios ? compare_scenarios(*exchange)
                                                 : compare_programs(*exchange, std::strtoull(arguments[2], nullptr, 10),
                                                                    std::strtoull(arguments[3], nullptr, 10));
        if (exchange->number() == 0) std::printf("%llu\n", static_cast<unsigned long long>(compared));
    } catch (const std::exception& error) {
        std::fprintf(stderr, "process %d: %s\n", exchange->number(), error.what());
        exchange->abort(1);
    }
    return 0;
}
