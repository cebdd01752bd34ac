// The packets of one run by kind. A sorted list rather than Counts' table, since it is cleared tens of thousands of
// times per second.
#pragma once

#include "sim/ranks/watcher.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace rmasim::sim {

class Tally final : public Watcher {
public:
    struct Kind {
        std::uint32_t index;  // kind_index
        std::uint32_t packets;
        friend auto operator<=>(const Kind&, const Kind&) = default;
    };

    explicit Tally(std::uint64_t header_bytes) : header_bytes_(header_bytes) {}

    void clear() {
        kinds_.clear();
        packets_ = 0;
        wire_bytes_ = 0;
    }
    void packet_sent(const Packet& packet) override {
        ++packets_;
        wire_bytes_ += header_bytes_ + packet.data_bytes;
        const auto index = static_cast<std::uint32_t>(kind_index(packet.kind, packet.flags));
        const auto at = std::lower_bound(kinds_.begin(), kinds_.end(), index,
                                         [](const Kind& kind, std::uint32_t wanted) { return kind.index < wanted; });
        if (at != kinds_.end() && at->index == index) {
            ++at->packets;
        } else {
            kinds_.insert(at, {index, 1});
        }
    }

    const std::vector<Kind>& kinds() const { return kinds_; }  // ascending
    std::map<std::string, std::uint64_t> by_kind() const {
        std::map<std::string, std::uint64_t> named;
        for (const Kind& kind : kinds_) named[name_of(kind.index)] = kind.packets;
        return named;
    }
    static std::string name_of(std::uint32_t index) {
        return kind_name(static_cast<PacketKind>(index / packet_flag_sets),
                         static_cast<PacketFlag>(index % packet_flag_sets));
    }
    std::uint64_t packets() const { return packets_; }
    std::uint64_t wire_bytes() const { return wire_bytes_; }

private:
    std::uint64_t header_bytes_;
    std::vector<Kind> kinds_;
    std::uint64_t packets_ = 0;
    std::uint64_t wire_bytes_ = 0;
};

}  // namespace rmasim::sim
