#include "protocol/memmodel/shadow/prediction.h"

#include <algorithm>

namespace rmasim::memmodel {

namespace {

// Moments have even ticks, the steps between them odd ones (Clock::point).
Tick last_moment(Tick tick) { return tick & ~Tick{1}; }

bool same_thread_holds(const Section& section, ThreadIndex thread, Tick from, Tick to) {
    const auto knows = [&](ThreadIndex by, Tick tick) { return by == thread && tick <= from; };
    if (!section.any_entered(knows)) return false;
    return !section.released.exists() || (section.released.thread == thread && section.released.own >= to);
}

bool holds(const Section& section, const Concerned& access) {
    if (access.section() == &section) return true;
    const Tick call = access.call.own;
    const bool ended_there = access.span->ended() && access.span->ended_by == access.thread;
    return same_thread_holds(section, access.thread, call, ended_there ? access.span->end : call);
}

}  // namespace

void Prefixes::extend(ThreadIndex thread, Tick tick) {
    if (ticks_.size() <= thread) ticks_.resize(thread + std::size_t{1}, 0);
    ticks_[thread] = std::max(ticks_[thread], tick);
}

void Prefixes::extend(const Knowledge& clock) {
    if (!clock.exists()) return;
    const std::span<const Tick> needs = clock.all_needs();
    if (ticks_.size() < needs.size()) ticks_.resize(needs.size(), 0);
    for (std::size_t i = 0; i < needs.size(); ++i) ticks_[i] = std::max(ticks_[i], needs[i]);
}

void Prefixes::extend(const Moment& moment) {
    if (!moment.exists()) return;
    extend(moment.others);
    extend(moment.thread, moment.own);
}

void Prefixes::extend_before(const Moment& moment) {
    if (!moment.exists()) return;
    extend(moment.others);
    extend(moment.thread, last_moment(moment.own));
}

bool Prefixes::has(const Moment& moment) const {
    if (!has(moment.thread, moment.own)) return false;
    if (!moment.others.exists()) return true;
    const std::span<const Tick> needs = moment.others.all_needs();
    for (std::size_t i = 0; i < needs.size(); ++i) {
        if (needs[i] > 0 && i != moment.thread && !has(static_cast<ThreadIndex>(i), needs[i])) return false;
    }
    return true;
}

bool Prefixes::has_end_of(const Span& span) const {
    bool found = false;
    span.each_end([&](ThreadIndex by, Tick end) { found = found || has(by, end); });
    return found;
}

void Section::enter(const Moment& moment) {
    const Entered entered{moment.thread, moment.own};
    if (first_.thread == no_thread) first_ = entered;
    else if (!any_entered([&](ThreadIndex by, Tick) { return by == moment.thread; })) others_.push_back(entered);
}

bool Section::is_entered(const Prefixes& prefixes) const {
    return any_entered([&](ThreadIndex by, Tick tick) { return prefixes.has(by, tick); });
}

void Needed::add(const Moment& call) {
    if (!call.exists()) return;
    Sum sum;
    sum.add(call);
    known = known.exists() ? known.joined(sum.known()) : sum.known();
}

void Needed::add(const Needed& more) {
    if (more.known.exists()) known = known.exists() ? known.joined(more.known) : more.known;
    held.insert(held.end(), more.held.begin(), more.held.end());
}

void History::add(const SectionRef& section, Prefixes& always) {
    section->history = this;
    contended_ = contended_ || (!sections_.empty() && sections_.back()->holder != section->holder);
    sections_.push_back(section);
    while (sections_.size() > max_sections && sections_.front()->released.exists()) {
        always.extend(sections_.front()->released);
        sections_.pop_front();
    }
}

bool History::close(Prefixes& prefixes, const Section* a, const Section* b) const {
    if (!contended_) return false;
    bool grown = false, later = false, later_exclusive = false;
    for (auto at = sections_.rbegin(); at != sections_.rend(); ++at) {
        const Section& one = **at;
        if (&one != a && &one != b && !one.is_entered(prefixes)) continue;
        if (one.exclusive ? later : later_exclusive) {
            if (!one.released.exists()) prefixes.give_up();
            if (!prefixes.has(one.released)) {
                prefixes.extend(one.released);
                grown = true;
            }
        }
        later = true;
        later_exclusive = later_exclusive || one.exclusive;
    }
    return grown;
}

bool History::protects(const Concerned& first, const Concerned& second) const {
    return std::ranges::any_of(sections_, [&](const SectionRef& one) {
        return holds(*one, first) && std::ranges::any_of(sections_, [&](const SectionRef& other) {
                   return one != other && one->conflicts_with(*other) && holds(*other, second);
               });
    });
}

History& Orders::history(std::optional<std::size_t>& number) {
    if (!number) {
        number = histories_.size();
        histories_.emplace_back();
    }
    return histories_[*number];
}

void Orders::granted(std::optional<std::size_t>& number, const SectionRef& section) {
    history(number).add(section, always_);
}

void Orders::include(const Needed& read) {
    always_.extend(read.known);
    for (const SectionRef& section : read.held) always_.extend(section->released);
}

void Orders::matched(const MatchRef& match, const Moment& sent) {
    auto& all = matches_[match->received.thread].all;
    all.push_back({match->received.own, match, sent});
    while (all.size() > max_matches) {
        always_.extend(all.front().sent);
        all.pop_front();
    }
}

bool Orders::close_matches(Prefixes& prefixes, Of which) const {
    bool grown = false;
    for (const auto& [thread, matches] : matches_) {
        for (const Matches::One& one : matches.all) {
            if (!prefixes.has(thread, one.at)) break;
            if (which == Of::certain_matches && one.match->has_other) continue;
            if (prefixes.has(one.sent)) continue;
            prefixes.extend(one.sent);
            grown = true;
        }
    }
    return grown;
}

void Orders::close(Prefixes& prefixes, Of matches, bool locks, const Section* a, const Section* b) const {
    for (bool grown = true; grown;) {
        grown = close_matches(prefixes, matches);
        if (!locks) continue;
        for (const History& history : histories_) grown = history.close(prefixes, a, b) || grown;
    }
}

Prefixes Orders::before(const Concerned& first, const Concerned& second) const {
    Prefixes prefixes = always_;
    for (const Concerned* one : {&first, &second}) {
        prefixes.extend_before(one->call);
        prefixes.extend(one->gate);
    }
    return prefixes;
}

// Without the lock that the second access waits for, the prefixes only grow with later accesses of its thread.
Prediction Orders::ask(const Concerned& first, const Concerned& second, bool& settled) const {
    const Section *const a = first.section(), *const b = second.section();
    if (a != nullptr && b != nullptr && a != b && a->history == b->history && a->conflicts_with(*b)) {
        return Prediction::excluded;
    }
    if (always_.has_end_of(*first.span)) {
        settled = true;
        return Prediction::ordered;
    }
    Prefixes prefixes = before(first, second);
    close(prefixes, Of::all_matches, true, a, nullptr);
    settled = prefixes.has_end_of(*first.span);
    if (!settled && b != nullptr) close(prefixes, Of::all_matches, true, a, b);
    if (!settled && !prefixes.has_end_of(*first.span)) return Prediction::concurrent;
    const auto protects = [&](const History& history) { return history.protects(first, second); };
    return std::ranges::any_of(histories_, protects) ? Prediction::excluded : Prediction::ordered_by_lock;
}

Prediction Orders::reason(const Concerned& first, const Concerned& second) const {
    Prefixes certain = before(first, second);
    close(certain, Of::certain_matches, false, nullptr, nullptr);
    if (certain.has_end_of(*first.span)) return Prediction::ordered;
    close(certain, Of::certain_matches, true, first.section(), second.section());
    return certain.has_end_of(*first.span) ? Prediction::ordered_by_lock : Prediction::ordered_by_match;
}

}  // namespace rmasim::memmodel
