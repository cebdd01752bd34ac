// Dynamic windows of random programs (decision 0065). The blocks of some windows are in a buffer of their owner. The
// owner attaches and detaches intervals of it while other ranks access other intervals. Blocks that are accessed
// between two barriers are attached before the first barrier and detached after the second:
//
//     rank 0 (owner)   ATTACH 0-191   BARRIER   ATTACH 256-319   BARRIER   DETACH 0
//     rank 1                          BARRIER   PUT 64           BARRIER   PUT 256
//
// At the beginning, each owner sends the address of its blocks to the ranks that access them (thread_calls.h). The
// blocks of each rank begin at a different offset of its buffer, so no address can be computed from that of another
// rank.
#pragma once

#include "sim/untimed/fuzz/random_program.h"

#include <string>

namespace rmasim::fuzz {

// Makes some windows of some programs dynamic, if the family has WIN_ATTACH. The program must be complete otherwise.
void generate_dynamic_windows(std::uint64_t seed, RandomProgram& program);

inline bool changes_attachments(Call call) { return description_of(call).kind == CallClass::attaches; }
// Returns an ATTACH of `bytes` bytes of a window's blocks, or their DETACH.
inline Step attachment(Call call, WindowId window, std::uint64_t first, std::uint64_t bytes) {
    return {.call = call, .window = window, .region = {.disp = first, .count = static_cast<std::uint32_t>(bytes)}};
}

// The buffer of a dynamic window has `first_in_buffer` bytes before its blocks and this number of bytes after them.
inline constexpr std::uint64_t bytes_behind_blocks = 16;
inline std::uint64_t buffer_bytes(const RandomProgram& program, WindowId window, Rank rank) {
    const std::uint64_t first = program.first_in_buffer[window][static_cast<std::size_t>(rank)];
    return first + program.window_bytes() + bytes_behind_blocks;
}
// The location of a window's blocks: in the window itself, or in the buffer of a dynamic window. Buffers come after the
// windows and "results".
struct BlockLocation {
    sim::SpaceId space;
    std::uint64_t first;  // byte
};
BlockLocation blocks_of(const RandomProgram& program, WindowId window, Rank rank);

// Returns the first broken rule of attachments; empty for a legal program.
std::string illegality_of_attachments(const RandomProgram& program);

}  // namespace rmasim::fuzz
