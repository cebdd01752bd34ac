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
#include <utility>
#include <vector>

namespace rmasim::sim {

// The contents of several ranges of addresses.
class CopiedRanges {
public:
    std::vector<hosting::AddressRange>& ranges() { return ranges_; }
    void copy();
    void put_back() const;

private:
    std::vector<hosting::AddressRange> ranges_;
    std::unique_ptr<char[]> bytes_;
    std::size_t room_ = 0;
};

class ProgramCheckpoints final : public OutsideState {
public:
    // Both arguments must outlive this object.
    ProgramCheckpoints(hosting::Host& host, ProgramOutput& output);

    // Records that the memory of a rank may change now.
    void changes(Rank rank) { versions_[static_cast<std::size_t>(rank)] = ++last_version_; }

    void keep(std::size_t nth) override;
    void put_back(std::size_t nth) override;

private:
    // The memory of a rank at one moment. Its ranges begin with those of the rank's variables, which change with every
    // switch.
    struct Part {
        std::uint64_t version = 0;
        std::uint32_t users = 0;
        std::size_t pages = 0;  // the number of pages that had been written
        CopiedRanges memory{};
    };
    // A reference to a part. A part without references is reused.
    class PartRef {
    public:
        PartRef() = default;
        PartRef(Part& part, std::vector<Part*>& unused) : part_(&part), unused_(&unused) { ++part.users; }
        PartRef(const PartRef& other) : part_(other.part_), unused_(other.unused_) {
            if (part_ != nullptr) ++part_->users;
        }
        PartRef(PartRef&& other) noexcept : part_(std::exchange(other.part_, nullptr)), unused_(other.unused_) {}
        PartRef& operator=(PartRef other) noexcept {
            std::swap(part_, other.part_);
            std::swap(unused_, other.unused_);
            return *this;
        }
        ~PartRef() {
            if (part_ != nullptr && --part_->users == 0) unused_->push_back(part_);
        }
        Part* operator->() const { return part_; }
        bool is_null() const { return part_ == nullptr; }

    private:
        Part* part_ = nullptr;
        std::vector<Part*>* unused_ = nullptr;
    };
    struct Kept {
        std::vector<PartRef> parts;  // by rank
        CopiedRanges shared;
    };

    PartRef new_part();
    const PartRef& part_of(Rank rank);

    hosting::Host& host_;
    ProgramOutput& output_;
    std::vector<std::unique_ptr<Part>> all_parts_;
    std::vector<Part*> unused_parts_;
    std::vector<std::uint64_t> versions_;  // by rank: of the present contents
    std::uint64_t last_version_ = 0;
    std::vector<PartRef> latest_;  // by rank: the part that was copied or restored last
    std::vector<Kept> kept_;       // by number of the copy
    std::vector<hosting::AddressRange> variables_;
    bool watches_pages_ = false;
};

}  // namespace rmasim::sim
