// The invariant that an agent accesses only shared memory if the agent is an OS process. While such an agent polls, the
// protocol's code must not access private memory of the program. Windows are private memory unless MPI_ALLOC_MEM
// allocated them.
#pragma once

#include "protocol/base/process.h"
#include "sim/checkers/findings/violation.h"
#include "sim/checkers/invariants/checker_context.h"

#include <vector>

namespace rmasim::sim::check {

class Reach {
public:
    Reach(const CheckerContext& context, Findings& findings)
        : context_(context), findings_(findings), by_process_(static_cast<std::size_t>(context.ranks)),
          private_operations_(by_process_.size()) {}

    void poll_began(Rank rank, Poller poller) { by_process_[at(rank)] = poller == Poller::agent_process; }
    void poll_ended(Rank rank) { by_process_[at(rank)] = false; }
    // Checks an access of an operation to the window segment of `rank`.
    void accessed(Rank rank, WindowId window) {
        const bool is_private = window < context_.private_memory.size() && context_.private_memory[window];
        if (!by_process_[at(rank)] || !is_private) return;
        findings_.add(Invariant::within_reach, "the agent of rank {}, a process, accessed window {}, which is private",
                      rank, context_.windows[window]);
    }
    // Records whether an operation to another rank reads or writes private memory at its origin. Such an access may
    // happen at any time until the operation completes.
    void posted(Rank rank, OpId op, const Operation& operation) {
        if (!context_.family->traits.agent_may_be_process) return;
        std::vector<bool>& operations = private_operations_[at(rank)];
        if (operations.size() <= op) operations.resize(std::size_t{op} + 1);
        operations[op] = context_.is_private(operation.kind == OpKind::get ? operation.result : operation.origin);
    }
    void completed(Rank rank, OpId op) {
        if (!by_process_[at(rank)] || op >= private_operations_[at(rank)].size()) return;
        if (private_operations_[at(rank)][op]) touched_private_memory(rank);
    }
    // Checks a GET of the rank from its own window. Such a GET writes its result buffer at once.
    void got(Rank rank, const Operation& operation) {
        if (by_process_[at(rank)] && context_.is_private(operation.result)) touched_private_memory(rank);
    }
    void reset() { by_process_.assign(by_process_.size(), false); }

private:
    static std::size_t at(Rank rank) { return static_cast<std::size_t>(rank); }
    void touched_private_memory(Rank rank) {
        findings_.add(Invariant::within_reach,
                      "the agent of rank {}, a process, accessed private memory of an operation", rank);
    }

    const CheckerContext& context_;
    Findings& findings_;
    std::vector<bool> by_process_;                       // by rank: true while an agent that is an OS process polls
    std::vector<std::vector<bool>> private_operations_;  // by rank and operation: true if its data are private memory
};

}  // namespace rmasim::sim::check
