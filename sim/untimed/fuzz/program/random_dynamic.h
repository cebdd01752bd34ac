// Dynamic windows of random programs (decision 0065). The blocks of a dynamic window are in a buffer of their owner.
// The owner attaches and detaches intervals of this buffer while other ranks access other intervals. If blocks are
// accessed between two barriers, they are attached before the first barrier and detached after the second:
//
//     rank 0 (owner)   ATTACH 0-191   BARRIER   ATTACH 256-319   BARRIER   DETACH 0
//     rank 1                          BARRIER   PUT 64           BARRIER   PUT 256
//
// At the beginning, each owner sends the address of its blocks to the ranks that access them (thread_calls.h). The
// blocks of each rank begin at a different offset of the rank's buffer. So a program cannot compute a rank's address
// from the address of another rank.
#pragma once

#include "sim/untimed/fuzz/program/random_program.h"

#include <string>

namespace rmasim::fuzz {

// Makes some windows of some programs dynamic, if the family has WIN_ATTACH. Must be called after all other generators.
void generate_dynamic_windows(std::uint64_t seed, RandomProgram& program);

inline bool changes_attachments(Call call) { return description_of(call).kind == CallClass::attaches; }
// Returns a step that attaches or detaches `bytes` bytes of a window's blocks, from byte `first` on.
inline Step attachment(Call call, WindowId window, std::uint64_t first, std::uint64_t bytes) {
    return {.call = call, .window = window, .region = {.disp = first, .count = static_cast<std::uint32_t>(bytes)}};
}

// The number of bytes after the blocks in the buffer of a dynamic window. The buffer also has `first_in_buffer` bytes
// before the blocks.
inline constexpr std::uint64_t bytes_behind_blocks = 16;
inline std::uint64_t buffer_bytes(const RandomProgram& program, WindowId window, Rank rank) {
    const std::uint64_t first = program.first_in_buffer[window][static_cast<std::size_t>(rank)];
    return first + program.window_bytes() + bytes_behind_blocks;
}
// The location of a window's blocks. The blocks are in the window itself, or in a buffer if the window is dynamic.
// `space` is the number of the window or buffer among the rank's memories: first the windows, then "results", then the
// buffers.
struct BlockLocation {
    sim::SpaceId space;
    std::uint64_t first;  // byte
};
BlockLocation blocks_of(const RandomProgram& program, WindowId window, Rank rank);

// Returns the first broken rule of attachments, as text; empty for a legal program.
std::string illegality_of_attachments(const RandomProgram& program);

}  // namespace rmasim::fuzz
