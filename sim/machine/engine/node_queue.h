// The event queue by node. What one node does reaches another one no earlier than a window of time later. So in a
// window nodes do not meet, and each is played through the whole window before the next one: its state is fetched once,
// not once an event. Of one node, events are taken in the order of tie.h, as EventQueue takes them.
//
// Windows are a grid of 2^n picoseconds; 64 of them are a group. Where events are:
//
//   later groups      have a list each, in the order of scheduling; it is filed by window when the group is the next
//   one this group and    have a list for each window and block of nodes (window_lists.h) the next one this window is
//   played block after block: a block's events are sorted by node (block_run.h) this node         has the events from
//   before the window, and beside them those that it schedules meanwhile
//
// Example: in a window from 10 to 20, node 1 has events at 11 and 18, and node 2 at 12. They are taken in the order 11,
// 18, 12. If node 1 schedules one for itself at 15, it comes between its two.
#pragma once

#include "sim/machine/engine/block_run.h"
#include "sim/machine/engine/event_journal.h"
#include "sim/machine/engine/in_ports.h"
#include "sim/machine/engine/keys_beside.h"
#include "sim/machine/engine/other_nodes.h"
#include "sim/machine/engine/time.h"
#include "sim/machine/engine/window_lists.h"

#include <array>
#include <cstdint>
#include <limits>
#include <map>
#include <span>
#include <vector>

namespace rmasim::sim {

// How a run is played by node.
struct NodeOrder {
    Rank ranks_per_node = 1;
    Time lookahead = 0;  // at least 1; what one node does reaches others no earlier than this
    // When a node begins a window, all packets of others that reach it there are known: they pass its port then, and
    // that they are delivered is their only event. Only if nodes have one rank, and without a journal, which needs the
    // events of a run in time. Null: that they reach it is an event.
    InPorts* ports = nullptr;
    // Other processes play the nodes before `first_node` and those behind the `nodes` that begin with it. Null: none.
    OtherNodes* others = nullptr;
    NodeNumber first_node = 0;
    NodeNumber nodes = std::numeric_limits<NodeNumber>::max();
    EventJournal* journal = nullptr;  // with `others` only; null: nobody is told of events
};

class NodeQueue final : private Incoming {
public:
    explicit NodeQueue(NodeOrder order);

    // `time` is not before the time of the last event taken. Raises std::logic_error if it is in this window, and
    // another node's than the one at hand.
    void push(Time time, Event event) {
        ++size_;
        const NodeNumber node = node_of(event.rank());
        const std::int64_t window = window_of(time);
        if (is_at_hand(window, node)) return beside_.push(time, tie_of(event), event);
        if (is_far(window)) [[unlikely]]
            return push_far(window, time, event);
        lists_.append(block(window, node), {in_window(time), node, event});
    }
    // Keeps a copy of the packet.
    void push(Time time, EventKind kind, const Packet& packet) {
        ++size_;
        const NodeNumber node = node_of(is_at_source(kind) ? packet.source : packet.target);
        const std::int64_t window = window_of(time);
        if (is_at_hand(window, node)) return push_beside(time, kind, copy_of(packet));
        append(window, time, node, kind, packet);
    }
    // As above, for the packet of the event taken last: it is copied only if it has to be.
    void push_again(Time time, EventKind kind, const Packet* packet) {
        ++size_;
        const NodeNumber node = node_of(is_at_source(kind) ? packet->source : packet->target);
        const std::int64_t window = window_of(time);
        if (is_at_hand(window, node)) return push_beside(time, kind, packet);
        append(window, time, node, kind, *packet);
    }

    bool empty() const { return size_ == 0; }
    std::size_t size() const { return size_; }

    // Whether `begin_node` is to be called, in place of `pop`. The queue is not empty.
    bool at_next_node() const { return at_ == end_ && beside_.empty(); }
    // Perhaps none of its events is in this window, after its packets have passed the port.
    void begin_node();
    // Removes the next event.
    Event pop() {
        --size_;
        if (at_ == end_ || comes_from_beside()) return beside_.take_first(now_);
        now_ = began_ + at_->time;
        return (at_++)->event;
    }
    Time now() const { return now_; }  // the time of the last event taken

    // Counted from the first one of all processes.
    NodeNumber node_at_hand() const { return node_ + order_.first_node; }

    // The events of the node that comes `distance` nodes after the one at hand; empty past the end of the block.
    std::span<const Due> ahead(std::size_t distance) const { return run_.ahead(distance - 1); }

    // ---- Where other processes play nodes, too: window by window, in place of `begin_node` until the queue is empty.

    // Opens the next block of this window; false: all of it has been played. All of the last block has.
    bool open_block();
    bool at_end_of_block() const { return at_next_node() && run_.at_end(); }
    // All of this window has been played here. Opens the next one in which any process has events, in which this one
    // may have none, and returns when it begins; end_of_time: there is none.
    static constexpr Time end_of_time = std::numeric_limits<Time>::max();
    Time open_common_window();
    // What has come from others goes into later windows.
    void take_in() { order_.others->take_in(*this); }

private:
    static constexpr unsigned max_bits = 31, group_bits = 6;
    static constexpr std::size_t windows_a_group = std::size_t{1} << group_bits;

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
        std::int64_t first_window = no_next_window;
    };
    using Blocks = std::vector<WindowLists::Block>;

    // Counted from the first one that is played here: those of others have large numbers.
    NodeNumber node_of(Rank rank) const {
        const auto number = static_cast<NodeNumber>(rank);
        return (ranks_per_node_ == 1 ? number : number / ranks_per_node_) - order_.first_node;
    }
    std::int64_t window_of(Time time) const { return time >> window_bits_; }
    static std::int64_t group_of(std::int64_t window) { return window >> group_bits; }
    std::uint32_t in_window(Time time) const {
        return static_cast<std::uint32_t>(time & ((Time{1} << window_bits_) - 1));
    }
    static std::uint64_t bit_of(std::int64_t window) {
        return std::uint64_t{1} << (static_cast<std::uint64_t>(window) % windows_a_group);
    }
    bool is_far(std::int64_t window) const { return group_of(window) > group_of(window_) + 1; }
    Blocks& blocks_of(std::int64_t window) { return windows_[static_cast<std::size_t>(window) % windows_.size()]; }
    std::uint64_t& occupied(std::int64_t group) { return occupied_[static_cast<std::size_t>(group) % 2]; }

    bool is_at_hand(std::int64_t window, NodeNumber node) const {
        if (window != window_ || !playing_) return false;
        if (node != node_) [[unlikely]]
            raise_early();
        return true;
    }
    [[noreturn]] static void raise_early();
    bool comes_from_beside() const {
        if (beside_.empty()) return false;
        const Time time = began_ + at_->time, other = beside_.first_time();
        return other != time ? other < time : beside_.comes_before(time, tie_of(at_->event));
    }

    std::span<const Due> through_port(std::span<Due> dues);
    void push_beside(Time time, EventKind kind, const Packet* packet) {
        beside_.push(time, tie_of(kind, *packet), Event::of_packet(kind, packet));
    }
    const Packet* copy_of(const Packet& packet);
    void append(std::int64_t window, Time time, NodeNumber node, EventKind kind, const Packet& packet) {
        if (node >= order_.nodes) [[unlikely]]
            return send_away(window, time, packet);
        if (is_far(window)) [[unlikely]]
            return push_far(window, time, kind, packet);
        lists_.append(block(window, node), in_window(time), node, kind, packet);
    }
    // The list of a window of this group or the next one.
    WindowLists::Block& block(std::int64_t window, NodeNumber node) {
        occupied(group_of(window)) |= bit_of(window);
        Blocks& blocks = blocks_of(window);
        const std::size_t at = node >> WindowLists::block_bits;
        if (at >= blocks.size()) [[unlikely]]
            blocks.resize(at + 1);
        return blocks[at];
    }
    [[gnu::noinline]] void push_far(std::int64_t window, Time time, Event event);
    [[gnu::noinline]] void push_far(std::int64_t window, Time time, EventKind kind, const Packet& packet);
    void send_away(std::int64_t window, Time time, const Packet& packet) {
        --size_;
        order_.others->send(window, time, packet, *this);
    }
    void take_in(Time time, const Packet& packet) override;
    std::int64_t next_window() const;
    void open_next_window();
    void open_next_group();
    void file(std::int64_t group);

    const NodeOrder order_;
    const NodeNumber ranks_per_node_;
    const unsigned window_bits_;
    std::size_t size_ = 0;
    Time now_ = -1;

    // ---- of the node at hand
    bool playing_ = false;
    NodeNumber node_ = 0;
    const Due* at_ = nullptr;
    const Due* end_ = nullptr;
    KeysBeside<Event> beside_;
    BlockPool<Packet, Event::packet_alignment> packets_;  // that it sends to itself
    std::vector<Packet*> taken_;

    // ---- of this window
    std::int64_t window_ = 0;
    Time began_ = 0;
    std::size_t next_block_ = 0;
    BlockRun run_;

    // ---- of this group and the next one
    std::array<Blocks, 2 * windows_a_group> windows_;
    std::array<std::uint64_t, 2> occupied_{};  // one bit a window
    WindowLists lists_;

    // ---- of later groups
    std::map<std::int64_t, Group> later_;
    KeyLists<FarRank> far_ranks_;
    KeyLists<FarPacket> far_packets_;
};

}  // namespace rmasim::sim
