// What goes wrong in a run, as a scenario asks for it. Times are virtual, nanoseconds.
#pragma once

#include "protocol/base/observer.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace rmasim::sim {

// The ranks a fault is about; all of them take no room.
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
    std::int64_t jitter_ns = 0;  // and up to so much more, at random
};

struct ProfilePoint {
    std::int64_t at_ns;
    double percent;  // of what the platform gives the link
};

struct LinkDegradation {
    std::string place;  // JSON path in the scenario
    std::string link;   // a name, or a pattern with *
    std::vector<ProfilePoint> bandwidth, latency;
    std::int64_t period_ns = 0;  // after which the profiles begin anew; 0: they do not
};

struct Straggler {
    RankSet ranks;
    double slowdown = 1;
};

// Something stands still: a NIC, or a processor.
struct Standstill {
    RankSet ranks;
    std::int64_t at_ns = 0;
    std::int64_t for_ns = 0;
    std::int64_t every_ns = 0;  // 0: once
};

struct PacketLoss {
    RankSet from, to;
    std::string kind;       // as printed, with flags; empty: any
    std::uint32_t nth = 1;  // of each pair, 1 for the first; 0: by chance
    double percent = 0;
};

// When something happens to a rank: at a time, or as it begins its n-th call.
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
    WindowId window = 0;   // of a local pool
    std::uint32_t to = 0;  // elements it keeps
};

struct FaultSettings {
    std::vector<PairDelay> delays;
    std::vector<LinkDegradation> links;
    std::vector<Straggler> stragglers;
    std::vector<Standstill> stalls;  // of the NICs of these ranks' nodes
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
