// The event queue by node. An event at one node affects another node at least a slice later. So nodes do not interact
// in a slice. In each slice, the queue returns all events of a node before the events of the next node. The processor's
// cache then loads the state of a node once per slice instead of once per event. The events of one node are ordered by
// time, and events of the same time by the rule of tie.h.
//
// A slice lasts 2^n picoseconds and begins at a multiple of its length. 64 slices form a group. Each event is in one of
// these containers:
//
//   a later group       has one list, in the order of scheduling; when the previous group begins, the list is
//                       split into one list for each slice and block
//   this group and      have a list for each slice and block of nodes (slice_buckets.h)
//   the next group
//   this slice          is executed block after block: the events of a block are sorted by node (sorted_block.h)
//   the current node    has the sorted events that were scheduled before the slice, and the events that the node
//                       schedules for itself in the slice
//
// Example: in a slice from 10 to 20, node 1 has events at 11 and 18, and node 2 has an event at 12. The queue returns
// the events in the order 11, 18, 12. If node 1 at 11 schedules an event for itself at 15, the queue returns that event
// before the one at 18.
#pragma once

#include "sim/machine/engine/sorted_block.h"
#include "sim/machine/engine/event_journal.h"
#include "sim/machine/engine/in_ports.h"
#include "sim/machine/engine/local_insertions.h"
#include "sim/machine/engine/remote_nodes.h"
#include "sim/machine/engine/time.h"
#include "sim/machine/engine/slice_buckets.h"

#include <array>
#include <cstdint>
#include <limits>
#include <map>
#include <span>
#include <vector>

namespace rmasim::sim {

// Parameters of a run that executes its events node by node: the length of slices, and the nodes that this process
// simulates.
struct NodePartition {
    Rank ranks_per_node = 1;
    Time lookahead = 0;  // at least 1; the minimum time between an event and its earliest effect on another node
    // The ports through which packets enter nodes. If `ports` is null, the arrival of a packet at the NIC is an event,
    // and its delivery is another event. If `ports` is not null, the delivery is the packet's only event: when a node
    // begins a slice, all packets that reach the node in this slice are known, so the times at which they pass the
    // node's port are computed at once. `ports` must be null if nodes have several ranks. It must also be null with a
    // journal, which needs the events of a node in the order of time.
    InPorts* ports = nullptr;
    // The other processes, which simulate the nodes before `first_node` and the nodes from `first_node` + `nodes` on.
    // Null if this process simulates all nodes.
    RemoteNodes* others = nullptr;
    NodeNumber first_node = 0;
    NodeNumber nodes = std::numeric_limits<NodeNumber>::max();
    EventJournal* journal = nullptr;  // records the events; null: no record. Requires `others`
};

class NodeQueue final : private RemotePacketSink {
public:
    explicit NodeQueue(NodePartition order);

    // Schedules an event without a packet. `time` must not be before the time of the event that was taken last. Raises
    // std::logic_error if `time` is in the current slice but the event belongs to another node than the current one.
    void push(Time time, Event event) {
        ++size_;
        const NodeNumber node = node_of(event.rank());
        const std::int64_t slice = slice_of(time);
        if (is_current_slice(slice, node)) return insertions_.push(time, tie_break_key(event), event);
        append(slice, time, node, event);
    }
    // Schedules an event with a packet. Stores a copy of the packet. Raises std::logic_error in the same case as
    // push(Time, Event).
    void push(Time time, EventKind kind, const Packet& packet) {
        ++size_;
        const NodeNumber node = node_of(is_at_source(kind) ? packet.source : packet.target);
        const std::int64_t slice = slice_of(time);
        if (is_current_slice(slice, node)) return insert_in_open_slice(time, kind, copy_of(packet));
        append(slice, time, node, kind, packet);
    }
    // Schedules the packet of the event that was taken last again, as an event of another kind. Copies the packet only
    // if necessary.
    void push_again(Time time, EventKind kind, const Packet* packet) {
        ++size_;
        const NodeNumber node = node_of(is_at_source(kind) ? packet->source : packet->target);
        const std::int64_t slice = slice_of(time);
        if (is_current_slice(slice, node)) return insert_in_open_slice(time, kind, packet);
        append(slice, time, node, kind, *packet);
    }

    bool empty() const { return size_ == 0; }
    std::size_t size() const { return size_; }

    // True if the caller must call `begin_node` before the next `pop`. Precondition: the queue is not empty.
    bool at_next_node() const { return at_ == end_ && insertions_.empty(); }
    // Begins the next node that has events in this slice. If there is none, begins the first node of the next slice
    // that has events. With `ports` the node's packets now pass its port, which may move all their deliveries to a
    // later slice. So the node may have no event in this slice afterwards.
    void begin_node();
    // Removes the next event of the current node. Precondition: not at_next_node().
    Event pop() {
        --size_;
        if (at_ == end_ || next_is_insertion()) return insertions_.take_first(now_);
        now_ = began_ + at_->time;
        return (at_++)->event;
    }
    Time now() const { return now_; }  // the time of the last event taken

    // Returns the number of the current node among the nodes of all processes.
    NodeNumber current_node() const { return node_ + order_.first_node; }

    // Returns the events of the node that is `distance` positions after the current node in the block. Returns an empty
    // span if the block has no such node.
    std::span<const TimedEvent> ahead(std::size_t distance) const { return run_.ahead(distance - 1); }

    // ---- Functions for runs that several processes share. Such a run is executed slice by slice with these functions.

    // Opens the next block of this slice. Returns false if all blocks of the slice have been executed. Precondition:
    // at_end_of_block().
    bool open_block();
    bool at_end_of_block() const { return at_next_node() && run_.at_end(); }
    // Ends this slice and opens the next slice in which any process has events. This process may have no events in that
    // slice. Returns the beginning of that slice, or end_of_time if no process has events left. Precondition:
    // open_block() returned false.
    static constexpr Time end_of_time = std::numeric_limits<Time>::max();
    Time open_common_slice();
    // Adds the packets that have arrived from other processes. These packets reach their targets in later slices.
    void receive_packets() { order_.others->receive_packets(*this); }

private:
    static constexpr unsigned max_bits = 31, group_bits = 6;
    static constexpr std::size_t slices_a_group = std::size_t{1} << group_bits;

    struct FarRank {
        Time time;
        Event event;
    };
    struct FarPacket {
        Packet packet;
        Time time;
        EventKind kind;
    };
    struct Group {
        KeyLists<FarRank>::List of_ranks{};
        KeyLists<FarPacket>::List packets{};
        std::int64_t first_slice = no_next_slice;
    };
    using Blocks = std::vector<SliceBuckets::Block>;

    // Returns the number of a rank's node, relative to first_node. If another process simulates the node, the result is
    // at least order_.nodes. This includes nodes before first_node, because the unsigned subtraction then wraps around.
    NodeNumber node_of(Rank rank) const {
        const auto number = static_cast<NodeNumber>(rank);
        return (ranks_per_node_ == 1 ? number : number / ranks_per_node_) - order_.first_node;
    }
    std::int64_t slice_of(Time time) const { return time >> slice_bits_; }
    static std::int64_t group_of(std::int64_t slice) { return slice >> group_bits; }
    std::uint32_t offset_in_slice(Time time) const {
        return static_cast<std::uint32_t>(time & ((Time{1} << slice_bits_) - 1));
    }
    static std::uint64_t bit_of(std::int64_t slice) {
        return std::uint64_t{1} << (static_cast<std::uint64_t>(slice) % slices_a_group);
    }
    bool is_far(std::int64_t slice) const { return group_of(slice) > group_of(slice_) + 1; }
    Blocks& blocks_of(std::int64_t slice) { return slices_[static_cast<std::size_t>(slice) % slices_.size()]; }
    std::uint64_t& occupied(std::int64_t group) { return occupied_[static_cast<std::size_t>(group) % 2]; }

    bool is_current_slice(std::int64_t slice, NodeNumber node) const {
        if (slice != slice_ || !node_is_open_) return false;
        if (node != node_) [[unlikely]]
            raise_early();
        return true;
    }
    [[noreturn]] static void raise_early();
    bool next_is_insertion() const {
        if (insertions_.empty()) return false;
        const Time time = began_ + at_->time, other = insertions_.first_time();
        return other != time ? other < time : insertions_.precedes(time, tie_break_key(at_->event));
    }

    std::span<const TimedEvent> through_port(std::span<TimedEvent> dues);
    void insert_in_open_slice(Time time, EventKind kind, const Packet* packet) {
        insertions_.push(time, tie_break_key(kind, *packet), Event::of_packet(kind, packet));
    }
    const Packet* copy_of(const Packet& packet);
    // Not inlined: an event of the current slice then needs no stack frame.
    [[gnu::noinline]] void append(std::int64_t slice, Time time, NodeNumber node, Event event) {
        if (is_far(slice)) [[unlikely]]
            return push_far(slice, time, event);
        lists_.append(block(slice, node), {offset_in_slice(time), node, event});
    }
    void append(std::int64_t slice, Time time, NodeNumber node, EventKind kind, const Packet& packet) {
        if (node >= order_.nodes) [[unlikely]]
            return send_away(slice, time, packet);
        if (is_far(slice)) [[unlikely]]
            return push_far(slice, time, kind, packet);
        lists_.append(block(slice, node), offset_in_slice(time), node, kind, packet);
    }
    // Returns the list of events of a slice for the block of the node. The slice must be in the current group of slices
    // or in the next group.
    SliceBuckets::Block& block(std::int64_t slice, NodeNumber node) {
        occupied(group_of(slice)) |= bit_of(slice);
        Blocks& blocks = blocks_of(slice);
        const std::size_t at = node >> SliceBuckets::block_bits;
        if (at >= blocks.size()) [[unlikely]]
            blocks.resize(at + 1);
        return blocks[at];
    }
    [[gnu::noinline]] void push_far(std::int64_t slice, Time time, Event event);
    [[gnu::noinline]] void push_far(std::int64_t slice, Time time, EventKind kind, const Packet& packet);
    void send_away(std::int64_t slice, Time time, const Packet& packet) {
        --size_;
        order_.others->send(slice, time, packet, *this);
    }
    void receive_packets(Time time, const Packet& packet) override;
    std::int64_t next_slice() const;
    void open_next_slice();
    void open_next_group();
    void file(std::int64_t group);

    const NodePartition order_;
    const NodeNumber ranks_per_node_;
    const unsigned slice_bits_;
    std::size_t size_ = 0;
    Time now_ = -1;

    // ---- The state of the current node.
    bool node_is_open_ = false;
    NodeNumber node_ = 0;
    const TimedEvent* at_ = nullptr;
    const TimedEvent* end_ = nullptr;
    LocalInsertions<Event> insertions_;
    BlockPool<Packet, Event::packet_alignment> packets_;  // packets that the node sends to itself
    std::vector<Packet*> taken_;

    // ---- The state of the current slice.
    std::int64_t slice_ = 0;
    Time began_ = 0;
    std::size_t next_block_ = 0;
    SortedBlock run_;

    // ---- The events of the current group of slices and of the next group.
    std::array<Blocks, 2 * slices_a_group> slices_;
    std::array<std::uint64_t, 2> occupied_{};  // one bit per slice
    SliceBuckets lists_;

    // ---- The events of later groups of slices.
    std::map<std::int64_t, Group> later_;
    KeyLists<FarRank> far_ranks_;
    KeyLists<FarPacket> far_packets_;
};

}  // namespace rmasim::sim
