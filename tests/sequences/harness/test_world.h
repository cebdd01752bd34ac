// The world of a sequence: calls begin and packets arrive when its lines say so.
#pragma once

#include "sim/untimed/untimed_ranks.h"
#include "tests/sequences/harness/caller.h"
#include "tests/sequences/harness/family_view.h"
#include "tests/sequences/harness/record.h"

#include <functional>
#include <map>
#include <memory>
#include <optional>

namespace rmasim::seq {

class TestWorld : private sim::Picks {
public:
    explicit TestWorld(sim::Scenario scenario);

    // Begins a call; runs it to its end or to its first wait. The transcript shows the answer of a test. Returns the
    // request of an r-form. None, and an error in the transcript, when the thread is inside another call.
    RequestId begin(Caller caller, CallRequest request);

    // What can happen next, without the packets that are held: the lowest pair first.
    std::vector<sim::Move> moves() const;
    void make(const sim::Move& move);
    // The pair's packet at `place` among those that can be delivered, from 0; none where it cannot.
    std::optional<sim::Move> delivery(Pair pair, std::size_t place) const;
    // Makes moves until there is none. `choose` picks one, or none to stop early.
    using Choose = std::function<std::optional<std::size_t>(const std::vector<sim::Move>&)>;
    void settle(const Choose& choose);
    // Always the first one.
    void settle();

    // From the pair's next packet of `kind` on nothing is delivered; where packets may overtake each other, only those
    // of that kind are not. A packet's kind, alone ("RMA_DONE_ACK") or with its flags ("GET_RESP+RMA_DONE_ACK").
    void hold(Pair pair, const std::string& kind) { held_[pair] = kind; }
    void release(Pair pair) { held_.erase(pair); }

    // Who waits for what, a line each.
    std::vector<std::string> waiting() const;
    std::vector<std::string> state_of(Rank rank) const { return view_->state_of(ranks_.process(rank)); }
    std::vector<std::string> pools_of(Rank rank) const { return view_->pools_of(ranks_.process(rank)); }
    // Slots in use of each window, and what the last search cost.
    std::vector<std::string> table_of(Rank rank) const;
    // Elements that are not in their pools, a line each.
    std::vector<std::string> elements_out() const;
    // All there is to see from outside: waits, states, pools, memory, and the counts by kind if they are wanted.
    std::vector<std::string> end_state(bool with_counts) const;
    // What a sequence must not leave behind: packets, waiting calls, payloads, elements.
    std::vector<std::string> leftovers() const;

    const sim::Scenario& scenario() const { return scenario_; }
    const sim::UntimedRanks& ranks() const { return ranks_; }
    Record& record() { return record_; }

private:
    struct Running {
        Call call;
        Rank target;
        std::optional<Awaited> awaited;  // what the transcript said last
    };

    std::size_t pick(std::size_t) override { return 0; }
    sim::Thread& thread(Caller caller) { return ranks_.threads(caller.rank)[static_cast<std::size_t>(caller.thread)]; }
    bool is_over(Caller caller) const;
    bool is_held(const sim::Move& move) const;
    void note_progress(Rank rank);
    void finish(Caller caller);
    std::map<Caller, WaitReason> waits_of(Rank rank) const;

    sim::Scenario scenario_;
    Record record_;
    sim::UntimedRanks ranks_;
    std::unique_ptr<FamilyView> view_;
    std::map<Pair, std::string> held_;
    std::map<Caller, Running> running_;
};

}  // namespace rmasim::seq
