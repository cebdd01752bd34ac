#include "sim/explore/search.h"

#include <algorithm>

namespace rmasim::sim {

const Move& Search::repeat() { return enter_step(); }

Search::Node& Search::push_node() {
    if (nodes_used_ == nodes_.size()) nodes_.emplace_back();
    Node& made = nodes_[nodes_used_++];
    made.branches.clear();
    made.asleep.clear();
    made.picks.clear();
    made.current = 0;
    return made;
}

bool Search::is_asleep(const Node& node, const Move& move) {
    return std::any_of(node.asleep.begin(), node.asleep.end(),
                       [&move](const Sleeper& sleeper) { return sleeper.actor == move.actor; });
}

const Move* Search::choose(const std::vector<Move>& moves) {
    Node& here = push_node();
    if (depth_ > 0) {
        // What sleeps goes on sleeping until a step at its own rank might change where it leads.
        const Node& before = nodes_[depth_ - 1];
        for (const Sleeper& sleeper : before.asleep) {
            if (sleeper.rank != before.move().rank) here.asleep.push_back(sleeper);
        }
    }
    for (const Move& move : moves) {
        if (is_asleep(here, move)) continue;
        here.branches.push_back({move});
        if (reduction_ == Reduction::dynamic) break;
    }
    if (here.branches.empty()) {
        --nodes_used_;
        return nullptr;
    }
    return &enter_step();
}

// The picks that the walk has come to, then always the first.
std::size_t Search::pick(std::size_t alternatives) {
    std::vector<Pick>& picks = nodes_[depth_ - 1].picks;
    if (picks_made_ == picks.size()) picks.push_back({0, static_cast<std::uint16_t>(alternatives)});
    return picks[picks_made_++].taken;
}

// The next step of the run, which has its node: what it depends on, and whether it races with the one before it at its
// rank.
const Move& Search::enter_step() {
    picks_made_ = 0;
    const auto step = static_cast<StepNumber>(++depth_);
    if (step == 1) last_at_rank_.assign(ranks_, 0);
    Node& made = node(step);
    const Move& move = made.move();
    StepNumber& last = last_at_rank_[static_cast<std::size_t>(move.rank)];
    made.before = last;
    made.nth = last == 0 ? 1 : node(last).nth + 1;
    last = step;
    // Of a step made again all is known; the last of them is a new one.
    if (reduction_ == Reduction::none || depth_ < nodes_used_) return move;
    set_clock(step);
    if (made.before == 0) return move;
    const bool same_actor = node(made.before).move().actor == move.actor;
    const bool sent_after = move.sent_by != 0 && happens_before(made.before, move.sent_by);
    if (!same_actor && !sent_after && move.enabled_by != made.before) note_race(made.before, step);
    return made.move();
}

void Search::set_clock(StepNumber step) {
    if (clocks_.size() < step * ranks_) clocks_.resize(step * ranks_ * 2);
    std::uint32_t* const own = clock(step);
    std::fill(own, own + ranks_, 0);
    const Node& made = node(step);
    for (const StepNumber cause : {made.before, made.move().sent_by}) {
        if (cause == 0) continue;
        const std::uint32_t* const other = clock(cause);
        for (std::size_t rank = 0; rank < ranks_; ++rank) own[rank] = std::max(own[rank], other[rank]);
    }
    own[made.move().rank] = made.nth;
}

bool Search::happens_before(StepNumber early, StepNumber late) const {
    const Node& node_early = node(early);
    return clocks_[(late - 1) * ranks_ + static_cast<std::size_t>(node_early.move().rank)] >= node_early.nth;
}

// `late` could have come before `early`. One of the steps that can begin the rest of this run without `early` has to be
// tried in its place, unless one already is, or leads nowhere new.
void Search::note_race(StepNumber early, StepNumber late) {
    Node& at = node(early);
    collect_initials(early, late);
    for (const StepNumber initial : initials_) {
        const Move& move = node(initial).move();
        const bool planned = std::any_of(at.branches.begin(), at.branches.end(),
                                         [&move](const Branch& branch) { return branch.move.actor == move.actor; });
        if (planned || is_asleep(at, move)) return;
    }
    at.branches.push_back({node(initials_.front()).move()});
}

// Of the steps after `early` that do not depend on it, and `late`, those that depend on no other of them: the first of
// a rank, unless it receives a packet that one of them sends.
void Search::collect_initials(StepNumber early, StepNumber late) {
    initials_.clear();
    rank_seen_.assign(ranks_, 0);
    for (StepNumber step = early + 1; step <= late; ++step) {
        if (step != late && happens_before(early, step)) continue;
        const Move& move = node(step).move();
        char& seen = rank_seen_[static_cast<std::size_t>(move.rank)];
        if (seen == 0 && move.sent_by < early) initials_.push_back(step);
        seen = 1;
    }
}

bool Search::advance() {
    while (nodes_used_ > 0) {
        Node& last = nodes_[nodes_used_ - 1];
        if (next_picks(last) || next_branch(last)) return true;
        --nodes_used_;
    }
    return false;
}

bool Search::next_picks(Node& node) {
    std::vector<Pick>& picks = node.picks;
    while (!picks.empty() && picks.back().taken + 1 == picks.back().alternatives) picks.pop_back();
    if (picks.empty()) return false;
    ++picks.back().taken;
    return true;
}

bool Search::next_branch(Node& node) {
    node.branches[node.current].done = true;
    if (reduction_ == Reduction::dynamic) node.asleep.push_back({node.move().actor, node.move().rank});
    for (std::size_t i = 0; i < node.branches.size(); ++i) {
        if (node.branches[i].done || is_asleep(node, node.branches[i].move)) continue;
        node.current = i;
        return true;
    }
    return false;
}

Order Search::order() const {
    Order order;
    for (std::size_t i = 0; i < depth_; ++i) order.push_back({nodes_[i].move(), nodes_[i].picks});
    return order;
}

Order Search::causes() const {
    if (reduction_ == Reduction::none) return order();
    Order order;
    const auto last = static_cast<StepNumber>(depth_);
    for (StepNumber step = 1; step <= last; ++step) {
        if (happens_before(step, last)) order.push_back({node(step).move(), node(step).picks});
    }
    return order;
}

double Search::fraction_done() const {
    double done = 0;
    double share = 1;
    for (std::size_t i = 0; i < nodes_used_; ++i) {
        const Node& node = nodes_[i];
        const auto over =
            std::count_if(node.branches.begin(), node.branches.end(), [](const Branch& b) { return b.done; });
        share /= static_cast<double>(node.branches.size());
        done += share * static_cast<double>(over);
    }
    return done;
}

}  // namespace rmasim::sim
