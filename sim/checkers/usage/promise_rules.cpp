#include "sim/checkers/usage/promise_rules.h"

#include "protocol/base/errors.h"

#include <fmt/core.h>

namespace rmasim::sim::usage {

bool has_promises(const WindowSettings& window) {
    return window.no_locks || (window.same_size && !window.bytes.same()) ||
           (window.same_disp_unit && !window.disp_unit.same());
}

void PromiseRules::require(const Thread& thread, const CallRequest& call) const {
    const WindowSettings& window = scenario_.windows[call.window];
    if (window.no_locks && (call.call == Call::lock || call.call == Call::lock_all)) {
        throw ErroneousProgram(call.call,
                               fmt::format("windows.{}.no_locks promises that no rank locks the window", window.name))
            .in_section("info");
    }
    if (window.same_size) require_same(thread, call, window.bytes, "bytes");
    if (window.same_disp_unit) require_same(thread, call, window.disp_unit, "disp_unit");
}

void PromiseRules::require_same(const Thread& thread, const CallRequest& call, const PerRank& values,
                                const std::string& what) const {
    if (values.same()) return;
    const Rank first = keys_.first_member(thread.rank, call.window);
    const std::uint64_t theirs = values.of(first), own = values.of(thread.rank);
    if (own == theirs) return;
    const std::string& name = scenario_.windows[call.window].name;
    throw ErroneousProgram(call.call,
                           fmt::format("windows.{}.same_{} promises that all ranks have the same {}, but it is {} at "
                                       "rank {} and {} at rank {}",
                                       name, what == "bytes" ? "size" : what, what, theirs, first, own, thread.rank))
        .in_section("info");
}

}  // namespace rmasim::sim::usage
