// POST and COMPLETE through a tree, an option for large groups: the target exchanges packets with `pscw_tree` processes
// instead of the whole group. A POST carries the part of the group to which its receiver must forward it. COMPLETE
// travels the same way back: a process sends it after its own COMPLETE and those of all its children. The disadvantage
// is that an inner process outside of MPI calls delays all ranks below it in the tree.
//
// Target 0, group 1 to 6, fan-out 2:
//
//     POST       0 -> 1 [2 3], 1 -> 2 and 3        1 stores a position: root 0, parent 0, 3 COMPLETEs due (2, 3, own)
//     COMPLETE   2 -> 1, 3 -> 1                    2 and 3 wait only for their own
//     COMPLETE   1 -> 0, when 1 completes as well  1 drops its position; 0 waits for 1 and 4, the first of [5 6]
#pragma once

#include "protocol/newrma/engine_state.h"

namespace rmasim::newrma {

// Returns the members of `group` to which the target itself sends POST, in order.
Group first_of_tree(const EngineState& engine, const Group& group);

// Sends POST of the target `root` to the first rank of each part of the group.
void spread_post(EngineState& engine, Window& window, Rank root, const Rank* group, std::size_t count);

// Handles a POST: stores the position in the tree (root, parent) and forwards the POST.
void join_tree(EngineState& engine, Window& window, const Packet& post);
// Counts one COMPLETE, this process's own or a child's. If it is the last one due, sends COMPLETE to the parent and
// drops the position. Returns false if `root` posted without a tree (NOCHECK).
bool complete_in_tree(EngineState& engine, Window& window, Rank root);

}  // namespace rmasim::newrma
