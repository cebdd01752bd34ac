// The second implementation, as naive as can be: a graph of all events, all pairs of accesses, all paths, bytes one by
// one. It was written from the rules, not from the checker.
#include "protocol/base/call_table.h"
#include "tests/memmodel/program.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace rmasim::memmodel_test {

namespace {

using memmodel::Model;
using memmodel::Rule;
using Node = int;

enum class What : std::uint8_t { load, store, buffer_read, buffer_write, get, put, acc, cas };

struct Touch {
    What what;
    Rank owner;
    memmodel::MemoryId memory;
    std::set<std::uint64_t> bytes;
    Node from, to;  // start, end
    Node call;
    Rank rank;
    std::uint32_t thread, place;
    int window = -1;
    ReduceOp op = ReduceOp::replace;
    Datatype type = Datatype::byte;
    std::uint64_t first = 0;
    std::vector<Node> also_ended{};  // releases by the same UNLOCK_ALL, at other targets

    bool rma() const { return what >= What::get; }
    bool atomic() const { return what == What::acc || what == What::cas; }
    bool noop() const { return what == What::acc && op == ReduceOp::no_op; }
    bool changes() const {
        return what == What::store || what == What::buffer_write || what == What::put || what == What::cas ||
               (what == What::acc && !noop());
    }
    bool of_buffer() const { return what == What::buffer_read || what == What::buffer_write; }
};

struct Op {  // of an origin
    int mode;     // 0 fence, 1 pscw, 2 lock
    int target, window, nth;
    int touch;    // index, or -1
    std::vector<int> buffers;
    RequestId request = 0;
    std::uint32_t thread = 0, place = 0;
    int epoch = -1;  // of locks
};

struct LockEpoch {
    int origin, target, window;
    bool exclusive, nocheck;
    Node grant = -1, release = -1, unlock = -1;
    bool open = true;
};

class Graph {
public:
    Graph(const Program& program, const Events& events, Model model) : program_(program), model_(model) {
        for (const Event& event : events) take(event);
        finish();
    }
    Pairs pairs() {
        Pairs found;
        for (std::size_t i = 0; i < touches_.size(); ++i) {
            for (std::size_t j = i + 1; j < touches_.size(); ++j) {
                if (const auto rule = judge(touches_[i], touches_[j])) found.push_back(pair(touches_[i], touches_[j], *rule));
            }
        }
        std::sort(found.begin(), found.end());
        found.erase(std::unique(found.begin(), found.end()), found.end());
        return found;
    }

private:
    // ---- The graph.
    Node node() {
        edges_.emplace_back();
        return static_cast<Node>(edges_.size()) - 1;
    }
    void edge(Node a, Node b) {
        if (a >= 0 && b >= 0) edges_[static_cast<std::size_t>(a)].push_back(b);
    }
    Node step(const Event& event) {  // in program order
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
        Touch made{what, owner, memory, std::move(bytes), from, to, call, event.rank, event.thread, event.place};
        if (!made.bytes.empty()) made.first = *made.bytes.begin();
        touches_.push_back(std::move(made));
        return static_cast<int>(touches_.size()) - 1;
    }
    void at_once(const Event& event, What what, Rank owner, const memmodel::Buffer& buffer) {
        const Node now = step(event);
        touch(event, what, owner, buffer.memory, all_of(buffer.bytes), now, now, now);
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
            case Event::Kind::signalled: signals_[{event.rank, event.step->flag}].push_back(step(event)); break;
            case Event::Kind::awaited: {
                const Node now = step(event);
                for (const Node signal : signals_[{event.rank, event.step->flag}]) edge(signal, now);
                break;
            }
        }
    }

    LockEpoch* lock_of(int origin, int window, int target) {
        for (LockEpoch& lock : locks_) {
            if (lock.open && lock.origin == origin && lock.window == window && lock.target == target) return &lock;
        }
        return nullptr;
    }

    void begin(const Event& event) {
        const CallRequest& call = event.step->call;
        if (call.call == Call::send) at_once(event, What::load, event.rank, event.step->buffers.source);
        const Node now = step(event);
        begun_[{event.rank, event.thread}] = now;
        const int w = call.window;
        const int r = event.rank;
        switch (call.call) {
            case Call::send: sent_[{r, call.message.peer, call.message.tag}].push_back(now); return;
            case Call::barrier: barrier_[++barriers_[r]].push_back(now); return;
            case Call::fence: {
                const int nth = ++fences_[{w, r}];
                const Node middle = node();
                edge(now, middle);
                fence_calls_[{w, nth}][r] = {now, middle};
                to_public_[{w, r}].push_back(now);
                to_public_[{w, r}].push_back(middle);
                return;
            }
            case Call::post:
                to_public_[{w, r}].push_back(now);
                exposed_[{w, r}] = call.group;
                for (const Rank origin : call.group) posts_[{w, origin, r}].push_back(now);
                return;
            case Call::start:
                started_[{w, r}] = call.group;
                is_started_[{w, r}] = true;
                for (const Rank target : call.group) ++starts_[{w, r, target}];
                return;
            case Call::complete:
                is_started_[{w, r}] = false;
                for (const Rank target : started_[{w, r}]) completes_[{w, r, target}].push_back(now);
                return;
            case Call::lock: {
                LockEpoch lock{r, call.target, w, call.lock_type == LockType::exclusive,
                               has(call.asserts, Assert::nocheck)};
                locks_.push_back(lock);
                return;
            }
            case Call::lock_all:
                for (std::size_t target = 0; target < program_.ranks(); ++target) {
                    locks_.push_back({r, static_cast<int>(target), w, false, has(call.asserts, Assert::nocheck)});
                }
                return;
            case Call::unlock:
            case Call::unlock_all: {
                to_public_[{w, r}].push_back(now);
                for (LockEpoch& lock : locks_) {
                    if (!lock.open || lock.origin != r || lock.window != w) continue;
                    if (call.target != no_rank && lock.target != call.target) continue;
                    lock.unlock = now;
                }
                return;
            }
            case Call::sync:
                to_public_[{w, r}].push_back(now);
                to_private_[{w, r}].push_back(now);
                return;
            case Call::flush:
            case Call::flush_all:
            case Call::flush_local:
            case Call::flush_local_all:
                flushed_[{r, event.thread}] = ops_of(r, w, call.target);
                std::erase_if(flushed_[{r, event.thread}], [&](std::size_t i) { return ops_[i].mode != 2; });
                return;
            default: break;
        }
        if (is_operation(call.call)) operate(event, call, now);
    }

    std::vector<std::size_t> ops_of(int rank, int window, Rank target) const {
        std::vector<std::size_t> found;
        for (std::size_t i = 0; i < ops_.size(); ++i) {
            if (origin_of_[i] == rank && ops_[i].window == window && (target == no_rank || ops_[i].target == target)) {
                found.push_back(i);
            }
        }
        return found;
    }

    void operate(const Event& event, const CallRequest& call, Node now) {
        const Operation& operation = call.operation;
        const int w = operation.window, r = event.rank, t = operation.target;
        Op op{0, t, w, fences_[{w, r}], -1, {}};
        op.thread = event.thread;
        op.place = event.place;
        if (LockEpoch* const lock = lock_of(r, w, t)) {
            op.mode = 2;
            op.epoch = static_cast<int>(lock - locks_.data());
        } else if (is_started_[{w, r}]) {
            op.mode = 1;
            op.nth = starts_[{w, r, t}] - 1;
        }
        const auto buffer = [&](const memmodel::Buffer& one, What what) {
            if (one.bytes.empty()) return;
            op.buffers.push_back(touch(event, what, event.rank, one.memory, all_of(one.bytes), now, node(), now));
        };
        buffer(event.step->buffers.source, What::buffer_read);
        buffer(event.step->buffers.result, What::buffer_write);

        const TestWindow& window = program_.windows[static_cast<std::size_t>(w)];
        const std::uint64_t size = bytes_of(operation.region.datatype);
        std::set<std::uint64_t> bytes;
        for (std::uint32_t k = 0; k < operation.region.count; ++k) {
            std::uint64_t at = k;
            if (operation.region.block_length > 0) {
                at = k / operation.region.block_length * operation.region.stride + k % operation.region.block_length;
            }
            for (std::uint64_t byte = 0; byte < size; ++byte) {
                bytes.insert(window.bytes.begin + operation.region.disp + at * size + byte);
            }
        }
        const What what = operation.kind == OpKind::put                ? What::put
                          : operation.kind == OpKind::get              ? What::get
                          : operation.kind == OpKind::compare_and_swap ? What::cas
                                                                       : What::acc;
        const Node start = node(), over = node();
        edge(now, start);
        edge(start, over);
        op.touch = touch(event, what, t, window.memory, std::move(bytes), start, over, now);
        Touch& made = touches_[static_cast<std::size_t>(op.touch)];
        made.window = w;
        made.op = operation.reduce;
        made.type = operation.region.datatype;
        ops_.push_back(op);
        origin_of_.push_back(r);
    }

    void granted(const Event& event) {
        LockEpoch* lock = nullptr;
        for (LockEpoch& one : locks_) {
            const bool same = one.origin == event.origin && one.window == event.window && one.target == event.rank;
            if (same && one.open && one.grant < 0) lock = &one;
        }
        if (lock == nullptr) return;
        lock->grant = node();
        for (LockEpoch& before : locks_) {
            if (&before == lock || before.grant < 0 || before.window != lock->window || before.target != lock->target) {
                continue;
            }
            if (before.exclusive || lock->exclusive) conflicts_.push_back({&before - locks_.data(), lock - locks_.data()});
        }
    }

    void buffers_end(Op& op, Node now) {
        for (const int buffer : op.buffers) edge(touches_[static_cast<std::size_t>(buffer)].to, now);
    }
    Node end_of(const Op& op) const { return touches_[static_cast<std::size_t>(op.touch)].to; }

    void end(const Event& event) {
        const CallRequest& call = event.step->call;
        const Node now = step(event);
        const int w = call.window, r = event.rank;
        switch (call.call) {
            case Call::recv: {
                auto& queue = sent_[{call.message.peer, r, call.message.tag}];
                edge(queue.front(), now);
                queue.erase(queue.begin());
                at_once(event, What::store, r, event.step->buffers.result);
                return;
            }
            case Call::barrier:
                for (const Node other : barrier_[++barriers_left_[r]]) edge(other, now);
                return;
            case Call::fence: {
                const int nth = ++fences_left_[{w, r}];
                auto& calls = fence_calls_[{w, nth}];
                edge(calls[r].second, now);
                if (!has(call.asserts, Assert::noprecede)) {
                    for (const auto& [rank, nodes] : calls) edge(nodes.first, now);
                }
                to_private_[{w, r}].push_back(now);
                for (std::size_t i = 0; i < ops_.size(); ++i) {
                    if (origin_of_[i] != r || ops_[i].window != w) continue;
                    if (ops_[i].mode == 0 && ops_[i].nth < nth) buffers_end(ops_[i], calls[r].second);
                }
                return;
            }
            case Call::complete:
                for (const Rank target : started_[{w, r}]) {
                    edge(posts_[{w, r, target}].at(static_cast<std::size_t>(starts_[{w, r, target}]) - 1), now);
                }
                for (std::size_t i = 0; i < ops_.size(); ++i) {
                    if (origin_of_[i] == r && ops_[i].window == w && ops_[i].mode == 1) buffers_end(ops_[i], now);
                }
                return;
            case Call::wait:
                to_private_[{w, r}].push_back(now);
                for (const Rank origin : exposed_[{w, r}]) {
                    const int nth = waits_[{w, origin, r}]++;
                    edge(completes_[{w, origin, r}].at(static_cast<std::size_t>(nth)), now);
                    for (std::size_t i = 0; i < ops_.size(); ++i) {
                        const Op& op = ops_[i];
                        const bool mine = origin_of_[i] == origin && op.window == w && op.target == r;
                        if (mine && op.mode == 1 && op.nth == nth) edge(end_of(op), now);
                    }
                }
                return;
            case Call::lock:
            case Call::lock_all:
                to_private_[{w, r}].push_back(now);
                for (const LockEpoch& lock : locks_) {
                    if (!lock.open || lock.origin != r || lock.window != w) continue;
                    const bool direct = lock.target == r || program_.windows[static_cast<std::size_t>(w)].unified;
                    if (direct && (call.target == no_rank || lock.target == call.target)) edge(lock.grant, now);
                }
                return;
            case Call::flush:
            case Call::flush_all:
            case Call::flush_local:
            case Call::flush_local_all: {
                const bool there = call.call == Call::flush || call.call == Call::flush_all;
                for (const std::size_t i : flushed_[{r, event.thread}]) {
                    buffers_end(ops_[i], now);
                    if (there) edge(end_of(ops_[i]), now);
                }
                for (const LockEpoch& lock : locks_) {
                    if (!there || !lock.open || lock.origin != r || lock.window != w) continue;
                    if (call.target == no_rank || lock.target == call.target) edge(lock.grant, now);
                }
                return;
            }
            case Call::unlock:
            case Call::unlock_all:
                to_public_[{w, r}].push_back(now);
                for (LockEpoch& lock : locks_) {
                    if (!lock.open || lock.origin != r || lock.window != w) continue;
                    if (call.target != no_rank && lock.target != call.target) continue;
                    lock.open = false;
                    edge(lock.grant, now);
                }
                for (const std::size_t i : ops_of(r, w, call.target)) {
                    if (ops_[i].mode != 2) continue;
                    buffers_end(ops_[i], now);
                    edge(end_of(ops_[i]), now);
                }
                return;
            case Call::request_wait:
                for (std::size_t i = 0; i < ops_.size(); ++i) {
                    if (origin_of_[i] == r && ops_[i].request == event.request) buffers_end(ops_[i], now);
                }
                return;
            default: break;
        }
        for (std::size_t i = 0; i < ops_.size(); ++i) {
            if (event.request != 0 && origin_of_[i] == r && ops_[i].thread == event.thread && ops_[i].place == event.place) {
                ops_[i].request = event.request;
            }
        }
    }

    // What could only be known afterwards: gates, ends by fences, releases.
    void finish() {
        for (std::size_t i = 0; i < ops_.size(); ++i) {
            const Op& op = ops_[i];
            Touch& made = touches_[static_cast<std::size_t>(op.touch)];
            Node gate = -1;
            bool needed = true;
            if (op.mode == 0) {
                needed = op.nth > 0;
                const auto fence = fence_calls_.find({op.window, op.nth});
                if (fence != fence_calls_.end() && fence->second.contains(op.target)) gate = fence->second[op.target].second;
                const auto next = fence_calls_.find({op.window, op.nth + 1});
                if (next != fence_calls_.end() && next->second.contains(op.target)) {
                    const auto& [entered, middle] = next->second[op.target];
                    edge(made.to, unified(made) ? entered : middle);
                }
            } else if (op.mode == 1) {
                const auto& posts = posts_[{op.window, origin_of_[i], op.target}];
                if (posts.size() > static_cast<std::size_t>(op.nth)) gate = posts[static_cast<std::size_t>(op.nth)];
            } else {
                const LockEpoch& lock = locks_[static_cast<std::size_t>(op.epoch)];
                gate = lock.grant;
                needed = !lock.nocheck;
            }
            if (needed && gate < 0) made.bytes.clear();  // has not reached its target
            edge(gate, made.from);
        }
        for (std::size_t i = 0; i < locks_.size(); ++i) {
            LockEpoch& lock = locks_[i];
            if (lock.unlock < 0 || lock.grant < 0) continue;
            lock.release = node();
            edge(lock.unlock, lock.release);
            edge(lock.grant, lock.release);
            for (const Op& op : ops_) {
                if (op.mode != 2) continue;
                const LockEpoch& other = locks_[static_cast<std::size_t>(op.epoch)];
                if (&other == &lock) {
                    edge(end_of(op), lock.release);
                } else if (other.origin == lock.origin && other.window == lock.window && other.unlock == lock.unlock) {
                    touches_[static_cast<std::size_t>(op.touch)].also_ended.push_back(lock.release);
                }
            }
        }
        for (const auto& [before, after] : conflicts_) {
            edge(locks_[static_cast<std::size_t>(before)].release, locks_[static_cast<std::size_t>(after)].grant);
        }
    }

    // ---- The verdict.
    bool same_byte(const Touch& a, const Touch& b) const {
        return std::any_of(a.bytes.begin(), a.bytes.end(), [&](std::uint64_t byte) { return b.bytes.contains(byte); });
    }
    bool inside(const Touch& a, int window) const {
        const TestWindow& one = program_.windows[static_cast<std::size_t>(window)];
        return one.memory == a.memory && std::any_of(a.bytes.begin(), a.bytes.end(), [&](std::uint64_t byte) {
                   return byte >= one.bytes.begin && byte < one.bytes.end;
               });
    }
    bool over(const Touch& x, Node now) {
        return path(x.to, now) || std::any_of(x.also_ended.begin(), x.also_ended.end(),
                                              [&](Node release) { return path(release, now); });
    }
    bool passes(const Touch& x, const std::vector<Node>& calls, Node until) {
        return std::any_of(calls.begin(), calls.end(),
                           [&](Node call) { return over(x, call) && (call == until || path(call, until)); });
    }
    bool unified(const Touch& a) const { return a.window >= 0 && program_.windows[static_cast<std::size_t>(a.window)].unified; }

    std::optional<Rule> judge(const Touch& a, const Touch& b) {
        if (a.owner != b.owner || a.memory != b.memory || a.bytes.empty() || b.bytes.empty()) return std::nullopt;
        const bool one_copy = model_ == Model::unified || unified(a) || unified(b);
        if (over(a, b.from)) return one_copy ? std::nullopt : stale(a, b);
        if (over(b, a.from)) return one_copy ? std::nullopt : stale(b, a);
        return together(a, b, one_copy);
    }

    std::optional<Rule> together(const Touch& a, const Touch& b, bool one_copy) {
        if (!a.changes() && !b.changes()) return std::nullopt;
        const bool same = same_byte(a, b);
        if (!a.rma() && !b.rma()) {
            if (!a.of_buffer() && !b.of_buffer()) return std::nullopt;
            return same ? std::optional(Rule::buffer_in_use) : std::nullopt;
        }
        if (a.rma() && b.rma()) {
            if (a.window != b.window) {
                if (same) return Rule::overlapping_windows;
                if (one_copy || !a.changes() || !b.changes()) return std::nullopt;
                if (inside(a, b.window) || inside(b, a.window)) return Rule::overlapping_windows;
                return std::nullopt;
            }
            if (!same) return std::nullopt;
            if (!a.atomic() || !b.atomic()) return Rule::concurrent_rma;
            const std::uint64_t size = bytes_of(a.type);
            if (a.type != b.type || a.first % size != b.first % size) return Rule::accumulates_differ;
            const bool ordered = a.rank == b.rank && (a.call == b.call || path(a.call, b.call) || path(b.call, a.call));
            if (ordered || a.noop() || b.noop()) return std::nullopt;
            if (a.what == What::cas && b.what == What::cas) return std::nullopt;
            if (a.what == What::acc && b.what == What::acc && a.op == b.op) return std::nullopt;
            return Rule::accumulates_differ;
        }
        if (same) return Rule::concurrent_local;
        const Touch& local = a.rma() ? b : a;
        const Touch& remote = a.rma() ? a : b;
        if (one_copy || !local.changes() || !remote.changes()) return std::nullopt;
        return inside(local, remote.window) ? std::optional(Rule::store_beside_update) : std::nullopt;
    }

    // `x` is before `y`.
    std::optional<Rule> stale(const Touch& x, const Touch& y) {
        if (!x.changes()) return std::nullopt;
        const bool same = same_byte(x, y);
        if (!x.rma()) {
            if (!y.rma() || passes(x, to_public_[{y.window, y.owner}], y.from)) return std::nullopt;
            return same || (y.changes() && inside(x, y.window)) ? std::optional(Rule::stale_public) : std::nullopt;
        }
        if (!y.rma()) {
            if (passes(x, to_private_[{x.window, x.owner}], y.from)) return std::nullopt;
            return same || (y.changes() && inside(y, x.window)) ? std::optional(Rule::stale_private) : std::nullopt;
        }
        if (x.window == y.window) return std::nullopt;
        for (const Node there : to_public_[{y.window, y.owner}]) {
            if (path(there, y.from) && passes(x, to_private_[{x.window, x.owner}], there)) return std::nullopt;
        }
        return same || (y.changes() && inside(x, y.window)) ? std::optional(Rule::overlapping_windows) : std::nullopt;
    }

    static Pair pair(const Touch& x, const Touch& y, Rule rule) {
        auto a = std::tuple{static_cast<std::uint32_t>(x.rank), x.thread, x.place};
        auto b = std::tuple{static_cast<std::uint32_t>(y.rank), y.thread, y.place};
        if (b < a) std::swap(a, b);
        return {std::get<0>(a), std::get<1>(a), std::get<2>(a), std::get<0>(b), std::get<1>(b), std::get<2>(b), rule};
    }

    const Program& program_;
    Model model_;
    std::vector<std::vector<Node>> edges_;
    std::map<Node, std::vector<char>> reached_;
    std::map<std::pair<Rank, std::uint32_t>, Node> last_, begun_;
    std::map<std::pair<Rank, std::uint32_t>, std::vector<Node>> signals_;
    std::map<std::tuple<Rank, Rank, std::uint32_t>, std::vector<Node>> sent_;
    std::map<int, int> barriers_, barriers_left_;
    std::map<int, std::vector<Node>> barrier_;
    std::map<std::pair<int, int>, int> fences_, fences_left_;
    std::map<std::pair<int, int>, std::map<int, std::pair<Node, Node>>> fence_calls_;
    std::map<std::pair<int, int>, std::vector<Node>> to_public_, to_private_;
    std::map<std::pair<int, int>, Group> exposed_, started_;
    std::map<std::pair<int, int>, bool> is_started_;
    std::map<std::tuple<int, int, int>, std::vector<Node>> posts_, completes_;
    std::map<std::tuple<int, int, int>, int> starts_, waits_;
    std::map<std::pair<Rank, std::uint32_t>, std::vector<std::size_t>> flushed_;
    std::vector<LockEpoch> locks_;
    std::vector<std::pair<std::ptrdiff_t, std::ptrdiff_t>> conflicts_;
    std::vector<Op> ops_;
    std::vector<int> origin_of_;
    std::vector<Touch> touches_;
};

}  // namespace

Pairs by_oracle(const Program& program, const Events& events, Model model) {
    return Graph(program, events, model).pairs();
}

}  // namespace rmasim::memmodel_test
