#include "protocol/base/counts.h"

namespace rmasim {

std::map<std::string, std::uint64_t> Counts::by_kind() const {
    std::map<std::string, std::uint64_t> named;
    for (std::size_t index = 0; index < by_kind_.size(); ++index) {
        if (by_kind_[index] == 0) continue;
        const auto kind = static_cast<PacketKind>(index / packet_flag_sets);
        const auto flags = static_cast<PacketFlag>(index % packet_flag_sets);
        named[kind_name(kind, flags)] = by_kind_[index];
    }
    return named;
}

}  // namespace rmasim
