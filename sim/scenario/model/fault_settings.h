// The faults of a scenario. Times are virtual, in nanoseconds.
#pragma once

#include "protocol/base/observer.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace rmasim::sim {

// The ranks that a fault concerns. "All ranks" is stored without a list.
class RankSet {
public:
    static RankSet all() { return RankSet{}; }
    static RankSet of(std::vector<Rank> ascending) {
        RankSet set;
        set.all_ = false;
        set.ranks_ = std::move(ascending);
        return set;
    }

    bool contains(Rank rank) const { return all_ || std::binary_search(ranks_.begin(), ranks_.end(), rank); }

private:
    bool all_ = true;
    std::vector<Rank> ranks_;
};

struct PairDelay {
    RankSet from, to;
    std::int64_t delay_ns = 0;
    std::int64_t jitter_ns = 0;  // a random additional delay up to this
};

struct ProfilePoint {
    std::int64_t at_ns;
    double percent;  // of the link's bandwidth on the platform
};

struct LinkDegradation {
    std::string place;  // JSON path in the scenario
    std::string link;   // a name, or a pattern with *
    std::vector<ProfilePoint> bandwidth, latency;
    std::int64_t period_ns = 0;  // the profiles repeat after this time; 0: they do not repeat
};

struct Straggler {
    RankSet ranks;
    double slowdown = 1;
};

// A NIC or a processor stands still for some time.
struct Standstill {
    RankSet ranks;
    std::int64_t at_ns = 0;
    std::int64_t for_ns = 0;
    std::int64_t every_ns = 0;  // 0: once
};

struct PacketLoss {
    RankSet from, to;
    std::string kind;       // as printed, with flags; empty: any
    std::uint32_t nth = 1;  // which packet of each pair, from 1; 0: random ones
    double percent = 0;
};

// When a fault happens to a rank: at a time, or when it begins its n-th call.
struct Moment {
    std::optional<std::int64_t> at_ns;
    std::uint64_t at_call = 0;
};

struct Death {
    RankSet ranks;
    Moment when;
};

struct PoolShrink {
    RankSet ranks;
    Moment when;
    std::string pool;  // "op.local.w", "target.global"
    ElementKind kind = ElementKind::operation;
    PoolLevel level = PoolLevel::global;
    WindowId window = 0;   // for a local pool
    std::uint32_t to = 0;  // number of elements that remain
};

struct FaultSettings {
    std::vector<PairDelay> delays;
    std::vector<LinkDegradation> links;
    std::vector<Straggler> stragglers;
    std::vector<Standstill> stalls;  // the NICs of the nodes of these ranks
    std::vector<Standstill> pauses;
    std::vector<PacketLoss> losses;
    std::vector<Death> deaths;
    std::vector<PoolShrink> shrinks;

    bool any() const {
        return !(delays.empty() && links.empty() && stragglers.empty() && stalls.empty() && pauses.empty() &&
                 losses.empty() && deaths.empty() && shrinks.empty());
    }
};

}  // namespace rmasim::sim
