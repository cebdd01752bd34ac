#include "sim/untimed/world/unsent_data.h"

#include <algorithm>

namespace rmasim::sim {

namespace {

// Actor numbers of operations contain the rank and the operation's number, so they are unique. `data_bit` distinguishes
// them from the numbers of threads, mutexes and packets.
constexpr Actor data_bit = Actor{1} << 61;
constexpr unsigned sender_shift = 32;

}  // namespace

void UnsentData::clear() {
    unsent_.clear();
    std::fill(sent_.begin(), sent_.end(), 0);
}

void UnsentData::push(const Packet& packet, StepNumber step) {
    unsent_.push_back({packet, ++sent_[static_cast<std::size_t>(packet.source)], step});
}

Move* UnsentData::copy_moves_to(Move* at) const {
    for (const Unsent& one : unsent_) {
        const Rank rank = one.packet.source;
        *at++ = {.kind = Move::Kind::send_completed,
                 .rank = rank,
                 .number = one.number,
                 .enabled_by = one.step,
                 .actor = data_bit | static_cast<Actor>(rank) << sender_shift | one.number};
    }
    return at;
}

std::vector<UnsentData::Unsent>::const_iterator UnsentData::find(const Move& move) const {
    return std::find_if(unsent_.begin(), unsent_.end(), [&move](const Unsent& one) {
        return one.packet.source == move.rank && one.number == move.number;
    });
}

Packet UnsentData::take(const Move& move) {
    const auto at = find(move);
    const Packet packet = at->packet;
    unsent_.erase(at);
    return packet;
}

}  // namespace rmasim::sim
