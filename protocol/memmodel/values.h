// Orders that ranks find in values they read (SPEC.md, MM-EDGE-11): a flag that is polled, a ticket, a lock of the
// program's own.
//
//   rank 0   PUT data, FLUSH, ACCUMULATE flag = 1 ------.
//   rank 1   FETCH_AND_OP flag, FLUSH: finds 1  <-------'   GET data
//
// Of each element that accumulates update the last values are kept, with what their writers knew. An element that
// nobody fetches costs a note for each update; what everybody knows is forgotten.
#pragma once

#include "protocol/base/operation.h"
#include "protocol/memmodel/access.h"

#include <array>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <tuple>
#include <vector>

namespace rmasim::memmodel {

// Reads what an operation would find there, `disp_bytes` from displacement 0 of the window; false: no data are kept.
using Contents = std::function<bool(Rank owner, WindowId, std::uint64_t disp_bytes, std::span<std::byte>)>;

// What one who finds a value knows: what its writer knew, and, if the update added to the value before, what the
// writers of that one knew.
struct Carried {
    Moment by;
    std::vector<SpanRef> updates;           // of this element alone: who finds the value knows that they are over
    std::shared_ptr<const Carried> before;  // null: nothing else
    std::uint32_t length = 1;
    Sum all{};  // not empty: in place of `by` and `before`, as they would be many
};
using CarriedRef = std::shared_ptr<const Carried>;

// What a fetching operation finds, by element: null: nothing that orders.
struct Found {
    Rank target = no_rank;
    WindowId window = 0;
    std::uint64_t begin = 0;
    std::size_t element_bytes = 0;
    bool updates = false;
    std::vector<CarriedRef> carried;
};
using FoundRef = std::shared_ptr<Found>;

class Values {
public:
    // `arrivals`: also what PUT and ACCUMULATE have brought, for those who look at their own memory.
    Values(Contents contents, bool arrivals, std::size_t clean_up_at)
        : contents_(std::move(contents)), arrivals_(arrivals), clean_up_at_(clean_up_at) {}

    // Whether anybody will say when operations are carried out.
    bool watched() const { return static_cast<bool>(contents_); }
    // Whether the operation may carry an order: an accumulate of few elements that lie side by side.
    bool may_carry(const Operation& operation) const;
    // The call of such an operation; `unit`: of displacements at its target. Null: it fetches nothing.
    FoundRef called(Rank origin, const Operation& operation, std::uint64_t unit, const Moment& call,
                    const SpanRef& update);
    // It is about to be carried out, or a part of it; `region` is in bytes.
    void applied(Rank target, WindowId window, Rank origin, OpKind kind, ReduceOp reduce, const Region& region);
    // The results of a fetching operation are there: whoever has them knows that.
    template <class AcquireClock>
    void visit(const Found& found, AcquireClock acquire_clock) {
        if (found.updates) settle_all(found);
        for (const CarriedRef& one : found.carried) {
            for (const Carried* at = one.get(); at != nullptr; at = at->before.get()) acquire_clock(*at);
        }
    }
    // The rank looks at its part of the window, whose values may be those that the last operations wrote.
    template <class AcquireClock>
    void visit_arrived(Rank rank, WindowId window, AcquireClock acquire_clock) const {
        const auto found = arrived_.find({rank, window});
        if (found == arrived_.end()) return;
        for (const auto& [thread, moment] : found->second) acquire_clock(moment);
    }
    // The rank's part of the window is gone.
    void forget(Rank rank, WindowId window);
    bool full() const { return cells_.size() >= std::max(clean_up_at_, max_); }
    void forget(const std::vector<Tick>& known_to_all);
    std::size_t remembered() const;  // for tests: values

private:
    static constexpr std::size_t max_bytes = 16, max_elements = 64, max_states = 16, max_carried = 16,
                                 max_updates = 64;
    using Value = std::array<std::byte, max_bytes>;
    // A value that the element has had.
    struct State {
        Value value{};
        bool is_known = false;  // `value`: it can be read as soon as the update is over
        Moment by{};            // none: it was there before
        CarriedRef carried{};
        // Of a fetching operation that may change nothing: then it has read only, ...
        FoundRef finds{};
        std::size_t place = 0;
        CarriedRef as_read{};  // ... and has found this
    };
    struct Cell {
        std::size_t bytes = 0;
        std::vector<State> states;
    };
    using Place = std::tuple<Rank, WindowId, std::uint64_t>;
    struct Called {
        Moment call;
        SpanRef update;
        OpKind kind;
        ReduceOp reduce;
        Datatype datatype;
        std::uint64_t begin, end;
        std::uint64_t left;  // bytes that have not been carried out
        FoundRef found;
    };
    static void settle(Cell& cell, const Value& now);
    void settle(const Place& place, Cell& cell);
    static CarriedRef extended(const CarriedRef& before, const Called& called);
    static CarriedRef summed_up(Carried&& many);
    static CarriedRef read(const Cell& cell, const Moment& call);
    void settle_all(const Found& found);
    void apply(const Called& called, const Place& place, const Value& now);

    Contents contents_;
    bool arrivals_;
    std::size_t clean_up_at_, max_ = 0;
    std::map<Place, Cell> cells_{};
    std::map<std::tuple<Rank, WindowId, Rank>, std::deque<Called>> called_{};  // by target, window, origin
    // By target and window: of each thread the last update that was carried out.
    std::map<std::pair<Rank, WindowId>, std::map<ThreadIndex, Moment>> arrived_{};
};

}  // namespace rmasim::memmodel
