#include "sim/machine/engine/node_queue.h"

#include <algorithm>
#include <bit>
#include <stdexcept>

namespace rmasim::sim {

NodeQueue::NodeQueue(NodeOrder order)
    : ranks_per_node_(static_cast<NodeNumber>(order.ranks_per_node)),
      window_bits_(std::min(most_bits,
                            static_cast<unsigned>(std::bit_width(static_cast<std::uint64_t>(order.lookahead))) - 1)) {}

void NodeQueue::raise_early() { throw std::logic_error("an event reached another node within a window"); }

void NodeQueue::begin_node() {
    for (Packet* const packet : taken_) packets_.give_back(packet);
    taken_.clear();
    playing_ = false;
    if (run_.at_end()) open_next_block();
    const std::span<const Due> dues = run_.take_node();
    at_ = dues.data();
    end_ = dues.data() + dues.size();
    node_ = dues.front().node;
    playing_ = true;
}

const Packet* NodeQueue::copy_of(const Packet& packet) {
    Packet* const place = packets_.take();
    *place = packet;
    taken_.push_back(place);
    return place;
}

void NodeQueue::push_far(std::int64_t window, Time time, Event event) {
    far_ranks_.append(later_[group_of(window)].of_ranks, {time, event});
}

void NodeQueue::push_far(std::int64_t window, Time time, EventKind kind, const Packet& packet) {
    far_packets_.append(later_[group_of(window)].packets, {packet, time, kind});
}

void NodeQueue::open_next_block() {
    run_.clear();
    lists_.give_back();
    const auto has_next = [this] {
        const Blocks& blocks = blocks_of(window_);
        while (next_block_ < blocks.size() && blocks[next_block_].empty()) ++next_block_;
        return next_block_ < blocks.size();
    };
    while (!has_next()) open_next_window();
    lists_.take(blocks_of(window_)[next_block_++], run_.dues());
    run_.sort();
}

void NodeQueue::open_next_window() {
    occupied(group_of(window_)) &= ~bit_of(window_);
    if (occupied(group_of(window_)) == 0) open_next_group();
    const std::int64_t group = group_of(window_);
    window_ = (group << group_bits) + std::countr_zero(occupied(group));
    began_ = window_ << window_bits_;
    next_block_ = 0;
}

// Opens the next one that has events, and files the one after it: from now on its events are scheduled near.
void NodeQueue::open_next_group() {
    std::int64_t next = group_of(window_) + 1;
    if (occupied(next) == 0) {
        next = later_.begin()->first;
        file(next);
    }
    window_ = next << group_bits;
    file(next + 1);
}

void NodeQueue::file(std::int64_t group) {
    const auto found = later_.find(group);
    if (found == later_.end()) return;
    const Group events = found->second;
    later_.erase(found);
    far_ranks_.take_all(events.of_ranks, [this](const FarRank& far) {
        const NodeNumber node = node_of(far.event.rank());
        lists_.append(block(window_of(far.time), node), {in_window(far.time), node, far.event});
    });
    far_packets_.take_all(events.packets, [this](const FarPacket& far) {
        const NodeNumber node = node_of(is_at_source(far.kind) ? far.packet.source : far.packet.target);
        lists_.append(block(window_of(far.time), node), in_window(far.time), node, far.kind, far.packet);
    });
}

}  // namespace rmasim::sim
