#include "sim/machine/engine/node_queue.h"

#include <algorithm>
#include <bit>
#include <stdexcept>

namespace rmasim::sim {

NodeQueue::NodeQueue(NodeOrder order)
    : order_(order), ranks_per_node_(static_cast<NodeNumber>(order.ranks_per_node)),
      window_bits_(std::min(max_bits,
                            static_cast<unsigned>(std::bit_width(static_cast<std::uint64_t>(order.lookahead))) - 1)) {}

void NodeQueue::raise_early() { throw std::logic_error("an event reached another node within a window"); }

void NodeQueue::begin_node() {
    for (Packet* const packet : taken_) packets_.give_back(packet);
    taken_.clear();
    playing_ = false;
    if (run_.at_end()) {
        while (!open_block()) open_next_window();
    }
    const std::span<Due> taken = run_.take_node();
    node_ = taken.front().node;
    const std::span<const Due> dues = order_.ports == nullptr ? taken : through_port(taken);
    at_ = dues.data();
    end_ = dues.data() + dues.size();
    playing_ = true;
}

// Those that stay in this window, in order. What a node sends to itself does not pass the port.
std::span<const Due> NodeQueue::through_port(std::span<Due> dues) {
    std::size_t stay = 0;
    for (Due due : dues) {
        if (due.event.kind() == EventKind::reach_nic && due.event.packet().source != due.event.packet().target) {
            const Packet& packet = due.event.packet();
            const Time time = order_.ports->receive(packet, began_ + due.time);
            if (const std::int64_t window = window_of(time); window != window_) {
                append(window, time, node_, EventKind::deliver, packet);
                continue;
            }
            due = {in_window(time), node_, Event::of_packet(EventKind::deliver, &packet)};
        }
        dues[stay++] = due;
        BlockRun::put_last_in_place(dues.first(stay));
    }
    return dues.first(stay);
}

const Packet* NodeQueue::copy_of(const Packet& packet) {
    Packet* const place = packets_.take();
    *place = packet;
    taken_.push_back(place);
    return place;
}

void NodeQueue::push_far(std::int64_t window, Time time, Event event) {
    Group& group = later_[group_of(window)];
    group.first_window = std::min(group.first_window, window);
    far_ranks_.append(group.of_ranks, {time, event});
}

void NodeQueue::push_far(std::int64_t window, Time time, EventKind kind, const Packet& packet) {
    Group& group = later_[group_of(window)];
    group.first_window = std::min(group.first_window, window);
    far_packets_.append(group.packets, {packet, time, kind});
}

void NodeQueue::take_in(Time time, const Packet& packet) {
    const std::int64_t window = window_of(time);
    if (window <= window_) raise_early();
    ++size_;
    append(window, time, node_of(packet.target), EventKind::reach_nic, packet);
}

bool NodeQueue::open_block() {
    run_.clear();
    lists_.give_back();
    Blocks& blocks = blocks_of(window_);
    while (next_block_ < blocks.size() && blocks[next_block_].empty()) ++next_block_;
    if (next_block_ == blocks.size()) return false;
    lists_.take(blocks[next_block_++], run_.dues());
    run_.sort();
    return true;
}

// That of all events in the lists. This window has none any more.
std::int64_t NodeQueue::next_window() const {
    const std::int64_t group = group_of(window_);
    const auto bits = [this](std::int64_t of_group) { return occupied_[static_cast<std::size_t>(of_group) % 2]; };
    if (const std::uint64_t left = bits(group) & ~bit_of(window_); left != 0) {
        return (group << group_bits) + std::countr_zero(left);
    }
    if (const std::uint64_t next = bits(group + 1); next != 0) {
        return ((group + 1) << group_bits) + std::countr_zero(next);
    }
    return later_.empty() ? no_next_window : later_.begin()->second.first_window;
}

Time NodeQueue::open_common_window() {
    const std::int64_t next = order_.others->end_window(next_window(), *this);
    if (next == no_next_window) return end_of_time;
    if (next == next_window()) open_next_window();
    return next << window_bits_;
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
