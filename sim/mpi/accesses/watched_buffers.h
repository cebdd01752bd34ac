// The buffers of operations and requests that are not complete, in programs of `rmasim cc --watch`. The class detects
// buffers that are freed, or whose function returns, while they are in use. It does not depend on SMPI.
#pragma once

#include "protocol/base/types.h"
#include "sim/mpi/accesses/watched_memory.h"
#include "sim/programs/live_programs.h"

#include <cstdint>
#include <vector>

namespace rmasim::sim {

// A buffer in the frame of a function that is executed.
struct FrameBuffer {
    ByteRun bytes;
    std::uint64_t slot = 0;  // the address of the frame's return address
};

class WatchedBuffers {
public:
    struct Buffer {
        ByteRun bytes;
        WatchedMemory::Use use;
        const char* function;    // the call that passed the buffer
        std::uint32_t location;  // of the call
        std::uint64_t slot;      // as in FrameBuffer; 0 if the buffer is not in a frame
        bool freed = false;      // true if `note_freed` has returned the buffer
    };

    explicit WatchedBuffers(Rank ranks) : of_rank_(static_cast<std::size_t>(ranks)) {}

    // Records a buffer, and watches the return of its function.
    void add(Rank rank, Buffer buffer);
    // Removes the record of a buffer. Returns false if there is no such record, because the buffer is dead.
    bool remove(Rank rank, const ByteRun& bytes, WatchedMemory::Use use);
    // Returns the buffers that overlap these bytes, and that no earlier call has returned. They stay in use, so the
    // checks of loads and stores also report what happens to their bytes.
    std::vector<Buffer> note_freed(Rank rank, const ByteRun& bytes);
    // Removes and returns the buffers that are in the frame with this return address.
    std::vector<Buffer> take_in_frame(Rank rank, std::uint64_t slot);

private:
    void forget_frame(Rank rank, std::uint64_t slot) const;

    std::vector<std::vector<Buffer>> of_rank_;
};

}  // namespace rmasim::sim
