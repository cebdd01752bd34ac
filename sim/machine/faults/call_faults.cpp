#include "sim/machine/faults/call_faults.h"

#include "sim/machine/faults/ordinal.h"

namespace rmasim::sim {

CallFaults::CallFault CallFaults::at_call(Rank rank, std::uint64_t nth) const {
    CallFault fault;
    for (const Death& death : faults_->deaths) fault.dies |= death.when.at_call == nth && death.ranks.contains(rank);
    for (const PoolShrink& shrink : faults_->shrinks) {
        if (shrink.when.at_call == nth && shrink.ranks.contains(rank)) fault.shrinks.push_back(&shrink);
    }
    return fault;
}

std::string in_call(std::uint64_t nth) { return "in its " + ordinal(nth) + " call"; }

}  // namespace rmasim::sim
