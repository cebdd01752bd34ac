// The visibility of writes: the segments of windows, and the calls at which their copies are made equal (SPEC.md,
// MM-COPY and MM-SHM).
#pragma once

#include "protocol/memmodel/shadow/shadow.h"
#include "protocol/memmodel/threads.h"

namespace rmasim::memmodel {

class Visibility {
public:
    Visibility(const Setup& setup, Threads& threads, Windows& windows, Shadow& shadow)
        : setup_(setup), threads_(threads), windows_(windows), shadow_(shadow) {}

    void created(Rank rank, WindowId window, const NewSegment& segment);
    void freed(Rank rank, WindowId window) { shadow_.part(rank, window).exists = false; }
    // True if the segment has a single copy (shared memory), in any model.
    bool is_unified(Rank rank, WindowId window) { return shadow_.part(rank, window).unified; }

    // The owner has made the copies of its segment equal (Shadow::synchronise_public, `synchronise_private`).
    void synchronise_public(Rank rank, WindowId window, const Moment& moment);
    void synchronise_private(Rank rank, WindowId window, const Moment& moment);
    // The active call of the thread is a memory barrier if its window is in shared memory.
    void order_memory(Rank rank, ThreadState& thread);
    void order_memory(Rank rank, WindowId window, const Moment& moment);
    // LOCK is a memory barrier for accesses to the locked segment, which is in shared memory.
    void order_memory_of(Rank owner, WindowId window, const Moment& moment) {
        shadow_.order_memory_of(owner, window, moment);
    }

private:
    const Setup& setup_;
    Threads& threads_;
    Windows& windows_;
    Shadow& shadow_;
};

}  // namespace rmasim::memmodel
