// The graph's nodes and edges for the events of a program.
#include "protocol/base/call_table.h"
#include "tests/memmodel/oracle.h"

#include <algorithm>

namespace rmasim::memmodel_test::oracle {

namespace {

// True if other ranks may be ordered after the call before it returns.
bool exposes_when_called(Call call) {
    return call == Call::fence || call == Call::post || call == Call::complete || call == Call::unlock ||
           call == Call::unlock_all || call == Call::sync;
}

bool orders_when_returned(Call call) {
    return call == Call::fence || call == Call::start || call == Call::complete || call == Call::wait ||
           call == Call::lock || call == Call::lock_all || call == Call::flush || call == Call::flush_all ||
           call == Call::unlock || call == Call::unlock_all;
}

}  // namespace

void Graph::begin(const Event& event) {
    const CallRequest& call = event.step->call;
    if (sends_message(call.call)) at_once(event, What::load, event.rank, event.step->buffers.source);
    const Node now = step(event);
    if (description_of(call.call).kind == CallClass::message) return begin_message(event, now);
    begun_[{event.rank, event.thread}] = now;
    const int w = call.window, r = event.rank;
    if (exposes_when_called(call.call)) mem_syncs_[{w, r}].push_back({now, no_rank});
    switch (call.call) {
        case Call::barrier: barrier_[++barriers_[r]].push_back(now); return;
        case Call::fence: {
            const int nth = ++fences_[{w, r}];
            const Node middle = node();
            edge(now, middle);
            fence_calls_[{w, nth}][r] = {now, middle};
            to_public_[{w, r}].push_back(now);
            results_to_public_[{w, r}].push_back(middle);
            mem_syncs_[{w, r}].push_back({middle, no_rank});
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
        case Call::lock:
            locks_.push_back(
                {r, call.target, w, call.lock_type == LockType::exclusive, has(call.asserts, Assert::nocheck)});
            return;
        case Call::lock_all:
            for (std::size_t target = 0; target < program_.ranks(); ++target)
                locks_.push_back({r, static_cast<int>(target), w, false, has(call.asserts, Assert::nocheck)});
            return;
        case Call::sync:
            to_public_[{w, r}].push_back(now);
            to_private_[{w, r}].push_back(now);
            if (program_.runs && program_.windows[static_cast<std::size_t>(w)].unified) syncs_.push_back(now);
            return;
        case Call::win_change_comm: return change_group(event, now);
        case Call::unlock:
        case Call::unlock_all:
            to_public_[{w, r}].push_back(now);
            for (LockEpoch& lock : locks_) {
                if (!lock.open || lock.origin != r || lock.window != w) continue;
                if (call.target != no_rank && lock.target != call.target) continue;
                lock.unlock = now;
            }
            [[fallthrough]];
        case Call::flush:
        case Call::flush_all:
        case Call::flush_local:
        case Call::flush_local_all:
            flushed_[{r, event.thread}] = ops_of(r, w, call.target);
            std::erase_if(flushed_[{r, event.thread}], [&](std::size_t i) { return ops_[i].mode != 2; });
            return;
        default: break;
    }
    if (!event.step->requests.empty()) look(event);
    if (is_operation(call.call)) operate(event, call, now);
    if (description_of(call.call).kind == CallClass::attaches) attach(event, now);
}

void Graph::begin_message(const Event& event, Node now) {
    const Message& message = event.step->call.message;
    switch (event.step->call.call) {
        case Call::send:
        case Call::ssend:
            sent_[{event.rank, message.peer, message.tag}].push_back({now, event.thread, event.location});
            return;
        case Call::mrecv: receives_[{event.rank, event.thread, event.step->flag}] = now; return;
        default: receives_[{event.rank, event.thread, event.location}] = now;
    }
}

void Graph::operate(const Event& event, const CallRequest& call, Node now) {
    const Operation& operation = call.operation;
    const int w = operation.window, r = event.rank, t = operation.target;
    Op op{0, t, w, fences_[{w, r}], -1, {}};
    op.thread = event.thread;
    op.location = event.location;
    op.brings = fetches(operation.kind);
    if (LockEpoch* const lock = lock_of(r, w, t)) {
        op.mode = 2;
        op.epoch = static_cast<int>(lock - locks_.data());
    } else if (is_started_[{w, r}]) {
        op.mode = 1;
        op.nth = starts_[{w, r, t}] - 1;
    }
    if (program_.counted != Guarantee::nothing) {
        op.mode = 3;
        op.kind = operation.kind == OpKind::put   ? SyncModes::put
                  : operation.kind == OpKind::get ? SyncModes::get
                                                  : SyncModes::accumulate;
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
    // A thread can acquire the end of another thread's operation without its begin.
    if (op.mode < 2) edge(start, over);
    op.touch = touch(event, what, t, window.memory, std::move(bytes), start, over, now);
    Touch& made = touches_[static_cast<std::size_t>(op.touch)];
    made.window = w;
    made.op = operation.reduce;
    made.type = operation.region.datatype;
    made.fetches = fetches(operation.kind);
    op.carries = operation.region.basic();
    ops_.push_back(op);
    origin_of_.push_back(r);
}

// The oldest message of the route is taken by the receive or MPROBE of the step.
void Graph::match(const Event& event) {
    const Message& message = event.step->call.message;
    auto& queue = sent_[{message.peer, event.rank, message.tag}];
    const auto [sent, thread, location] = queue.front();
    queue.erase(queue.begin());
    const At receive{event.rank, event.thread, event.location};
    taken_[receive] = sent;
    taken_by_[{message.peer, thread, location}] = receive;
}

void Graph::granted(const Event& event) {
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

void Graph::end(const Event& event) {
    const CallRequest& call = event.step->call;
    const Node results = node(), now = step(event);
    edge(results, now);
    results_[{event.rank, event.thread}] = results;
    const int w = call.window, r = event.rank;
    if (orders_when_returned(call.call)) {
        mem_syncs_[{w, r}].push_back({now, call.call == Call::lock && call.target != r ? call.target : no_rank});
    }
    if (!event.step->requests.empty()) return end_reported(event, now);
    switch (call.call) {
        case Call::win_change_comm:
            for (const Node other : changes_[change_of_.at(r)]) edge(other, now);
            to_private_[{w, r}].push_back(now);
            return;
        case Call::mprobe: edge(taken_.at({r, event.thread, event.location}), now); return;
        case Call::recv:
        case Call::mrecv: {
            const std::uint32_t location = call.call == Call::recv ? event.location : event.step->flag;
            edge(taken_.at({r, event.thread, location}), now);
            at_once(event, What::store, r, event.step->buffers.result);
            return;
        }
        case Call::ssend: return edge(receives_.at(taken_by_.at({r, event.thread, event.location})), now);
        case Call::barrier:
            for (const Node other : barrier_[++barriers_left_[r]]) edge(other, now);
            return;
        case Call::fence: {
            const int nth = ++fences_left_[{w, r}];
            auto& calls = fence_calls_[{w, nth}];
            edge(calls[r].second, results);
            if (!has(call.asserts, Assert::noprecede) && (nth > 1 || program_.first_fence_waits)) {
                for (const auto& [rank, nodes] : calls) edge(nodes.first, now);
            }
            to_private_[{w, r}].push_back(now);
            completions_.push_back({-1, results, calls[r].second, {}, false, false});
            for (std::size_t i = 0; i < ops_.size(); ++i) {
                const bool ends = ops_[i].mode == 0 && ops_[i].nth < nth;
                if (ends && origin_of_[i] == r && ops_[i].window == w) completions_.back().ops.push_back(i);
            }
            return;
        }
        case Call::complete:
            for (const Rank target : started_[{w, r}]) {
                edge(posts_[{w, r, target}].at(static_cast<std::size_t>(starts_[{w, r, target}]) - 1), now);
            }
            completions_.push_back({-1, results, now, {}, false, false});
            for (const std::size_t i : ops_of(r, w, no_rank)) {
                if (ops_[i].mode == 1) completions_.back().ops.push_back(i);
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
        default: return end_passive(event, now);
    }
}

void Graph::end_passive(const Event& event, Node now) {
    const CallRequest& call = event.step->call;
    const int w = call.window, r = event.rank;
    const auto key = std::pair{event.rank, event.thread};
    switch (call.call) {
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
            completions_.push_back({begun_.at(key), results_.at(key), now, flushed_[key], there});
            for (const LockEpoch& lock : locks_) {
                if (!there || !lock.open || lock.origin != r || lock.window != w) continue;
                if (call.target == no_rank || lock.target == call.target) edge(lock.grant, now);
            }
            return;
        }
        case Call::unlock:
        case Call::unlock_all:
            results_to_public_[{w, r}].push_back(now);
            for (LockEpoch& lock : locks_) {
                if (!lock.open || lock.origin != r || lock.window != w) continue;
                if (call.target != no_rank && lock.target != call.target) continue;
                lock.open = false;
                edge(lock.grant, now);
            }
            completions_.push_back({begun_.at(key), results_.at(key), now, flushed_[key], true});
            return;
        case Call::sync:
            if (program_.windows[static_cast<std::size_t>(w)].unified) {
                for (const Node other : syncs_) edge(other, now);
            }
            return;
        case Call::request_wait:
            if (const auto message = taken_.find({r, event.thread, event.step->flag}); message != taken_.end()) {
                edge(message->second, now);
            }
            completions_.push_back({-1, results_.at(key), now, {}});
            for (std::size_t i = 0; i < ops_.size(); ++i) {
                if (origin_of_[i] == r && ops_[i].request == event.request) completions_.back().ops.push_back(i);
            }
            return;
        default: break;
    }
    for (std::size_t i = 0; i < ops_.size(); ++i) {
        if (event.request != 0 && origin_of_[i] == r && ops_[i].thread == event.thread &&
            ops_[i].location == event.location) {
            ops_[i].request = event.request;
        }
    }
}

void Graph::finish() {
    open_gates();
    release_locks();
    std::stable_sort(completions_.begin(), completions_.end(),
                     [](const Completion& a, const Completion& b) { return a.results < b.results; });
    for (const Completion& call : completions_) complete(call);
    end_by_releases();
}

void Graph::open_gates() {
    for (std::size_t i = 0; i < ops_.size(); ++i) {
        const Op& op = ops_[i];
        Touch& made = touches_[static_cast<std::size_t>(op.touch)];
        Node gate = -1;
        bool needed = true;
        if (op.mode == 0) {
            needed = op.nth > 0;
            const auto fence = fence_calls_.find({op.window, op.nth});
            if (fence != fence_calls_.end() && fence->second.contains(op.target))
                gate = fence->second[op.target].second;
            const auto next = fence_calls_.find({op.window, op.nth + 1});
            if (next != fence_calls_.end() && next->second.contains(op.target)) {
                const auto& [entered, middle] = next->second[op.target];
                edge(made.to, unified(made) ? entered : middle);
            }
        } else if (op.mode == 1) {
            const auto& posts = posts_[{op.window, origin_of_[i], op.target}];
            if (posts.size() > static_cast<std::size_t>(op.nth)) gate = posts[static_cast<std::size_t>(op.nth)];
        } else if (op.mode == 3) {
            needed = false;
        } else {
            const LockEpoch& lock = locks_[static_cast<std::size_t>(op.epoch)];
            gate = lock.grant;
            needed = !lock.nocheck;
        }
        if (needed && gate < 0) made.bytes.clear();  // has not reached its target
        edge(gate, made.from);
        made.entered = std::max(made.entered, gate);
    }
}

void Graph::release_locks() {
    for (LockEpoch& lock : locks_) {
        if (lock.unlock < 0 || lock.grant < 0) continue;
        lock.release = node();
        edge(lock.unlock, lock.release);
        edge(lock.grant, lock.release);
    }
    for (const auto& [before, after] : conflicts_) {
        const Node release = locks_[static_cast<std::size_t>(before)].release;
        const Node grant = locks_[static_cast<std::size_t>(after)].grant;
        edge(release, grant);
        if (release >= 0 && grant >= 0) soft_.insert({release, grant});
    }
}

bool Graph::is_called_before(std::size_t op, Node call) const {
    const bool one_thread = program_.steps[static_cast<std::size_t>(origin_of_[op])].size() == 1;
    return call < 0 || one_thread || reaches(touches_[static_cast<std::size_t>(ops_[op].touch)].call, call);
}

void Graph::complete(const Completion& call) {
    for (const std::size_t i : call.ops) {
        Op& op = ops_[i];
        if (!is_called_before(i, call.called)) continue;
        op.acquired.push_back(call.results);
        buffers_end(op, call.returns);
        // The data of an operation that only reads have left the target when they are there.
        if (only_reads(op) || (op.mode == 2 && call.at_target)) edge(end_of(op), call.returns);
        if (call.locked) grant_known(op, call.returns);
    }
    for (const Fetch& fetch : fetches_) {
        if (std::ranges::count(call.ops, fetch.op) > 0 && is_called_before(fetch.op, call.called)) {
            acquire_clock(fetch, call.results);
        }
    }
}

// The next holder of a lock comes after the operations of the epoch that were called before its UNLOCK.
void Graph::end_by_releases() {
    for (const LockEpoch& lock : locks_) {
        if (lock.release < 0) continue;
        for (std::size_t i = 0; i < ops_.size(); ++i) {
            if (ops_[i].mode != 2 || !is_called_before(i, lock.unlock)) continue;
            const LockEpoch& other = locks_[static_cast<std::size_t>(ops_[i].epoch)];
            if (&other == &lock) {
                edge(end_of(ops_[i]), lock.release);
            } else if (other.origin == lock.origin && other.window == lock.window && other.unlock == lock.unlock) {
                touches_[static_cast<std::size_t>(ops_[i].touch)].also_ended.push_back(lock.release);
            }
        }
    }
}

}  // namespace rmasim::memmodel_test::oracle
