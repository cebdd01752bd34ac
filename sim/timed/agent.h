// The progress agents of the ranks: when they look, and what they take from the computation.
#pragma once

#include "sim/machine/engine/time.h"
#include "sim/scenario/model/scenario.h"

namespace rmasim::sim {

class Agents {
public:
    // `scenario` must outlive this object.
    explicit Agents(const Scenario& scenario)
        : seed_(scenario.seed), interval_(from_ns(scenario.agent.interval_ns)), wake_(from_ns(scenario.agent.wake_ns)),
          interrupts_(scenario.progress == Progress::agent && scenario.agent.kind == AgentKind::signal) {}

    // They look every interval; otherwise whenever a packet arrives.
    bool periodic() const { return interval_ > 0; }
    // The first time from `now` on at which the agent of `rank` looks. Each has a phase of its own.
    Time next_look(Rank rank, Time now) const;
    Time wake() const { return wake_; }
    // A signal handler interrupts the rank.
    bool interrupts() const { return interrupts_; }
    // How long a computation takes that begins at `began` and needs `time`: the timer's signals interrupt it.
    Time stretched(Rank rank, Time began, Time time) const;

private:
    std::uint64_t seed_;
    Time interval_;
    Time wake_;
    bool interrupts_;
};

}  // namespace rmasim::sim
