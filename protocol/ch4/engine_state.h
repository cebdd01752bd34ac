// The state of the engine of one process. Every routine, mode and handler is a free function over it:
//
//     engine (calls, packets)  ->  modes  ->  routines  ->  engine_state, window
//
// tests/lint/test_lint_calls.py keeps the calls between files free of cycles.
#pragma once

#include "protocol/base/errors.h"
#include "protocol/base/slab.h"
#include "protocol/base/wait.h"
#include "protocol/base/world.h"
#include "protocol/ch4/config.h"
#include "protocol/ch4/native_counts.h"
#include "protocol/ch4/packets.h"
#include "protocol/ch4/window.h"
#include "protocol/parts/messages/two_sided.h"
#include "protocol/parts/requests/request_table.h"
#include "protocol/parts/stored_operation.h"
#include "protocol/parts/window_table.h"

#include <vector>

namespace rmasim::ch4 {

// An operation that is not answered.
struct OperationElement {
    [[no_unique_address]] StoredOperation operation;
    bool of_fence = false;  // counted by the window, not by its target
    Rank target = no_rank;
    WindowId window = 0;
    OperationRest rest;
};

// An accumulate that has arrived at its target and cannot be executed yet. It waits for its own data, or for
// accumulates that arrived before it (CH4-ACC-1).
struct WaitingAccumulate {
    Packet packet;
    bool has_data = false;
};

struct EngineState {
    using Handler = void (*)(EngineState& engine, const Packet& packet);

    // `config` and `world` must outlive the state. `dynamic` has an entry for each window that exists from the start of
    // the run: true if the window is dynamic. An empty `dynamic` means that no window is dynamic. `start` is one less
    // than the first barrier's number.
    EngineState(Rank rank, Rank ranks, WindowId window_count, const std::vector<bool>& dynamic, const Config& config,
                const World& world, std::uint32_t start);

    Rank rank;
    const Config& config;
    const World& world;
    Handler handle = nullptr;   // set by the engine; a pointer, because handlers send and `send` may call the handler
    std::uint32_t flushes = 0;  // since the last FLUSH that made progress although nothing was missing
    WaitList waits;
    WindowTable<Window> windows;
    NativeCounts native;  // operations that NICs have not answered, in all windows
    Slab<OperationElement> operations;
    RequestTable requests;
    std::vector<Packet> unpolled;                // arrived, not yet handled
    std::vector<WaitingAccumulate> accumulates;  // in the order of their headers, of all windows
    TwoSided two_sided;
};

// Implement the functions of Process with these names.
void add_window(EngineState& engine, WindowId id);
void remove_window(EngineState& engine, WindowId id);

// Changes the access epoch, and reports that to the observer.
void set_epoch(EngineState& engine, Window& window, Epoch epoch);

// Returns a packet from this process. All fields without a parameter are empty.
Packet packet_to(const EngineState& engine, Rank target, WindowId window, PacketKind kind);
// Sends a packet. A packet to the process itself is handled before this returns (CH4-PKT-3).
void send(EngineState& engine, const Packet& packet);

// The memory barriers of the synchronisation calls, if the window is in shared memory (CH4-NODE-1).
inline void mem_sync(EngineState& engine, const Window& window, MemSync sync_point) {
    if (!window.shared) return;
    engine.world.memory.mem_sync(engine.rank, sync_point);
    engine.world.observer.mem_sync(engine.rank, sync_point);
}

}  // namespace rmasim::ch4
