// One simulated rank: its protocol engine, its place in its program, its clock.
#pragma once

#include "protocol/newrma/engine.h"
#include "sim/run/time_use.h"
#include "sim/scenario/program.h"

#include <vector>

namespace rmasim::sim {

struct RankState {
    // A rank makes progress only inside MPI calls; packets that come while it computes wait in the inbox.
    enum class Activity : std::uint8_t { between_calls, in_call, finished };

    RankState(newrma::Engine engine, const Program* program, Random random, std::size_t variables)
        : engine(std::move(engine)), program(program), random(random), variables(variables, 0) {}

    newrma::Engine engine;
    const Program* program;  // null: nothing to do
    Random random;
    std::vector<std::int64_t> variables;
    std::uint32_t position = 0;  // in the program's code
    std::uint32_t place = 0;     // of the call being made
    Activity activity = Activity::between_calls;
    Task<> call;
    Time clock = 0;  // until when the rank's CPU is taken
    Time call_began = 0;
    std::vector<Packet> inbox;
    TimeUse time_use{};
};

}  // namespace rmasim::sim
