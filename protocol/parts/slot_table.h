// The operation table of a window (New RMA design, "Data structures" 1): a fixed array of slots, each with a list of
// target elements. The target with communicator rank p in the window's group is in slot p mod slots. The search in a
// slot is linear. If all processes have the window, communicator rank and rank are the same, and the overloads without
// `comm_rank` apply.
#pragma once

#include "protocol/base/types.h"
#include "protocol/parts/slot_count.h"

#include <algorithm>
#include <array>
#include <memory>

namespace rmasim {

// The operation table of a window. `TargetElement` has members `rank` and `next`. Only the table uses `next`.
template <class TargetElement>
class SlotTable {
public:
    explicit SlotTable(std::uint32_t slots) : count_(slots) {
        if (slots > few) many_ = std::make_unique<TargetElement*[]>(slots);
    }

    // Returns the element of `target`, or null. `steps` is set to the number of elements visited.
    TargetElement* find(Rank target, std::uint32_t& steps) const { return find(target, target, steps); }
    TargetElement* find(Rank target, Rank comm_rank, std::uint32_t& steps) const {
        steps = 0;
        for (TargetElement* t = heads()[slot_of(comm_rank)]; t != nullptr; t = t->next) {
            ++steps;
            if (t->rank == target) return t;
        }
        return nullptr;
    }

    // Returns the first element that a search for communicator rank `comm_rank` visits, for prefetching; null if the
    // slot is empty.
    const TargetElement* first_in_slot(Rank comm_rank) const { return heads()[slot_of(comm_rank)]; }

    // Visits the first element of each slot that is not empty, for prefetching.
    template <class Visit>
    void for_each_head(Visit visit) const {
        std::uint32_t left = occupied_slots_.value();
        for (std::size_t slot = 0; left > 0 && slot < count_; ++slot) {
            if (heads()[slot] == nullptr) continue;
            --left;
            visit(*heads()[slot]);
        }
    }

    void insert(TargetElement* target) { insert(target, target->rank); }
    void insert(TargetElement* target, Rank comm_rank) {
        TargetElement*& head = heads()[slot_of(comm_rank)];
        if (head == nullptr) occupied_slots_.one_more();
        TargetElement** end = &head;
        std::uint32_t length = 1;
        for (; *end != nullptr; end = &(*end)->next) ++length;
        *end = target;
        target->next = nullptr;
        ++targets_;
        max_list_length_ = std::max(max_list_length_, length);
    }
    void remove(TargetElement* target) { remove(target, target->rank); }
    void remove(TargetElement* target, Rank comm_rank) {
        TargetElement*& head = heads()[slot_of(comm_rank)];
        TargetElement** at = &head;
        while (*at != target) at = &(*at)->next;
        *at = target->next;
        if (head == nullptr) occupied_slots_.one_less();
        --targets_;
    }

    std::uint32_t targets() const { return targets_; }
    std::uint32_t slots() const { return count_; }
    // The largest number of elements that a slot's list has had.
    std::uint32_t max_list_length() const { return max_list_length_; }
    std::uint32_t occupied_slots() const { return occupied_slots_.value(); }
    bool empty() const { return targets_ == 0; }

    // Visits all elements slot by slot, each list in order of creation. `visit` may remove the element that it gets.
    // Returns the number of slots examined, up to the last occupied one (NR-TABLE-4).
    template <class Visit>
    std::size_t for_each(Visit visit) const {
        std::size_t end = 0;
        walk(
            [&visit](TargetElement& t) {
                visit(t);
                return true;
            },
            end);
        return end;
    }

    // Visits all elements, beginning with the slot of communicator rank `first`, cyclically. `visit` must not remove
    // elements.
    template <class Visit>
    void for_each_from(Rank first, Visit visit) const {
        std::uint32_t left = occupied_slots_.value();
        const std::size_t begin = slot_of(first);
        for (std::size_t i = 0; left > 0 && i < count_; ++i) {
            TargetElement* const head = heads()[begin + i < count_ ? begin + i : begin + i - count_];
            if (head == nullptr) continue;
            --left;
            for (TargetElement* t = head; t != nullptr; t = t->next) visit(*t);
        }
    }

    // Returns true if the condition holds for all elements. Stops at the first element for which it does not.
    template <class Holds>
    bool all_of(Holds holds) const {
        return walk([&holds](TargetElement& t) { return holds(t); });
    }

    // Returns the number of slots that a traversal examines.
    std::size_t slots_walked() const {
        return for_each([](const TargetElement&) {});
    }

    // `bytes` returns the bytes of all slots. `own_slots_bytes` returns the bytes of the few slots that are stored
    // inside of this object.
    std::size_t bytes() const { return count_ * sizeof(TargetElement*); }
    static constexpr std::size_t own_slots_bytes() { return few * sizeof(TargetElement*); }

private:
    // Passes each element to `keep_walking` and stops when it returns false. If all elements were visited, sets `end`
    // to the number of slots examined and returns true.
    template <class KeepWalking>
    bool walk(KeepWalking keep_walking, std::size_t& end) const {
        std::uint32_t left =
            occupied_slots_.value();  // the design's count of non-NULL slots: the walk stops after the last such slot
        std::size_t slot = 0;
        for (; left > 0 && slot < count_; ++slot) {
            TargetElement* const head = heads()[slot];
            if (head == nullptr) continue;
            --left;
            for (TargetElement* t = head; t != nullptr;) {
                TargetElement* const next = t->next;
                if (!keep_walking(*t)) return false;
                t = next;
            }
        }
        end = slot;
        return true;
    }
    template <class KeepWalking>
    bool walk(KeepWalking keep_walking) const {
        std::size_t end = 0;
        return walk(keep_walking, end);
    }

    std::size_t slot_of(Rank target) const { return static_cast<std::size_t>(target) % count_; }
    TargetElement* const* heads() const { return many_ ? many_.get() : own_.data(); }
    TargetElement** heads() { return many_ ? many_.get() : own_.data(); }

    // The number of slots in the design. A table with at most this number of slots is stored inside of this object, so
    // its access follows no pointer.
    static constexpr std::uint32_t few = 8;

    std::array<TargetElement*, few> own_{};
    std::unique_ptr<TargetElement*[]> many_;  // null if there are few slots
    std::uint32_t count_;
    SlotCount occupied_slots_;
    std::uint32_t targets_ = 0;
    std::uint32_t max_list_length_ = 0;  // for reports
};

}  // namespace rmasim
