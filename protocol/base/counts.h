// Message counts by kind and flags. A packet counts once, when the core hands it to the transport.
#pragma once

#include "protocol/base/packet.h"

#include <array>
#include <map>
#include <string>

namespace rmasim {

class Counts {
public:
    void add(const Packet& packet, std::uint64_t wire_bytes) {
        ++by_kind_[kind_index(packet.kind, packet.flags)];
        ++total_;
        wire_bytes_ += wire_bytes;
    }

    std::uint64_t total() const { return total_; }
    std::uint64_t wire_bytes() const { return wire_bytes_; }
    // Only kinds that occurred, by printed name.
    std::map<std::string, std::uint64_t> by_kind() const;

private:
    std::array<std::uint64_t, kind_index_count> by_kind_{};
    std::uint64_t total_ = 0;
    std::uint64_t wire_bytes_ = 0;
};

}  // namespace rmasim
