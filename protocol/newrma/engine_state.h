// The state of the RMA engine of one process. Every routine, mode and handler is a free function over it. A header says
// which functions a file offers, its includes say which files it uses. Uses go in one direction:
//
//     engine (calls, packets)  ->  modes  ->  routines  ->  engine_state, window, elements
//
// tests/lint/test_lint_calls.py keeps the calls between files free of cycles.
#pragma once

#include "protocol/base/packet.h"
#include "protocol/base/slab.h"
#include "protocol/base/wait.h"
#include "protocol/base/world.h"
#include "protocol/newrma/config.h"
#include "protocol/newrma/window.h"
#include "protocol/parts/request_table.h"
#include "protocol/parts/two_sided.h"
#include "protocol/parts/window_table.h"

#include <utility>
#include <vector>

namespace rmasim::newrma {

struct EngineState {
    // `config` and `world` outlive the state. `start`: before the first of the numbers that count up (serial_number.h).
    EngineState(Rank rank, Rank ranks, WindowId window_count, const Config& config, const World& world,
                std::uint32_t start = usual_start);

    Rank rank;
    Rank ranks;
    const Config& config;
    const World& world;
    bool ordered;  // copy of Transport::ordered: packets of a pair do not overtake each other
    // Number of calls that wait for an element. While it is above 0, no operation is deferred to the user's next call
    // (design, "Performance optimizations", last paragraph).
    std::uint32_t shortage = 0;
    WaitList waits;
    WindowTable<Window> windows;
    Slab<OperationElement> ops;
    Slab<OperationRest> rests;
    Slab<TargetElement> targets;
    PoolLevelCounter global_ops;
    PoolLevelCounter global_targets;
    RequestTable requests;
    TwoSided two_sided;
};

// See Process.
void add_window(EngineState& engine, WindowId id);
void remove_window(EngineState& engine, WindowId id);

// Changes of state, reported to the observer. They raise ProtocolError, naming `call`, if no clause allows the step.
void set_state(EngineState& engine, Call call, Window& window, WindowState state);
void set_state(EngineState& engine, Call call, Window& window, TargetElement& target, TargetState state);
void set_exposure(EngineState& engine, Call call, Window& window, WindowState state);

// Of a window that not all processes have: the communicator, and a place there. Apart, so that programs without such
// windows do not carry them through every function.
[[gnu::cold]] const RankGroup* communicator_of(const EngineState& engine, const Window& window);
[[gnu::cold]] Rank rank_in_communicator(const EngineState& engine, const Window& window, Rank rank);
[[gnu::cold]] Rank member_of_communicator(const EngineState& engine, const Window& window, Rank place);

// The communicator that has the window; null: all processes, where a place is a rank.
inline const RankGroup* group_of(const EngineState& engine, const Window& window) {
    return window.of_all ? nullptr : communicator_of(engine, window);
}
inline WindowGroup members_of(const EngineState& engine, const Window& window) {
    return {engine.ranks, group_of(engine, window)};
}
inline Rank place_of(const EngineState& engine, const Window& window, Rank rank) {
    return window.of_all ? rank : rank_in_communicator(engine, window, rank);
}

// The element of `rank` in the window's table, or null. Reported to the observer as a search.
TargetElement* find_target(EngineState& engine, Window& window, Rank rank);

// Likewise, but not reported.
inline TargetElement* look_up(const EngineState& engine, const Window& window, Rank rank) {
    std::uint32_t steps = 0;
    return window.table.find(rank, place_of(engine, window, rank), steps);
}

// A walk over the table, or several, have looked at so many slots.
void note_walk(EngineState& engine, const Window& window, std::size_t slots);

// Calls `visit` for each target element, as SlotTable::for_each does. Reported to the observer as a walk.
template <class Visit>
void for_each_target(EngineState& engine, Window& window, Visit visit) {
    note_walk(engine, window, window.table.for_each(visit));
}

// A packet from this process; the fields not given are empty.
Packet packet_to(const EngineState& engine, Rank target, const Window& window, PacketKind kind);
// To the process at that place of the window.
inline void send_barrier(EngineState& engine, const Window& window, Rank place, unsigned round, Why why = Why::usual) {
    const Rank peer = window.of_all ? place : member_of_communicator(engine, window, place);
    engine.world.transport.send(barrier_packet(PacketKind::barrier, engine.rank, peer, window.id, round, why));
}

}  // namespace rmasim::newrma
