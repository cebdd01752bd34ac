// One run of a sequence. Its input is command lines, and its output is transcript lines. The first command creates the
// world.
#pragma once

#include "tests/sequences/harness/arguments.h"
#include "tests/sequences/harness/test_world.h"

namespace rmasim::seq {

class Session {
public:
    // The effect of `settle orders=all`. `equal_counts`: all orders must have the same end state and the same counts.
    // `any_counts`: the counts may differ, if the sequence says that they depend on the order. `not_explored`: the
    // command does the same as `settle`; for a replay.
    enum class Orders { equal_counts, any_counts, not_explored };
    explicit Session(Orders orders) : orders_(orders) {}

    // Runs one command and returns its output, or "ok" if it has no output. Raises BadSequence for an invalid line.
    std::vector<std::string> execute(const std::string& line);

    TestWorld& world();
    // Returns the first order of a `settle orders=all` whose end state differs from that of the default order; empty if
    // there is none.
    const std::string& orders_difference() const { return orders_difference_; }

private:
    void run(const std::string& verb, Arguments& arguments);
    bool run_packet_verb(const std::string& verb, Arguments& arguments);
    bool run_question(const std::string& verb, Arguments& arguments);
    void run_call(const std::string& who, Arguments& arguments);
    void begin_call(Caller caller, const std::string& verb, Arguments arguments);
    void begin_operation(Caller caller, CallRequest request, Arguments& arguments);
    void take_requests(Caller caller, CallRequest& request, Arguments& arguments) const;
    void take_new_group(Rank caller, CallRequest& request, RequestArguments& more, Arguments& arguments);
    void take_counter_arguments(Caller caller, CallRequest& request, Arguments& arguments);
    void take_handles(Caller caller, CallRequest& request, Arguments& arguments);
    void take_collective_handles(Caller caller, CallRequest& request, Arguments& arguments);
    std::shared_ptr<const RequestArguments> sent_handles(Rank rank, const std::vector<std::string>& names);
    // Functions for variables that hold handles of counters.
    OriginBuffer make_handle(Caller caller, const std::string& name);
    OriginBuffer make_handles(Caller caller, const std::vector<std::string>& names);
    std::uint64_t handle(Rank rank, const std::string& name);
    void end_program(Caller caller, const Arguments& arguments);

    void make_world(Arguments& arguments);
    void settle(Arguments& arguments);
    void deliver(Arguments& arguments, bool looks);
    void sent(Arguments& arguments);
    void print_memory(Arguments& arguments);
    void print(const std::vector<std::string>& lines, const std::string& when_empty);
    Rank known_rank(Rank rank) const;

    Orders orders_;
    std::unique_ptr<TestWorld> world_;
    std::vector<std::string> history_;  // The commands so far. A session that runs them again has the same state.
    std::string orders_difference_;
    std::map<std::pair<Rank, std::string>, RequestId> requests_;  // by rank and name
    // By rank and name: the thread and the slot of the variable that holds a handle.
    std::map<std::pair<Rank, std::string>, std::pair<int, sim::Slot>> handles_;
    std::vector<std::int64_t> posted_;  // By rank: the number of operations so far. It is the default value of the next
                                        // operation.
};

}  // namespace rmasim::seq
