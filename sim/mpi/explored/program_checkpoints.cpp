#include "sim/mpi/explored/program_checkpoints.h"

#include "sim/machine/arena/arena.h"
#include "sim/mpi/process/written_pages.h"

#include <algorithm>
#include <cstring>

namespace rmasim::sim {

void CopiedRanges::copy() {
    std::size_t size = 0;
    for (const hosting::AddressRange& range : ranges_) size += range.bytes();
    if (room_ < size) {
        room_ = size + size / 4;
        bytes_ = std::make_unique_for_overwrite<char[]>(room_);
    }
    char* to = bytes_.get();
    for (const hosting::AddressRange& range : ranges_) {
        std::memcpy(to, range.begin, range.bytes());
        to += range.bytes();
    }
}

void CopiedRanges::put_back() const {
    const char* from = bytes_.get();
    for (const hosting::AddressRange& range : ranges_) {
        std::memcpy(range.begin, from, range.bytes());
        from += range.bytes();
    }
}

ProgramCheckpoints::ProgramCheckpoints(hosting::Host& host, ProgramOutput& output)
    : host_(host), output_(output), versions_(static_cast<std::size_t>(host.ranks()), 0),
      latest_(static_cast<std::size_t>(host.ranks())) {}

ProgramCheckpoints::PartRef ProgramCheckpoints::new_part() {
    if (unused_parts_.empty()) {
        all_parts_.push_back(std::make_unique<Part>());
        unused_parts_.reserve(all_parts_.size());
        return {*all_parts_.back(), unused_parts_};
    }
    Part& part = *unused_parts_.back();
    unused_parts_.pop_back();
    return {part, unused_parts_};
}

const ProgramCheckpoints::PartRef& ProgramCheckpoints::part_of(Rank rank) {
    const auto number = static_cast<std::size_t>(rank);
    PartRef& latest = latest_[number];
    if (!latest.is_null() && latest->version == versions_[number]) return latest;
    latest = {};
    latest = new_part();
    latest->version = versions_[number];
    std::vector<hosting::AddressRange>& ranges = latest->memory.ranges();
    ranges.clear();
    host_.images().add_variables_of(rank, ranges);
    host_.add_memory_of(rank, ranges);
    ranges.push_back(output_.state_of(rank));
    latest->memory.copy();
    latest->pages = hosting::WrittenPages::get().count();
    return latest;
}

void ProgramCheckpoints::keep(std::size_t nth) {
    const Arena::Pause pause;
    if (!std::exchange(watches_pages_, true)) hosting::HeapMapping::get().watch_pages(host_.ranks());
    if (kept_.size() <= nth) kept_.resize(nth + 1);
    for (std::size_t later = nth; later < kept_.size() && !kept_[later].parts.empty(); ++later)
        kept_[later].parts.clear();
    Kept& kept = kept_[nth];
    for (Rank rank = 0; rank < host_.ranks(); ++rank) kept.parts.push_back(part_of(rank));
    kept.shared.ranges().clear();
    hosting::HeapMapping::get().add_own_memory(kept.shared.ranges());
    kept.shared.copy();
}

void ProgramCheckpoints::put_back(std::size_t nth) {
    const Arena::Pause pause;
    const Kept& kept = kept_[nth];
    kept.shared.put_back();
    for (Rank rank = 0; rank < host_.ranks(); ++rank) {
        const auto number = static_cast<std::size_t>(rank);
        const PartRef& part = kept.parts[number];
        if (versions_[number] == part->version) continue;
        variables_.clear();
        host_.images().add_variables_of(rank, variables_);
        std::ranges::copy(variables_, part->memory.ranges().begin());
        part->memory.put_back();
        hosting::HeapMapping::get().put_back_pages(*host_.heap(rank), part->pages);
        versions_[number] = part->version;
        latest_[number] = part;
    }
}

}  // namespace rmasim::sim
