#include "sim/faults/call_faults.h"

#include "sim/ranks/ordinal.h"

namespace rmasim::sim {

CallFaults::Happening CallFaults::at_call(Rank rank, std::uint64_t nth) const {
    Happening happening;
    for (const Death& death : faults_->deaths)
        happening.dies |= death.when.at_call == nth && death.ranks.contains(rank);
    for (const PoolShrink& shrink : faults_->shrinks) {
        if (shrink.when.at_call == nth && shrink.ranks.contains(rank)) happening.shrinks.push_back(&shrink);
    }
    return happening;
}

std::string in_call(std::uint64_t nth) { return "in its " + ordinal(nth) + " call"; }

}  // namespace rmasim::sim
