// What goes wrong in a run of a random program, apart from timing (scheduler.h): a packet is lost, a rank dies, a pool
// shrinks. Plain data, since cuts renumber ranks and windows.
#pragma once

#include "protocol/base/observer.h"
#include "sim/input/json/json.h"
#include "sim/input/model/fault_settings.h"

#include <vector>

namespace rmasim::fuzz {

struct RandomFault {
    enum class Kind : std::uint8_t { loss, death, shrink };
    Kind kind = Kind::loss;
    Rank rank = 0;          // the sender, the dead, the pool's
    Rank other = 0;         // the receiver; the same rank where there is none
    std::uint32_t nth = 1;  // packet of the pair, call of the rank
    ElementKind element = ElementKind::operation;
    PoolLevel level = PoolLevel::global;
    WindowId window = 0;   // of a local pool
    std::uint32_t to = 0;  // elements that are left
};

struct RandomProgram;
struct Rng;

// The scenario's `faults`, as written and as read.
sim::Json faults_of(const RandomProgram& program);
sim::FaultSettings fault_settings_of(const RandomProgram& program);

// Whether the pools that shrink have as many elements as are to be left.
bool faults_fit(const RandomProgram& program);
// Mostly none. A pool that shrinks leaves at least one element at the other level.
std::vector<RandomFault> draw_faults(Rng& rng, const RandomProgram& program);

}  // namespace rmasim::fuzz
