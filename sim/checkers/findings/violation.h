// The invariants of the invariant checker, and the first violation in a run.
#pragma once

#include <fmt/core.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace rmasim::sim::check {

enum class Invariant : std::uint8_t {
    applied_once,     // each operation is called, sent and applied exactly once
    exclusive_alone,  // if a rank holds a lock exclusively, no other rank holds this lock
    grant_asked_for,  // a lock is granted only to a rank that requested it, and released only by a holder
    // Locks are granted in the order of requests, except in families that allow a shared request to overtake other
    // requests.
    locks_in_order,
    elements_conserved,    // each element is returned once, and a pool has at most its size of elements in use
    epoch_kept,            // events of an epoch happen between its opening and its closing calls
    accumulates_in_order,  // accumulates are applied in the order of their calls, if the window requires this order
    // An operation that sends from the user's memory does not complete before its data have left that memory.
    data_leave_first,
    signalled_once,  // each completed request sends one signal, and the target applies this signal once
    counted_right,   // a counter's value is its initial value minus the number of received signals
    window_kept,     // no event of a window follows the WIN_FREE of that window
    within_reach,    // an agent that is an OS process accesses no private memory
};
std::string_view name_of(Invariant invariant);

// Counts of the events that the checker has compared with the invariants.
struct Checked {
    std::uint64_t calls = 0;        // number of calls that have returned
    std::uint64_t operations = 0;   // number of operations applied at targets, or executed directly on the rank's node
    std::uint64_t lock_grants = 0;  // number of locks that targets have granted

    Checked& operator+=(const Checked& other) {
        calls += other.calls;
        operations += other.operations;
        lock_grants += other.lock_grants;
        return *this;
    }
    friend bool operator==(const Checked&, const Checked&) = default;
};

struct Violation {
    Invariant which = Invariant::applied_once;
    std::string what;  // description: "PUT of rank 0 to rank 1 (window w, displacement 8) was never applied"
};

// Returns the violation as text: "locks_in_order: rank 2 ..."
inline std::string words_of(const Violation& violation) {
    return fmt::format("{}: {}", name_of(violation.which), violation.what);
}

class Findings {
public:
    // Records a violation. Only the first violation is formatted and kept, because later violations usually follow from
    // the first.
    template <class... Args>
    void add(Invariant which, fmt::format_string<Args...> format, Args&&... args) {
        if (!first_) first_ = Violation{which, fmt::format(format, std::forward<Args>(args)...)};
    }
    const std::optional<Violation>& first() const { return first_; }
    void clear() { first_.reset(); }

private:
    std::optional<Violation> first_;
};

}  // namespace rmasim::sim::check
