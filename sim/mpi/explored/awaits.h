// Finds loops in which programs poll, and lets their ranks wait instead. A rank that polls without change would repeat
// the same calls for ever, and each repetition would be another order. So a rank waits as soon as its program is in a
// state that it has been in before, and has since only made calls that test (MPI_Test and its relatives, MPI_Iprobe,
// MPI_Win_test, MPI_Win_sync). It continues after another step at the rank, such as the arrival of a packet.
#pragma once

#include "protocol/base/call.h"
#include "protocol/base/types.h"
#include "sim/untimed/world/move.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace rmasim::sim {

class Awaits {
public:
    // `memory_of` returns a digest of everything that a rank's program has in its memory.
    Awaits(Rank ranks, std::function<std::uint64_t(Rank)> memory_of);

    // A call of a program, for reports.
    struct Made {
        std::string function;
        std::uint32_t location = 0;
    };
    // Records that the rank's program makes a call.
    void makes(Rank rank, Call call, Made made);
    // Must be called when the rank's program has run from the end of one call, which returned in step `returned_in`, to
    // the beginning of the next one. Returns true if the program must wait before this call.
    bool repeats(Rank rank, StepNumber returned_in);
    // Records a step at a rank that was not of its program. Returns true if the rank has waited for it.
    bool continues(Rank rank, StepNumber step);
    // Returns the calls that a waiting rank repeats.
    std::vector<Made> cycle(Rank rank) const;

private:
    // A state of a program, when its next call begins.
    struct State {
        std::uint64_t memory = 0;
        std::size_t tests = 0;  // number of tests since the last other call
    };
    struct OfRank {
        std::vector<State> seen{};  // since the last call that does not test
        std::vector<Made> tests{};  // since then
        std::size_t repeated = 0;   // the number of tests before the repeated ones, if the rank waits
        bool has_tested = false;    // true if the last call was a test
        bool waits = false;
        StepNumber other_step = 0;  // the last step at the rank that was not of its program
    };
    const OfRank& of(Rank rank) const { return of_rank_[static_cast<std::size_t>(rank)]; }
    OfRank& of(Rank rank) { return of_rank_[static_cast<std::size_t>(rank)]; }

    std::function<std::uint64_t(Rank)> memory_of_;
    std::vector<OfRank> of_rank_;
};

}  // namespace rmasim::sim
