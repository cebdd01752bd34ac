// The MemoryChoices of `rmasim run`, which use random numbers and virtual time. A store leaves its buffer within
// MemorySettings::drain_ns. After a value was overwritten, loads may return it for at most MemorySettings::stale_ns. A
// random number depends only on the seed, the rank and the serial number of the store
// (sim/scenario/expression/random.h), not on the random numbers that were generated before.
#pragma once

#include "sim/machine/memory/memory_choices.h"
#include "sim/scenario/model/scenario.h"

namespace rmasim::sim {

class RankClock {
public:
    virtual ~RankClock() = default;
    // The rank's own virtual time, in picoseconds.
    virtual std::int64_t now_ps(Rank rank) const = 0;
};

class TimedMemoryChoices final : public MemoryChoices {
public:
    // `clock` must outlive this object.
    TimedMemoryChoices(const MemorySettings& settings, std::uint64_t seed, const RankClock& clock);

    std::int64_t now_ps(Rank rank) const override { return clock_.now_ps(rank); }
    std::int64_t leaves_at_ps(Rank rank, std::uint64_t serial) override;
    std::size_t leaves_first(Rank by, std::int64_t moment_ps, std::span<const MayLeave> stores) override;
    std::size_t loads(Rank by, std::span<const MayLoad> values) override;
    bool copies_at_once(Rank rank, std::uint64_t nth) override;

private:
    std::int64_t random_below(std::int64_t end, Rank rank, std::uint64_t serial) const;

    std::int64_t drain_ps_;
    std::int64_t stale_ps_;
    std::uint64_t seed_;
    const RankClock& clock_;
};

}  // namespace rmasim::sim
