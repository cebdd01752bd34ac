// The state of the engine of one process. Every routine, mode and handler is a free function on this state:
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
#include "protocol/parts/messages/two_sided.h"
#include "protocol/parts/window_table.h"

#include <vector>

namespace rmasim::oldqueue {

// Counters of the request queue of one process, for reports.
struct QueueUse {
    std::uint32_t max_requests = 0;
    std::uint64_t max_bytes = 0;
    std::uint64_t looks = 0;  // searches of a queue that was not empty
    std::uint64_t rounds = 0;
    std::uint64_t requests_looked_at = 0;
};

struct EngineState {
    // `config` and `world` must outlive the state. `start` is one less than the first number of epochs and barriers.
    EngineState(Rank rank, Rank ranks, WindowId windows, const Config& config, const World& world, std::uint32_t start);

    Rank rank;
    Rank ranks;
    const Config& config;
    const World& world;
    bool ordered;  // copy of Transport::ordered: packets between two processes do not overtake each other
    // Number of windows that this process has not created yet (add_window), or whose size it has not sent to other
    // processes yet although it must (OQ-CREATE-1).
    std::uint16_t unannounced;
    std::uint16_t missing_info =
        0;  // number of windows that this process has created and for which sizes of other processes are missing
    WaitList waits;
    WindowTable<Window> windows;
    Slab<OperationElement> operations;
    std::vector<Packet> unpolled;  // packets that are delivered but not handled
    RequestQueue queue;
    std::vector<Packet> half_done;  // RTS packets of long operations that wait for their data
    std::uint32_t calls = 0;        // calls that have not returned
    std::uint32_t serving = 0;      // calls that have not returned and serve requests under every setting of `serves`
    QueueUse use;                   // without the maxima, which `queue` counts
    TwoSided two_sided;
};

// Implement the functions of Process with these names.
void add_window(EngineState& engine, WindowId id);
void remove_window(EngineState& engine, WindowId id);

// Raises ErroneousProgram if an epoch is open on the window.
void require_closed(const Window& window);

// Returns the group of the window.
inline WindowGroup group_of(const EngineState& engine, const Window& window) {
    return {engine.ranks, window.communicator};
}

// Returns a packet from this process. All fields without a parameter are empty.
Packet packet_to(const EngineState& engine, Rank target, WindowId window, PacketKind kind);

}  // namespace rmasim::oldqueue
