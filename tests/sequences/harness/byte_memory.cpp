#include "tests/sequences/harness/byte_memory.h"

#include "protocol/base/errors.h"
#include "tests/sequences/harness/values.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <new>

namespace rmasim::seq {

namespace {

using Bytes = std::span<std::byte>;

void copy(Bytes to, Bytes from) { std::memcpy(to.data(), from.data(), to.size()); }

}  // namespace

ByteMemory::ByteMemory(Rank ranks, WindowId windows, std::size_t window_bytes, Rank node, Transcript& transcript)
    : ranks_(ranks), windows_(windows), node_(node), window_bytes_(window_bytes),
      memory_(static_cast<std::size_t>(ranks) * windows, std::vector<std::byte>(window_bytes)),
      transcript_(transcript) {}

NodeRanks ByteMemory::node_of(Rank rank) const { return NodeRanks::of(rank, node_, ranks_); }

ByteMemory::~ByteMemory() {
    for (std::byte* payload : payloads_) std::free(payload);
}

Payload ByteMemory::allocate(std::size_t bytes) {
    auto* const block = static_cast<std::byte*>(std::malloc(bytes == 0 ? 1 : bytes));
    if (block == nullptr) throw std::bad_alloc();
    payloads_.insert(block);
    return {block};
}

void ByteMemory::release(Payload payload) {
    if (payloads_.erase(payload.bytes) == 0) throw ProtocolError("a payload is given back that is not out");
    std::free(payload.bytes);
}

Payload ByteMemory::gather(Rank, const OriginBuffer& origin, Datatype datatype, std::uint32_t count) {
    const std::size_t bytes = count * bytes_of(datatype);
    const Payload payload = allocate(bytes);
    const Bytes all(payload.bytes, bytes);
    fill(all, datatype, origin.first);
    if (static_cast<Buffer>(origin.tag) == Buffer::exchange) fill(all.last(bytes / 2), datatype, origin.second);
    return payload;
}

void ByteMemory::scatter(Rank rank, const OriginBuffer& result, Datatype datatype, std::uint32_t count,
                         Payload payload) {
    const std::span<const std::byte> data(payload.bytes, count * bytes_of(datatype));
    const bool message = static_cast<Buffer>(result.tag) == Buffer::message;
    const std::string_view what = message ? "recv" : name_of(static_cast<OpKind>(result.first));
    transcript_.add(fmt::format("{}: {} brings {}", rank, what, text_of(data, datatype)));
}

template <class Use>
void ByteMemory::for_each_block(Rank rank, WindowId window, const Region& region, Payload payload, Use use) {
    const Bytes extent = part(rank, window, region.disp_bytes, region.extent_bytes());
    const std::size_t element = bytes_of(region.datatype);
    const std::size_t block = region.basic() ? region.count : region.block_length;
    for (std::size_t done = 0; done < region.count;) {
        const std::size_t elements = std::min<std::size_t>(block, region.count - done);
        const std::size_t at = region.basic() ? 0 : done / block * region.stride;
        use(extent.subspan(at * element, elements * element),
            Bytes(payload.bytes + done * element, elements * element));
        done += elements;
    }
}

Payload ByteMemory::read(Rank /*by*/, Rank owner, WindowId window, const Region& region) {
    const Payload payload = allocate(region.bytes());
    for_each_block(owner, window, region, payload, [](Bytes memory, Bytes data) { copy(data, memory); });
    return payload;
}

void ByteMemory::write(Rank /*by*/, Rank owner, WindowId window, const Region& region, Payload payload) {
    for_each_block(owner, window, region, payload, [](Bytes memory, Bytes data) { copy(memory, data); });
}

void ByteMemory::accumulate(Rank /*by*/, Rank owner, WindowId window, const Region& region, ReduceOp reduce,
                            Payload payload) {
    for_each_block(owner, window, region, payload,
                   [&](Bytes memory, Bytes data) { reduce_into(memory, data, region.datatype, reduce); });
}

void ByteMemory::compare_and_swap(Rank /*by*/, Rank owner, WindowId window, const Region& region, Payload payload) {
    const Bytes memory = part(owner, window, region.disp_bytes, region.bytes());
    const Bytes wanted(payload.bytes, region.bytes());
    const Bytes compared(payload.bytes + region.bytes(), region.bytes());
    if (std::equal(memory.begin(), memory.end(), compared.begin())) copy(memory, wanted);
}

Bytes ByteMemory::part(Rank rank, WindowId window, std::uint64_t disp_bytes, std::size_t bytes) {
    std::vector<std::byte>& all = memory_.at(static_cast<std::size_t>(rank) * windows_ + window);
    if (disp_bytes > all.size() || bytes > all.size() - disp_bytes) throw ProtocolError("access outside the window");
    return std::span(all).subspan(disp_bytes, bytes);
}

}  // namespace rmasim::seq
