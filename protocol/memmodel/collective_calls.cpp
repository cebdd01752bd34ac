// The edges of BCAST and the other collective calls (SPEC.md, MM-EDGE-10), and their buffers.
#include "protocol/base/collective.h"
#include "protocol/memmodel/thread_state.h"

namespace rmasim::memmodel {

// Data create the order: a call without data has no edge (MM-EDGE-10).
void Checker::begin_collective(const Origin& origin, ThreadState& thread, const CallRequest& call,
                               const Buffers& buffers) {
    thread.comm = call.comm;
    thread.result = buffers.result;
    thread.acquires_clock = call.message.count > 0 && receives(call, origin.rank);
    load(origin, origin.rank, buffers.source.memory, buffers.source.bytes);
    const auto [collectives, comm_rank] = collectives_of(origin.rank, call.comm);
    collectives.begins(comm_rank, thread.clock.point(), call.message.count > 0 && sends(call, origin.rank));
}

void Checker::return_collective(const Origin& origin, ThreadState& thread) {
    const auto [collectives, comm_rank] = collectives_of(origin.rank, thread.comm);
    const Knowledge known = collectives.returns(comm_rank);
    if (thread.acquires_clock && known.exists()) {
        thread.clock.join(known);
        ++joins_;
    }
    store(origin, origin.rank, thread.result.memory, thread.result.bytes);
}

}  // namespace rmasim::memmodel
