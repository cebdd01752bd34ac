// Frames of the program on the stack of the running rank, for reports: where the program called what has ended it.
#pragma once

#include <array>
#include <cstdint>

namespace rmasim::hosting {

// Return addresses in the program or its libraries, the innermost first; zeros at the end. A fault's first one is one
// byte behind the instruction, as a return address would be behind its call.
using Frames = std::array<std::uint64_t, 16>;

// Returns the frames below the caller. Called by a signal handler, it returns those below the instruction that caused
// the signal. May fault if the stack is damaged.
Frames frames_of_program();

// Returns the frames of a call of an address without code: that of the return address at the stack pointer.
Frames frame_of_bad_call(std::uint64_t stack_pointer);

}  // namespace rmasim::hosting
