#include "sim/machine/memory/sparse_bytes.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace rmasim::sim {

namespace {

constexpr std::size_t min_slots = 8;

// Splits a range at page boundaries. Calls `use(page, first byte in the page, offset in the range, number of bytes)`
// for each page.
template <class Use>
void for_each_part(std::uint64_t first, std::size_t bytes, Use use) {
    for (std::size_t done = 0; done < bytes;) {
        const auto on_page = static_cast<std::size_t>((first + done) % page_bytes);
        const std::size_t count = std::min(bytes - done, page_bytes - on_page);
        use((first + done) / page_bytes, on_page, done, count);
        done += count;
    }
}

}  // namespace

bool is_zero(std::span<const std::byte> bytes) {
    return bytes.empty() ||
           (bytes[0] == std::byte{0} && std::memcmp(bytes.data(), bytes.data() + 1, bytes.size() - 1) == 0);
}

// Returns the slot of the page. If the page does not exist, returns the slot for its insertion. There is always a free
// slot.
std::size_t SparseBytes::slot_of(std::uint64_t number) const {
    const unsigned bits = static_cast<unsigned>(std::countr_zero(slots_.size()));
    auto slot = static_cast<std::size_t>(number * 0x9E3779B97F4A7C15u >> (64 - bits));
    while (slots_[slot].bytes && slots_[slot].number != number) slot = (slot + 1) % slots_.size();
    return slot;
}

const SparseBytes::Page* SparseBytes::find(std::uint64_t number) const {
    if (used_ == 0) return nullptr;
    const Page& page = slots_[slot_of(number)];
    return page.bytes ? &page : nullptr;
}

SparseBytes::Page& SparseBytes::made(std::uint64_t number) {
    if (4 * (used_ + 1) > 3 * slots_.size()) grow();
    Page& page = slots_[slot_of(number)];
    if (!page.bytes) {
        page = {number, std::make_unique<std::byte[]>(page_bytes)};
        ++used_;
    }
    return page;
}

void SparseBytes::grow() {
    std::vector<Page> before(std::max(min_slots, 2 * slots_.size()));
    before.swap(slots_);
    for (Page& page : before) {
        if (page.bytes) slots_[slot_of(page.number)] = std::move(page);
    }
}

void SparseBytes::read(std::uint64_t first, std::byte* to, std::size_t bytes) const {
    for_each_part(first, bytes, [&](std::uint64_t number, std::size_t on_page, std::size_t offset, std::size_t count) {
        if (const Page* const page = find(number)) std::memcpy(to + offset, page->bytes.get() + on_page, count);
        else std::memset(to + offset, 0, count);
    });
}

void SparseBytes::write(std::uint64_t first, const std::byte* from, std::size_t bytes) {
    for_each_part(first, bytes, [&](std::uint64_t number, std::size_t on_page, std::size_t offset, std::size_t count) {
        std::memcpy(made(number).bytes.get() + on_page, from + offset, count);
    });
}

// Sets the bytes to 0. Does not free pages, since bytes that were written once are likely to be written again.
void SparseBytes::clear(std::uint64_t first, std::uint64_t bytes) {
    for (const std::uint64_t number : numbers(first / page_bytes, (first + bytes + page_bytes - 1) / page_bytes)) {
        const std::uint64_t begin = std::max(first, number * page_bytes);
        const std::uint64_t end = std::min(first + bytes, (number + 1) * page_bytes);
        std::memset(made(number).bytes.get() + (begin - number * page_bytes), 0, static_cast<std::size_t>(end - begin));
    }
}

void SparseBytes::clear() {
    slots_.clear();
    used_ = 0;
}

std::vector<std::uint64_t> SparseBytes::numbers(std::uint64_t first, std::uint64_t end) const {
    std::vector<std::uint64_t> found;
    for (const Page& page : slots_) {
        if (page.bytes && page.number >= first && page.number < end) found.push_back(page.number);
    }
    std::sort(found.begin(), found.end());
    return found;
}

}  // namespace rmasim::sim
