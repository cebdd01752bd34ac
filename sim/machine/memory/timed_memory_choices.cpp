#include "sim/machine/memory/timed_memory_choices.h"

#include "sim/scenario/expression/random.h"

namespace rmasim::sim {

namespace {

constexpr std::int64_t ps_per_ns = 1000;
// Each rank and serial has a random stream. The number of the stream has, from the lowest bit: 24 bits of the rank, 35
// bits of the serial, 3 bits of the rank, 1 bit for copies, and 1 bit that is always set. The streams without that bit
// belong to ranks and their threads.
constexpr unsigned low_bits = 24, high_shift = 59;
constexpr std::uint64_t stream_bit = std::uint64_t{1} << 63;
constexpr std::uint64_t copy_bit = std::uint64_t{1} << 38;  // set in the serials of copies; serials of stores are lower

std::uint64_t stream_of(Rank rank, std::uint64_t serial) {
    const auto number = static_cast<std::uint64_t>(rank);
    const std::uint64_t low = number % (std::uint64_t{1} << low_bits), high = number >> low_bits;
    return stream_bit | (serial << low_bits ^ high << high_shift) | low;
}

}  // namespace

TimedMemoryChoices::TimedMemoryChoices(const MemorySettings& settings, std::uint64_t seed, const RankClock& clock)
    : drain_ps_(settings.drain_ns * ps_per_ns), stale_ps_(settings.stale_ns * ps_per_ns), seed_(seed), clock_(clock) {}

std::int64_t TimedMemoryChoices::random_below(std::int64_t end, Rank rank, std::uint64_t serial) const {
    Random random(seed_, stream_of(rank, serial));
    return static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(end)));
}

std::int64_t TimedMemoryChoices::leaves_at_ps(Rank rank, std::uint64_t serial) {
    return clock_.now_ps(rank) + random_below(drain_ps_ + 1, rank, serial);
}

std::size_t TimedMemoryChoices::leaves_first(Rank, std::int64_t moment_ps, std::span<const MayLeave> stores) {
    std::size_t first = stores.size();
    for (std::size_t i = 0; i < stores.size(); ++i) {
        if (stores[i].leaves_at_ps > moment_ps) continue;
        if (first == stores.size() || stores[i].leaves_at_ps < stores[first].leaves_at_ps) first = i;
    }
    return first;
}

// Returns the index of the oldest value that can still be loaded; 0, the current value, if there is none.
std::size_t TimedMemoryChoices::loads(Rank by, std::span<const MayLoad> values) {
    const std::int64_t now = clock_.now_ps(by);
    for (std::size_t i = values.size() - 1; i > 0; --i) {
        if (now < values[i].overwritten_at_ps + random_below(stale_ps_ + 1, by, values[i].oldest)) return i;
    }
    return 0;
}

bool TimedMemoryChoices::copies_at_once(Rank rank, std::uint64_t nth) {
    return random_below(2, rank, copy_bit | nth) == 0;
}

}  // namespace rmasim::sim
