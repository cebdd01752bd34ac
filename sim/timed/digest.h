// A hash of all events of a run: equal digests mean the same events at the same times. It is the sum, modulo 2^64, of a
// hash of each event, so it does not depend on the order in which events are executed. If two events of the same time
// are executed in another order, later events differ.
#pragma once

#include "sim/machine/engine/event.h"
#include "sim/machine/engine/time.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace rmasim::sim {

class Digest {
public:
    // Adds an event. Arrivals at a NIC are skipped, since they determine the times of deliveries, which are added.
    void add(Time now, Event event) {
        if (event.kind() == EventKind::reach_nic) return;
        sum_ += event.has_packet() ? hash_of_packet(now, event) : hash_without_packet(now, event);
    }
    std::string hex() const { return hex_of(sum_); }  // 16 digits
    static std::string hex_of(std::uint64_t sum);
    // The sum of the hashes. The digest of a run is the sum of those of its partitions.
    std::uint64_t sum() const { return sum_; }
    // A digest of concatenated digests.
    static std::string of_digests(std::string_view digests);

private:
    static std::uint64_t hash_of_packet(Time now, Event event);
    static std::uint64_t hash_without_packet(Time now, Event event);

    std::uint64_t sum_ = 0;
};

}  // namespace rmasim::sim
