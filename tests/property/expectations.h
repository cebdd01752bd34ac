// What every run on the bench has to end with.
#pragma once

#include "tests/property/bench.h"
#include "sim/fuzz/sequential_model.h"

namespace rmasim::property {

// Every rank at its end, memory and results as the sequential model says, every operation applied once, every element
// back in its pool. Reports through GoogleTest.
void expect_as_modelled(const RandomProgram& program, const Bench& bench, const BenchResult& result);

// Follows a run call by call. When a call returns that proves a rank's own operations at some targets (FLUSH, UNLOCK,
// COMPLETE, FENCE, ...), the rank's blocks there hold what they should; when WAIT returns, all of the rank's window
// does. For programs of one thread a rank. Lives as long as the run.
class LiveCheck {
public:
    LiveCheck(const RandomProgram& program, Bench& bench);

private:
    void on_return(Rank rank, const Step& step);
    void expect_own_block(Rank rank, Rank target, const Step& step);

    const RandomProgram& program_;
    const Bench& bench_;
    SequentialModel model_;
};

// Sums over packets by their printed names: of a kind, carrying a name as kind or flag, asking for a lock in any way.
using ByKind = std::map<std::string, std::uint64_t>;
std::uint64_t of_kind(const ByKind& counts, const std::string& kind);
std::uint64_t carrying(const ByKind& counts, const std::string& name);
std::uint64_t lock_requests(const ByKind& counts);

// A number from the environment.
std::uint64_t from_environment(const char* name, std::uint64_t otherwise);

}  // namespace rmasim::property
