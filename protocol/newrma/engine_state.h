// The state of the RMA engine of one process. Every routine, mode and handler is a free function on this state. A
// header declares the functions of its file, and includes the files that it uses. Files use each other in one
// direction:
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
#include "protocol/parts/messages/two_sided.h"
#include "protocol/parts/requests/request_table.h"
#include "protocol/parts/window_table.h"

#include <utility>
#include <vector>

namespace rmasim::newrma {

// The state of the RMA engine of one process.
struct EngineState {
    // `config` and `world` must outlive the state. `start` is one less than the first of all serial numbers
    // (serial_number.h).
    EngineState(Rank rank, Rank ranks, WindowId window_count, const Config& config, const World& world,
                std::uint32_t start = usual_start);

    Rank rank;
    Rank ranks;
    const Config& config;
    const World& world;
    bool ordered;  // copy of Transport::ordered: packets between two processes do not overtake each other
    // Number of calls that wait for an element. While any call waits, no operation is deferred until the user's next
    // call (design, "Performance optimizations", last paragraph).
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

// Implement the functions of Process with these names, for windows that are created and removed during a run.
void add_window(EngineState& engine, WindowId id);
void remove_window(EngineState& engine, WindowId id);

// Change a state and report the change to the observer. They throw ProtocolError, with the name of `call`, if no clause
// allows the transition.
void set_state(EngineState& engine, Call call, Window& window, WindowState state);
void set_state(EngineState& engine, Call call, Window& window, TargetElement& target, TargetState state);
void set_exposure(EngineState& engine, Call call, Window& window, WindowState state);

// For a window whose group is a communicator: return its group, and convert between its communicator ranks and ranks.
// They are separate, cold functions, which keeps this code out of the inline functions below.
[[gnu::cold]] const RankGroup* communicator_of(const EngineState& engine, const Window& window);
[[gnu::cold]] Rank rank_in_communicator(const EngineState& engine, const Window& window, Rank rank);
[[gnu::cold]] Rank member_of_communicator(const EngineState& engine, const Window& window, Rank comm_rank);

// Returns the group of the window. Null means all processes; communicator rank and rank are then the same.
inline const RankGroup* group_of(const EngineState& engine, const Window& window) {
    return window.of_all ? nullptr : communicator_of(engine, window);
}
inline WindowGroup members_of(const EngineState& engine, const Window& window) {
    return {engine.ranks, group_of(engine, window)};
}
inline Rank comm_rank_of(const EngineState& engine, const Window& window, Rank rank) {
    return window.of_all ? rank : rank_in_communicator(engine, window, rank);
}

// Returns the element of `rank` in the window's table, or null. Reports a search to the observer.
TargetElement* find_target(EngineState& engine, Window& window, Rank rank);

// Returns the element of `rank` in the window's table, or null, without a report to the observer.
inline TargetElement* look_up(const EngineState& engine, const Window& window, Rank rank) {
    std::uint32_t steps = 0;
    return window.table.find(rank, comm_rank_of(engine, window, rank), steps);
}

// Reports to the observer that the slots of the operation table were visited once or several times, `slots` slots in
// total.
void note_walk(EngineState& engine, const Window& window, std::size_t slots);

// Calls `visit` for each target element, slot by slot. `visit` may remove the element that it gets. Reports the number
// of visited slots to the observer.
template <class Visit>
void for_each_target(EngineState& engine, Window& window, Visit visit) {
    note_walk(engine, window, window.table.for_each(visit));
}

// Returns a packet from this process, with target, window and kind. All other fields are empty.
Packet packet_to(const EngineState& engine, Rank target, const Window& window, PacketKind kind);
// Sends BARRIER to the process with communicator rank `comm_rank` in the window.
inline void send_barrier(EngineState& engine, const Window& window, Rank comm_rank, unsigned round,
                         Why why = Why::usual) {
    const Rank peer = window.of_all ? comm_rank : member_of_communicator(engine, window, comm_rank);
    engine.world.transport.send(barrier_packet(PacketKind::barrier, engine.rank, peer, window.id, round, why));
}

}  // namespace rmasim::newrma
