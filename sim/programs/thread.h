// One thread of a simulated rank: its position in its program, its variables, and its current call.
#pragma once

#include "protocol/base/call_request.h"
#include "protocol/base/size.h"
#include "protocol/base/task.h"
#include "sim/machine/engine/large_pages.h"
#include "sim/machine/engine/time.h"
#include "sim/scenario/model/rank_range.h"
#include "sim/scenario/model/scenario.h"

#include <map>
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
        unmatched,  // inside a collective call in whose place other ranks make another call
        blocked,    // waits for another thread of its rank (thread_sync.h)
        finished,
    };

    Rank rank;
    ThreadId number;
    bool alone;  // the only thread of its rank: reports do not name it
    Activity activity = Activity::between_calls;
    const Program* program;  // null if it has nothing to do
    Random random;
    std::span<std::int64_t> variables;
    std::int64_t* flags = nullptr;  // of its rank; Scenario::flags has their names
    std::int64_t awaited = 0;       // blocked: the other thread, or the value of a flag; set_flag: its new value
    std::uint32_t position = 0;     // index of the next instruction
    std::uint32_t location = 0;        // Instruction::place of the current call
    bool polls = false;             // it computes, and its rank makes progress meanwhile
    Call making = Call::none;       // the current call, its window and target
    WindowId window = 0;            // of a barrier or a message on a communicator: the communicator
    Rank target = no_rank;
    Task<> call;
    [[no_unique_address]] CallAnswer answer;  // result of `call`
    Slot made = 0;                            // the variable for the current call's request
    Slot answered = 0;                        // the variable for its answer
    Time clock = 0;                           // the thread's own core is busy until then
    Time call_began = 0;

    void makes(const CallRequest& request) {
        making = request.call;
        window = request.comm == no_window ? request.window : request.comm;
        target = request.target;
    }
    const Instruction& current() const { return program->code[position - 1]; }
    // The number for reports; none if it is the only thread of its rank.
    std::optional<std::uint32_t> reported_number() const {
        return alone ? std::nullopt : std::optional<std::uint32_t>(number);
    }
    // The name for reports: "rank 3", "rank 3 thread 1".
    std::string name() const {
        const std::string text = "rank " + std::to_string(rank);
        return alone ? text : text + " thread " + std::to_string(number);
    }
};
static_assert(has_size<Thread, 120>);  // a large run has a million

// The maximum number of threads that a rank of a running program may have at a time.
inline constexpr std::size_t max_live_threads = 128;

// The threads of ranks and their variables, in order of ranks.
class Threads {
public:
    // `scenario` must outlive this object.
    Threads(const Scenario& scenario, RankRange ranks);
    // The threads of all ranks.
    explicit Threads(const Scenario& scenario)
        : Threads(scenario, {0, static_cast<Rank>(scenario.program_of_rank.size())}) {}

    // Creates the threads of the next rank, beginning with the first rank: a single thread without a program if the
    // scenario has no program for the rank. The span stays valid until `clear`.
    std::span<Thread> make_next();
    // Adds a thread to a rank of a running program, after its existing threads `of_rank`. Adding the second thread
    // moves the first one to memory with room for `max_live_threads`. Precondition: the first thread is then not inside
    // a call.
    std::span<Thread> add_to(std::span<Thread> of_rank);
    // Removes all threads.
    void clear();

private:
    Thread make(Rank rank, std::size_t number, bool alone, const Program* program);

    const Scenario& scenario_;
    RankRange ranks_;
    std::size_t thread_count_ = 0;
    std::size_t variable_count_ = 0;
    Rank next_ = 0;
    std::vector<Thread, LargePages<Thread>> threads_;
    std::vector<std::int64_t, LargePages<std::int64_t>> variables_;
    std::vector<std::int64_t> flags_;           // by rank
    std::map<Rank, std::vector<Thread>> live_;  // of ranks with several threads, of running programs
};

}  // namespace rmasim::sim
