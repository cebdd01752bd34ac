// Owners that load and store their own window inside of their epochs, while other ranks have epochs on the same bytes.
// The last block of each window is used for this (RandomProgram::owner_at). The block has eight words:
//
//     word 0      a count. The owner adds to it by a load and a store, or by ACCUMULATE under its own lock.
//                 Other ranks add to it by ACCUMULATE under an exclusive lock. No addition may be lost.
//     words 1, 2  the owner stores both words in one epoch, one after the other. Other ranks GET both words
//                 under an exclusive lock. The two words that a rank reads are equal.
//     words 3, 4  one other rank PUTs both words under an exclusive lock. The owner loads both words in an
//                 epoch. The two words that the owner loads are equal.
//
// If the owner loads a word twice in one epoch, the two values must be equal, no matter if the owner's lock is shared
// or exclusive. The loaded values depend on the order of steps, but the final memory does not.
#pragma once

#include "sim/untimed/fuzz/program/random_program.h"

namespace rmasim::fuzz {

enum class OwnerWord : std::uint8_t { count, mine_first, mine_second, theirs_first, theirs_second };

inline std::uint64_t disp_of(const RandomProgram& program, OwnerWord word) {
    return program.owner_at() + 8 * static_cast<std::uint64_t>(word);
}
inline bool is_access(const Step& step) { return step.access.kind != LocalAccess::Kind::none; }
// True for an operation on the block that the owner loads and stores.
inline bool is_on_owner_block(const RandomProgram& program, const Step& step) {
    return program.owner_block && is_operation(step.call) && step.region.disp >= program.owner_at();
}
bool has_owner_accesses(const RandomProgram& program);

}  // namespace rmasim::fuzz
