// A fault in a run of a random program, other than timing (scheduler.h): a packet is lost, a rank fails, a pool
// shrinks. It is plain data, because cuts renumber ranks and windows.
#pragma once

#include "protocol/base/observer.h"
#include "sim/scenario/json/json.h"
#include "sim/scenario/model/fault_settings.h"

#include <vector>

namespace rmasim::fuzz {

struct RandomFault {
    enum class Kind : std::uint8_t { loss, death, shrink };
    Kind kind = Kind::loss;
    Rank rank = 0;          // the sender, the failed rank, or the owner of the pool
    Rank other = 0;         // the receiver; equal to `rank` for other faults
    std::uint32_t nth = 1;  // number of the packet of the pair, or of the call of the rank
    ElementKind element = ElementKind::operation;
    PoolLevel level = PoolLevel::global;
    WindowId window = 0;   // for a local pool
    std::uint32_t to = 0;  // number of elements that remain
};

struct RandomProgram;

// Return the scenario's `faults`, as JSON and in parsed form.
sim::Json faults_of(const RandomProgram& program);
sim::FaultSettings fault_settings_of(const RandomProgram& program);

// True if every pool that shrinks has at least the number of elements that remain.
bool faults_fit(const RandomProgram& program);
// Generates faults, usually none. If a pool level shrinks, the other level has at least one element.
std::vector<RandomFault> random_faults(sim::Random& random, const RandomProgram& program);

}  // namespace rmasim::fuzz
