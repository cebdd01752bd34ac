// Orders between ranks by the values that they read (SPEC.md, MM-EDGE-11): a polled flag, a ticket, a lock that the
// program implements.
//
//   rank 0   PUT data, FLUSH, ACCUMULATE flag = 1 ------.
//   rank 1   FETCH_AND_OP flag, FLUSH: returns 1 <------'   GET data
//
// For each element that accumulates update, the last values are stored with the clocks of their writers. An element
// that no operation fetches costs memory for each update. Values whose updates have ended for all threads are dropped.
#pragma once

#include "protocol/base/operation.h"
#include "protocol/memmodel/shadow/access.h"

#include <array>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <tuple>
#include <vector>

namespace rmasim::memmodel {

// A function that reads bytes of the window of `owner`, `disp_bytes` bytes from displacement 0. Returns false if the
// world keeps no data.
using Contents = std::function<bool(Rank owner, WindowId, std::uint64_t disp_bytes, std::span<std::byte>)>;

// The clocks that a value carries: the clock of the value's writer and, if the update combined the value with the
// previous one, the clocks that the previous value carries. A reader of the value is ordered after these clocks.
struct Carried {
    Moment by;
    std::vector<SpanRef> updates;           // of this element alone: ended for a reader of the value
    std::shared_ptr<const Carried> before;  // the previous value's clocks; null if there is none
    std::uint32_t length = 1;
    Sum all{};  // if not empty: the join of all clocks, instead of `by` and a long list `before`
};
using CarriedRef = std::shared_ptr<const Carried>;

// The values that a fetching operation fetches, with an entry for each element. An entry is null if its value does not
// order the reader after any writer.
struct Found {
    Rank target = no_rank;
    WindowId window = 0;
    std::uint64_t begin = 0;
    std::size_t element_bytes = 0;
    bool updates = false;
    std::vector<CarriedRef> carried;
    // For each element: all updates that led to the value, even updates that the value does not prove.
    std::vector<CarriedRef> written;
};
using FoundRef = std::shared_ptr<Found>;

// The values of all elements that accumulates update.
class Values {
public:
    // If `arrivals` is true, also records the PUTs and ACCUMULATEs that were applied, for ranks that read their own
    // memory.
    Values(Contents contents, bool arrivals, std::size_t clean_up_at)
        : contents_(std::move(contents)), arrivals_(arrivals), clean_up_at_(clean_up_at) {}

    // True if the caller must call `applied` for each applied operation.
    bool watched() const { return static_cast<bool>(contents_); }
    // True if the values of the operation may order ranks: it is an accumulate of few contiguous elements.
    bool may_carry(const Operation& operation) const;
    // Records the call of an operation for which `may_carry` is true. `unit` is the displacement unit of the target.
    // Returns null if the operation fetches nothing.
    FoundRef called(Rank origin, const Operation& operation, std::uint64_t unit, const Moment& call,
                    const SpanRef& update);
    // The target will now apply the operation, or a part of it. Call this before the target's memory changes. `region`
    // is in bytes.
    void applied(Rank target, WindowId window, Rank origin, OpKind kind, ReduceOp reduce, const Region& region);
    // The results of a fetching operation are available. Calls `acquire_clock` for all clocks that the fetched values
    // carry.
    template <class AcquireClock>
    void visit(const Found& found, AcquireClock acquire_clock) {
        if (found.updates) settle_all(found);
        for (const CarriedRef& one : found.carried) {
            for (const Carried* at = one.get(); at != nullptr; at = at->before.get()) acquire_clock(*at);
        }
    }
    template <class Need>
    void visit_written(const Found& found, Need need) const {
        for (const CarriedRef& one : found.written) {
            for (const Carried* at = one.get(); at != nullptr; at = at->before.get()) need(*at);
        }
    }
    // The rank reads its segment of the window and may read values of the last applied operations. Calls
    // `acquire_clock` for the moments of these operations.
    template <class AcquireClock>
    void visit_arrived(Rank rank, WindowId window, AcquireClock acquire_clock) const {
        const auto found = arrived_.find({rank, window});
        if (found == arrived_.end()) return;
        for (const auto& [thread, moment] : found->second) acquire_clock(moment);
    }
    // The rank's segment of the window is freed.
    void forget(Rank rank, WindowId window);
    bool full() const { return cells_.size() >= std::max(clean_up_at_, max_); }
    void forget(const std::vector<Tick>& known_to_all);
    std::size_t remembered() const;  // for tests: number of values

private:
    static constexpr std::size_t max_bytes = 16, max_elements = 64, max_states = 16, max_carried = 16, max_updates = 64;
    using Value = std::array<std::byte, max_bytes>;
    // A value that the element has had.
    struct State {
        Value value{};
        bool is_known = false;  // `value` is set; it can be read when the update has been applied
        Moment by{};            // does not exist for the initial value
        CarriedRef carried{};
        // For a fetching operation that may leave the value unchanged. If it does, the operation is only a reader:
        FoundRef finds{};
        std::size_t index = 0;
        CarriedRef as_read{};  // the value that the operation has read in that case
    };
    struct Cell {
        std::size_t bytes = 0;
        std::vector<State> states;
    };
    using ElementAddress = std::tuple<Rank, WindowId, std::uint64_t>;
    struct Called {
        Moment call;
        SpanRef update;
        OpKind kind;
        ReduceOp reduce;
        Datatype datatype;
        std::uint64_t begin, end;
        std::uint64_t left;  // bytes that have not been applied
        FoundRef found;
    };
    static void settle(Cell& cell, const Value& now);
    void settle(const ElementAddress& address, Cell& cell);
    static CarriedRef extended(const CarriedRef& before, const Called& called);
    static CarriedRef summed_up(Carried&& many);
    static CarriedRef read(const Cell& cell, const Moment& call);
    void settle_all(const Found& found);
    void apply(const Called& called, const ElementAddress& address, const Value& now);

    Contents contents_;
    bool arrivals_;
    std::size_t clean_up_at_, max_ = 0;
    std::map<ElementAddress, Cell> cells_{};
    std::map<std::tuple<Rank, WindowId, Rank>, std::deque<Called>> called_{};  // by target, window, origin
    // For each target and window: the last applied update of each thread.
    std::map<std::pair<Rank, WindowId>, std::map<ThreadIndex, Moment>> arrived_{};
};

}  // namespace rmasim::memmodel
