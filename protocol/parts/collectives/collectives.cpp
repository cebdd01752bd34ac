#include "protocol/parts/collectives/collectives.h"

#include <algorithm>

namespace rmasim {

std::uint32_t Collectives::begin(WindowId comm) {
    auto at = std::find_if(begun_.begin(), begun_.end(), [comm](const auto& one) { return one.first == comm; });
    if (at == begun_.end()) at = begun_.insert(at, {comm, 0});
    return at->second++;
}

namespace {

bool is_from(const CollectiveSource& source, const Packet& packet) {
    return packet.source == source.rank && packet.op == source.number && packet.window == source.comm;
}

}  // namespace

std::size_t EarlyMessages::bucket_of(const CollectiveSource& source) const {
    const std::uint64_t key = (std::uint64_t{source.number} << 32) + static_cast<std::uint32_t>(source.rank);
    return static_cast<std::size_t>((key * 0x9E3779B97F4A7C15u) >> 32) & (buckets_.size() - 1);
}

void EarlyMessages::add(const Packet& packet) {
    if (used_ == buckets_.size()) grow();
    std::uint32_t index = free_;
    if (index == none) {
        index = static_cast<std::uint32_t>(entries_.size());
        entries_.emplace_back();
    } else {
        free_ = entries_[index].next;
    }
    entries_[index] = {packet, none, ++last_number_};
    ++used_;
    append(index);
}

void EarlyMessages::append(std::uint32_t index) {
    const Packet& packet = entries_[index].packet;
    std::uint32_t* last = &buckets_[bucket_of({packet.window, packet.op, packet.source})];
    while (*last != none) last = &entries_[*last].next;
    *last = index;
}

void EarlyMessages::grow() {
    constexpr std::size_t few = 8;
    std::vector<std::uint32_t> used;
    for (const std::uint32_t first : buckets_) {
        for (std::uint32_t at = first; at != none; at = entries_[at].next) used.push_back(at);
    }
    buckets_.assign(std::max(few, 2 * buckets_.size()), none);
    for (const std::uint32_t index : used) entries_[index].next = none;
    for (const std::uint32_t index : used) append(index);
}

const Packet* EarlyMessages::find(const CollectiveSource& source) const {
    if (used_ == 0) return nullptr;
    for (std::uint32_t at = buckets_[bucket_of(source)]; at != none; at = entries_[at].next) {
        if (is_from(source, entries_[at].packet)) return &entries_[at].packet;
    }
    return nullptr;
}

void EarlyMessages::remove(const CollectiveSource& source) {
    std::uint32_t* link = &buckets_[bucket_of(source)];
    while (!is_from(source, entries_[*link].packet)) link = &entries_[*link].next;
    const std::uint32_t index = *link;
    *link = entries_[index].next;
    entries_[index].number = 0;
    entries_[index].next = free_;
    free_ = index;
    --used_;
}

const Packet* EarlyMessages::oldest() const {
    const Entry* oldest = nullptr;
    for (const Entry& entry : entries_) {
        if (entry.number != 0 && (oldest == nullptr || entry.number < oldest->number)) oldest = &entry;
    }
    return oldest == nullptr ? nullptr : &oldest->packet;
}

}  // namespace rmasim
