// An agent that is a process reaches what is in shared memory, and nothing else: while it looks, no operation may read
// or write a window that is not from MPI_ALLOC_MEM.
#pragma once

#include "protocol/base/process.h"
#include "sim/check/findings.h"
#include "sim/check/setting.h"

#include <vector>

namespace rmasim::sim::check {

class Reach {
public:
    Reach(const Setting& setting, Findings& findings)
        : setting_(setting), findings_(findings), by_process_(static_cast<std::size_t>(setting.ranks)) {}

    void look_began(Rank rank, Looker looker) { by_process_[at(rank)] = looker == Looker::agent_process; }
    void look_ended(Rank rank) { by_process_[at(rank)] = false; }
    // At `rank`, on its own part.
    void accessed(Rank rank, WindowId window) {
        const bool is_private = window < setting_.private_memory.size() && setting_.private_memory[window];
        if (!by_process_[at(rank)] || !is_private) return;
        findings_.add(Invariant::within_reach, "the agent of rank {}, a process, accessed window {}, which is private",
                      rank, setting_.windows[window]);
    }
    void reset() { by_process_.assign(by_process_.size(), false); }

private:
    static std::size_t at(Rank rank) { return static_cast<std::size_t>(rank); }

    const Setting& setting_;
    Findings& findings_;
    std::vector<bool> by_process_;  // by rank: such an agent looks
};

}  // namespace rmasim::sim::check
