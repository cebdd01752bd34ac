#include "sim/mpi/explored/awaits.h"

#include "sim/mpi/accesses/testing_calls.h"

#include <algorithm>
#include <utility>

namespace rmasim::sim {

namespace {

// The number of states of a loop that are compared. A loop with more states counts its polls.
constexpr std::size_t max_states = 64;

}  // namespace

Awaits::Awaits(Rank ranks, std::function<std::uint64_t(Rank)> memory_of)
    : memory_of_(std::move(memory_of)), of_rank_(static_cast<std::size_t>(ranks)) {}

void Awaits::makes(Rank number, Call call, Made made) {
    OfRank& rank = of(number);
    rank.has_tested = testing_calls.contains(call);
    if (!rank.has_tested) {
        rank.seen.clear();
        rank.tests.clear();
    } else if (rank.seen.size() < max_states) {
        rank.tests.push_back(std::move(made));
    }
}

bool Awaits::repeats(Rank number, StepNumber returned_in) {
    OfRank& rank = of(number);
    if (!rank.has_tested || rank.seen.size() == max_states) return false;
    const std::uint64_t memory = memory_of_(number);
    const auto same = std::ranges::find(rank.seen, memory, &State::memory);
    if (same == rank.seen.end()) {
        rank.seen.push_back({memory, rank.tests.size()});
        return false;
    }
    // A step after the last test may have changed what the next one finds.
    rank.waits = rank.other_step <= returned_in;
    rank.repeated = same->tests;
    return rank.waits;
}

bool Awaits::continues(Rank number, StepNumber step) {
    of(number).other_step = step;
    return std::exchange(of(number).waits, false);
}

std::vector<Awaits::Made> Awaits::cycle(Rank number) const {
    const OfRank& rank = of(number);
    std::vector<Made> calls;
    for (std::size_t i = rank.repeated; i < rank.tests.size(); ++i) {
        const Made& made = rank.tests[i];
        if (std::ranges::find(calls, made.location, &Made::location) == calls.end()) calls.push_back(made);
    }
    return calls;
}

}  // namespace rmasim::sim
