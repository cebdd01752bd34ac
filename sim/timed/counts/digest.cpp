#include "sim/timed/counts/digest.h"

#include <fmt/core.h>

#include <array>
#include <bit>

// Inlines the functions of xxHash, so that a hash of a few words needs only a few instructions.
#define XXH_INLINE_ALL
#include <xxhash.h>

namespace rmasim::sim {

static_assert(std::endian::native == std::endian::little, "the digest hashes words as they lie in memory");

namespace {

constexpr std::uint64_t word(auto value) { return static_cast<std::uint64_t>(value); }

template <std::size_t count>
std::uint64_t hash_of(const std::array<std::uint64_t, count>& words) {
    return XXH3_64bits(words.data(), sizeof words);
}

}  // namespace

// Hashes the fields one by one, not the whole struct, because padding bytes are undefined. The attribute `flatten`
// inlines the function of xxHash, which then needs no tests of the length.
[[gnu::flatten]] std::uint64_t Digest::hash_of_packet(Time now, Event event) const {
    const Packet& packet = event.packet();
    const std::uint64_t ranks =
        word(static_cast<std::uint32_t>(packet.source)) << 32 | word(static_cast<std::uint32_t>(packet.target));
    const std::uint64_t kind = word(event.kind()) << 56 | word(packet.kind) << 48 | word(packet.flags) << 32 |
                               word(packet.window) << 8 | word(packet.round);
    const std::uint64_t op = word(packet.op) << 32 | word(packet.region.bytes());
    // The displacement of a response is omitted, since its request has the same displacement and is in the digest.
    const bool is_address = packet.window < has_addresses_.size() && has_addresses_[packet.window];
    const std::uint64_t disp = is_response(packet.kind) || is_address ? 0 : packet.region.disp;
    if (packet.region.basic()) [[likely]]
        return hash_of<5>({word(now), ranks, kind, op, disp});
    const std::uint64_t blocks = word(packet.region.block_length) << 32 | word(packet.region.stride);
    return hash_of<6>({word(now), ranks, kind, op, disp, blocks});
}

[[gnu::flatten]] std::uint64_t Digest::hash_without_packet(Time now, Event event) {
    return hash_of<2>({word(now), word(static_cast<std::uint32_t>(event.rank())) << 32 | word(event.thread()) << 16 |
                                      word(event.kind())});
}

std::string Digest::of_digests(std::string_view digests) {
    return fmt::format("{:016x}", XXH3_64bits(digests.data(), digests.size()));
}

std::string Digest::hex_of(std::uint64_t sum) { return fmt::format("{:016x}", sum); }

}  // namespace rmasim::sim
