// An agent that is a process reaches what is in shared memory, and nothing else: while it looks, no operation may read
// or write a window that is not from MPI_ALLOC_MEM, nor memory of the program that is not.
#pragma once

#include "protocol/base/process.h"
#include "sim/checkers/invariants/checker_context.h"
#include "sim/checkers/findings/violation.h"

#include <vector>

namespace rmasim::sim::check {

class Reach {
public:
    Reach(const CheckerContext& context, Findings& findings)
        : context_(context), findings_(findings), by_process_(static_cast<std::size_t>(context.ranks)),
          private_operations_(by_process_.size()) {}

    void poll_began(Rank rank, Poller poller) { by_process_[at(rank)] = poller == Poller::agent_process; }
    void poll_ended(Rank rank) { by_process_[at(rank)] = false; }
    // At `rank`, on its own part.
    void accessed(Rank rank, WindowId window) {
        const bool is_private = window < context_.private_memory.size() && context_.private_memory[window];
        if (!by_process_[at(rank)] || !is_private) return;
        findings_.add(Invariant::within_reach, "the agent of rank {}, a process, accessed window {}, which is private",
                      rank, context_.windows[window]);
    }
    // An operation to another rank: when it is complete, its data have been read or written at its origin.
    void posted(Rank rank, OpId op, const Operation& operation) {
        if (!context_.family->agent_may_be_process()) return;
        std::vector<bool>& operations = private_operations_[at(rank)];
        if (operations.size() <= op) operations.resize(std::size_t{op} + 1);
        operations[op] = context_.is_private(operation.kind == OpKind::get ? operation.result : operation.origin);
    }
    void completed(Rank rank, OpId op) {
        if (!by_process_[at(rank)] || op >= private_operations_[at(rank)].size()) return;
        if (private_operations_[at(rank)][op]) touched_private_memory(rank);
    }
    // A GET of the own window.
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
    std::vector<bool> by_process_;                       // by rank: such an agent looks
    std::vector<std::vector<bool>> private_operations_;  // by rank and number: the data are in private memory
};

}  // namespace rmasim::sim::check
