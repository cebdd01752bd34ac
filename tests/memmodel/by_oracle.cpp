// The oracle's verdict on each pair of accesses, from its own reading of the table.
#include "tests/memmodel/oracle.h"

#include <algorithm>

namespace rmasim::memmodel_test {

namespace oracle {

std::optional<Rule> Graph::judge(const Touch& a, const Touch& b) {
    if (a.owner != b.owner || a.memory != b.memory || a.bytes.empty() || b.bytes.empty()) return std::nullopt;
    if (a.what == What::attach || b.what == What::attach) {
        const bool ordered = before(a, b) || before(b, a);
        if (ordered || a.window != b.window || !(a.rma() || b.rma()) || !same_byte(a, b)) return std::nullopt;
        return Rule::attachment;
    }
    const bool one_copy = model_ == Model::unified || unified(a) || unified(b);
    if (before(a, b)) return shared(a, b) ? unordered(a, b) : one_copy ? std::nullopt : stale(a, b);
    if (before(b, a)) return shared(a, b) ? unordered(b, a) : one_copy ? std::nullopt : stale(b, a);
    if (left_before(a, b) || left_before(b, a)) return std::nullopt;
    return together(a, b, one_copy);
}

// True for two operations of one rank on one window, if the rank had acquired the event that the first operation's data
// have left before the rank called the second operation.
bool Graph::left_before(const Touch& x, const Touch& y) {
    if (!y.rma() || x.rank != y.rank || x.window != y.window) return false;
    return std::any_of(x.left.begin(), x.left.end(), [&](Node left) { return path(left, y.call); });
}

std::optional<Rule> Graph::together(const Touch& a, const Touch& b, bool one_copy) {
    if (!a.changes() && !b.changes()) return std::nullopt;
    const bool same = same_byte(a, b);
    if (!a.rma() && !b.rma()) {
        if (!a.of_buffer() && !b.of_buffer()) return together_in_language(a, b);
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
        const auto counts_as = [](const Touch& x) { return x.what == What::cas ? ReduceOp::replace : x.op; };
        if (counts_as(a) == counts_as(b)) return std::nullopt;
        return Rule::accumulates_differ;
    }
    const Touch& local = a.rma() ? b : a;
    const Touch& remote = a.rma() ? a : b;
    const bool loads_atomically = local.what == What::load && local.manner == memmodel::Manner::atomic;
    if ((one_copy && loads_atomically) || may_poll(a, b)) return std::nullopt;
    if (same) return Rule::concurrent_local;
    if (one_copy || !local.changes() || !remote.changes()) return std::nullopt;
    return inside(local, remote.window) ? std::optional(Rule::concurrent_store_and_update) : std::nullopt;
}

// True if `x` is a write to a result buffer, and a call before `y` that completed the operation published its results.
// A store that other events order before the end of that call is not published.
bool Graph::published_as_result(const Touch& x, const Touch& y) {
    const std::vector<Node>& ends = results_to_public_[{y.window, y.owner}];
    return x.what == What::buffer_write && std::any_of(ends.begin(), ends.end(), [&](Node end) {
               return std::ranges::count(edges_[static_cast<std::size_t>(x.to)], end) > 0 && path(end, y.from);
           });
}

// `x` is before `y`, and in between the copies of these bytes were made equal that the two use.
bool Graph::made_equal(const Touch& x, const Touch& y, const Range& bytes) {
    if (!x.rma()) {
        return passes(x, calls_for(to_public_, y.window, y.owner, bytes), y.from) || published_as_result(x, y);
    }
    const std::vector<Node> made_private = calls_for(to_private_, x.window, x.owner, bytes);
    if (!y.rma()) return passes(x, made_private, y.from);
    const std::vector<Node> made_public = calls_for(to_public_, y.window, y.owner, bytes);
    return std::any_of(made_public.begin(), made_public.end(),
                       [&](Node there) { return path(there, y.from) && passes(x, made_private, there); });
}

std::optional<Rule> Graph::stale(const Touch& x, const Touch& y) {
    if (!x.changes() || (!x.rma() && !y.rma()) || (x.rma() && y.rma() && x.window == y.window)) return std::nullopt;
    const bool same = same_byte(x, y) && !made_equal(x, y, where_both(x, y));
    const bool near = y.changes() && (y.rma() ? inside(x, y.window) : inside(y, x.window));
    if (!same && !(near && !made_equal(x, y, all_of(x)))) return std::nullopt;
    if (!x.rma()) return Rule::stale_public;
    return y.rma() ? Rule::overlapping_windows : Rule::stale_private;
}

bool Graph::shared(const Touch& x, const Touch& y) const {
    if (unified(x) || unified(y)) return true;
    return !x.rma() && !y.rma() &&
           std::any_of(program_.windows.begin(), program_.windows.end(),
                       [&](const TestWindow& w) { return w.unified && w.memory == x.memory; });
}

// In shared memory, and `x` is before `y`. All windows of these programs that are unified are window 0.
std::optional<Rule> Graph::unordered(const Touch& x, const Touch& y) {
    if (!x.changes() || x.rank == y.rank || !same_byte(x, y) || y.polls) return std::nullopt;
    if (x.manner == memmodel::Manner::atomic && y.manner == memmodel::Manner::atomic) return std::nullopt;
    const bool loads = !y.rma() && !y.changes();
    if (x.rma() && !loads) return std::nullopt;
    const auto exposed_for = [&](Node node) {
        if (x.rma()) return over(x, node);
        const auto& calls = mem_syncs_[{0, x.rank}];
        return std::any_of(calls.begin(), calls.end(), [&](const auto& call) {
            return (call.second == no_rank || call.second == x.owner) && over(x, call.first) &&
                   (call.first == node || path(call.first, node));
        });
    };
    if (!loads) return exposed_for(y.from) ? std::nullopt : std::optional(Rule::no_mem_sync);
    for (const auto& [node, part] : mem_syncs_[{0, y.rank}]) {
        if ((part == no_rank || part == y.owner) && path(node, y.from) && exposed_for(node)) return std::nullopt;
    }
    return Rule::no_mem_sync;
}

}  // namespace oracle

Pairs by_oracle(const Program& program, const Events& events, memmodel::Model model) {
    return oracle::Graph(program, events, model).pairs();
}

}  // namespace rmasim::memmodel_test
