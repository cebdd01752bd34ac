// Passes the events of a run with a clock to all objects that listen. Most runs only count, so the accounting receives
// the events directly unless others listen too: this costs a test per event that the simulator reports, and nothing for
// an event that the protocol's code reports.
#pragma once

#include "sim/timed/counts/accounting.h"

#include <memory>
#include <utility>

namespace rmasim::sim {

class RunEvents {
public:
    // `accounting` must outlive this object.
    explicit RunEvents(CostAccounting& accounting) : accounting_(accounting) {}

    // Passes all events to `all`, which passes them to the accounting and to others. Intervals of virtual time are
    // reported only if `with_times` is true. Must be called before the first event.
    void report_to(std::unique_ptr<Watcher> all, bool with_times) {
        all_ = std::move(all);
        timed_ = with_times ? all_.get() : nullptr;
    }
    // Returns the receiver of the events that the protocol's code reports.
    Observer& observer() { return all_ ? static_cast<Observer&>(*all_) : accounting_; }

#define RMASIM_EVENT(name, parameters, arguments) \
    void name parameters {                        \
        if (all_) [[unlikely]]                    \
            all_->name arguments;                 \
        else accounting_.name arguments;          \
    }
#include "sim/programs/events.inc"
#define RMASIM_EVENT(name, parameters, arguments) \
    void name parameters {                        \
        if (timed_ != nullptr) [[unlikely]]       \
            timed_->name arguments;               \
    }
#include "sim/programs/timed_events.inc"

private:
    CostAccounting& accounting_;
    std::unique_ptr<Watcher> all_;  // null if only the accounting listens
    Watcher* timed_ = nullptr;      // null if no listener needs intervals of virtual time
};

}  // namespace rmasim::sim
