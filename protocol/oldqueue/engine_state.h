// The state of the engine of one process. Every routine, mode and handler is a free function over it:
//
//     engine (calls, packets)  ->  modes  ->  routines  ->  engine_state, window, request_queue
//
// tests/lint/test_lint_calls.py keeps the calls between files free of cycles.
#pragma once

#include "protocol/base/slab.h"
#include "protocol/base/wait.h"
#include "protocol/base/world.h"
#include "protocol/oldqueue/config.h"
#include "protocol/oldqueue/request_queue.h"
#include "protocol/oldqueue/window.h"
#include "protocol/parts/two_sided.h"
#include "protocol/parts/window_table.h"

#include <vector>

namespace rmasim::oldqueue {

// What a process did with its queue so far, for reports.
struct QueueUse {
    std::uint32_t max_requests = 0;
    std::uint64_t max_bytes = 0;
    std::uint64_t looks = 0;  // that found requests
    std::uint64_t rounds = 0;
    std::uint64_t requests_looked_at = 0;
};

struct EngineState {
    // `config` and `world` outlive the state. `start`: before the first number of an epoch and of a barrier.
    EngineState(Rank rank, Rank ranks, WindowId windows, const Config& config, const World& world, std::uint32_t start);

    Rank rank;
    Rank ranks;
    const Config& config;
    const World& world;
    bool ordered;  // copy of Transport::ordered: packets of a pair do not overtake each other
    // Windows of which others have not been told, where that is necessary (OQ-CREATE-1), or that this process has not
    // created yet (add_window).
    std::uint16_t untold;
    std::uint16_t unheard = 0;  // windows that it has created, and of which others have not told where they have to
    WaitList waits;
    WindowTable<Window> windows;
    Slab<OperationElement> operations;
    std::vector<Packet> unpolled;  // delivered, not yet handled
    RequestQueue queue;
    std::vector<Packet> half_done;  // RTS of long operations whose data is under way
    std::uint32_t calls = 0;        // under way
    std::uint32_t serving = 0;      // those of them that serve requests whatever `serves` says
    QueueUse use;                   // but for what the queue knows itself
    TwoSided two_sided;
};

// See Process.
void add_window(EngineState& engine, WindowId id);
void remove_window(EngineState& engine, WindowId id);

// Raises ErroneousProgram if an epoch is open on the window.
void require_closed(const Window& window);

// Who has the window.
inline WindowGroup group_of(const EngineState& engine, const Window& window) {
    return {engine.ranks, window.communicator};
}

// A packet from this process; the fields not given are empty.
Packet packet_to(const EngineState& engine, Rank target, WindowId window, PacketKind kind);

}  // namespace rmasim::oldqueue
