// A world in which programs create all windows. It consists of processes of one family, one WindowRegistry, and a
// network that delivers packets in a random order.
#pragma once

#include "protocol/base/process.h"
#include "sim/programs/window_registry.h"
#include "sim/scenario/expression/picks.h"
#include "tests/windows/live_memory.h"
#include "tests/windows/plan.h"

#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace rmasim::windows_test {

struct Environment {
    std::string_view family = "newrma";
    bool ordered = true;  // true if packets of a pair of ranks do not overtake each other
    Rank ranks_per_node = 1;
    std::uint64_t seed = 1;
};

// The observed results of a run.
struct Shown {
    std::string trouble;           // empty if there was no error
    std::size_t numbers = 0;       // one more than the highest window number
    std::size_t reused_early = 0;  // number of windows whose number belongs to another window that a rank outside of
                                   // the first one is still freeing
    ProcessMemory max{};           // maximum of the sum over all processes, after some of the WIN_FREEs
    std::size_t registry_bytes = 0;
};

class LiveWorld final : private Transport, private Communicators, private Mutexes {
public:
    LiveWorld(const Plan& plan, const Environment& environment);
    ~LiveWorld() override;

    // Runs all programs until they end.
    Shown run();

private:
    struct Program {
        std::unique_ptr<Process> process;
        std::size_t step = 0;  // index in the plan's steps
        std::size_t call = 0;  // index among the step's calls
        CallAnswer answer;
        Task<> task;                      // empty between two calls
        std::vector<WindowId> numbers;    // by window of the plan: its number, if the rank has it
        std::vector<std::uint32_t> used;  // by window of the plan: number of uses
        std::size_t freeing = 0;          // one more than the number of the window that the rank is freeing (WIN_FREE);
                                          // 0 if there is none
    };
    struct Leaving {
        Rank rank;
        OpId op;
    };

    void send(const Packet& packet) override;
    void send_from_memory(const Packet& packet) override;
    bool ordered() const override { return environment_.ordered; }
    const RankGroup& group_of(Rank rank, WindowId number) const override;
    void lock(Rank, MutexId) override { throw ProtocolError("no program uses a mutex"); }
    void unlock(Rank, MutexId) override {}
    void pause(Rank) override {}
    bool busy(Rank) const override { return false; }
    Rank holder(MutexId) const override { return no_rank; }

    Program& program(Rank rank) { return programs_[static_cast<std::size_t>(rank)]; }
    const std::vector<Step>& steps(Rank rank) const { return plan_.steps[static_cast<std::size_t>(rank)]; }
    const RankGroup& members(std::uint32_t window) const { return plan_.comms[plan_.windows[window].comm].members; }
    std::deque<Packet>& queue(Rank source, Rank target) {
        return queues_[static_cast<std::size_t>(source * plan_.ranks + target)];
    }
    bool makes_by_call() const {
        return !environment_.family.starts_with("oldqueue") && environment_.family != "synccount";
    }

    bool make_move();
    bool is_over(Rank rank) { return program(rank).step == steps(rank).size(); }
    void deliver(std::deque<Packet>& from);
    void begin_call(Rank rank);
    void end_calls(Rank rank);
    void returned(Rank rank, const Step& step);
    void make_window(Rank rank, std::uint32_t window);
    void check_word(Rank rank, std::uint32_t window);
    CallRequest call_of(Rank rank, const Step& step);
    CallRequest call_of_life(std::uint32_t window, WindowId number, Call call) const;
    std::size_t calls_in(const Step& step) const;
    CallRequest put(Rank rank, std::uint32_t window);
    Rank neighbour(Rank rank, std::uint32_t window) const;
    void measure();
    std::string stuck();

    const Plan& plan_;
    Environment environment_;
    sim::Random random_;
    LiveMemory memory_;
    Observer observer_;
    std::vector<Program> programs_;
    sim::WindowRegistry registry_;
    World world_;
    std::vector<std::deque<Packet>> queues_;  // by source and target
    std::vector<Leaving> leaving_;
    Shown shown_;
    std::uint64_t frees_ = 0;
};

// Runs the plan. If an exception is raised, its text becomes `trouble` of the result.
Shown run(const Plan& plan, const Environment& environment);

}  // namespace rmasim::windows_test
