// The state of the engine of one process. Every routine, mode and handler is a free function on this state:
//
//     engine (calls, packets)  ->  modes  ->  routines  ->  engine_state, window, counters
//
// tests/lint/test_lint_calls.py keeps the calls between files free of cycles.
#pragma once

#include "protocol/base/errors.h"
#include "protocol/base/slab.h"
#include "protocol/base/wait.h"
#include "protocol/base/world.h"
#include "protocol/parts/groups/window_group.h"
#include "protocol/parts/messages/two_sided.h"
#include "protocol/parts/window_table.h"
#include "protocol/synccount/config.h"
#include "protocol/synccount/sync_requests.h"
#include "protocol/synccount/window.h"

#include <vector>

namespace rmasim::synccount {

struct EngineState {
    // `config` and `world` must outlive the state. `sizes` contains, for each window, the maximum number of ranks of
    // the window's group that have the window.
    EngineState(Rank rank, Rank ranks, const std::vector<Rank>& sizes, const Config& config, const World& world,
                std::uint32_t start);

    Rank rank;
    const Config& config;
    const World& world;
    bool ordered;                 // copy of Transport::ordered: packets between two processes keep their order
    std::uint16_t uncreated = 0;  // number of windows that were added and this process has not created (add_window)
    WaitList waits;
    WindowTable<Window> windows;
    CounterTable counters;
    SyncRequests requests;
    Slab<StoredOperation> operations;  // StoredOperation::number counts the operations to the target
    std::string noted;                 // the first error that a packet caused; the next call raises it
    TwoSided two_sided;

    // True if a PUT or ACC is complete when it is acknowledged, instead of when it is sent.
    bool acknowledges() const { return !ordered || config.completion == Completion::ack; }
};

// Implement the functions of Process with these names. All members of the window's group have a window that is added
// during the run.
void add_window(EngineState& engine, WindowId id);
void remove_window(EngineState& engine, WindowId id);
// Sets the displacement units of windows that were added during the run and that this process has created meanwhile.
void create_windows(EngineState& engine);

// Returns the first `size` members of a group. If `group` is null, returns the first `size` of all processes.
inline RankGroup members_of(const RankGroup* group, Rank size) {
    return group == nullptr ? RankGroup(size) : group->prefix(size);
}

// Returns a packet from this process. All fields without a parameter are empty.
Packet packet_to(const EngineState& engine, Rank target, WindowId window, PacketKind kind);

// Records that a packet broke `rule`. Only the first error is kept.
void note_error(EngineState& engine, const std::string& rule);
// Raises ErroneousProgram, which names `call`, if a packet broke a rule.
void raise_noted(const EngineState& engine, Call call);

}  // namespace rmasim::synccount
