// The state of the engine of one process. Every routine, mode and handler is a free function over it:
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
#include "protocol/parts/request_table.h"
#include "protocol/parts/two_sided.h"
#include "protocol/parts/window_table.h"

#include <string>
#include <vector>

namespace rmasim::ch3 {

struct EngineState {
    // `config` and `world` outlive the state. `start`: before the first number of a barrier.
    EngineState(Rank rank, Rank ranks, WindowId window_count, const Config& config, const World& world,
                std::uint32_t start);

    Rank rank;
    const Config& config;
    const World& world;
    bool ordered;             // copy of Transport::ordered: packets of a pair do not overtake each other
    bool issuing = false;     // ISSUE is at work: nothing issues inside a poke that it makes (CH3-PROG-5)
    bool spins = false;       // a call tries for ever to get an element, and makes no progress (CH3-OUT-3)
    bool failed : 1 = false;  // an assertion has failed, or it has crashed
    bool active : 1 = false;  // false: no window is active, so the hook need not look at all of them
    std::uint32_t responses_missing = 0;
    WaitList waits;
    WindowTable<Window> windows;
    Slab<OperationElement> ops;
    Slab<OperationRest> rests;
    Slab<TargetElement> targets;
    PoolLevelCounter global_ops;
    PoolLevelCounter global_targets;
    RequestTable requests;
    std::vector<Packet> unpolled;  // arrived, not yet handled
    TwoSided two_sided;
};

// See Process.
void add_window(EngineState& engine, WindowId id);
void remove_window(EngineState& engine, WindowId id);

// The member of a window at this place among those on the own node, in the order of their places in the window.
Rank node_member(const EngineState& engine, const Window& window, Rank place);

// Changes of state, reported to the observer.
void set_state(EngineState& engine, Window& window, WindowState state);
void set_state(EngineState& engine, Window& window, TargetElement& target, TargetState state);

// The element of `rank` in the window's table, or null. Reported to the observer as a search.
TargetElement* find_target(EngineState& engine, const Window& window, Rank rank);

// A walk looks at all slots, occupied or not (CH3-PROG-7). Reported to the observer.
void note_walk(EngineState& engine, const Window& window);
template <class Visit>
void for_each_target(EngineState& engine, Window& window, Visit visit) {
    note_walk(engine, window);
    window.table.for_each(visit);
}

// The real implementation ends here, and with it all threads of the process: none of its calls is resumed any more.
[[noreturn]] void fail(EngineState& engine, FailureKind kind, const std::string& what);

// From now on the hook looks at the window.
inline void activate(EngineState& engine, Window& window) { window.active = engine.active = true; }

// A packet from this process; the fields not given are empty.
Packet packet_to(const EngineState& engine, Rank target, const Window& window, PacketKind kind);

}  // namespace rmasim::ch3
