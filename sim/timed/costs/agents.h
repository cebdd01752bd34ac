// Computes the times at which the ranks' progress agents poll, and the duration of a computation that an agent
// interrupts.
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

    // True if an agent polls at regular intervals. False if an agent polls whenever a packet arrives.
    bool periodic() const { return interval_ > 0; }
    // Returns the next time at which the agent of `rank` polls. This time is not before `now`. Agents of different
    // ranks poll at different times.
    Time next_look(Rank rank, Time now) const;
    Time wake() const { return wake_; }
    // True if the agent is a signal handler, which interrupts the rank.
    bool interrupts() const { return interrupts_; }
    // Returns the duration of a computation that begins at `began` and needs `time` without interruption. The
    // computation is interrupted by the signals of the timer that makes the agent poll.
    Time stretched(Rank rank, Time began, Time time) const;

private:
    std::uint64_t seed_;
    Time interval_;
    Time wake_;
    bool interrupts_;
};

}  // namespace rmasim::sim
