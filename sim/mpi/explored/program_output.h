// The standard output and the standard error of programs during an exploration: nothing is printed. The number of bytes
// and a digest of each rank's output are kept, because outputs are part of an end state. The output of the simulator is
// printed as usual.
#pragma once

#include "protocol/base/types.h"
#include "sim/mpi/process/address_range.h"

#include <cstdint>
#include <vector>

namespace rmasim::sim {

class ProgramOutput {
public:
    explicit ProgramOutput(Rank ranks);
    ProgramOutput(const ProgramOutput&) = delete;
    ProgramOutput& operator=(const ProgramOutput&) = delete;

    // Replaces the streams stdout and stderr of this process, and takes what programs write to the descriptors 1 and 2
    // themselves, as those in Fortran do. Must be called before the programs are loaded. This object must then outlive
    // all output.
    void take_streams();
    // Must be called when the host exists, which gives buffers to the streams, and before a program runs.
    void drop_buffers();

    // True if a stream is open that was not at drop_buffers().
    bool has_other_streams() const;
    std::uint64_t digest_of(Rank rank) const { return of_rank_[static_cast<std::size_t>(rank)].digest; }
    std::uint64_t bytes_of(Rank rank) const { return of_rank_[static_cast<std::size_t>(rank)].bytes; }
    // Returns the state of a rank's output, which checkpoints contain.
    hosting::AddressRange state_of(Rank rank);

private:
    struct OfRank {
        std::uint64_t digest = 0, bytes = 0;
    };
    static long written(void* stream, const char* bytes, unsigned long count);
    static long taken(int descriptor, const char* bytes, unsigned long count);

    std::vector<OfRank> of_rank_;
    const void* const* streams_ = nullptr;  // libc's list; null before drop_buffers()
    const void* newest_ = nullptr;          // its first element
};

}  // namespace rmasim::sim
