// The source buffers of operations whose data the core has not read yet. The class detects buffers that die before they
// are read: by their bytes, and by the stack pointer of the thread that made the call. It needs no instrumented program
// and does not depend on SMPI.
#pragma once

#include "protocol/base/types.h"
#include "sim/programs/live_programs.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace rmasim::sim {

// The reason why a source buffer does not have the data of its operation any more.
enum class BufferDeath : std::uint8_t {
    none,
    returned,  // the buffer is on the stack, and the function that had it has returned
    changed,   // the buffer has other bytes than at the call
};

class SourceBuffers {
public:
    struct Source {
        Rank rank = 0;
        ThreadId thread = 0;
        const char* function = nullptr;   // the call that passed the buffer
        std::uint32_t location = 0;       // of the call
        std::uint64_t stack_pointer = 0;  // of the thread at the call
        std::uint64_t first = 0;          // address of the buffer's first byte
        std::uint64_t digest = 0;         // of the buffer's bytes
    };

    // Records a buffer with these runs of bytes, which must be readable. The call is in `source`. Returns the record's
    // number, which is greater than 0 and at most `max_number`.
    std::uint32_t add(Source source, std::span<const ByteRun> runs);
    // Removes a record and returns it, when the core has read the buffer. Returns nullopt if the buffer was read
    // before.
    std::optional<Source> take(std::uint32_t number);

    // Returns the buffer of a rank that begins at an address; null if there is none.
    const Source* find(Rank rank, std::uint64_t first) const;

    // Returns the reason why the buffer does not have the data any more. `bytes` are the bytes that the core has read.
    // `stack_pointer` is that of the thread at its last call.
    static BufferDeath death_of(const Source& source, std::span<const std::byte> bytes, std::uint64_t stack_pointer);
    // Returns the text of an error, for the call that passed the buffer. `buffer` is a noun with its name: 'source
    // buffer "x"'.
    static std::string text_of(BufferDeath death, const std::string& buffer);

    static constexpr std::uint32_t max_number = (std::uint32_t{1} << 29) - 1;

private:
    void drop_first();

    // Most buffers are read soon, in the order of their numbers.
    struct Recent {
        Source source;
        bool is_read = false;
    };
    static constexpr std::size_t max_recent = 4096;
    std::deque<Recent> recent_;            // of the numbers `first_` to `last_`
    std::map<std::uint32_t, Source> old_;  // by number; of earlier numbers
    std::uint32_t first_ = 1, last_ = 0;
};

}  // namespace rmasim::sim
