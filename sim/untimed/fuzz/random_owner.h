// Owners that load and store their own window inside their epochs, beside epochs of other ranks on the same bytes. The
// last block of each window is for them (RandomProgram::owner_at), eight words:
//
//     word 0      a count. The owner adds to it by a load and a store, or by ACCUMULATE under its own lock; others by
//                 ACCUMULATE under an exclusive lock. None of it may be lost.
//     words 1, 2  the owner stores both in one epoch, one after the other; others GET both under an exclusive lock.
//                 Whoever sees them outside that epoch finds them equal.
//     words 3, 4  one other rank PUTs both under an exclusive lock; the owner loads both in an epoch: they are equal.
//
// What the owner loads twice in one epoch is the same, whatever lock of its window it has. Which value it is depends on
// the order; the memory at the end does not.
#pragma once

#include "sim/untimed/fuzz/random_program.h"

namespace rmasim::fuzz {

enum class OwnerWord : std::uint8_t { count, mine_first, mine_second, theirs_first, theirs_second };

inline std::uint64_t place_of(const RandomProgram& program, OwnerWord word) {
    return program.owner_at() + 8 * static_cast<std::uint64_t>(word);
}
inline bool is_access(const Step& step) { return step.access.kind != LocalAccess::Kind::none; }
// An operation on the block that the owner loads and stores.
inline bool is_on_owner_block(const RandomProgram& program, const Step& step) {
    return program.owner_block && is_operation(step.call) && step.region.disp >= program.owner_at();
}
bool has_owner_accesses(const RandomProgram& program);

}  // namespace rmasim::fuzz
