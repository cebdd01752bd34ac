// The world of a sequence. Calls begin and packets arrive only by commands.
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

    // Begins a call, and runs it to its end or to its first wait. For a TEST, the transcript shows the result. If the
    // call creates a request, returns the request. If the thread is inside another call, returns no request and adds an
    // error to the transcript.
    RequestId begin(Caller caller, CallRequest request);

    // Returns the enabled transitions in the order of pairs, without deliveries of held packets.
    std::vector<sim::Move> moves() const;
    void make(const sim::Move& move);
    // Returns the transition that delivers packet number `index` (from 0) among the deliverable packets of the pair.
    // Returns nullopt if there is no such packet.
    std::optional<sim::Move> delivery(Pair pair, std::size_t index) const;
    // Returns the transition in which the data of operation `op` of `rank` leave the user's memory. Returns nullopt if
    // the data have left or are held.
    std::optional<sim::Move> departure(Rank rank, OpId op) const;
    // Makes the rank poll its delivered packets, if there are any.
    void look(Rank rank);
    // Executes transitions until none is enabled. `choose` returns the index of the next transition, or nullopt to
    // stop.
    using Choose = std::function<std::optional<std::size_t>(const std::vector<sim::Move>&)>;
    void settle(const Choose& choose);
    // Executes transitions until none is enabled, always the first one.
    void settle();

    // Holds the pair's next packet of `kind` and all packets after it. If packets may overtake each other, holds only
    // packets of this kind. `kind` is a packet's kind, alone ("RMA_DONE_ACK") or with its flags
    // ("GET_RESP+RMA_DONE_ACK"). If `kind` is "data", holds the data that the pair's source sends from the user's
    // memory.
    void hold(Pair pair, const std::string& kind) { held_[pair] = kind; }
    void release(Pair pair) { held_.erase(pair); }

    // Returns the waits of all calls, one per line.
    std::vector<std::string> waiting() const;
    std::vector<std::string> state_of(Rank rank) const { return view_->state_of(ranks_.process(rank)); }
    std::vector<std::string> pools_of(Rank rank) const { return view_->pools_of(ranks_.process(rank)); }
    // Returns the used slots of each window, and the cost of the last search.
    std::vector<std::string> table_of(Rank rank) const;
    // Returns the elements that are not in their pools, one per line.
    std::vector<std::string> elements_out() const;
    // Returns the complete visible state: waits, states, pools, memory, and optionally counts by kind.
    std::vector<std::string> end_state(bool with_counts) const;
    // Returns all things that must not exist at the end of a sequence: packets, waiting calls, payloads, elements in
    // use.
    std::vector<std::string> leftovers() const;

    const sim::Scenario& scenario() const { return scenario_; }
    const sim::UntimedRanks& ranks() const { return ranks_; }
    Record& record() { return record_; }

private:
    struct Running {
        Call call;
        Rank target;
        std::optional<Awaited> awaited;  // the value that the transcript printed last
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
