// POST and COMPLETE through a tree, an option for large groups: the target talks to `pscw_tree` processes instead of
// all. A POST carries the part of the group that its receiver has to pass it on to; COMPLETE climbs the same way, sent
// by each process when its own and its children's are in. The price is that a process between makes others wait until
// it is inside MPI.
//
//     target 0, group 1..6, fan-out 2        time:  0 posts to 1 [2 3] and 4 [5 6]
//            0                                      1 takes a place (root 0, parent 0, 3 COMPLETEs due), posts to 2 and
//            3
//          1   4                                    2 and 3 take places (parent 1, 1 due), complete, leave: COMPLETE to
//          1
//         2 3 5 6                                   1 completes itself, the last of its 3: its place goes, COMPLETE to
//         0
#pragma once

#include "protocol/newrma/engine_state.h"

namespace rmasim::newrma {

// The ranks of `group` that the target itself posts to, in order.
Group first_of_tree(const EngineState& engine, const Group& group);

// Sends POST of the target `root` to the first of each part of the group.
void spread_post(EngineState& engine, Window& window, Rank root, const Rank* group, std::size_t count);

// A POST came: remembers its root and parent, and passes it on.
void take_tree_place(EngineState& engine, Window& window, const Packet& post);
// One COMPLETE less to wait for, this process's own or a child's; with the last the parent gets one. False when `root`
// posted without a tree (NOCHECK).
bool leave_tree_place(EngineState& engine, Window& window, Rank root);

}  // namespace rmasim::newrma
