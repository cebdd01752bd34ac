// The check of the rules between ranks (rules_needed.h) in a run that several processes of the operating system share.
// Each process records the calls of its ranks that concern such rules. Process 0 receives the records of all processes
// and checks the calls in the order of time.
//
// The order of calls at the same time is unknown to process 0. It assumes the order in which a rule is broken. So it
// finds a broken rule if any order of these calls breaks one. The run is then repeated in one process, which has the
// exact order.
//
//     process 0   rank 0: FENCE at 10 ns with NOSUCCEED    -> record
//     process 1   rank 9: FENCE at 12 ns                   -> record -> process 0: rule fences_agree is broken
#pragma once

#include "protocol/base/call_request.h"
#include "sim/checkers/invariants/causality.h"
#include "sim/checkers/usage/usage.h"
#include "sim/machine/engine/time.h"
#include "sim/programs/thread.h"

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rmasim::sim::usage {

// Records the calls of the ranks of one process.
class CallRecorder {
public:
    explicit CallRecorder(const Scenario& scenario);
    // True if the programs of the scenario could break a rule between ranks.
    static bool is_needed(const Scenario& scenario);

    // Record that a call begins, and that the current call of a thread returns. `now` is the time of the event.
    void began(const Thread& thread, const CallRequest& call, Time now);
    void returned(const Thread& thread, Time now);
    // Returns the records since the previous call of this function.
    std::string take() { return std::exchange(records_, {}); }

private:
    bool concerns_rules(const CallRequest& call) const;

    std::vector<Rules> rules_;  // by window; only rules between ranks
    bool collectives_differ_;
    std::string records_;
};

// Checks the recorded calls of all processes.
class CallJudge {
public:
    // `scenario` must outlive this object.
    explicit CallJudge(const Scenario& scenario);

    // Appends records of a process. Records of one rank must be appended in the order of the rank's calls.
    void add(std::string_view records);
    // Checks the records that were added since the last call of this function. Returns false if the calls break a rule,
    // or if calls at the same time break a rule in one of their orders. Preconditions: the records of all calls before
    // a certain time have been added, and no others; the function has not returned false before.
    bool finds_no_error();

private:
    // The step of a call is the number of different times of earlier calls.
    class TimeSteps final : public check::Causality {
    public:
        void next() { ++step_; }
        std::uint32_t step() const override { return step_; }
        bool depends_on(std::uint32_t earlier) const override { return earlier < step_; }
        bool past_stays_past() const override { return true; }

    private:
        std::uint32_t step_ = 0;
    };
    struct Position {  // of a record in `records_`
        Time time;
        Rank rank;
        std::size_t first_byte;
    };
    using Positions = std::span<const Position>;

    bool judge(Positions at_one_time);
    bool judge_begin(std::string_view record);
    void note_return(std::string_view record);
    CallRequest request_in(std::string_view record);
    bool is_undecided(Positions at_one_time) const;
    std::span<Thread> threads_of(Rank rank) {
        const std::size_t first = first_thread_[static_cast<std::size_t>(rank)];
        return {threads_.data() + first, first_thread_[static_cast<std::size_t>(rank) + 1] - first};
    }

    TimeSteps steps_;
    Usage usage_;
    std::vector<std::size_t> first_thread_;  // by rank, and the number of all threads
    std::vector<Thread> threads_;
    std::string records_;
    std::vector<Position> positions_;
    // The groups that calls of WIN_CHANGE_COMM have named, by members.
    struct NamedGroup {
        GroupTable table;
        RankGroup group;
        explicit NamedGroup(const std::vector<Rank>& members)
            : table(members), group(static_cast<Rank>(members.size()), table) {}
        NamedGroup(const NamedGroup&) = delete;
        NamedGroup& operator=(const NamedGroup&) = delete;
    };
    std::map<std::vector<Rank>, NamedGroup> groups_;
};

}  // namespace rmasim::sim::usage
