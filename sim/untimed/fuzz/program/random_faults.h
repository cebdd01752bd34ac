// Faults in a run of a random program, except faults of timing (scheduler.h): a packet is lost, a rank dies, or an
// element pool shrinks. A fault is plain data, so that the shrinker can renumber the ranks and windows in a fault.
#pragma once

#include "protocol/base/observer.h"
#include "sim/scenario/expression/random.h"
#include "sim/scenario/json/json.h"
#include "sim/scenario/model/fault_settings.h"

#include <vector>

namespace rmasim::fuzz {

struct RandomFault {
    enum class Kind : std::uint8_t { loss, death, shrink };
    Kind kind = Kind::loss;
    Rank rank = 0;   // the sender, the failed rank, or the owner of the pool
    Rank other = 0;  // the receiver of a lost packet; equal to `rank` for other faults
    // For a lost packet: its number among the packets of the pair of ranks. For other faults: the number of the rank's
    // call at which the fault occurs.
    std::uint32_t nth = 1;
    ElementKind element = ElementKind::operation;
    PoolLevel level = PoolLevel::global;
    WindowId window = 0;   // only for a local pool: its window
    std::uint32_t to = 0;  // number of elements that remain
};

struct RandomProgram;

// `faults_of` returns the setting `faults` of the program's scenario as JSON. `fault_settings_of` returns the same
// setting in parsed form.
sim::Json faults_of(const RandomProgram& program);
sim::FaultSettings fault_settings_of(const RandomProgram& program);

// True if the pools are large enough for the faults. A pool that shrinks must initially have at least as many elements
// as should remain. At least one element must remain in this pool, or in the pool of the other level (local or global).
bool faults_fit(const RandomProgram& program);
// Generates the faults of a run, usually none. If a pool shrinks, at least one element remains in this pool, or in the
// pool of the other level (local or global).
std::vector<RandomFault> random_faults(sim::Random& random, const RandomProgram& program);

}  // namespace rmasim::fuzz
