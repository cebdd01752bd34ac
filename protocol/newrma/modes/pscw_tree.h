// POST and COMPLETE through a tree, an option for large groups: the target talks to `pscw_tree` processes instead of
// all. A POST carries the part of the group that its receiver must forward it to. COMPLETE takes the same way back: a
// process sends it when its own and its children's COMPLETEs are in. The price: an inner process that is outside MPI
// delays all ranks below it.
//
// Target 0, group 1 to 6, fan-out 2:
//
//     POST       0 -> 1 [2 3], 1 -> 2 and 3        1 takes a place: root 0, parent 0, 3 COMPLETEs due (2, 3, its own)
//     COMPLETE   2 -> 1, 3 -> 1                    2 and 3 wait for their own only
//     COMPLETE   1 -> 0, when 1 completes as well  its place goes; 0 awaits 1 and 4, the first of [5 6]
#pragma once

#include "protocol/newrma/engine_state.h"

namespace rmasim::newrma {

// Those of `group` that the target itself posts to, in order.
Group first_of_tree(const EngineState& engine, const Group& group);

// Sends POST of the target `root` to the first of each part of the group.
void spread_post(EngineState& engine, Window& window, Rank root, const Rank* group, std::size_t count);

// A POST has arrived: remembers its root and parent, and passes it on.
void take_tree_place(EngineState& engine, Window& window, const Packet& post);
// Counts one COMPLETE, this process's own or a child's; the last one sends COMPLETE to the parent. False if `root`
// posted without a tree (NOCHECK).
bool leave_tree_place(EngineState& engine, Window& window, Rank root);

}  // namespace rmasim::newrma
