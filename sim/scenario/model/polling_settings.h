// The limits of polling in MPI programs, the setting "polling" of a scenario. A poll is a call or a load that a thread
// repeats while it waits. A limit of 0 is no limit.
#pragma once

#include "sim/scenario/json/described.h"
#include "sim/scenario/json/json.h"

#include <cstdint>

namespace rmasim::sim {

struct PollingSettings {
    std::int64_t max_polls = 1'000'000;         // number of polls of all ranks without any progress of the run
    std::int64_t max_clock_ns = 100'000'000'000;  // virtual time of loops that poll only the clock
    std::int64_t max_cpu_s = 600;               // CPU time of a computation without any call
};

void describe(auto& visit, Described<PollingSettings> auto& polling) {
    auto& [polls, clock, cpu] = polling;
    visit.number("max_polls", polls, IntegerBounds{0, 1'000'000'000'000});
    visit.number("max_clock_ns", clock, IntegerBounds{0, 1'000'000'000'000'000});
    visit.number("max_cpu_s", cpu, IntegerBounds{0, 1'000'000});
}

// Returns the setting "polling" of a scenario, or the defaults if the scenario has no such setting. Raises BadInput.
PollingSettings polling_of(const Json& scenario);

}  // namespace rmasim::sim
