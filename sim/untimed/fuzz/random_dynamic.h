// Dynamic windows of random programs (decision 0065): the blocks of some windows lie in a buffer of their owner, which
// attaches parts of it and detaches them again, beside what others do with the other parts. Blocks that are accessed
// between two barriers are attached before the first and detached after the second:
//
//     rank 0 (owner)   ATTACH 0-191   BARRIER   ATTACH 256-319   BARRIER   DETACH 0
//     rank 1                          BARRIER   PUT 64           BARRIER   PUT 256
//
// Before all that, each owner tells the address of its blocks to those who access them (thread_calls.h). Each rank's
// blocks begin at another place of its buffer, so no address can be computed from that of another rank.
#pragma once

#include "sim/untimed/fuzz/random_program.h"

#include <string>

namespace rmasim::fuzz {

// Makes some windows of some programs dynamic, if the family has WIN_ATTACH. The program is complete otherwise.
void draw_dynamic_windows(std::uint64_t seed, RandomProgram& program);

inline bool changes_attachments(Call call) { return description_of(call).kind == CallClass::attaches; }
// ATTACH of `bytes` of a window's blocks, or their DETACH.
inline Step attachment(Call call, WindowId window, std::uint64_t first, std::uint64_t bytes) {
    return {.call = call, .window = window, .region = {.disp = first, .count = static_cast<std::uint32_t>(bytes)}};
}

// What the buffer of a dynamic window has before its blocks and behind them, on this rank.
inline constexpr std::uint64_t bytes_behind_blocks = 16;
inline std::uint64_t buffer_bytes(const RandomProgram& program, WindowId window, Rank rank) {
    const std::uint64_t first = program.first_in_buffer[window][static_cast<std::size_t>(rank)];
    return first + program.window_bytes() + bytes_behind_blocks;
}
// Where a window's blocks are: in the window itself, or in the buffer of a dynamic one. Buffers come after the windows
// and "results".
struct BlockLocation {
    sim::SpaceId space;
    std::uint64_t first;  // byte
};
BlockLocation blocks_of(const RandomProgram& program, WindowId window, Rank rank);

// The first rule of attachments that is broken; empty for a legal program.
std::string illegality_of_attachments(const RandomProgram& program);

}  // namespace rmasim::fuzz
