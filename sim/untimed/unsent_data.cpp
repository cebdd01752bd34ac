#include "sim/untimed/unsent_data.h"

#include <algorithm>

namespace rmasim::sim {

namespace {

// Different for all (rank, operation), and different from the actors of threads, mutexes and packets.
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

void UnsentData::append_moves(std::vector<Move>& moves) const {
    for (const Unsent& one : unsent_) {
        Move& move = moves.emplace_back();
        move.kind = Move::Kind::data_sent;
        move.rank = one.packet.source;
        move.number = one.number;
        move.enabled_by = one.step;
        move.actor = data_bit | static_cast<Actor>(move.rank) << sender_shift | one.number;
    }
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
