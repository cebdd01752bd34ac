// The digest of a run: a hash of all its events. Equal digests mean that two runs had the same events at the same
// times. The digest is the sum of the hashes of all events, modulo 2^64. So the digest does not depend on the order in
// which events are executed. If two events of the same time and node are executed in another order, later events
// usually differ, and so do the digests.
#pragma once

#include "sim/machine/engine/event.h"
#include "sim/machine/engine/time.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace rmasim::sim {

class Digest {
public:
    // Adds an event. Skips the arrival of a packet at a NIC: the arrival determines the time of the packet's delivery,
    // and the delivery is added.
    void add(Time now, Event event) {
        if (event.kind() == EventKind::reach_nic) return;
        sum_ += event.has_packet() ? hash_of_packet(now, event) : hash_without_packet(now, event);
    }
    // Omits the displacements of packets of this window from now on. In a dynamic window of an MPI program they are
    // addresses, which differ from run to run.
    void omit_displacements_of(WindowId window) {
        if (window >= has_addresses_.size()) has_addresses_.resize(window + std::size_t{1}, false);
        has_addresses_[window] = true;
    }
    std::string hex() const { return hex_of(sum_); }  // 16 digits
    static std::string hex_of(std::uint64_t sum);
    // Returns the sum of the hashes. The sum of a run that several processes share is the total of the sums of its
    // partitions.
    std::uint64_t sum() const { return sum_; }
    // Returns a digest of several digests. `digests` is their concatenation.
    static std::string of_digests(std::string_view digests);

private:
    std::uint64_t hash_of_packet(Time now, Event event) const;
    static std::uint64_t hash_without_packet(Time now, Event event);

    std::uint64_t sum_ = 0;
    std::vector<bool> has_addresses_;  // by window; shorter if the displacements of no further window are omitted
};

}  // namespace rmasim::sim
