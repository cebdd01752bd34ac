#include "sim/run/digest.h"

#include <fmt/format.h>
#include <xxhash.h>

#include <array>
#include <bit>
#include <new>

namespace rmasim::sim {

static_assert(std::endian::native == std::endian::little, "the digest hashes words as they lie in memory");

Digest::Digest() : state_(XXH3_createState()) {
    if (state_ == nullptr) throw std::bad_alloc();
    XXH3_64bits_reset(state_);
}

Digest::~Digest() { XXH3_freeState(state_); }

void Digest::add(Time now, const Event& event) {
    const auto word = [](auto value) { return static_cast<std::uint64_t>(value); };
    const Packet& packet = event.packet;
    // Fields one by one, never the struct: padding bytes have no value.
    const std::array<std::uint64_t, 5> words{
        word(now),
        event.kind == EventKind::run_rank
            ? word(event.rank)
            : word(static_cast<std::uint32_t>(packet.source)) << 32 | word(static_cast<std::uint32_t>(packet.target)),
        word(event.kind) << 56 | word(packet.kind) << 48 | word(packet.flags) << 40 | word(packet.round) << 32 |
            word(packet.window),
        word(packet.op) << 32 | word(packet.length_bytes),
        packet.disp_bytes,
    };
    XXH3_64bits_update(state_, words.data(), sizeof words);
}

std::string Digest::hex() const { return fmt::format("{:016x}", XXH3_64bits_digest(state_)); }

}  // namespace rmasim::sim
