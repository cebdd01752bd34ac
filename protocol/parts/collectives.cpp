#include "protocol/parts/collectives.h"

#include <algorithm>

namespace rmasim {

std::uint32_t Collectives::begin(WindowId comm) {
    auto at = std::find_if(begun_.begin(), begun_.end(), [comm](const auto& one) { return one.first == comm; });
    if (at == begun_.end()) at = begun_.insert(at, {comm, 0});
    return at->second++;
}

std::vector<Packet>::const_iterator Collectives::find(const Source& source) const {
    return std::find_if(early_.begin(), early_.end(), [&source](const Packet& packet) {
        return packet.source == source.rank && packet.op == source.number && packet.window == source.comm;
    });
}

Packet Collectives::take(const Source& source) {
    const auto found = find(source);
    const Packet packet = *found;
    early_.erase(found);
    return packet;
}

}  // namespace rmasim
