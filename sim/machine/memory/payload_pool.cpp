#include "sim/machine/memory/payload_pool.h"

#include <algorithm>
#include <bit>
#include <new>

namespace rmasim::sim {

Payload PayloadPool::take(std::size_t bytes) {
    const std::size_t size_class = static_cast<std::size_t>(std::bit_width(std::max<std::size_t>(bytes, 16) - 1));
    Header* block = free_[size_class];
    if (block != nullptr) {
        free_[size_class] = block->next_free;
    } else {
        blocks_.push_back(std::make_unique_for_overwrite<std::byte[]>(sizeof(Header) + (std::size_t{1} << size_class)));
        block = new (blocks_.back().get()) Header{nullptr, size_class & 63, 0};
    }
    block->bytes = bytes & (~std::uint64_t{0} >> 6);
    ++in_flight_;
    return {reinterpret_cast<std::byte*>(block + 1)};
}

void PayloadPool::give_back(Payload payload) {
    if (payload.bytes == nullptr) return;
    Header* const block = reinterpret_cast<Header*>(payload.bytes) - 1;
    block->next_free = free_[block->size_class];
    free_[block->size_class] = block;
    --in_flight_;
}

void PayloadPool::take_all_back() {
    if (in_flight_ == 0) return;
    free_.fill(nullptr);
    for (const auto& block : blocks_) {
        auto* const header = reinterpret_cast<Header*>(block.get());
        header->next_free = free_[header->size_class];
        free_[header->size_class] = header;
    }
    in_flight_ = 0;
}

}  // namespace rmasim::sim
