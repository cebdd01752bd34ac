#include "sim/untimed/explore/search.h"

#include <algorithm>

namespace rmasim::sim {

namespace {

bool conflict(const Footprint& one, const Footprint& other) {
    for (const Touched& a : one) {
        for (const Touched& b : other) {
            if (a.word == b.word && conflict(a.touch, b.touch)) return true;
        }
    }
    return false;
}

}  // namespace

Search::Search(Rank ranks, Reduction reduction, bool nics_end)
    : ranks_(static_cast<std::size_t>(ranks)), processes_(ranks_), reduction_(reduction) {
    if (nics_end) processes_ += is_small() ? ranks_ * ranks_ : ranks_;
}

// In a large world, all ends of operations at one NIC count as one process. This keeps clocks short, but makes these
// steps dependent.
std::size_t Search::index_of(const Move& move) const {
    const auto rank = static_cast<std::size_t>(move.rank);
    if (move.kind != Move::Kind::nic_ends) return rank;
    return ranks_ + rank + (is_small() ? static_cast<std::size_t>(move.source) * ranks_ : 0);
}

// True if the step's move was enabled by a step of another process that sent no packet. Such a step is the begin or the
// end of an operation at a NIC.
bool Search::enabled_by_another(StepNumber step) const {
    const StepNumber enabled_by = node(step).move().enabled_by;
    return enabled_by != 0 && node(enabled_by).process != node(step).process;
}

void Search::begin_run() {
    depth_ = 0;
    touched_.clear();
    words_.clear();
}

// Loads the path of a part. The steps of the path have no clocks, because this process has not executed them. The first
// run computes the clocks.
void Search::begin_at(const Part& part) {
    for (const OrderStep& step : part.path) {
        Node& made = push_node();
        made.branches.push_back({step.move});
        made.picks = step.picks;
    }
    path_ = nodes_used_;
    races_.resize(path_ + 1);
    asleep_before_ = part.asleep;
    for (std::uint32_t i = 0; i < asleep_before_.size(); ++i) {
        nodes_[path_ - 1].asleep.push_back({asleep_before_[i].actor, asleep_before_[i].process, 0, i});
    }
    for (const SearchNode& node : part.begun) static_cast<SearchNode&>(push_node()) = node;
    loaded_ = nodes_used_;
}

Rest Search::rest() const {
    Rest rest;
    if (path_ > 0) rest.picks = nodes_[path_ - 1].picks;
    for (std::size_t i = path_; i < nodes_used_; ++i) rest.begun.push_back(nodes_[i]);
    return rest;
}

std::vector<Race> Search::races() const {
    std::vector<Race> all;
    for (StepNumber step = 1; step <= path_; ++step) {
        for (const std::vector<Move>& initials : races_[step].found) all.push_back({step, initials});
    }
    return all;
}

void Search::skip(std::size_t steps) {
    if (any_touched_) {
        while (depth_ < steps) {
            enter_step();
            step_made(nodes_[depth_ - 1].touched);
        }
        return;
    }
    last_of_.assign(processes_, 0);
    while (depth_ < steps) {
        const std::size_t process = nodes_[depth_].process;
        last_of_[process] = static_cast<StepNumber>(++depth_);
    }
}

const Move& Search::repeat() { return enter_step(); }

Search::Node& Search::push_node() {
    if (nodes_used_ == nodes_.size()) nodes_.emplace_back();
    Node& made = nodes_[nodes_used_++];
    made.branches.clear();
    made.asleep.clear();
    made.picks.clear();
    made.touched.clear();
    made.arrivals.clear();
    made.current = 0;
    return made;
}

// True if a sleeping move wakes because the executed step `before` depends on it. It depends on the move if both are at
// the same rank, or if both access the same words in ways that conflict.
bool Search::wakes(const Sleeper& sleeper, const Node& before) const {
    if (sleeper.process == before.move().process()) return true;
    return !touched_.empty() && conflict(touched_by(sleeper), touched_);
}

const Footprint& Search::touched_by(const Sleeper& sleeper) const {
    if (sleeper.made_at == 0) return asleep_before_[sleeper.branch].touched;
    return node(sleeper.made_at).branches[sleeper.branch].touched;
}

const Move* Search::choose(const std::vector<Move>& moves) {
    Node& here = push_node();
    if (depth_ > 0) {
        const Node& before = nodes_[depth_ - 1];
        for (const Sleeper& sleeper : before.asleep) {
            if (!wakes(sleeper, before)) here.asleep.push_back(sleeper);
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

// Returns the next pick of the current branch. If the branch has no further pick, adds a pick with alternative 0.
std::size_t Search::pick(std::size_t alternatives) {
    std::vector<Pick>& picks = nodes_[depth_ - 1].picks;
    if (picks_made_ == picks.size()) picks.push_back({0, static_cast<std::uint16_t>(alternatives)});
    return picks[picks_made_++].taken;
}

const Move* Search::take(const Move& move) {
    push_node().branches.push_back({move});
    return &enter_step();
}

std::size_t Search::add_pick(std::size_t taken, std::size_t alternatives) {
    nodes_[depth_ - 1].picks.push_back({static_cast<std::uint16_t>(taken), static_cast<std::uint16_t>(alternatives)});
    return taken;
}

// Enters the next step, whose node must exist. Computes the dependencies that are known before the step is executed.
const Move& Search::enter_step() {
    picks_made_ = 0;
    const auto step = static_cast<StepNumber>(++depth_);
    if (step == 1) last_of_.assign(processes_, 0);
    Node& made = node(step);
    const Move& move = made.move();
    made.process = index_of(move);
    StepNumber& last = last_of_[made.process];
    made.before = last;
    made.nth = last == 0 ? 1 : node(last).nth + 1;
    last = step;
    // A repeated step already has its clock; only the last node's step is new.
    const bool has_clock = depth_ < nodes_used_ && depth_ >= loaded_;
    if (reduction_ == Reduction::dynamic && !has_clock) set_clock(step);
    return move;
}

// Adds the dependencies of the current step by shared memory, and records the races of the step. A settle move never
// races, because it is enabled only when no other move is enabled.
void Search::note_step(const Footprint& touched) {
    if (reduction_ == Reduction::none) return;
    const auto step = static_cast<StepNumber>(depth_);
    if (any_touched_ || !touched.empty()) note_touched(step, touched);
    if (depth_ == nodes_used_ && node(step).move().kind != Move::Kind::settle) note_races(step);
}

void Search::note_touched(StepNumber step, const Footprint& touched) {
    any_touched_ = true;
    touched_ = touched;
    Node& made = node(step);
    made.touched = touched;
    if (made.move().kind == Move::Kind::settle) return;
    conflicts_.clear();
    collect_conflicts(step, touched);
    use_words(step, touched);
    const bool is_new = depth_ == nodes_used_;
    if (!is_new && depth_ >= loaded_) return;
    if (is_new) add_to(made.branches[made.current].touched, touched);
    for (const StepNumber earlier : conflicts_) add_causes(step, earlier);
}

void Search::collect_conflicts(StepNumber step, const Footprint& touched) {
    for (const Touched& one : touched) {
        const auto at = words_.find(one.word);
        if (at == words_.end()) continue;
        const WordUse& use = at->second;
        if (use.written != 0) add_conflict(step, use.written);
        if (one.touch != Touch::read) {
            for (const StepNumber earlier : use.read) add_conflict(step, earlier);
        }
        if (one.touch != Touch::add) {
            for (const StepNumber earlier : use.added) add_conflict(step, earlier);
        }
    }
}

void Search::add_conflict(StepNumber step, StepNumber earlier) {
    if (node(earlier).process == node(step).process) return;
    if (std::find(conflicts_.begin(), conflicts_.end(), earlier) == conflicts_.end()) conflicts_.push_back(earlier);
}

void Search::use_words(StepNumber step, const Footprint& touched) {
    const auto add = [step](std::vector<StepNumber>& steps) {
        if (steps.empty() || steps.back() != step) steps.push_back(step);
    };
    for (const Touched& one : touched) {
        WordUse& use = words_[one.word];
        switch (one.touch) {
            case Touch::read: add(use.read); break;
            case Touch::add: add(use.added); break;
            case Touch::write:
                use.written = step;
                use.added.clear();
                use.read.clear();
                break;
        }
    }
}

void Search::note_races(StepNumber step) {
    const Node& made = node(step);
    const Move& move = made.move();
    const StepNumber before = made.before;
    if (before != 0 && node(before).move().actor != move.actor && move.enabled_by != before &&
        !follows_another(step, before)) {
        note_race(before, step);
    }
    for (std::size_t i = 0; i < conflicts_.size(); ++i) {
        if (!follows_another(step, conflicts_[i])) note_race(conflicts_[i], step);
    }
}

// True if `step` also depends on `earlier` through a third step between them. The two steps are then no race, because
// swapping only these two steps cannot reverse their order.
bool Search::follows_another(StepNumber step, StepNumber earlier) const {
    const Node& made = node(step);
    const StepNumber sent_by = made.move().sent_by;
    if (sent_by != 0 && happens_before(earlier, sent_by)) return true;
    if (enabled_by_another(step) && happens_before(earlier, made.move().enabled_by)) return true;
    if (made.move().kind == Move::Kind::leave_barrier &&
        any_arrival(step, [&](StepNumber arrival) { return happens_before(earlier, arrival); }))
        return true;
    const auto between = [&](StepNumber other) { return other != earlier && happens_before(earlier, other); };
    return (made.before != 0 && between(made.before)) || std::any_of(conflicts_.begin(), conflicts_.end(), between);
}

void Search::set_clock(StepNumber step) {
    if (clocks_.size() < step * processes_) clocks_.resize(step * processes_ * 2);
    std::uint32_t* const own = clock(step);
    const Node& made = node(step);
    if (made.before == 0) std::fill(own, own + processes_, 0);
    else std::copy_n(clock(made.before), processes_, own);
    if (made.move().sent_by != 0) add_causes(step, made.move().sent_by);
    if (enabled_by_another(step)) add_causes(step, made.move().enabled_by);
    if (made.move().kind == Move::Kind::leave_barrier) {
        any_arrival(step, [&](StepNumber arrival) {
            add_causes(step, arrival);
            return false;
        });
    }
    own[made.process] = made.nth;
}

// Calls `visit(arrival)` for the steps in which other ranks have arrived at the barrier that `step` leaves, until it
// returns true. Returns false if it never does.
template <class Visit>
bool Search::any_arrival(StepNumber step, Visit visit) const {
    const MetBarrier barrier = barrier_of(node(step).move());
    for (StepNumber earlier = 1; earlier < step; ++earlier) {
        const Node& one = node(earlier);
        if (one.process == node(step).process) continue;
        if (std::ranges::find(one.arrivals, barrier) != one.arrivals.end() && visit(earlier)) return true;
    }
    return false;
}

// Adds to the clock of `step`: the step depends on `cause` and on everything that `cause` depends on.
void Search::add_causes(StepNumber step, StepNumber cause) {
    std::uint32_t* const own = clock(step);
    const std::uint32_t* const other = clock(cause);
    for (std::size_t i = 0; i < processes_; ++i) own[i] = std::max(own[i], other[i]);
}

bool Search::happens_before(StepNumber early, StepNumber late) const {
    const Node& node_early = node(early);
    return clocks_[(late - 1) * processes_ + node_early.process] >= node_early.nth;
}

// Records a race: step `late` might also be executed before step `early`. The initials are the steps that can be first
// when `early` is postponed. At least one of them must be a branch or asleep at the node of `early`. If none is, adds
// the first initial as a branch.
void Search::note_race(StepNumber early, StepNumber late) {
    collect_initials(early, late);
    if (early <= path_) return note_race_with_path(early);
    Node& at = node(early);
    const bool covered = std::any_of(initials_.begin(), initials_.end(),
                                     [&](StepNumber initial) { return is_covered(at, node(initial).move()); });
    if (!covered) at.branches.push_back({node(initials_.front()).move()});
}

// Records a race with a step of the path. The branches that are planned at this step are not in the part. So the race
// is kept for the result, unless an earlier race with this step covers it. If a race has only one initial, this initial
// covers later races.
void Search::note_race_with_path(StepNumber early) {
    RacesAt& at = races_[early];
    std::vector<Move> initials;
    for (const StepNumber initial : initials_) {
        initials.push_back(node(initial).move());
        const auto settled = std::find(at.settled.begin(), at.settled.end(), initials.back().actor);
        if (settled != at.settled.end()) return;
    }
    const auto same = [&](const std::vector<Move>& known) {
        return std::equal(known.begin(), known.end(), initials.begin(), initials.end(),
                          [](const Move& one, const Move& other) { return one.actor == other.actor; });
    };
    if (std::any_of(at.found.begin(), at.found.end(), same)) return;
    if (initials.size() == 1) at.settled.push_back(initials.front().actor);
    at.found.push_back(std::move(initials));
}

// Collects the initials of a race. Let v be the sequence of `late` and those steps between `early` and `late` that do
// not depend on `early`. An initial is a step of v that depends on no other step of v, so v can begin with it.
void Search::collect_initials(StepNumber early, StepNumber late) {
    initials_.clear();
    for (StepNumber step = early + 1; step <= late; ++step) {
        if (step != late && happens_before(early, step)) continue;
        const bool depends = std::any_of(initials_.begin(), initials_.end(),
                                         [&](StepNumber initial) { return happens_before(initial, step); });
        if (!depends) initials_.push_back(step);
    }
}

bool Search::advance() {
    loaded_ = 0;
    while (nodes_used_ > path_) {
        Node& last = nodes_[nodes_used_ - 1];
        const bool only_one = last.branches.size() == 1 && last.picks.empty();
        if (!only_one && (next_picks(last) || next_branch(last, static_cast<StepNumber>(nodes_used_), reduction_))) {
            return true;
        }
        --nodes_used_;
    }
    return path_ > 0 && next_picks(nodes_[path_ - 1]);
}

Order Search::order() const {
    Order order;
    for (std::size_t i = 0; i < depth_; ++i) order.push_back({nodes_[i].move(), nodes_[i].picks});
    return order;
}

Order Search::causes(StepNumber also) const {
    if (reduction_ == Reduction::none) return order();
    Order order;
    const auto last = static_cast<StepNumber>(depth_);
    for (StepNumber step = 1; step <= last; ++step) {
        if (happens_before(step, last) || (also != 0 && happens_before(step, also)))
            order.push_back({node(step).move(), node(step).picks});
    }
    return order;
}

double Search::fraction_done() const {
    return sim::fraction_done(nodes_.begin(), nodes_.begin() + static_cast<std::ptrdiff_t>(nodes_used_));
}

}  // namespace rmasim::sim
