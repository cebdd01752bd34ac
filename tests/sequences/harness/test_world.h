// The world of a sequence: calls begin and packets arrive only by commands.
#pragma once

#include "sim/untimed/world/untimed_ranks.h"
#include "tests/sequences/harness/caller.h"
#include "tests/sequences/harness/family_view.h"
#include "tests/sequences/harness/record.h"

#include <functional>
#include <map>
#include <memory>
#include <optional>

namespace rmasim::seq {

class TestWorld : private sim::Choices {
public:
    explicit TestWorld(sim::Scenario scenario);

    // Begins a call, and runs it to its end or to its first wait. The transcript shows the result of a test. Returns
    // the request of an r-form. If the thread is inside another call, returns no request and adds an error to the
    // transcript.
    RequestId begin(Caller caller, CallRequest request);

    // Returns the enabled transitions, without held packets, in order of pairs.
    std::vector<sim::Move> moves() const;
    void make(const sim::Move& move);
    // Returns the delivery of packet number `index` (from 0) among the deliverable packets of the pair. None if there
    // is no such packet.
    std::optional<sim::Move> delivery(Pair pair, std::size_t index) const;
    // Returns the transition in which the data of operation `op` of `rank` leaves. None if it has left, or is held.
    std::optional<sim::Move> departure(Rank rank, OpId op) const;
    // The rank polls its delivered packets, if there are any.
    void look(Rank rank);
    // Makes transitions until none is enabled. `choose` selects one, or none to stop early.
    using Choose = std::function<std::optional<std::size_t>(const std::vector<sim::Move>&)>;
    void settle(const Choose& choose);
    // Always makes the first transition.
    void settle();

    // Holds the pair's next packet of `kind` and all after it; if packets may overtake each other, only packets of this
    // kind. `kind` is a packet's kind, alone ("RMA_DONE_ACK") or with its flags ("GET_RESP+RMA_DONE_ACK"). It may also
    // be "data": then operations that the pair's source sends from the user's memory do not leave.
    void hold(Pair pair, const std::string& kind) { held_[pair] = kind; }
    void release(Pair pair) { held_.erase(pair); }

    // Returns the waits of all calls, one per line.
    std::vector<std::string> waiting() const;
    std::vector<std::string> state_of(Rank rank) const { return view_->state_of(ranks_.process(rank)); }
    std::vector<std::string> pools_of(Rank rank) const { return view_->pools_of(ranks_.process(rank)); }
    // Returns the used slots of each window, and the cost of the last search.
    std::vector<std::string> table_of(Rank rank) const;
    // Elements that are not in their pools, one per line.
    std::vector<std::string> elements_out() const;
    // Returns the complete visible state: waits, states, pools, memory, and optionally counts by kind.
    std::vector<std::string> end_state(bool with_counts) const;
    // Returns the things that must not remain at the end of a sequence: packets, waiting calls, payloads, elements in
    // use.
    std::vector<std::string> leftovers() const;

    const sim::Scenario& scenario() const { return scenario_; }
    const sim::UntimedRanks& ranks() const { return ranks_; }
    Record& record() { return record_; }

private:
    struct Running {
        Call call;
        Rank target;
        std::optional<Awaited> awaited;  // as last printed in the transcript
    };

    std::size_t pick(std::size_t) override { return 0; }
    sim::Thread& thread(Caller caller) { return ranks_.threads(caller.rank)[static_cast<std::size_t>(caller.thread)]; }
    bool is_over(Caller caller) const;
    bool is_held(const sim::Move& move) const;
    void note_progress(Rank rank);
    void finish(Caller caller);
    void note_failure(const ImplementationFailed& error);
    std::map<Caller, WaitReason> waits_of(Rank rank) const;

    sim::Scenario scenario_;
    Record record_;
    sim::UntimedRanks ranks_;
    std::unique_ptr<FamilyView> view_;
    std::map<Pair, std::string> held_;
    std::map<Caller, Running> running_;
};

}  // namespace rmasim::seq
