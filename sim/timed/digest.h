// A fingerprint of all events: equal digests mean the same events at the same times. It is the sum, modulo 2^64, of a
// hash of each event, so it does not depend on the order in which events are played. What two events of one time do in
// either order shows in the events after them.
#pragma once

#include "sim/machine/engine/event.h"
#include "sim/machine/engine/time.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace rmasim::sim {

class Digest {
public:
    // When a packet reaches a NIC is not in it: when the packet is delivered tells.
    void add(Time now, Event event) {
        if (event.kind() == EventKind::reach_nic) return;
        sum_ += event.has_packet() ? hash_of_packet(now, event) : hash_without_packet(now, event);
    }
    std::string hex() const { return hex_of(sum_); }  // 16 digits
    static std::string hex_of(std::uint64_t sum);
    // Those of parts of a run add up.
    std::uint64_t sum() const { return sum_; }
    // A digest of digests, one behind the other.
    static std::string of_digests(std::string_view digests);

private:
    static std::uint64_t hash_of_packet(Time now, Event event);
    static std::uint64_t hash_without_packet(Time now, Event event);

    std::uint64_t sum_ = 0;
};

}  // namespace rmasim::sim
