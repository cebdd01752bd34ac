// One run of a sequence: command lines in, transcript lines out. The first command creates the world.
#pragma once

#include "tests/sequences/harness/arguments.h"
#include "tests/sequences/harness/test_world.h"

namespace rmasim::seq {

class Session {
public:
    // The effect of `settle orders=all`. equal_counts: demands that all orders end alike, including the counts.
    // any_counts: the same without the counts, if the sequence says that they depend on the order. not_explored: only
    // `settle`, in a replay.
    enum class Orders { equal_counts, any_counts, not_explored };
    explicit Session(Orders orders) : orders_(orders) {}

    // Runs one command and returns its output, "ok" if there is none. Raises BadSequence for an invalid line.
    std::vector<std::string> execute(const std::string& line);

    TestWorld& world();
    // The first order of a `settle orders=all` with another end state than the default order, or empty.
    const std::string& orders_difference() const { return orders_difference_; }

private:
    void run(const std::string& verb, Arguments& arguments);
    bool run_packet_verb(const std::string& verb, Arguments& arguments);
    bool run_question(const std::string& verb, Arguments& arguments);
    void run_call(const std::string& who, Arguments& arguments);
    void begin_call(Caller caller, const std::string& verb, Arguments arguments);
    void begin_operation(Caller caller, CallRequest request, Arguments& arguments);
    void take_requests(Caller caller, CallRequest& request, Arguments& arguments) const;
    void take_counter_arguments(Caller caller, CallRequest& request, Arguments& arguments);
    void take_handle(Caller caller, CallRequest& request, Arguments& arguments);
    // Variables that hold handles of counters.
    OriginBuffer make_handle(Caller caller, const std::string& name);
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
    std::vector<std::string> history_;  // the commands so far: another session that runs them has the same state
    std::string orders_difference_;
    std::map<std::pair<Rank, std::string>, RequestId> requests_;  // by rank and name
    // By rank and name: the thread and the slot of the variable that holds a handle.
    std::map<std::pair<Rank, std::string>, std::pair<int, sim::Slot>> handles_;
    std::vector<std::int64_t> posted_;  // by rank: number of operations so far; the default value of the next one
};

}  // namespace rmasim::seq
