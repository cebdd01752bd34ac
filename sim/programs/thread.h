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
        at_call,  // waits for its turn among the rank's threads to begin its next call
        in_call,
        unmatched,  // inside a collective call, while other ranks make a different call
        blocked,    // waits outside of MPI for another thread of its rank (thread_sync.h)
        polling,    // would repeat calls that change nothing; waits between calls until something changes
        finished,
    };

    Rank rank;
    ThreadId number;
    bool alone;  // true for the only thread of a rank; then reports omit its number
    Activity activity = Activity::between_calls;
    const Program* program;  // null if the thread has no program
    Random random;
    std::span<std::int64_t> variables;
    std::int64_t* flags = nullptr;  // the flags of its rank; Scenario::flags has their names
    std::int64_t awaited = 0;       // if blocked: the awaited thread or flag value; at set_flag: the flag's new value
    std::uint32_t position = 0;     // index of the next instruction
    std::uint32_t location = 0;        // Instruction::location of the current call
    bool polls = false;             // true during a computation in which its rank makes progress
    Call making = Call::none;       // the current call, its window and target
    WindowId window = 0;            // for a barrier or a message: the communicator
    Rank target = no_rank;
    Task<> call;
    [[no_unique_address]] CallAnswer answer;  // result of `call`
    Slot made = 0;                            // the variable in which the current call's request is stored
    Slot answered = 0;                        // the variable in which the current call's answer is stored
    Time clock = 0;                           // the thread's own core is busy until this time
    Time call_began = 0;

    void makes(const CallRequest& request) {
        making = request.call;
        window = request.comm == no_window ? request.window : request.comm;
        target = request.target;
        answer.index = -1;  // that of an earlier call
    }
    const Instruction& current() const { return program->code[position - 1]; }
    // Returns the thread's number for reports; nullopt if the rank has only one thread.
    std::optional<std::uint32_t> reported_number() const {
        return alone ? std::nullopt : std::optional<std::uint32_t>(number);
    }
    // Returns the thread's name for reports, for example "rank 3" or "rank 3 thread 1".
    std::string name() const {
        const std::string text = "rank " + std::to_string(rank);
        return alone ? text : text + " thread " + std::to_string(number);
    }
};
static_assert(has_size<Thread, 120>);  // a large run has a million threads

// The maximum number of threads that a rank of an MPI program may have at a time.
inline constexpr std::size_t max_live_threads = 128;

// The threads of ranks and the variables of these threads, in order of ranks.
class Threads {
public:
    // `scenario` must outlive this object.
    Threads(const Scenario& scenario, RankRange ranks);
    // Allocates memory for the threads of all ranks, but does not create the threads.
    explicit Threads(const Scenario& scenario)
        : Threads(scenario, {0, static_cast<Rank>(scenario.program_of_rank.size())}) {}

    // Creates the threads of the next rank, beginning with the first rank. If the scenario has no program for the rank,
    // creates a single thread without a program. The span is valid until clear().
    std::span<Thread> make_next();
    // Adds a thread to a rank of an MPI program. `of_rank` are the existing threads of the rank. If the rank has only
    // one thread, this thread is moved to memory that is large enough for `max_live_threads` threads. Precondition: a
    // thread that is moved is not inside a call.
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
    std::map<Rank, std::vector<Thread>> live_;  // of ranks with several threads, in MPI programs
};

}  // namespace rmasim::sim
