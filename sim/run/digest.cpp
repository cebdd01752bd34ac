#include "sim/run/digest.h"

#include <fmt/core.h>
#include <xxhash.h>

#include <array>
#include <bit>
#include <new>
#include <utility>

namespace rmasim::sim {

static_assert(std::endian::native == std::endian::little, "the digest hashes words as they lie in memory");

namespace {

// The numbers of kinds and flags in digests. They stay as they are, whatever becomes of the enumerations, so that the
// digest of a run that has not changed does not change.
constexpr std::array<std::uint8_t, packet_kind_count> kind_numbers{
    0,  1, 2,  10, 11, 12, 3, 4, 5, 13,  // PUT ACC GET GET_ACC FOP CAS LOCK UNLOCK RMA_DONE COMPLETE
    7,  8, 9,  14, 15, 16,               // LOCK_GRANTED RMA_DONE_ACK GET_RESP GET_ACC_RESP FOP_RESP CAS_RESP
    17, 6, 19, 20, 18,                   // POST BARRIER NODE_BARRIER OP_COUNTS SEND
};

constexpr std::array<std::pair<PacketFlag, std::uint8_t>, 8> flag_numbers{{
    {PacketFlag::lock_shared, 1},
    {PacketFlag::lock_exclusive, 2},
    {PacketFlag::rma_done, 4},
    {PacketFlag::unlock, 8},
    {PacketFlag::lock_granted, 16},
    {PacketFlag::rma_done_ack, 32},
    {PacketFlag::complete, 64},
    {PacketFlag::resend, 128},
}};

constexpr std::array<std::uint8_t, packet_flag_sets> flag_set_numbers = [] {
    std::array<std::uint8_t, packet_flag_sets> numbers{};
    for (std::size_t set = 0; set < numbers.size(); ++set) {
        unsigned sum = 0;
        for (const auto& [flag, number] : flag_numbers) sum += has(static_cast<PacketFlag>(set), flag) ? number : 0u;
        numbers[set] = static_cast<std::uint8_t>(sum);
    }
    return numbers;
}();

template <std::size_t N>
constexpr bool all_differ(const std::array<std::uint8_t, N>& numbers) {
    std::array<bool, 256> taken{};
    for (const std::uint8_t number : numbers) {
        if (std::exchange(taken[number], true)) return false;
    }
    return true;
}
// One that was forgotten would pass for another, and digests that should differ would not.
static_assert(all_differ(kind_numbers), "every kind has a number of its own");
static_assert(all_differ(flag_set_numbers), "every flag has a bit of its own");

std::uint8_t number_of(PacketKind kind) { return kind_numbers[static_cast<std::size_t>(kind)]; }
std::uint8_t number_of(PacketFlag flags) { return flag_set_numbers[static_cast<std::size_t>(flags)]; }

}  // namespace

Digest::Digest() : state_(XXH3_createState()) {
    if (state_ == nullptr) throw std::bad_alloc();
    XXH3_64bits_reset(state_);
}

Digest::~Digest() { XXH3_freeState(state_); }

void Digest::add(Time now, const Event& event) {
    const auto word = [](auto value) { return static_cast<std::uint64_t>(value); };
    const Packet& packet = event.packet;
    const bool of_rank = event.kind == EventKind::run_rank || event.kind == EventKind::take_turn;
    if (count_ + words_an_event > words_at_a_time) flush();
    std::uint64_t* to = words_.data() + count_;
    // Fields one by one, never the struct: padding bytes have no value.
    *to++ = word(now);
    *to++ = of_rank ? word(event.thread) << 32 | word(event.rank)
                    : word(static_cast<std::uint32_t>(packet.source)) << 32 |
                          word(static_cast<std::uint32_t>(packet.target));
    *to++ = word(event.kind) << 56 | word(number_of(packet.kind)) << 48 | word(number_of(packet.flags)) << 40 |
            word(packet.round) << 32 | word(packet.window);
    *to++ = word(packet.op) << 32 | word(packet.region.bytes());
    // A reply's place is its request's, which has been counted.
    *to++ = is_reply(packet.kind) ? 0 : packet.region.disp_bytes;
    if (!packet.region.basic()) *to++ = word(packet.region.block_length) << 32 | word(packet.region.stride);
    count_ = static_cast<std::size_t>(to - words_.data());
}

void Digest::flush() {
    XXH3_64bits_update(state_, words_.data(), count_ * sizeof words_[0]);
    count_ = 0;
}

std::string Digest::hex() {
    flush();
    return fmt::format("{:016x}", XXH3_64bits_digest(state_));
}

}  // namespace rmasim::sim
