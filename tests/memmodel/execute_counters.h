// The counters and persistent requests of one execution of a test program. They change by calls of threads, and by
// transitions between calls. A signal is sent during the call that searches for the completion of its request. The
// signal arrives at any later time.
#pragma once

#include "tests/memmodel/program.h"

#include <deque>
#include <map>
#include <vector>

namespace rmasim::memmodel_test {

class CountersAtWork {
public:
    CountersAtWork(const Program& program, Events& events);

    // Functions for START, TEST and WAIT. `begin` begins the call, `may_return` returns true if the call may return,
    // and `end` ends the call. `event` receives the result of the call.
    void begin(const Step& step);
    bool may_return(const Step& step) const;
    void end(const Step& step, Event& event);

    // The enabled transitions outside of calls. In a transition, a signal is sent, or a signal arrives.
    std::size_t moves() const { return requests_that_signal().size() + under_way_.size(); }
    void move(std::size_t nth);

private:
    enum class State : std::uint8_t { inactive, active, seeking, complete };
    struct Counter {
        std::int64_t value = 0;
        bool finished = false;
        std::uint32_t request = 0;
    };
    std::vector<std::uint32_t> requests_that_signal() const;
    void start(std::uint32_t request, RequestStep how);
    void set(std::uint32_t request);
    void signal(std::uint32_t request);
    void finish_if_satisfied(std::uint32_t counter);
    void report(std::uint32_t request);
    Event& note(Event::Kind kind, std::uint32_t request);
    void note_step(std::uint32_t request, RequestStep step);

    const Program& program_;
    Events& events_;
    std::vector<State> states_;
    std::vector<Counter> counters_;
    std::map<std::pair<std::uint32_t, Rank>, std::uint64_t> under_way_;  // signals in flight, by counter and origin
};

}  // namespace rmasim::memmodel_test
