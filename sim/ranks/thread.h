// One thread of a simulated rank: its place in its program, its variables, the call it is inside of.
#pragma once

#include "protocol/base/call_request.h"
#include "protocol/base/task.h"
#include "sim/engine/time.h"
#include "sim/input/model/scenario.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace rmasim::sim {

struct Thread {
    enum class Activity : std::uint8_t {
        between_calls,
        at_call,  // the next call waits for its turn among the rank's threads
        in_call,
        finished,
    };

    Rank rank;
    ThreadId number;
    bool alone;  // the rank's only one: reports do not name it
    Activity activity = Activity::between_calls;
    const Program* program;  // null: nothing to do
    Random random;
    std::span<std::int64_t> variables;
    std::uint32_t position = 0;  // in the program's code
    std::uint32_t place = 0;     // of the call being made
    WindowId window = 0;         // of the call being made, and its target
    Rank target = no_rank;
    Task<> call;
    CallAnswer answer;  // of `call`
    Time clock = 0;     // until when the thread's own core is taken
    Time call_began = 0;

    const Instruction& current() const { return program->code[position - 1]; }
    // As reports have it: none where the rank has no other thread.
    std::optional<std::uint32_t> reported_number() const {
        return alone ? std::nullopt : std::optional<std::uint32_t>(number);
    }
    // "rank 3", "rank 3 thread 1"
    std::string name() const {
        const std::string text = "rank " + std::to_string(rank);
        return alone ? text : text + " thread " + std::to_string(number);
    }
};

// The threads of all ranks and their variables, each rank's behind those of the rank before.
class Threads {
public:
    // `scenario` outlives this.
    explicit Threads(const Scenario& scenario);

    // Those of the next rank, from 0, in order; one without a program where the scenario has nothing for it to do.
    // They stay where they are.
    std::span<Thread> make_next();
    // Back to none.
    void clear();

private:
    Thread make(Rank rank, std::size_t number, bool alone, const Program* program);

    const Scenario& scenario_;
    std::size_t thread_count_ = 0;
    std::size_t variable_count_ = 0;
    Rank next_ = 0;
    std::vector<Thread> threads_;
    std::vector<std::int64_t> variables_;
};

}  // namespace rmasim::sim
