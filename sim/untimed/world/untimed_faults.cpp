#include "sim/untimed/world/untimed_faults.h"

#include "sim/scenario/json/errors.h"

#include <fmt/core.h>

namespace rmasim::sim {

namespace {

template <class Fault>
void require_calls(const std::vector<Fault>& faults, const char* name) {
    for (std::size_t i = 0; i < faults.size(); ++i) {
        if (!faults[i].when.at_ns) continue;
        throw BadInput(fmt::format("faults.{}[{}].at_ns", name, i), std::to_string(*faults[i].when.at_ns),
                       "at_call, because an untimed run has no clock");
    }
}

}  // namespace

void require_no_clock(const FaultSettings& faults) {
    require_calls(faults.deaths, "deaths");
    require_calls(faults.shrinks, "shrinks");
}

}  // namespace rmasim::sim
