// The settings of a checker, and of the window segments that it checks.
#pragma once

#include "protocol/base/call_description.h"
#include "protocol/base/world.h"
#include "protocol/memmodel/rules.h"
#include "protocol/memmodel/shadow/bytes.h"
#include "protocol/memmodel/shadow/values.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace rmasim::memmodel {

// The settings of a checker.
struct Setup {
    Model model = Model::separate;
    std::vector<std::uint32_t> threads;  // number of threads, by rank
    // The groups of communicators and windows. Null if MPI_COMM_WORLD is the only communicator.
    const Communicators* communicators = nullptr;
    // In family synccount, operations have no epoch, and requests cover them. This is the guarantee for these
    // operations when a request is reported as complete. The other families set `nothing`.
    Guarantee counted = Guarantee::nothing;
    // True if the first FENCE of a window has edges, as later FENCEs do (MM-EDGE-3).
    bool first_fence_waits = true;
    // A function that reads memory, to find orders between ranks by the values that they read (MM-EDGE-11). If it is
    // null, such orders are ignored.
    Contents contents{};
    // True for programs under `exec`: loads and stores may be volatile or atomic, or may not be reported.
    bool of_programs = false;
    bool looks_after_sync = false;  // in addition: SYNC is followed by loads of the rank's own memory
    // In the unified model, also collect notes on stores that would not be public in the separate model (SPEC.md,
    // MM-NOTE-1).
    bool notes = false;
    std::size_t max_findings = 100;
    std::size_t clean_up_at = 16;    // number of accesses of one class in one memory; tests set it low
    bool predicts = false;           // also report pairs that only the order of this run keeps apart (MM-PREDICT)
    bool threads_may_start = false;  // threads may be added to `threads` (HappensBefore::thread_started)
};

// The segment of a window that a rank creates.
struct NewSegment {
    MemoryId memory = 0;
    Run bytes{0, 0};  // in the memory. A dynamic window has none: it consists of the memory that WIN_ATTACH attaches
    std::uint32_t disp_unit = 1;
    bool unified = false;  // has a single copy, even if the model is the separate one
    bool dynamic = false;
    std::uint64_t base = 0;  // of a dynamic window: the offset in `memory` of displacement 0, modulo 2^64
    // The window does not order accumulates of one rank (info accumulate_ordering: none).
    bool in_any_order = false;
    // Concurrent accumulates to an element all use the same operation (info accumulate_ops: same_op). Without this
    // promise, an accumulate with NO_OP may be concurrent with any other operation.
    bool same_op = false;
};

}  // namespace rmasim::memmodel
