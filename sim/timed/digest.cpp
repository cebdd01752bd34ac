#include "sim/timed/digest.h"

#include <fmt/core.h>
#include <xxhash.h>

#include <bit>
#include <new>

namespace rmasim::sim {

static_assert(std::endian::native == std::endian::little, "the digest hashes words as they lie in memory");

namespace {

constexpr std::uint64_t word(auto value) { return static_cast<std::uint64_t>(value); }

}  // namespace

Digest::Digest() : state_(XXH3_createState()) {
    if (state_ == nullptr) throw std::bad_alloc();
    XXH3_64bits_reset(state_);
}

Digest::~Digest() { XXH3_freeState(state_); }

void Digest::add_packet(Time now, Event event) {
    const Packet& packet = event.packet();
    // The first version had eight flags. The others are placed where bits were free, so that old digests stay valid.
    const std::uint64_t low_flags = word(packet.flags) & 0xFF, high_flags = word(packet.flags) >> 8;
    std::uint64_t* to = words_.data() + count_;
    // Field by field, never the whole struct: padding bytes are undefined.
    *to++ = word(now);
    *to++ = word(static_cast<std::uint32_t>(packet.source)) << 32 | word(static_cast<std::uint32_t>(packet.target));
    *to++ = word(event.kind()) << 56 | word(packet.kind) << 48 | low_flags << 40 | word(packet.round) << 32 |
            high_flags << 24 | word(packet.window);
    *to++ = word(packet.op) << 32 | word(packet.region.bytes());
    // A response concerns the same region as its request, which is already in the digest.
    *to++ = is_response(packet.kind) ? 0 : packet.region.disp;
    if (!packet.region.basic()) *to++ = word(packet.region.block_length) << 32 | word(packet.region.stride);
    count_ = static_cast<std::size_t>(to - words_.data());
}

void Digest::flush() {
    XXH3_64bits_update(state_, words_.data(), count_ * sizeof words_[0]);
    count_ = 0;
}

std::string Digest::of_digests(std::string_view digests) {
    return fmt::format("{:016x}", XXH3_64bits(digests.data(), digests.size()));
}

std::string Digest::hex() {
    flush();
    return fmt::format("{:016x}", XXH3_64bits_digest(state_));
}

}  // namespace rmasim::sim
