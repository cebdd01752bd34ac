// The invariants of the checker, and the first violation that it found.
#pragma once

#include <fmt/core.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace rmasim::sim::check {

enum class Invariant : std::uint8_t {
    applied_once,          // each operation is posted, sent and applied, once each
    exclusive_alone,       // an exclusive lock has one holder and excludes all others
    grant_asked_for,       // no grant without a request, no release without a holder
    locks_in_order,        // locks are granted in the order of the requests, as far as the lock order says so
    elements_conserved,    // each element is given back once, and no more are in use than the pool has
    epoch_kept,            // nothing happens before its epoch is open, or after it is closed
    accumulates_in_order,  // in the order of posting, if the window promises that
    data_leave_first,      // an operation that is sent from the user's memory is complete when its data have left that
    signalled_once,        // each completed request signals once, and its signal is applied once
    counted_right,         // a counter is what it was set to, less the signals that came
    window_kept,           // nothing of a window comes after its WIN_FREE
    within_reach,          // an agent that is a process touches no private memory
};
std::string_view name_of(Invariant invariant);

// How much was held against the invariants.
struct Checked {
    std::uint64_t calls = 0;        // that have returned
    std::uint64_t operations = 0;   // from their posting to their application, or on the rank's own node
    std::uint64_t lock_grants = 0;  // at the targets

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
    std::string what;  // "rank 1 applied PUT of rank 0 (window w), which was not on its way"
};

// "locks_in_order: rank 2 ..."
inline std::string words_of(const Violation& violation) {
    return fmt::format("{}: {}", name_of(violation.which), violation.what);
}

class Findings {
public:
    // Only the first violation is formatted; later ones usually follow from it.
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
