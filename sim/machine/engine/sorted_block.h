// The events of one block in one slice: an array that is sorted by node. The event queue takes the events of one node
// after the other.
#pragma once

#include "sim/machine/engine/tie.h"
#include "sim/machine/engine/slice_buckets.h"

#include <algorithm>
#include <array>
#include <span>
#include <vector>

namespace rmasim::sim {

class SortedBlock {
public:
    // Returns the array of the block's events. To fill this object, append events to this array, then call sort(). All
    // events must be of one block of nodes.
    std::vector<TimedEvent>& dues() { return dues_; }
    void sort() {
        sort_by_node();
        starts_.clear();
        for (std::size_t i = 0; i < dues_.size(); ++i) {
            if (i == 0 || dues_[i].node != dues_[i - 1].node) starts_.push_back(static_cast<std::uint32_t>(i));
        }
        next_ = 0;
    }
    void clear() {
        dues_.clear();
        starts_.clear();
        next_ = 0;
    }

    // True if no node is left.
    bool at_end() const { return next_ == starts_.size(); }
    // Returns the events of the next node, in order. Precondition: not at_end().
    std::span<TimedEvent> take_node() {
        const std::span<TimedEvent> dues = node_at(next_++);
        sort_by_time(dues);
        return dues;
    }
    // Returns the events of the node that is `distance` positions after the next node, in any order. Returns an empty
    // span if there is no such node.
    std::span<const TimedEvent> ahead(std::size_t distance) const {
        const std::size_t at = next_ + distance;
        return at < starts_.size() ? node_at(at) : std::span<const TimedEvent>();
    }

    // Moves the last event of `dues` to its position in the order. Precondition: all other events of `dues` are in
    // order, and all events belong to one node.
    static void put_last_in_place(std::span<TimedEvent> dues) { put_last_in_place(dues, before); }

private:
    static constexpr std::size_t few = 32;  // up to this number, insertion sort is the fastest
    static constexpr std::size_t nodes = std::size_t{1} << SliceBuckets::block_bits;

    static bool before(const TimedEvent& a, const TimedEvent& b) {
        if (a.time != b.time) return a.time < b.time;
        const EventKind kind_of_a = kind_in_ties(a.event.kind()), kind_of_b = kind_in_ties(b.event.kind());
        if (kind_of_a != kind_of_b) return kind_of_a < kind_of_b;
        return has_senders_in_ties(kind_of_a) && tie_break_key(a.event) < tie_break_key(b.event);
    }
    static bool node_before(const TimedEvent& a, const TimedEvent& b) { return a.node < b.node; }

    std::span<TimedEvent> node_at(std::size_t at) {
        const std::size_t end = at + 1 < starts_.size() ? starts_[at + 1] : dues_.size();
        return {dues_.data() + starts_[at], dues_.data() + end};
    }
    std::span<const TimedEvent> node_at(std::size_t at) const {
        const std::size_t end = at + 1 < starts_.size() ? starts_[at + 1] : dues_.size();
        return {dues_.data() + starts_[at], dues_.data() + end};
    }

    template <class Before>
    static void insertion_sort(std::span<TimedEvent> dues, Before before) {
        for (std::size_t count = 2; count <= dues.size(); ++count) put_last_in_place(dues.first(count), before);
    }
    template <class Before>
    static void put_last_in_place(std::span<TimedEvent> dues, Before before) {
        std::size_t at = dues.size() - 1;
        if (at == 0 || !before(dues[at], dues[at - 1])) return;
        const TimedEvent due = dues[at];
        for (; at > 0 && before(due, dues[at - 1]); --at) dues[at] = dues[at - 1];
        dues[at] = due;
    }

    // All functions that sort in this class sort stably.
    static void sort_by_time(std::span<TimedEvent> dues) {
        if (dues.size() <= few) return insertion_sort(dues, before);
        if (!std::is_sorted(dues.begin(), dues.end(), before)) std::stable_sort(dues.begin(), dues.end(), before);
    }

    void sort_by_node() {
        if (dues_.size() <= few) return insertion_sort(std::span(dues_), node_before);
        if (std::is_sorted(dues_.begin(), dues_.end(), node_before)) return;
        if (dues_.size() <= nodes / 16) {
            std::stable_sort(dues_.begin(), dues_.end(), node_before);
        } else {
            count_and_distribute();
        }
    }
    void count_and_distribute() {
        std::array<std::uint32_t, nodes> next{};
        for (const TimedEvent& due : dues_) ++next[due.node % nodes];
        std::uint32_t sum = 0;
        for (std::uint32_t& at : next) {
            const std::uint32_t count = at;
            at = sum;
            sum += count;
        }
        placed_.resize(dues_.size());
        for (const TimedEvent& due : dues_) placed_[next[due.node % nodes]++] = due;
        dues_.swap(placed_);
    }

    std::vector<TimedEvent> dues_;
    std::vector<TimedEvent> placed_;            // scratch space
    std::vector<std::uint32_t> starts_;  // index in `dues_` of each node's first event
    std::size_t next_ = 0;               // index in `starts_`
};

}  // namespace rmasim::sim
