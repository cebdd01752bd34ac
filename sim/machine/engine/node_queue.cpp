#include "sim/machine/engine/node_queue.h"

#include <algorithm>
#include <bit>
#include <stdexcept>

namespace rmasim::sim {

NodeQueue::NodeQueue(NodePartition order)
    : order_(order), ranks_per_node_(static_cast<NodeNumber>(order.ranks_per_node)),
      slice_bits_(std::min(max_bits,
                            static_cast<unsigned>(std::bit_width(static_cast<std::uint64_t>(order.lookahead))) - 1)) {}

void NodeQueue::raise_early() { throw std::logic_error("an event reached another node within a slice"); }

void NodeQueue::begin_node() {
    for (Packet* const packet : taken_) packets_.give_back(packet);
    taken_.clear();
    node_is_open_ = false;
    if (run_.at_end()) {
        while (!open_block()) open_next_slice();
    }
    const std::span<TimedEvent> taken = run_.take_node();
    node_ = taken.front().node;
    const std::span<const TimedEvent> dues = order_.ports == nullptr ? taken : through_port(taken);
    at_ = dues.data();
    end_ = dues.data() + dues.size();
    node_is_open_ = true;
}

// Lets the packets of a node pass the node's port. Returns the events that stay in this slice, in order. Packets that a
// node sends to itself do not pass the port.
std::span<const TimedEvent> NodeQueue::through_port(std::span<TimedEvent> dues) {
    std::size_t stay = 0;
    for (TimedEvent due : dues) {
        if (due.event.kind() == EventKind::reach_nic && due.event.packet().source != due.event.packet().target) {
            const Packet& packet = due.event.packet();
            const Time time = order_.ports->receive(packet, began_ + due.time);
            if (const std::int64_t slice = slice_of(time); slice != slice_) {
                append(slice, time, node_, EventKind::deliver, packet);
                continue;
            }
            due = {offset_in_slice(time), node_, Event::of_packet(EventKind::deliver, &packet)};
        }
        dues[stay++] = due;
        SortedBlock::put_last_in_place(dues.first(stay));
    }
    return dues.first(stay);
}

const Packet* NodeQueue::copy_of(const Packet& packet) {
    Packet* const stored = packets_.take();
    *stored = packet;
    taken_.push_back(stored);
    return stored;
}

void NodeQueue::push_far(std::int64_t slice, Time time, Event event) {
    Group& group = later_[group_of(slice)];
    group.first_slice = std::min(group.first_slice, slice);
    far_ranks_.append(group.of_ranks, {time, event});
}

void NodeQueue::push_far(std::int64_t slice, Time time, EventKind kind, const Packet& packet) {
    Group& group = later_[group_of(slice)];
    group.first_slice = std::min(group.first_slice, slice);
    far_packets_.append(group.packets, {packet, time, kind});
}

void NodeQueue::receive_packets(Time time, const Packet& packet) {
    const std::int64_t slice = slice_of(time);
    if (slice <= slice_) raise_early();
    ++size_;
    append(slice, time, node_of(packet.target), EventKind::reach_nic, packet);
}

bool NodeQueue::open_block() {
    run_.clear();
    lists_.give_back();
    Blocks& blocks = blocks_of(slice_);
    while (next_block_ < blocks.size() && blocks[next_block_].empty()) ++next_block_;
    if (next_block_ == blocks.size()) return false;
    lists_.take(blocks[next_block_++], run_.dues());
    run_.sort();
    return true;
}

// Returns the first slice in which this process has events. Precondition: all events of the current slice have been
// executed.
std::int64_t NodeQueue::next_slice() const {
    const std::int64_t group = group_of(slice_);
    const auto bits = [this](std::int64_t of_group) { return occupied_[static_cast<std::size_t>(of_group) % 2]; };
    if (const std::uint64_t left = bits(group) & ~bit_of(slice_); left != 0) {
        return (group << group_bits) + std::countr_zero(left);
    }
    if (const std::uint64_t next = bits(group + 1); next != 0) {
        return ((group + 1) << group_bits) + std::countr_zero(next);
    }
    return later_.empty() ? no_next_slice : later_.begin()->second.first_slice;
}

Time NodeQueue::open_common_slice() {
    const std::int64_t next = order_.others->end_slice(next_slice(), *this);
    if (next == no_next_slice) return end_of_time;
    if (next == next_slice()) open_next_slice();
    return next << slice_bits_;
}

void NodeQueue::open_next_slice() {
    occupied(group_of(slice_)) &= ~bit_of(slice_);
    if (occupied(group_of(slice_)) == 0) open_next_group();
    const std::int64_t group = group_of(slice_);
    slice_ = (group << group_bits) + std::countr_zero(occupied(group));
    began_ = slice_ << slice_bits_;
    next_block_ = 0;
}

// Opens the next group that has events. Sorts the events of the group after that one into slices.
void NodeQueue::open_next_group() {
    std::int64_t next = group_of(slice_) + 1;
    if (occupied(next) == 0) {
        next = later_.begin()->first;
        file(next);
    }
    slice_ = next << group_bits;
    file(next + 1);
}

void NodeQueue::file(std::int64_t group) {
    const auto found = later_.find(group);
    if (found == later_.end()) return;
    const Group events = found->second;
    later_.erase(found);
    far_ranks_.take_all(events.of_ranks, [this](const FarRank& far) {
        const NodeNumber node = node_of(far.event.rank());
        lists_.append(block(slice_of(far.time), node), {offset_in_slice(far.time), node, far.event});
    });
    far_packets_.take_all(events.packets, [this](const FarPacket& far) {
        const NodeNumber node = node_of(is_at_source(far.kind) ? far.packet.source : far.packet.target);
        lists_.append(block(slice_of(far.time), node), offset_in_slice(far.time), node, far.kind, far.packet);
    });
}

}  // namespace rmasim::sim
