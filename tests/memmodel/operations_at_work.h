// The state of one execution of a test program: its locks, and the accumulates that were called and are not executed.
#pragma once

#include "protocol/base/call_table.h"
#include "tests/memmodel/test_contents.h"

#include <vector>

namespace rmasim::memmodel_test {

struct LockRequest {
    Rank origin, target;
    WindowId window;
    bool exclusive;
    enum class State : std::uint8_t { waits, granted, released } state = State::waits;
    bool closing = false;  // true if UNLOCK has begun
    bool brings = false;   // true if an operation of its epoch has results
};

struct UnderWay {
    Event event;            // the event of its execution
    std::uint64_t nth = 0;  // for fences, the number of the epoch; for PSCW, the number of the START for this target
    enum class Opened : std::uint8_t { fence, start, lock, nocheck } opened = Opened::fence;
    std::size_t lock = 0;  // index among all lock requests

    const Operation& operation() const { return event.step->call.operation; }
    bool fetches() const { return rmasim::fetches(operation().kind); }
    bool is_of(Rank origin, WindowId window, Rank target) const {
        const Operation& mine = operation();
        return event.origin == origin && mine.window == window && (target == no_rank || mine.target == target);
    }
};

// True if `one` must be executed after `other`: accumulates of one rank on the same bytes are executed in the order of
// their calls.
inline bool is_behind(const UnderWay& one, const UnderWay& other) {
    const auto end = [](const Region& region) { return region.disp + region.bytes(); };
    const Region &a = one.operation().region, &b = other.operation().region;
    return other.is_of(one.event.origin, one.operation().window, one.operation().target) && a.disp < end(b) &&
           b.disp < end(a);
}

}  // namespace rmasim::memmodel_test
