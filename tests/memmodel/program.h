// Small programs for tests of protocol/memmodel, and the events of one execution of a program. The checker is compared
// with a reference model. Both read the same events and share nothing else.
#pragma once

#include "protocol/memmodel/checker.h"

#include <cstdint>
#include <string>
#include <vector>

namespace rmasim::memmodel_test {

// A call that can be copied, because it has no RequestArguments.
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

// An atomic operation of C and C++. All variables are atomic only, and no operation of MPI accesses them.
struct AtomicStep {
    std::uint32_t variable = 0;    // 0: a fence
    std::uint32_t min_writes = 0;  // the load is repeated until the variable has had this number of writes
    bool reads = false, writes = false, acquires = false, releases = false;
};

struct Step {
    enum class Kind : std::uint8_t { load, store, call, signal, await, atomic };
    Kind kind = Kind::call;
    TestCall call{};              // only for a call
    memmodel::Buffers buffers{};  // only for operations, SEND, RECV, WIN_ATTACH, WIN_DETACH
    // Only for a load or store: the rank whose memory it accesses; no_rank for the thread's own rank.
    Rank owner = no_rank;
    memmodel::Buffer bytes{};   // only for a load or store
    memmodel::Manner manner{};  // only for a load or store
    bool repeats = false;       // true for a load that is repeated until it reads another value
    AtomicStep atomic{};        // only for an atomic operation
    // The flag of a signal or await; for request_wait, the step of the operation or of the IRECV; for MRECV, the step
    // of the MPROBE; the new size for win_change_comm.
    std::uint32_t flag = 0;
    // Only for accumulates: the value that each element sends, and the value to compare with.
    std::int64_t value = 0, compare = 0;
    // Only for START, TEST and WAIT of requests of counters: indices in Program::requests.
    std::vector<std::uint32_t> requests{};
};

inline Step step_of(Call call, WindowId window, Rank target) {
    Step step;
    step.call.call = call;
    step.call.window = window;
    step.call.target = target;
    return step;
}

// A persistent request. It is a request of operations of its rank, or of a counter of its rank.
struct TestRequest {
    Rank rank = 0;
    std::uint32_t thread = 0;   // the only thread that makes calls with it
    std::uint32_t counter = 0;  // The counter that it decrements or waits for. All counters belong to the first window.
    bool object = false;
    SyncModes modes = SyncModes::none;
    std::int64_t count = 0;  // only with `object`
    bool restart = false;
    RequestId id() const { return persistent_request | (1 + number); }
    std::uint32_t number = 0;
};

struct TestWindow {
    memmodel::MemoryId memory = 0;
    memmodel::Run bytes{0, 64};
    bool unified = false;
    bool dynamic = false;  // If true, displacements are offsets in the memory, and the window contains the memory that
                           // ranks attach.
};

struct Program {
    std::vector<TestWindow> windows;  // the same at all ranks
    // True if the program stands for a program under `exec`: the rules for these programs hold, and there are notes.
    bool runs = false;
    // The completion that a complete request of operations guarantees. `nothing` means a program without counters. A
    // program with counters has no epochs.
    Guarantee counted = Guarantee::nothing;
    bool first_fence_waits = true;  // false: the first FENCE of a window waits for no rank (MM-EDGE-3)
    bool adds = false;              // true if START adds to the value of a counter instead of setting it
    Rank members = 0;               // the ranks below this number have the first window; 0 means all ranks
    std::vector<Rank> counters;     // owners of the counters
    std::vector<TestRequest> requests;
    std::vector<std::vector<std::vector<Step>>> steps;  // by rank and thread
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
        atomic,
        operation_applied,  // an accumulate of `origin` at its target
        matched,            // the receive or MPROBE of the step has matched the oldest message of its route
        stepped,            // the persistent request `asked` has changed its state
        signal_sent,        // a request has sent a signal
        lowered,            // a signal of `origin` has decremented a counter
        set,                // the start of request `asked` has set a counter
    };
    Kind kind = Kind::load;
    Rank rank = 0;  // for granted: the target
    std::uint32_t thread = 0;
    std::uint32_t location = 0;  // index of the step
    const Step* step = nullptr;
    WindowId window = 0;  // for granted
    Rank origin = 0;      // for granted: the rank that gets the lock
    RequestId request = 0;
    bool done = true;           // for a TEST that returned: true if it was successful
    std::int32_t index = -1;    // for a WAITANY that returned; for receives and MPROBE: the number of the receive
    std::uint32_t asked = 0;    // index of the persistent request
    RequestStep happened{};     // change of state of the request
    std::uint32_t counter = 0;  // index of the counter
    std::int64_t value = 0;     // new value of the counter
};
using Events = std::vector<Event>;

// Executes the program in an order generated from the seed. Calls may wait in all ways that MPI allows, and locks are
// granted at any time that MPI allows. If the program deadlocks, the list of events ends. Events have pointers into the
// program.
Events execute(const Program& program, std::uint64_t seed);

Program random_program(std::uint64_t seed);
Program random_attaching_program(std::uint64_t seed);  // with a dynamic window
Program random_counter_program(std::uint64_t seed);
Program random_lock_program(std::uint64_t seed);  // with one thread per rank
// Returns a program as under `exec`: threads of a rank have operations on the same windows, and atomic operations order
// the threads.
Program random_thread_program(std::uint64_t seed);
// True if two threads of a rank have operations on one window, and an atomic operation of one thread reads a value that
// the other thread wrote.
bool threads_are_ordered(const Program& program, const Events& events);
std::vector<Program> directed_programs();  // each program has one error in the separate model
// Programs that have an error in some orders at most, and need an old record of the checker.
std::vector<Program> directed_orders();

// A pair of accesses that together are an error.
struct Pair {
    std::uint32_t rank_a, thread_a, location_a, rank_b, thread_b, location_b;  // the smaller one first
    memmodel::Rule rule;
    // True if the two accesses are ordered in this run, but not in another order of the program.
    bool predicted = false;
    bool noted = false;  // not an error: the pair is legal only because memory is unified (MM-NOTE-1)
    friend auto operator<=>(const Pair&, const Pair&) = default;
};
using Pairs = std::vector<Pair>;  // ascending, without duplicates
std::string text_of(const Pairs& pairs);
std::string text_of(const Program& program);

struct CheckerSettings {
    std::size_t clean_up_at = 1000;
    bool predicts = true;
};
Pairs by_checker(const Program& program, const Events& events, memmodel::Model model, CheckerSettings settings = {});
Pairs by_oracle(const Program& program, const Events& events, memmodel::Model model);

}  // namespace rmasim::memmodel_test
