// The state of the engine of one process. Every routine, mode and handler is a free function over it:
//
//     engine (calls, packets)  ->  modes  ->  routines  ->  engine_state, window, counters
//
// tests/lint/test_lint_calls.py keeps the calls between files free of cycles.
#pragma once

#include "protocol/base/errors.h"
#include "protocol/base/slab.h"
#include "protocol/base/wait.h"
#include "protocol/base/world.h"
#include "protocol/parts/two_sided.h"
#include "protocol/parts/window_group.h"
#include "protocol/parts/window_table.h"
#include "protocol/synccount/config.h"
#include "protocol/synccount/sync_requests.h"
#include "protocol/synccount/window.h"

#include <vector>

namespace rmasim::synccount {

struct EngineState {
    // `config` and `world` outlive the state. `sizes`: by window, how many of its group have it, at most.
    EngineState(Rank rank, Rank ranks, const std::vector<Rank>& sizes, const Config& config, const World& world,
                std::uint32_t start);

    Rank rank;
    const Config& config;
    const World& world;
    bool ordered;                 // copy of Transport::ordered: packets of a pair do not overtake each other
    std::uint16_t uncreated = 0;  // windows that others have created, and this process perhaps not yet (add_window)
    WaitList waits;
    WindowTable<Window> windows;
    CounterTable counters;
    SyncRequests requests;
    Slab<StoredOperation> operations;  // each has its number among those to its target
    std::string noted;                 // a packet's error, which the next call raises
    TwoSided two_sided;

    // A PUT or ACC is complete when it is acknowledged.
    bool acknowledges() const { return !ordered || config.completion == Completion::ack; }
};

// See Process. All members have such a window.
void add_window(EngineState& engine, WindowId id);
void remove_window(EngineState& engine, WindowId id);
// Takes the shapes of those that this process has created.
void create_windows(EngineState& engine);

// The processes that may have the window, in whose places its sizes count; null: all.
inline const RankGroup* group_of(const EngineState& engine, const Window& window) {
    return window.of_all ? nullptr : engine.world.window_group(engine.rank, window.id);
}

// A packet from this process; the fields not given are empty.
Packet packet_to(const EngineState& engine, Rank target, WindowId window, PacketKind kind);

// A packet that breaks a rule: only the first is kept.
void note_error(EngineState& engine, const std::string& rule);
// Raises ErroneousProgram, naming `call`, if a packet broke a rule.
void raise_noted(const EngineState& engine, Call call);

}  // namespace rmasim::synccount
