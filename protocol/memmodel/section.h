// The sections of locks, which predictions reorder (prediction.h).
#pragma once

#include "protocol/base/types.h"
#include "protocol/memmodel/clock.h"
#include "protocol/memmodel/counted.h"

#include <utility>
#include <vector>

namespace rmasim::memmodel {

class History;
class Prefixes;

// A section: one holding of the lock of a target by a rank, from the grant to the release.
struct Section : Counted {
    bool exclusive = false;
    Rank holder = no_rank;
    History* history = nullptr;  // null before the grant
    // For each thread, the first tick that is ordered after the grant.
    std::vector<std::pair<ThreadIndex, Tick>> known{};
    Moment released{};  // does not exist while the lock is held

    void enter(const Moment& moment);
    bool is_entered(const Prefixes& prefixes) const;
    bool conflicts_with(const Section& other) const { return exclusive || other.exclusive; }
};
using SectionRef = Ref<Section>;

}  // namespace rmasim::memmodel
