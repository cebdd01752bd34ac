#include "sim/mpi/explored/program_checkpoints.h"

#include "sim/machine/arena/arena.h"

#include <algorithm>
#include <cstring>

namespace rmasim::sim {

ProgramCheckpoints::ProgramCheckpoints(hosting::Host& host, ProgramOutput& output)
    : host_(host), output_(output), versions_(static_cast<std::size_t>(host.ranks()), 0),
      latest_(static_cast<std::size_t>(host.ranks())) {}

void ProgramCheckpoints::Part::copy() {
    std::size_t size = 0;
    for (const hosting::AddressRange& range : ranges) size += range.bytes();
    bytes.resize(size);
    char* to = bytes.data();
    for (const hosting::AddressRange& range : ranges) {
        std::memcpy(to, range.begin, range.bytes());
        to += range.bytes();
    }
}

void ProgramCheckpoints::Part::put_back() const {
    const char* from = bytes.data();
    for (const hosting::AddressRange& range : ranges) {
        std::memcpy(range.begin, from, range.bytes());
        from += range.bytes();
    }
}

// Returns a part that no copy uses.
ProgramCheckpoints::PartRef ProgramCheckpoints::new_part() {
    for (auto one = pool_.rbegin(); one != pool_.rend(); ++one) {
        if (one->use_count() == 1) return *one;
    }
    return pool_.emplace_back(std::make_shared<Part>());
}

ProgramCheckpoints::PartRef ProgramCheckpoints::part_of(Rank rank) {
    const auto number = static_cast<std::size_t>(rank);
    PartRef& latest = latest_[number];
    if (latest != nullptr && latest->version == versions_[number]) return latest;
    latest.reset();
    latest = new_part();
    latest->version = versions_[number];
    latest->ranges.clear();
    host_.images().add_variables_of(rank, latest->ranges);
    host_.add_memory_of(rank, latest->ranges);
    latest->ranges.push_back(output_.state_of(rank));
    latest->copy();
    return latest;
}

void ProgramCheckpoints::keep(std::size_t nth) {
    const Arena::Pause pause;
    if (kept_.size() <= nth) kept_.resize(nth + 1);
    for (std::size_t later = nth; later < kept_.size(); ++later) kept_[later].clear();
    std::vector<PartRef>& parts = kept_[nth];
    for (Rank rank = 0; rank < host_.ranks(); ++rank) parts.push_back(part_of(rank));
    PartRef shared = new_part();
    shared->ranges.clear();
    hosting::HeapMapping::get().add_own_memory(shared->ranges);
    shared->copy();
    parts.push_back(std::move(shared));
}

void ProgramCheckpoints::put_back(std::size_t nth) {
    const Arena::Pause pause;
    const std::vector<PartRef>& parts = kept_[nth];
    parts.back()->put_back();
    for (Rank rank = 0; rank < host_.ranks(); ++rank) {
        const auto number = static_cast<std::size_t>(rank);
        const PartRef& part = parts[number];
        if (versions_[number] == part->version) continue;
        variables_.clear();
        host_.images().add_variables_of(rank, variables_);
        std::ranges::copy(variables_, part->ranges.begin());
        part->put_back();
        versions_[number] = part->version;
        latest_[number] = part;
    }
}

}  // namespace rmasim::sim
