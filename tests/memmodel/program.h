// Small programs for tests of protocol/memmodel, and the events of one execution of them. The checker and the reference
// model, which are compared, read the same events and share nothing else.
#pragma once

#include "protocol/memmodel/checker.h"

#include <cstdint>
#include <string>
#include <vector>

namespace rmasim::memmodel_test {

// A call that can be copied: no call of these programs has RequestArguments.
struct TestCall : CallRequest {
    TestCall() = default;
    TestCall(const TestCall& other) : CallRequest() { *this = other; }
    TestCall& operator=(const TestCall& other) {
        call = other.call;
        window = other.window;
        target = other.target;
        lock_type = other.lock_type;
        asserts = other.asserts;
        operation = other.operation;
        message = other.message;
        group = other.group;
        requests = other.requests;
        return *this;
    }
};

struct Step {
    enum class Kind : std::uint8_t { load, store, call, signal, await };
    Kind kind = Kind::call;
    TestCall call{};                      // call
    memmodel::Buffers buffers{};          // operations, SEND, RECV, WIN_ATTACH, WIN_DETACH
    Rank owner = no_rank;                 // load, store: the rank whose memory it accesses; no_rank: the thread's own
    memmodel::Buffer bytes{};             // load, store
    std::uint32_t flag = 0;               // signal, await; request_wait: step of the r-form; win_change_comm: new size
    std::int64_t value = 0, compare = 0;  // accumulates: the value that each element sends
    // START, TEST and WAIT of requests of counters: indices in Program::requests.
    std::vector<std::uint32_t> requests{};
};

inline Step step_of(Call call, WindowId window, Rank target) {
    Step step;
    step.call.call = call;
    step.call.window = window;
    step.call.target = target;
    return step;
}

// A persistent request: of operations of its rank, or of a counter of its rank.
struct TestRequest {
    Rank rank = 0;
    std::uint32_t thread = 0;   // the only thread that makes calls with it
    std::uint32_t counter = 0;  // the counter that it lowers or waits for; all counters belong to the first window
    bool object = false;
    SyncModes modes = SyncModes::none;
    std::int64_t count = 0;  // object
    bool restart = false;
    RequestId id() const { return sync_request | (1 + number); }
    std::uint32_t number = 0;
};

struct TestWindow {
    memmodel::MemoryId memory = 0;
    memmodel::Run bytes{0, 64};
    bool unified = false;
    bool dynamic = false;  // its displacements are offsets in the memory; it contains what the ranks attach
};

struct Program {
    std::vector<TestWindow> windows;  // the same at all ranks
    // The completion that a complete request of operations guarantees. `nothing`: a program without counters. Programs
    // with counters have no epochs.
    Guarantee counted = Guarantee::nothing;
    bool adds = false;           // START adds to the value of a counter, instead of setting it
    Rank members = 0;            // the first `members` ranks have the first window; 0: all
    std::vector<Rank> counters;  // their owners
    std::vector<TestRequest> requests;
    std::vector<std::vector<std::vector<Step>>> steps;  // by rank, thread
    std::size_t ranks() const { return steps.size(); }
};

struct Event {
    enum class Kind : std::uint8_t {
        load,
        store,
        began,
        returned,
        granted,
        released,
        awaited,
        operation_applied,  // an accumulate of `origin` at its target
        stepped,            // the request `asked`, a request of counters
        signal_sent,        // by a request
        lowered,            // a counter, by a signal of `origin`
        set,                // a counter, by `asked`, the request that starts
    };
    Kind kind = Kind::load;
    Rank rank = 0;  // granted: the target
    std::uint32_t thread = 0;
    std::uint32_t location = 0;  // index of the step
    const Step* step = nullptr;
    WindowId window = 0;  // granted ...
    Rank origin = 0;      // ... to this rank
    RequestId request = 0;
    bool done = true;           // returned: a TEST
    std::int32_t index = -1;    // returned: WAITANY
    std::uint32_t asked = 0;    // index of the request, ...
    RequestStep happened{};     // ... and its step
    std::uint32_t counter = 0;  // index of the counter ...
    std::int64_t value = 0;     // ... and its new value
};
using Events = std::vector<Event>;

// Executes the program in an order generated from the seed. Calls wait as MPI lets them wait, and locks are granted at
// any time that MPI allows. A program that deadlocks has no more events. The events point into the program.
Events execute(const Program& program, std::uint64_t seed);

Program random_program(std::uint64_t seed);
Program random_attaching_program(std::uint64_t seed);  // with a dynamic window
Program random_counter_program(std::uint64_t seed);
Program random_lock_program(std::uint64_t seed);  // of one thread per rank
std::vector<Program> directed_programs();  // each has one error (separate model)

// A pair of accesses that is an error.
struct Pair {
    std::uint32_t rank_a, thread_a, location_a, rank_b, thread_b, location_b;  // the smaller one first
    memmodel::Rule rule;
    bool predicted = false;  // this run has ordered the two, another order of it has not
    friend auto operator<=>(const Pair&, const Pair&) = default;
};
using Pairs = std::vector<Pair>;  // ascending, without duplicates
std::string text_of(const Pairs& pairs);
// Returns `expected` without the predictions that the checker may miss: loads and stores of a thread between two of its
// calls have one tick, so who needs one of them needs all.
Pairs without_hidden_stores(const Program& program, const Pairs& expected, const Pairs& found);
std::string text_of(const Program& program);

Pairs by_checker(const Program& program, const Events& events, memmodel::Model model, std::size_t clean_up_at = 1000);
Pairs by_oracle(const Program& program, const Events& events, memmodel::Model model);

}  // namespace rmasim::memmodel_test
