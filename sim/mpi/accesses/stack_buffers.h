// The buffers on the stacks of the program's threads that MPI calls use. A report is written when most of these stack
// frames do not exist any more, so the variables are recorded at the call. Calls of one call site mostly use the same
// frames. So the class finds a frame once, and later only checks that the frame still exists.
#pragma once

#include "protocol/base/types.h"
#include "sim/mpi/debug/loaded_files.h"
#include "sim/programs/live_programs.h"
#include "sim/programs/thread.h"

#include <cstdint>
#include <map>
#include <vector>

namespace rmasim::sim {

// A buffer, or a variable with the buffer, in the frame of a function.
struct StackBuffer {
    ByteRun bytes;  // all bytes of the variable; without a variable, those of the buffer
    StackFrame frame;
    const Variable* variable = nullptr;       // null if the debug information does not have the variable
    const DebugInformation* files = nullptr;  // the owner of `variable`
    std::uint64_t returns_to = 0;             // the return address of the frame's function
};

// The location of a call: rank, thread, number of the call site.
struct CallBy {
    Rank rank = 0;
    ThreadId thread = 0;
    std::uint32_t location = 0;
};

class StackBuffers {
public:
    // `files` must outlive this object.
    StackBuffers(LoadedFiles& files, Rank ranks) : files_(files), ranks_(static_cast<std::size_t>(ranks)) {}

    // Records a buffer of a call. `stack_pointer` is that of the program at the call. The caller must be a function
    // that the program has called. Returns null if the buffer is not on the stack of the calling thread. The result is
    // valid until the next call of this function.
    const StackBuffer* note(const CallBy& call, std::uint64_t stack_pointer, const ByteRun& buffer);
    // Returns the variable that had this byte when a call at this call site used it as a buffer. If several variables
    // had the byte at different times, or no call at this call site used it, returns null.
    const StackBuffer* find(Rank rank, std::uint32_t location, std::uint64_t address) const;

private:
    struct OfThread {
        std::uint64_t end_of_stack = 0;  // 0 if unknown
        StackBuffer last{};              // the result of `note` if the buffer is not recorded
        std::map<std::uint32_t, std::vector<StackBuffer>> recorded{};  // by call site
    };
    OfThread& thread_of(const CallBy& call);
    static bool exists(const StackBuffer& buffer, std::uint64_t stack_pointer);

    static constexpr std::size_t max_recorded = 64;  // for each call

    LoadedFiles& files_;
    std::vector<std::vector<OfThread>> ranks_;  // by rank and thread
};

}  // namespace rmasim::sim
