// The oracle's reading of MM-PREDICT. A reordering of the run executes a set of nodes. For each node, the set also
// contains all nodes before it, except for releases of other locks. For a read, it contains the writes that the read
// has observed. If two conflicting holdings of a lock are in the set, the holding that was first in the run has ended.
// Two accesses race if some set contains everything that both accesses need to begin, and the end of neither access.
// The oracle tries all choices of the holdings in the set.
#include "tests/memmodel/oracle.h"

#include <algorithm>

namespace rmasim::memmodel_test::oracle {

namespace {

constexpr std::size_t max_tried = 8;

}  // namespace

Pairs Graph::pairs() {
    Pairs found;
    for (std::size_t i = 0; i < touches_.size(); ++i) {
        for (std::size_t j = i + 1; j < touches_.size(); ++j) {
            if (const auto rule = judge(touches_[i], touches_[j])) {
                found.push_back(pair(touches_[i], touches_[j], *rule));
            } else if (const auto other = predict(touches_[i], touches_[j])) {
                found.push_back(pair(touches_[i], touches_[j], *other));
                found.back().predicted = true;
            } else if (is_noted(touches_[i], touches_[j]) || is_noted(touches_[j], touches_[i])) {
                found.push_back(pair(touches_[i], touches_[j], Rule::stale_public));
                found.back().noted = true;
            }
        }
    }
    std::sort(found.begin(), found.end());
    // A pair of statements counts once, as seen in this run if it was.
    std::erase_if(found, [&](const Pair& one) {
        Pair seen = one;
        seen.predicted = false;
        return one.predicted && std::binary_search(found.begin(), found.end(), seen);
    });
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
}

// The nodes that each node needs. Needs that result from values are kept separately, because an access that is about to
// begin has not read a value yet.
void Graph::prepare_prediction() {
    if (!before_.empty() || edges_.empty()) return;
    before_.resize(edges_.size());
    for (std::size_t from = 0; from < edges_.size(); ++from) {
        for (const Node to : edges_[from]) {
            if (!soft_.contains({static_cast<Node>(from), to})) {
                before_[static_cast<std::size_t>(to)].push_back(static_cast<Node>(from));
            }
        }
    }
    for (const Touch& read : touches_) need_writes(read);
    for (const Fetch& fetch : fetches_) need_updates(fetch);
    for (const Op& op : ops_) {
        const Touch& touch = touches_[static_cast<std::size_t>(op.touch)];
        const bool update = touch.atomic() && !touch.noop() && op.mode == 2;
        if (update && op.carries && !is_alone(touch)) {
            read_[touch.call].push_back(locks_[static_cast<std::size_t>(op.epoch)].grant);
        }
    }
}

bool Graph::is_alone(const Touch& update) { return update.bytes.size() == bytes_of(update.type); }

// An operation needs the writes that it has read once its results are available.
void Graph::need_writes(const Touch& read) {
    const bool fetches = read.what == What::get || (read.atomic() && read.fetches);
    if (read.what != What::load && read.what != What::buffer_read && !fetches) return;
    std::vector<Node> needing{read.from};
    if (fetches) {
        const auto is_it = [&](const Op& op) { return &touches_[static_cast<std::size_t>(op.touch)] == &read; };
        needing = std::find_if(ops_.begin(), ops_.end(), is_it)->acquired;
    }
    for (const Touch& write : touches_) {
        if (&write == &read || !write.changes() || write.owner != read.owner || write.memory != read.memory) continue;
        if (!same_byte(write, read) || !before(write, read)) continue;
        for (const Node at : needing) {
            read_[at].push_back(write.from);
            if (write.what == What::buffer_write) read_[at].push_back(grant_of_result(write));
        }
    }
}

// Results exist only where the lock of their operation was granted. Returns -1 if there is no lock.
Node Graph::grant_of_result(const Touch& result) const {
    const std::ptrdiff_t index = &result - touches_.data();
    for (const Op& op : ops_) {
        if (op.mode == 2 && std::ranges::count(op.buffers, index) > 0) {
            return locks_[static_cast<std::size_t>(op.epoch)].grant;
        }
    }
    return -1;
}

void Graph::need_updates(const Fetch& fetch) {
    for (auto state = fetch.states.rbegin(); state != fetch.states.rend() && !state->was_there; ++state) {
        const Touch& update = touches_[static_cast<std::size_t>(ops_[state->op].touch)];
        const bool locked = is_alone(update) && ops_[state->op].mode == 2;
        for (const Node at : ops_[fetch.op].acquired) read_[at].push_back(locked ? update.from : update.call);
        if (state->from_itself) return;
    }
}

// Adds what the nodes need.
void Graph::complete(std::set<Node>& nodes) const {
    std::vector<Node> open(nodes.begin(), nodes.end());
    const auto add = [&](const std::vector<Node>& more) {
        for (const Node node : more) {
            if (node >= 0 && nodes.insert(node).second) open.push_back(node);
        }
    };
    while (!open.empty()) {
        const Node now = open.back();
        open.pop_back();
        add(before_[static_cast<std::size_t>(now)]);
        if (const auto found = read_.find(now); found != read_.end()) add(found->second);
    }
}

bool Graph::ended_in(const Touch& touch, const std::set<Node>& nodes) {
    return nodes.contains(touch.to) || std::any_of(touch.also_ended.begin(), touch.also_ended.end(),
                                                   [&](Node node) { return nodes.contains(node); });
}

// True if there is a set with exactly these holdings.
bool Graph::apart_with(const Touch& a, const Touch& b, const std::set<Node>& start,
                       const std::vector<std::size_t>& chosen) const {
    std::set<Node> nodes = start;
    for (const std::size_t one : chosen) nodes.insert(locks_[one].grant);
    for (const auto& [first, second] : conflicts_) {
        const auto is_chosen = [&](std::ptrdiff_t one) {
            return std::find(chosen.begin(), chosen.end(), static_cast<std::size_t>(one)) != chosen.end();
        };
        if (!is_chosen(first) || !is_chosen(second)) continue;
        const Node release = locks_[static_cast<std::size_t>(first)].release;
        if (release < 0) return false;
        nodes.insert(release);
    }
    complete(nodes);
    for (std::size_t i = 0; i < locks_.size(); ++i) {
        const bool has = locks_[i].grant >= 0 && nodes.contains(locks_[i].grant);
        if (has && std::find(chosen.begin(), chosen.end(), i) == chosen.end()) return false;
    }
    return !ended_in(a, nodes) && !ended_in(b, nodes);
}

bool Graph::may_meet(const Touch& a, const Touch& b) {
    prepare_prediction();
    std::set<Node> start;
    for (const Touch* one : {&a, &b}) {
        const auto& needs = before_[static_cast<std::size_t>(one->from)];
        start.insert(needs.begin(), needs.end());
    }
    complete(start);
    // Holdings that the set must have, and those that it may have in addition.
    std::vector<std::size_t> must, may;
    for (std::size_t i = 0; i < locks_.size(); ++i) {
        if (locks_[i].grant < 0) continue;
        (start.contains(locks_[i].grant) ? must : may).push_back(i);
    }
    if (may.size() > max_tried) return may_meet_by_closing(a, b, std::move(start));
    for (std::size_t some = 0; some < (std::size_t{1} << may.size()); ++some) {
        std::vector<std::size_t> chosen = must;
        for (std::size_t i = 0; i < may.size(); ++i) {
            if ((some >> i & 1) != 0) chosen.push_back(may[i]);
        }
        if (apart_with(a, b, start, chosen)) return true;
    }
    return false;
}

// Where there are too many holdings to try: the least set.
bool Graph::may_meet_by_closing(const Touch& a, const Touch& b, std::set<Node> nodes) const {
    for (std::size_t before = 0; before != nodes.size();) {
        before = nodes.size();
        for (const auto& [first, second] : conflicts_) {
            const LockEpoch &one = locks_[static_cast<std::size_t>(first)],
                            &other = locks_[static_cast<std::size_t>(second)];
            if (!nodes.contains(one.grant) || !nodes.contains(other.grant)) continue;
            if (one.release < 0) return false;
            nodes.insert(one.release);
        }
        complete(nodes);
    }
    return !ended_in(a, nodes) && !ended_in(b, nodes);
}

// The pair is right in this run, which has ordered it.
std::optional<Rule> Graph::predict(const Touch& a, const Touch& b) {
    if (soft_.empty() || a.owner != b.owner || a.memory != b.memory || a.bytes.empty() || b.bytes.empty()) return {};
    if (!before(a, b) && !before(b, a)) return {};
    std::optional<Rule> rule;
    if (a.what == What::attach || b.what == What::attach) {
        if (a.window == b.window && (a.rma() || b.rma()) && same_byte(a, b)) rule = Rule::attachment;
    } else {
        rule = together(a, b, model_ == Model::unified || unified(a) || unified(b));
    }
    return rule && may_meet(a, b) ? rule : std::nullopt;
}

}  // namespace rmasim::memmodel_test::oracle
