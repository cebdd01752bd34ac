// The faults that a scenario injects. Times are virtual, in nanoseconds.
#pragma once

#include "protocol/base/observer.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace rmasim::sim {

// The ranks that a fault affects. If these are all ranks, the object stores no list.
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

// An additional delay of the packets from one set of ranks to another.
struct PairDelay {
    RankSet from, to;
    std::int64_t delay_ns = 0;
    std::int64_t jitter_ns = 0;  // maximum of a random delay that is added to the delay of each packet
};

// One point of a profile. From `at_ns` on, the link has `percent` of its bandwidth or latency on the platform.
struct ProfilePoint {
    std::int64_t at_ns;
    double percent;  // of the link's bandwidth or latency on the platform
};

// Changes of the bandwidth and latency of links during the run, as functions of virtual time.
struct LinkDegradation {
    std::string location;  // the JSON path in the scenario
    std::string link;      // a link's name, or a pattern with *
    std::vector<ProfilePoint> bandwidth, latency;
    std::int64_t period_ns = 0;  // The profiles repeat after this time. Zero if they do not repeat.
};

// Ranks that compute more slowly than the others.
struct Straggler {
    RankSet ranks;
    double slowdown = 1;
};

// A pause of NICs or processors.
struct Pause {
    RankSet ranks;
    std::int64_t at_ns = 0;
    std::int64_t for_ns = 0;
    std::int64_t every_ns = 0;  // The pause repeats after this time. Zero if the pause happens once.
};

// The loss of packets from one set of ranks to another.
struct PacketLoss {
    RankSet from, to;
    std::string kind;  // the packet kind as printed, with flags; empty for any kind
    // The index of the lost packet among the packets of each pair of ranks, from 1. Zero if random packets are lost.
    std::uint32_t nth = 1;
    // The probability of a loss. It is used only if `nth` is 0.
    double percent = 0;
};

// The moment of a fault: a time, or the beginning of the rank's call number `at_call`.
struct Moment {
    std::optional<std::int64_t> at_ns;
    std::uint64_t at_call = 0;
};

// The death of ranks.
struct Death {
    RankSet ranks;
    Moment when;
};

// A fault that reduces an element pool to `to` elements.
struct PoolShrink {
    RankSet ranks;
    Moment when;
    std::string pool;  // "op.local.w", "target.global"
    ElementKind kind = ElementKind::operation;
    PoolLevel level = PoolLevel::global;
    WindowId window = 0;   // the window of a local pool
    std::uint32_t to = 0;  // number of elements that remain in the pool
};

struct FaultSettings {
    std::vector<PairDelay> delays;
    std::vector<LinkDegradation> links;
    std::vector<Straggler> stragglers;
    std::vector<Pause> stalls;  // pauses of the NICs of these ranks' nodes
    std::vector<Pause> pauses;  // pauses of these ranks' processors
    std::vector<PacketLoss> losses;
    std::vector<Death> deaths;
    std::vector<PoolShrink> shrinks;

    bool any() const {
        return !(delays.empty() && links.empty() && stragglers.empty() && stalls.empty() && pauses.empty() &&
                 losses.empty() && deaths.empty() && shrinks.empty());
    }
};

}  // namespace rmasim::sim
