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

    // Begins a call; runs it to its end or to its first wait. The transcript shows the answer of a test. Returns the
    // request of an r-form. None, and an error in the transcript, when the thread is inside another call.
    RequestId begin(Caller caller, CallRequest request);

    // The possible moves, without held packets, in order of pairs.
    std::vector<sim::Move> moves() const;
    void make(const sim::Move& move);
    // The packet number `place` (from 0) among those of the pair that can be delivered; none if there is no such
    // packet.
    std::optional<sim::Move> delivery(Pair pair, std::size_t place) const;
    // The data of operation `op` of `rank` leave; none if they have left, or are held.
    std::optional<sim::Move> departure(Rank rank, OpId op) const;
    // The rank looks at the packets that lie there, if any do.
    void look(Rank rank);
    // Makes moves until there is none. `choose` picks one, or none to stop early.
    using Choose = std::function<std::optional<std::size_t>(const std::vector<sim::Move>&)>;
    void settle(const Choose& choose);
    // Always makes the first move.
    void settle();

    // Holds the pair's next packet of `kind` and all after it; if packets may overtake each other, only packets of this
    // kind. `kind` is a packet's kind, alone ("RMA_DONE_ACK") or with its flags ("GET_RESP+RMA_DONE_ACK"), or "data":
    // those that the pair's source sends from the user's memory do not leave.
    void hold(Pair pair, const std::string& kind) { held_[pair] = kind; }
    void release(Pair pair) { held_.erase(pair); }

    // What each call waits for, one per line.
    std::vector<std::string> waiting() const;
    std::vector<std::string> state_of(Rank rank) const { return view_->state_of(ranks_.process(rank)); }
    std::vector<std::string> pools_of(Rank rank) const { return view_->pools_of(ranks_.process(rank)); }
    // Slots in use of each window, and what the last search cost.
    std::vector<std::string> table_of(Rank rank) const;
    // Elements that are not in their pools, one per line.
    std::vector<std::string> elements_out() const;
    // The complete visible state: waits, states, pools, memory, and optionally counts by kind.
    std::vector<std::string> end_state(bool with_counts) const;
    // Things that must not remain at the end of a sequence: packets, waiting calls, payloads, elements in use.
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
