// Ignores loaded values, for tests of memory without programs.
#pragma once

#include "sim/machine/memory/window_memory.h"

namespace rmasim::sim {

class NoVariables : public Variables {
public:
    void assign(Rank, ThreadId, Slot, std::int64_t) override {}
};

}  // namespace rmasim::sim
