// Operations that a target's NIC executes without the target's process (protocol/base/nic.h).
#pragma once

#include "protocol/base/world.h"

#include <vector>

namespace rmasim::sim {

// Executes a request packet that has arrived, reports its operation to `observer`, and releases the request's payload.
// Returns the answer, which the NIC sends to the origin.
Packet carry_out_by_nic(Memory& memory, Observer& observer, const Packet& request);

// Returns element `nth` of `region` as a region of one element. The displacements of both regions are in bytes.
Region element_of(const Region& region, std::uint32_t nth);

// A request that a NIC executes element by element, since operations are atomic only for each element. The elements are
// executed in any order, each element once.
class NicOperation {
public:
    // Reports the request to `observer`, as applied.
    NicOperation(const Memory& memory, Observer& observer, const Packet& request);

    const Packet& request() const { return request_; }
    std::uint32_t elements() const { return region_.count; }
    // True if the operation changes memory, false if it only reads.
    bool writes() const;
    // Returns element `nth` of the request as a region of one element, whose displacement is in bytes.
    Region element(std::uint32_t nth) const { return element_of(region_, nth); }
    bool is_executed(std::uint32_t nth) const { return executed_[nth]; }
    void execute(Memory& memory, std::uint32_t nth);
    // Releases the request's payload, and returns the answer. All elements must be executed.
    Packet end(Memory& memory);

private:
    Packet request_;
    Region region_;  // its displacement is in bytes
    Payload fetched_;
    std::vector<bool> executed_;
};

}  // namespace rmasim::sim
