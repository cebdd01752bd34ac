// The event queue by node. What one node does reaches another one no earlier than a slice of time later. So in a
// slice nodes do not meet, and each is played through the whole slice before the next one: its state is fetched once,
// not once an event. Of one node, events are taken in the order of tie.h, as EventQueue takes them.
//
// Slice are a grid of 2^n picoseconds; 64 of them are a group. Where events are:
//
//   later groups      have a list each, in the order of scheduling; it is filed by slice when the group is the next
//   one this group and    have a list for each slice and block of nodes (slice_buckets.h) the next one this slice is
//   played block after block: a block's events are sorted by node (sorted_block.h) this node         has the events from
//   before the slice, and beside them those that it schedules meanwhile
//
// Example: in a slice from 10 to 20, node 1 has events at 11 and 18, and node 2 at 12. They are taken in the order 11,
// 18, 12. If node 1 schedules one for itself at 15, it comes between its two.
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

// How a run is played by node.
struct NodePartition {
    Rank ranks_per_node = 1;
    Time lookahead = 0;  // at least 1; what one node does reaches others no earlier than this
    // When a node begins a slice, all packets of others that reach it there are known: they pass its port then, and
    // that they are delivered is their only event. Only if nodes have one rank, and without a journal, which needs the
    // events of a run in time. Null: that they reach it is an event.
    InPorts* ports = nullptr;
    // Other processes play the nodes before `first_node` and those behind the `nodes` that begin with it. Null: none.
    RemoteNodes* others = nullptr;
    NodeNumber first_node = 0;
    NodeNumber nodes = std::numeric_limits<NodeNumber>::max();
    EventJournal* journal = nullptr;  // with `others` only; null: nobody is told of events
};

class NodeQueue final : private RemotePacketSink {
public:
    explicit NodeQueue(NodePartition order);

    // `time` is not before the time of the last event taken. Raises std::logic_error if it is in this slice, and
    // another node's than the one at hand.
    void push(Time time, Event event) {
        ++size_;
        const NodeNumber node = node_of(event.rank());
        const std::int64_t slice = slice_of(time);
        if (is_current_slice(slice, node)) return insertions_.push(time, tie_break_key(event), event);
        if (is_far(slice)) [[unlikely]]
            return push_far(slice, time, event);
        lists_.append(block(slice, node), {offset_in_slice(time), node, event});
    }
    // Keeps a copy of the packet.
    void push(Time time, EventKind kind, const Packet& packet) {
        ++size_;
        const NodeNumber node = node_of(is_at_source(kind) ? packet.source : packet.target);
        const std::int64_t slice = slice_of(time);
        if (is_current_slice(slice, node)) return insert_in_open_slice(time, kind, copy_of(packet));
        append(slice, time, node, kind, packet);
    }
    // As above, for the packet of the event taken last: it is copied only if it has to be.
    void push_again(Time time, EventKind kind, const Packet* packet) {
        ++size_;
        const NodeNumber node = node_of(is_at_source(kind) ? packet->source : packet->target);
        const std::int64_t slice = slice_of(time);
        if (is_current_slice(slice, node)) return insert_in_open_slice(time, kind, packet);
        append(slice, time, node, kind, *packet);
    }

    bool empty() const { return size_ == 0; }
    std::size_t size() const { return size_; }

    // Whether `begin_node` is to be called, in place of `pop`. The queue is not empty.
    bool at_next_node() const { return at_ == end_ && insertions_.empty(); }
    // Perhaps none of its events is in this slice, after its packets have passed the port.
    void begin_node();
    // Removes the next event.
    Event pop() {
        --size_;
        if (at_ == end_ || next_is_insertion()) return insertions_.take_first(now_);
        now_ = began_ + at_->time;
        return (at_++)->event;
    }
    Time now() const { return now_; }  // the time of the last event taken

    // Counted from the first one of all processes.
    NodeNumber current_node() const { return node_ + order_.first_node; }

    // The events of the node that comes `distance` nodes after the one at hand; empty past the end of the block.
    std::span<const TimedEvent> ahead(std::size_t distance) const { return run_.ahead(distance - 1); }

    // ---- Where other processes play nodes, too: slice by slice, in place of `begin_node` until the queue is empty.

    // Opens the next block of this slice; false: all of it has been played. All of the last block has.
    bool open_block();
    bool at_end_of_block() const { return at_next_node() && run_.at_end(); }
    // All of this slice has been played here. Opens the next one in which any process has events, in which this one
    // may have none, and returns when it begins; end_of_time: there is none.
    static constexpr Time end_of_time = std::numeric_limits<Time>::max();
    Time open_common_slice();
    // What has come from others goes into later slices.
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

    // Counted from the first one that is played here: those of others have large numbers.
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
        if (slice != slice_ || !playing_) return false;
        if (node != node_) [[unlikely]]
            raise_early();
        return true;
    }
    [[noreturn]] static void raise_early();
    bool next_is_insertion() const {
        if (insertions_.empty()) return false;
        const Time time = began_ + at_->time, other = insertions_.first_time();
        return other != time ? other < time : insertions_.comes_before(time, tie_break_key(at_->event));
    }

    std::span<const TimedEvent> through_port(std::span<TimedEvent> dues);
    void insert_in_open_slice(Time time, EventKind kind, const Packet* packet) {
        insertions_.push(time, tie_break_key(kind, *packet), Event::of_packet(kind, packet));
    }
    const Packet* copy_of(const Packet& packet);
    void append(std::int64_t slice, Time time, NodeNumber node, EventKind kind, const Packet& packet) {
        if (node >= order_.nodes) [[unlikely]]
            return send_away(slice, time, packet);
        if (is_far(slice)) [[unlikely]]
            return push_far(slice, time, kind, packet);
        lists_.append(block(slice, node), offset_in_slice(time), node, kind, packet);
    }
    // The list of a slice of this group or the next one.
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

    // ---- of the node at hand
    bool playing_ = false;
    NodeNumber node_ = 0;
    const TimedEvent* at_ = nullptr;
    const TimedEvent* end_ = nullptr;
    LocalInsertions<Event> insertions_;
    BlockPool<Packet, Event::packet_alignment> packets_;  // that it sends to itself
    std::vector<Packet*> taken_;

    // ---- of this slice
    std::int64_t slice_ = 0;
    Time began_ = 0;
    std::size_t next_block_ = 0;
    SortedBlock run_;

    // ---- of this group and the next one
    std::array<Blocks, 2 * slices_a_group> slices_;
    std::array<std::uint64_t, 2> occupied_{};  // one bit a slice
    SliceBuckets lists_;

    // ---- of later groups
    std::map<std::int64_t, Group> later_;
    KeyLists<FarRank> far_ranks_;
    KeyLists<FarPacket> far_packets_;
};

}  // namespace rmasim::sim
