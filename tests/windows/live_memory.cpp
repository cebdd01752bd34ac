#include "tests/windows/live_memory.h"

#include <cstring>
#include <memory>

namespace rmasim::windows_test {

namespace {

constexpr std::size_t word_bytes = sizeof(std::int64_t);

}  // namespace

LiveMemory::~LiveMemory() = default;

void LiveMemory::begin(Rank owner, WindowId window) {
    const std::uint32_t unit = (1 + static_cast<std::uint32_t>(owner) % 3) * static_cast<std::uint32_t>(word_bytes);
    parts_[{owner, window}] = {{unit + word_bytes, unit, true}, std::vector<std::byte>(unit + word_bytes)};
}

const LiveMemory::Part& LiveMemory::part(Rank owner, WindowId window) const {
    const auto found = parts_.find({owner, window});
    if (found == parts_.end()) throw ProtocolError("memory of a window is asked for that the rank has not made");
    return found->second;
}

std::byte* LiveMemory::at(Rank owner, WindowId window, const Region& region) {
    const Part& there = part(owner, window);
    if (region.disp + region.bytes() > there.bytes.size()) throw ProtocolError("an access outside of the window");
    return parts_[{owner, window}].bytes.data() + region.disp;
}

std::int64_t LiveMemory::word(Rank owner, WindowId window) const {
    const Part& there = part(owner, window);
    std::int64_t word = 0;
    std::memcpy(&word, there.bytes.data() + there.shape.disp_unit, word_bytes);
    return word;
}

Payload LiveMemory::gather(Rank, const OriginBuffer& origin, Datatype, std::uint32_t) {
    const Payload payload = allocate(word_bytes);
    std::memcpy(payload.bytes, &origin.first, word_bytes);
    return payload;
}

Payload LiveMemory::read(Rank, Rank owner, WindowId window, const Region& region) {
    const Payload payload = allocate(region.bytes());
    std::memcpy(payload.bytes, at(owner, window, region), region.bytes());
    return payload;
}

void LiveMemory::write(Rank, Rank owner, WindowId window, const Region& region, Payload payload) {
    std::memcpy(at(owner, window, region), payload.bytes, region.bytes());
}

Payload LiveMemory::allocate(std::size_t bytes) {
    ++payloads_;
    return {std::make_unique<std::byte[]>(bytes).release()};
}

void LiveMemory::release(Payload payload) {
    if (payload.bytes == nullptr) return;
    const std::unique_ptr<std::byte[]> released(payload.bytes);
    --payloads_;
}

}  // namespace rmasim::windows_test
