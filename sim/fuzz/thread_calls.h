// What each thread of a rank calls: its own steps, and the messages by which all threads of the rank meet. With two
// threads, and b the first step after a meeting:
//
//     thread 0   a   recv 1   send 65   b
//     thread 1   c   send 1   recv 65
#pragma once

#include "sim/fuzz/random_program.h"

#include <vector>

namespace rmasim::fuzz {

// A step, or a message of the rank to itself.
struct ThreadCall {
    const Step* step = nullptr;  // null: a message
    Call message = Call::none;   // SEND or RECV
    std::uint32_t tag = 0;
};

// By thread, in the order of its calls, which refer to the program's steps. At the end all threads meet: then every
// epoch is over, and what a thread has fetched is there.
std::vector<std::vector<ThreadCall>> calls_of_threads(const RandomProgram& program, Rank rank);

}  // namespace rmasim::fuzz
