// What the checker looks for, and the first thing it found.
#pragma once

#include <fmt/core.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace rmasim::sim::check {

enum class Invariant : std::uint8_t {
    applied_once,          // each operation is posted, sent and applied, once each
    exclusive_alone,       // who holds a window exclusively is alone with it
    grant_asked_for,       // no grant without a request, no release without a holder
    locks_in_order,        // who asked first has the lock first
    elements_conserved,    // elements are given back, once each, and no more are in use than there are
    epoch_kept,            // nothing happens before its epoch is open, or after it is closed
    accumulates_in_order,  // as posted, where the window promises it
};
std::string_view name_of(Invariant invariant);

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
    // Words are made for the first only: what follows from it is no news.
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
