// Copies of the memory of running programs, for the checkpoints of an exploration. A copy consists of a part for each
// rank and of the state that the heaps share. A rank's part is copied only if the rank has run, or the core has
// accessed its memory, since the last copy or restoration.
#pragma once

#include "protocol/base/types.h"
#include "sim/mpi/explored/program_output.h"
#include "sim/mpi/process/host.h"
#include "sim/untimed/explore/checkpoints.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace rmasim::sim {

class ProgramCheckpoints final : public OutsideState {
public:
    // Both arguments must outlive this object.
    ProgramCheckpoints(hosting::Host& host, ProgramOutput& output);

    // Records that the memory of a rank may change now.
    void changes(Rank rank) { versions_[static_cast<std::size_t>(rank)] = ++last_version_; }

    void keep(std::size_t nth) override;
    void put_back(std::size_t nth) override;

private:
    struct Part {
        std::uint64_t version = 0;
        // The locations of the bytes: first those of the rank's variables, which change with every switch.
        std::vector<hosting::AddressRange> ranges{};
        std::vector<char> bytes{};

        void copy();
        void put_back() const;
    };
    using PartRef = std::shared_ptr<Part>;

    PartRef new_part();
    PartRef part_of(Rank rank);

    hosting::Host& host_;
    ProgramOutput& output_;
    std::vector<std::uint64_t> versions_;  // by rank: of the present contents
    std::uint64_t last_version_ = 0;
    std::vector<PartRef> latest_;             // by rank: the part that was copied or restored last
    std::vector<std::vector<PartRef>> kept_;  // by number of the copy: the parts of the ranks, then the shared one
    std::vector<hosting::AddressRange> variables_;
    std::vector<PartRef> pool_;  // all parts, so that their memory is used again
};

}  // namespace rmasim::sim
