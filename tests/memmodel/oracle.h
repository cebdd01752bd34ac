// The reference model of the race checker, as simple as possible. It has a graph of all events, and examines all pairs
// of accesses, all paths, and each byte alone. It is written from the rules of MPI, independently of the checker.
#pragma once

#include "tests/memmodel/oracle_records.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace rmasim::memmodel_test {

namespace oracle {

class Graph {
public:
    Graph(const Program& program, const Events& events, Model model) : program_(program), model_(model) {
        for (const Event& event : events) take(event);
        finish();
    }
    Pairs pairs();

private:
    // ---- The graph.
    Node node() {
        edges_.emplace_back();
        return static_cast<Node>(edges_.size()) - 1;
    }
    void edge(Node a, Node b) {
        if (a >= 0 && b >= 0) edges_[static_cast<std::size_t>(a)].push_back(b);
    }
    Node step(const Event& event) {  // adds a node in program order
        const Node made = node();
        const auto [last, is_new] = last_.try_emplace({event.rank, event.thread}, made);
        if (!is_new) edge(std::exchange(last->second, made), made);
        return made;
    }
    bool path(Node a, Node b) {
        if (a < 0 || b < 0) return false;
        auto [at, is_new] = reached_.try_emplace(a);
        std::vector<char>& seen = at->second;
        if (is_new) {
            seen.assign(edges_.size(), 0);
            std::vector<Node> open{a};
            while (!open.empty()) {
                const Node now = open.back();
                open.pop_back();
                for (const Node next : edges_[static_cast<std::size_t>(now)]) {
                    if (std::exchange(seen[static_cast<std::size_t>(next)], 1) == 0) open.push_back(next);
                }
            }
        }
        return seen[static_cast<std::size_t>(b)] != 0;
    }

    // ---- Events.
    static std::set<std::uint64_t> all_of(const memmodel::Bytes& bytes) {
        std::set<std::uint64_t> all;
        for (std::uint64_t run = 0; run < bytes.runs; ++run) {
            for (std::uint64_t k = 0; k < bytes.length; ++k) all.insert(bytes.begin + run * bytes.stride + k);
        }
        return all;
    }
    int touch(const Event& event, What what, Rank owner, memmodel::MemoryId memory, std::set<std::uint64_t> bytes,
              Node from, Node to, Node call) {
        Touch made{what, owner, memory, std::move(bytes), from, to, call, event.rank, event.thread, event.location};
        if (!made.bytes.empty()) made.first = *made.bytes.begin();
        made.entered = from;
        touches_.push_back(std::move(made));
        return static_cast<int>(touches_.size()) - 1;
    }
    void at_once(const Event& event, What what, Rank owner, const memmodel::Buffer& buffer) {
        const Node now = step(event);
        const auto made =
            static_cast<std::size_t>(touch(event, what, owner, buffer.memory, all_of(buffer.bytes), now, now, now));
        touches_[made].manner = event.step->manner;
        touches_[made].polls = event.step->repeats;
    }

    void take(const Event& event) {
        switch (event.kind) {
            case Event::Kind::load:
            case Event::Kind::store:
                at_once(event, event.kind == Event::Kind::load ? What::load : What::store,
                        event.step->owner == no_rank ? event.rank : event.step->owner, event.step->bytes);
                break;
            case Event::Kind::began: begin(event); break;
            case Event::Kind::returned: end(event); break;
            case Event::Kind::granted: granted(event); break;
            case Event::Kind::matched: match(event); break;
            case Event::Kind::operation_applied: carry_out(event); break;
            case Event::Kind::released: signals_[{event.rank, event.step->flag}].push_back(step(event)); break;
            case Event::Kind::awaited: {
                const Node now = step(event);
                for (const Node signal : signals_[{event.rank, event.step->flag}]) edge(signal, now);
                break;
            }
            case Event::Kind::atomic: order(event); break;
            default: count(event);
        }
    }

    LockEpoch* lock_of(int origin, int window, int target) {
        for (LockEpoch& lock : locks_) {
            if (lock.open && lock.origin == origin && lock.window == window && lock.target == target) return &lock;
        }
        return nullptr;
    }

    void begin(const Event& event);
    void begin_message(const Event& event, Node now);
    // Process the events of counters and of their requests.
    void count(const Event& event);
    void look(const Event& event);
    void signal(const Event& event);
    void end_reported(const Event& event, Node now);
    void change_group(const Event& event, Node now);

    std::vector<std::size_t> ops_of(int rank, int window, Rank target) const {
        std::vector<std::size_t> found;
        for (std::size_t i = 0; i < ops_.size(); ++i) {
            if (origin_of_[i] == rank && ops_[i].window == window && (target == no_rank || ops_[i].target == target)) {
                found.push_back(i);
            }
        }
        return found;
    }

    void operate(const Event& event, const CallRequest& call, Node now);

    void granted(const Event& event);
    void match(const Event& event);

    void buffers_end(const Op& op, Node now) {
        for (const int buffer : op.buffers) edge(touches_[static_cast<std::size_t>(buffer)].to, now);
    }
    // Orders the use of results after the grant of the lock.
    void grant_known(const Op& op, Node now) {
        if (op.mode == 2 && op.brings) edge(locks_[static_cast<std::size_t>(op.epoch)].grant, now);
    }
    // True if the operation is complete at its target when its results are available.
    bool only_reads(const Op& op) const {
        const Touch& touch = touches_[static_cast<std::size_t>(op.touch)];
        return touch.what == What::get || touch.noop();
    }
    Node end_of(const Op& op) const { return touches_[static_cast<std::size_t>(op.touch)].to; }

    void end(const Event& event);
    void end_passive(const Event& event, Node now);

    // Adds the edges that depend on later events: those of gates, of completion by fences, and of releases.
    void finish();
    void open_gates();
    void release_locks();
    // FLUSH, UNLOCK and similar calls complete the operations that were called before them. An operation counts as
    // called before only if it is so in every order of the threads that their own synchronisation allows.
    bool is_called_before(std::size_t op, Node call) const;
    void complete(const Completion& call);
    void end_by_releases();

    // ---- Orders by values (oracle_values.cpp).
    void carry_out(const Event& event);
    void acquire_clock(const Fetch& fetch, Node results);
    bool reaches(Node a, Node b) const;

    void attach(const Event& event, Node now);

    // ---- Orders by atomic operations (oracle_atomics.cpp).
    void order(const Event& event);
    std::vector<Node> heads_of(const std::vector<struct AtomicWrite>& writes) const;

    // ---- The verdict.
    static bool overlap(const std::set<std::uint64_t>& a, const std::set<std::uint64_t>& b) {
        return std::any_of(a.begin(), a.end(), [&](std::uint64_t byte) { return b.contains(byte); });
    }
    bool same_byte(const Touch& a, const Touch& b) const { return overlap(a.bytes, b.bytes); }
    using Range = std::pair<std::uint64_t, std::uint64_t>;  // the first and the last byte
    static Range all_of(const Touch& x) { return {*x.bytes.begin(), *x.bytes.rbegin()}; }
    static Range where_both(const Touch& x, const Touch& y) {
        return {std::max(all_of(x).first, all_of(y).first), std::min(all_of(x).second, all_of(y).second)};
    }
    // Returns the calls that made the copies equal: calls on the window, and calls that attached or detached all the
    // bytes.
    std::vector<Node> calls_for(const std::map<std::pair<int, int>, std::vector<Node>>& of_window, int window,
                                Rank owner, const Range& bytes) {
        std::vector<Node> calls;
        for (const Attached& one : attached_[{window, owner}]) {
            if (!one.bytes.contains(bytes.first) || !one.bytes.contains(bytes.second)) continue;
            calls.push_back(one.since);
            if (one.until >= 0) calls.push_back(one.until);
        }
        const auto found = of_window.find({window, owner});
        if (found != of_window.end()) calls.insert(calls.end(), found->second.begin(), found->second.end());
        return calls;
    }
    bool made_equal(const Touch& x, const Touch& y, const Range& bytes);
    bool published_as_result(const Touch& x, const Touch& y);
    bool inside(const Touch& a, int window) {
        const TestWindow& one = program_.windows[static_cast<std::size_t>(window)];
        if (one.dynamic) {
            const std::vector<Attached>& attached = attached_[{window, a.owner}];
            return one.memory == a.memory && std::any_of(attached.begin(), attached.end(), [&](const Attached& there) {
                       return overlap(there.bytes, a.bytes) && path(there.since, a.call) && !path(there.until, a.call);
                   });
        }
        return one.memory == a.memory && std::any_of(a.bytes.begin(), a.bytes.end(), [&](std::uint64_t byte) {
                   return byte >= one.bytes.begin && byte < one.bytes.end;
               });
    }
    // True if `x` is before `y`. The end that UNLOCK_ALL proves at another target does not include an operation that
    // still waits for its own target.
    bool before(const Touch& x, const Touch& y) {
        return path(x.to, y.from) || (x.entered < y.entered && over(x, y.from));
    }
    bool over(const Touch& x, Node now) {
        return path(x.to, now) ||
               std::any_of(x.also_ended.begin(), x.also_ended.end(), [&](Node release) { return path(release, now); });
    }
    bool passes(const Touch& x, const std::vector<Node>& calls, Node until) {
        return std::any_of(calls.begin(), calls.end(),
                           [&](Node call) { return over(x, call) && (call == until || path(call, until)); });
    }
    bool unified(const Touch& a) const {
        return a.window >= 0 && program_.windows[static_cast<std::size_t>(a.window)].unified;
    }

    bool left_before(const Touch& x, const Touch& y);
    std::optional<Rule> judge(const Touch& a, const Touch& b);

    std::optional<Rule> together(const Touch& a, const Touch& b, bool one_copy);
    std::optional<Rule> together_in_language(const Touch& a, const Touch& b) const;
    bool may_poll(const Touch& a, const Touch& b) const;
    bool is_noted(const Touch& a, const Touch& b);

    std::optional<Rule> stale(const Touch& x, const Touch& y);
    bool shared(const Touch& x, const Touch& y) const;
    std::optional<Rule> unordered(const Touch& x, const Touch& y);

    // ---- Predictions (oracle_prediction.cpp).
    std::optional<Rule> predict(const Touch& a, const Touch& b);
    void prepare_prediction();
    static bool is_alone(const Touch& update);
    Node grant_of_result(const Touch& result) const;
    void need_writes(const Touch& read);
    void need_updates(const Fetch& fetch);
    void complete(std::set<Node>& nodes) const;
    static bool ended_in(const Touch& touch, const std::set<Node>& nodes);
    bool apart_with(const Touch& a, const Touch& b, const std::set<Node>& start,
                    const std::vector<std::size_t>& chosen) const;
    bool may_meet(const Touch& a, const Touch& b);
    bool may_meet_by_closing(const Touch& a, const Touch& b, std::set<Node> nodes) const;

    static Pair pair(const Touch& x, const Touch& y, Rule rule) {
        auto a = std::tuple{static_cast<std::uint32_t>(x.rank), x.thread, x.location};
        auto b = std::tuple{static_cast<std::uint32_t>(y.rank), y.thread, y.location};
        if (b < a) std::swap(a, b);
        return {std::get<0>(a), std::get<1>(a), std::get<2>(a), std::get<0>(b), std::get<1>(b), std::get<2>(b), rule};
    }

    const Program& program_;
    Model model_;
    std::vector<std::vector<Node>> edges_;
    std::map<Node, std::vector<char>> reached_;
    std::map<std::pair<Rank, std::uint32_t>, Node> last_, begun_;
    std::map<std::pair<Rank, std::uint32_t>, std::vector<Node>> signals_;
    using At = std::tuple<Rank, std::uint32_t, std::uint32_t>;  // rank, thread, step
    // The begins of sends that no receive has matched, with their thread and step. By source, target and tag.
    std::map<std::tuple<Rank, Rank, std::uint32_t>, std::vector<std::tuple<Node, std::uint32_t, std::uint32_t>>> sent_;
    std::map<At, Node> receives_;  // by receive or MPROBE: the begin of the call that receives the message
    std::map<At, Node> taken_;     // by receive or MPROBE: the begin of the send of its message
    std::map<At, At> taken_by_;    // by send: the receive or MPROBE
    std::map<int, int> barriers_, barriers_left_;
    std::map<int, std::vector<Node>> barrier_;
    std::map<std::pair<int, int>, int> fences_, fences_left_;
    std::map<std::pair<int, int>, std::map<int, std::pair<Node, Node>>> fence_calls_;
    std::map<std::pair<int, int>, std::vector<Node>> to_public_, to_private_;
    // By window and rank: the ends of calls that publish only the results that they complete.
    std::map<std::pair<int, int>, std::vector<Node>> results_to_public_;
    // Only for windows in shared memory, by window and rank: the memory barriers. A barrier has its node, and the rank
    // whose segment it concerns (no_rank for all segments).
    std::map<std::pair<int, int>, std::vector<std::pair<Node, Rank>>> mem_syncs_;
    std::map<std::pair<int, int>, Group> exposed_, started_;
    std::map<std::pair<int, int>, bool> is_started_;
    std::map<std::tuple<int, int, int>, std::vector<Node>> posts_, completes_;
    std::map<std::tuple<int, int, int>, int> starts_, waits_;
    std::map<std::pair<Rank, std::uint32_t>, std::vector<std::size_t>> flushed_;
    std::vector<Completion> completions_;
    std::map<std::uint32_t, std::size_t> looked_;  // by request: the number of operations before its last search for
                                                   // completion
    std::map<std::uint32_t, Reported> pending_;    // by request
    std::map<std::pair<std::uint32_t, Rank>, std::vector<SentSignal>> on_the_way_;  // by counter, origin
    std::map<std::uint32_t, std::vector<SentSignal>> arrived_;                      // by counter
    std::map<std::uint32_t, std::int64_t> values_;
    std::map<std::pair<Rank, std::uint32_t>, std::vector<std::pair<std::uint32_t, Reported>>> reported_;
    std::map<int, std::vector<Node>> changes_;  // by number of the change: the calls of the ranks
    std::map<Rank, int> changes_begun_, change_of_;
    std::map<std::pair<int, Rank>, std::vector<Attached>> attached_;  // by window, owner
    std::vector<LockEpoch> locks_;
    std::vector<std::pair<std::ptrdiff_t, std::ptrdiff_t>> conflicts_;
    std::set<std::pair<Node, Node>> soft_;    // edges from a release to the grant of a conflicting lock
    std::vector<std::vector<Node>> before_;   // by node: the nodes before it, without the edges of `soft_`
    std::map<Node, std::vector<Node>> read_;  // nodes that a node requires because of the values that it has read
    std::vector<Op> ops_;
    std::vector<int> origin_of_;
    std::vector<Touch> touches_;
    TestContents contents_;
    std::map<std::tuple<Rank, int, std::uint64_t>, ElementStates> elements_;
    std::vector<Fetch> fetches_;
    std::map<std::uint32_t, std::vector<AtomicWrite>> atomic_writes_;  // by variable
    std::map<std::pair<Rank, std::uint32_t>, Node> release_fences_;    // by thread: its last release fence
    // By thread: heads of the release sequences from which its relaxed loads have read.
    std::map<std::pair<Rank, std::uint32_t>, std::vector<Node>> read_relaxed_;
    std::vector<Node> syncs_;                                 // the SYNCs of a window in shared memory
    std::map<std::pair<Rank, std::uint32_t>, Node> results_;  // by thread: the node at which its call has results
};

}  // namespace oracle

}  // namespace rmasim::memmodel_test
