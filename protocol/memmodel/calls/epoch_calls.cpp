#include "protocol/memmodel/calls/epoch_calls.h"

#include "protocol/base/call_table.h"

namespace rmasim::memmodel {

namespace {

bool is_flush(Call call) { return description_of(call).kind == CallClass::flush; }

}  // namespace

void EpochCalls::begin(Rank rank, ThreadState& thread, const Group& group) {
    switch (thread.call) {
        case Call::fence: return fences_.begin(rank, thread);
        case Call::post: return pscw_.begin_post(rank, thread, group);
        case Call::start: return pscw_.begin_start(rank, thread, group);
        case Call::complete: return pscw_.begin_complete(rank, thread);
        case Call::lock:
        case Call::lock_all: return locks_.begin_lock(rank, thread);
        case Call::unlock:
        case Call::unlock_all: return locks_.begin_completion(rank, thread);
        default:
            if (is_flush(thread.call)) locks_.begin_completion(rank, thread);
    }
}

void EpochCalls::end(Rank rank, ThreadState& thread, bool done) {
    switch (thread.call) {
        case Call::fence: return fences_.end(rank, thread);
        case Call::start: return pscw_.end_start(rank, thread);
        case Call::complete: return pscw_.end_complete(rank, thread);
        case Call::wait: return pscw_.end_wait(rank, thread);
        case Call::test:
            if (done) pscw_.end_wait(rank, thread);
            return;
        case Call::lock:
        case Call::lock_all: return locks_.end_lock(rank, thread);
        case Call::unlock:
        case Call::unlock_all: return locks_.end_completion(rank, thread);
        default:
            if (is_flush(thread.call)) locks_.end_completion(rank, thread);
    }
}

}  // namespace rmasim::memmodel
