// Counts the packets of one untimed run.
#pragma once

#include "protocol/base/counts.h"
#include "sim/programs/watcher.h"

namespace rmasim::sim {

class Tally final : public Watcher {
public:
    explicit Tally(std::uint64_t header_bytes) : header_bytes_(header_bytes) {}

    void clear() { counts_.clear(); }
    void packet_sent(const Packet& packet) override { counts_.add(packet, header_bytes_ + packet.data_bytes); }
    const Counts& counts() const { return counts_; }

private:
    std::uint64_t header_bytes_;
    Counts counts_;
};

}  // namespace rmasim::sim
