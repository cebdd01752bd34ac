// The state of the engine of one process. Every routine, mode and handler is a free function on this state:
//
//     engine (calls, packets)  ->  modes  ->  routines  ->  engine_state, window, elements
//
// tests/lint/test_lint_calls.py keeps the calls between files free of cycles.
#pragma once

#include "protocol/base/errors.h"
#include "protocol/base/slab.h"
#include "protocol/base/wait.h"
#include "protocol/base/world.h"
#include "protocol/ch3/window.h"
#include "protocol/parts/messages/two_sided.h"
#include "protocol/parts/requests/request_table.h"
#include "protocol/parts/window_table.h"

#include <string>
#include <vector>

namespace rmasim::ch3 {

struct EngineState {
    // `config` and `world` must outlive the state. `start` is one less than the first barrier's number.
    EngineState(Rank rank, Rank ranks, WindowId window_count, const Config& config, const World& world,
                std::uint32_t start);

    Rank rank;
    const Config& config;
    const World& world;
    bool ordered;             // copy of Transport::ordered: packets between two processes keep their order
    bool issuing = false;     // an ISSUE runs: a poke inside this ISSUE issues nothing (CH3-PROG-5)
    bool spins = false;       // a call tries for ever to get an element, and makes no progress (CH3-OUT-3)
    bool failed : 1 = false;  // an assertion has failed, or the process has crashed
    bool active : 1 = false;  // false: no window is active, and the hook visits no window
    std::uint32_t responses_missing = 0;
    WaitList waits;
    WindowTable<Window> windows;
    Slab<OperationElement> ops;
    Slab<OperationRest> rests;
    Slab<TargetElement> targets;
    PoolLevelCounter global_ops;
    PoolLevelCounter global_targets;
    RequestTable requests;
    std::vector<Packet> unpolled;  // packets that have arrived but are not handled
    TwoSided two_sided;
};

// Implement the functions of Process with these names.
void add_window(EngineState& engine, WindowId id);
void remove_window(EngineState& engine, WindowId id);

// Returns the rank of the member with index `node_rank` among the window's members on this node. The members are in the
// order of their communicator ranks.
Rank node_member(const EngineState& engine, const Window& window, Rank node_rank);

// Change a state, and report the change to the observer.
void set_state(EngineState& engine, Window& window, WindowState state);
void set_state(EngineState& engine, Window& window, TargetElement& target, TargetState state);

// Returns the element of `rank` in the window's table, or null. Reports the search to the observer.
TargetElement* find_target(EngineState& engine, const Window& window, Rank rank);

// Reports to the observer that all slots of the window's table of targets are visited, occupied or not (CH3-PROG-7).
void note_walk(EngineState& engine, const Window& window);
template <class Visit>
void for_each_target(EngineState& engine, Window& window, Visit visit) {
    note_walk(engine, window);
    window.table.for_each(visit);
}

// Ends the process as the real implementation ends: none of its calls, in any thread, is resumed again.
[[noreturn]] void fail(EngineState& engine, FailureKind kind, const std::string& what);

// Makes the window active: the progress engine's hook visits active windows.
inline void activate(EngineState& engine, Window& window) { window.active = engine.active = true; }

// Returns a packet from this process. All fields without a parameter are empty.
Packet packet_to(const EngineState& engine, Rank target, const Window& window, PacketKind kind);

}  // namespace rmasim::ch3
