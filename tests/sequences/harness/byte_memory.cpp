#include "tests/sequences/harness/byte_memory.h"

#include "protocol/base/errors.h"
#include "tests/sequences/harness/values.h"

#include <fmt/format.h>

#include <cstdlib>
#include <cstring>
#include <new>

namespace rmasim::seq {

ByteMemory::ByteMemory(Rank ranks, WindowId windows, std::size_t window_bytes, Transcript& transcript)
    : windows_(windows), window_bytes_(window_bytes),
      memory_(static_cast<std::size_t>(ranks) * windows, std::vector<std::byte>(window_bytes)),
      transcript_(transcript) {}

ByteMemory::~ByteMemory() {
    for (std::byte* payload : payloads_) std::free(payload);
}

Payload ByteMemory::make_payload(std::size_t bytes) {
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
    const Payload payload = make_payload(bytes);
    fill({payload.bytes, bytes}, datatype, origin.first);
    return payload;
}

void ByteMemory::scatter(Rank rank, const OriginBuffer&, Datatype datatype, std::uint32_t count, Payload payload) {
    const std::span<const std::byte> data(payload.bytes, count * bytes_of(datatype));
    transcript_.add(fmt::format("{}: get brings {}", rank, text_of(data, datatype)));
}

Payload ByteMemory::read(Rank rank, WindowId window, std::uint64_t disp_bytes, std::uint32_t bytes) {
    const Payload payload = make_payload(bytes);
    std::memcpy(payload.bytes, part(rank, window, disp_bytes, bytes).data(), bytes);
    return payload;
}

void ByteMemory::write(Rank rank, WindowId window, std::uint64_t disp_bytes, std::uint32_t bytes, Payload payload) {
    std::memcpy(part(rank, window, disp_bytes, bytes).data(), payload.bytes, bytes);
}

void ByteMemory::accumulate(Rank rank, WindowId window, std::uint64_t disp_bytes, std::uint32_t bytes,
                            Datatype datatype, ReduceOp reduce, Payload payload) {
    reduce_into(part(rank, window, disp_bytes, bytes), {payload.bytes, bytes}, datatype, reduce);
}

std::span<std::byte> ByteMemory::part(Rank rank, WindowId window, std::uint64_t disp_bytes, std::size_t bytes) {
    std::vector<std::byte>& all = memory_.at(static_cast<std::size_t>(rank) * windows_ + window);
    if (disp_bytes > all.size() || bytes > all.size() - disp_bytes) throw ProtocolError("access outside the window");
    return std::span(all).subspan(disp_bytes, bytes);
}

}  // namespace rmasim::seq
