#include "protocol/memmodel/epochs.h"

#include <algorithm>
#include <utility>

namespace rmasim::memmodel {

namespace {

auto position_of(std::vector<std::unique_ptr<Toward>>& targets, Rank target) {
    return std::lower_bound(targets.begin(), targets.end(), target,
                            [](const std::unique_ptr<Toward>& one, Rank wanted) { return one->target < wanted; });
}

}  // namespace

Toward* OriginState::find(Rank target) {
    const auto at = position_of(targets_, target);
    return at != targets_.end() && (*at)->target == target ? at->get() : nullptr;
}

Toward& OriginState::toward(Rank target) {
    const auto at = position_of(targets_, target);
    if (at != targets_.end() && (*at)->target == target) return **at;
    TowardRef made;
    if (unused_.empty()) {
        made = std::make_unique<Toward>();
    } else {
        made = std::move(unused_.back());
        unused_.pop_back();
    }
    made->target = target;
    return **targets_.insert(at, std::move(made));
}

void OriginState::keep(TowardRef old) {
    if (unused_.size() == max_unused) return;
    old->clear();
    unused_.push_back(std::move(old));
}

void OriginState::forget_targets() {
    for (TowardRef& one : targets_) keep(std::move(one));
    targets_.clear();
}

void OriginState::forget(Rank target) {
    const auto at = position_of(targets_, target);
    if (at == targets_.end() || (*at)->target != target) return;
    TowardRef old = std::move(*at);
    targets_.erase(at);
    keep(std::move(old));
}

// Keeps the first moment after each operation. Later moments add nothing.
void CompletingCalls::add(const Moment& moment) {
    if (moments_->full(64)) {
        std::vector<Ending> needed;
        std::erase_if(spans_, [&](const SpanRef& one) {
            if (one.owners() == 1) return true;
            needed.push_back({one->called_by, one->called});
            return false;
        });
        moments_->keep_first_after(needed);
    }
    moments_->add(moment);
}

void Outstanding::end_some(const Moment& moment, Call call) {
    if (calls != nullptr) calls->add(moment);
    const auto ends = [&](const SpanRef& span) {
        if (!span->is_called_before(moment)) return false;
        span->over_at(moment, call);
        return true;
    };
    if (open != nullptr && ends(open)) open = nullptr;
    std::erase_if(others, ends);
}

Toward& OriginState::new_toward(Rank target) {
    forget(target);
    return toward(target);
}

void Toward::clear() {
    target = no_rank;
    mode = Mode::none;
    nocheck = known = closing = false;
    released = {};
    gates = includes = {};
    joined = no_thread;
    nth = 0;
    pair = nullptr;
    for (Outstanding* const one : {&remote, &reads, &local}) one->clear();
    finds.clear();
    all_needed.clear();
    needed = nullptr;
    section = nullptr;
    granted = nullptr;
    results.clear();
    pending.clear();
}

SpanRef Toward::new_span(const Outstanding& among, const Moment& now) const {
    SpanRef made = make_ref<Span>();
    made->mode = mode;
    made->section = section;
    if (among.calls == nullptr) return made;
    made->called_by = now.thread;
    made->called = now.own;
    among.calls->note(made);
    return made;
}

const SpanRef& Toward::open_span(Outstanding& among, const Moment& now) {
    SpanRef& open = among.open;
    if (open != nullptr && among.calls != nullptr && (open->called_by != now.thread || open->called != now.own)) {
        among.others.push_back(std::exchange(open, nullptr));
    }
    if (open == nullptr) open = new_span(among, now);
    return open;
}

void LockState::release_shared(const Moment& moment) {
    shared_.push_back(moment);
    if (shared_.size() < next_clean_up_) return;
    // The last moment of each thread is enough.
    std::stable_sort(shared_.begin(), shared_.end(), [](const Moment& a, const Moment& b) {
        return a.thread != b.thread ? a.thread < b.thread : a.own > b.own;
    });
    const auto same = [](const Moment& a, const Moment& b) { return a.thread == b.thread; };
    shared_.erase(std::unique(shared_.begin(), shared_.end(), same), shared_.end());
    next_clean_up_ = std::max<std::size_t>(16, 2 * shared_.size());
}

void LockState::release_exclusive(const Moment& moment) {
    const auto is_own = [&](const Moment& one) { return one.thread == moment.thread; };
    if (exclusive_.empty() && (!only_.exists() || is_own(only_)) && std::ranges::all_of(shared_, is_own)) {
        only_ = moment;
    } else {
        if (only_.exists()) exclusive_.add(std::exchange(only_, {}));
        exclusive_.add(moment);
        for (const Moment& one : shared_) exclusive_.add(one);
    }
    shared_.clear();
}

Knowledge LockState::before_grant(bool exclusive, ThreadIndex by) const {
    const auto is_own = [by](const Moment& one) { return one.thread == by; };
    const bool shared_are_own = !exclusive || std::ranges::all_of(shared_, is_own);
    if (exclusive_.empty() && (!only_.exists() || is_own(only_)) && shared_are_own) return {};
    Sum before = exclusive_;
    if (only_.exists()) before.add(only_);
    if (exclusive) {
        for (const Moment& moment : shared_) before.add(moment);
    }
    return before.known();
}

void PairOfGroups::Round::clear() {
    posted = {};
    completed = {};
    left_by_origin = left_by_target = false;
    spans.clear();
    waiting.clear();
}

PairOfGroups::Round& PairOfGroups::round(std::uint64_t nth) {
    while (first_ + used_ <= nth) {
        if (used_ == rounds_.size()) rounds_.push_back(std::make_unique<Round>());
        ++used_;
    }
    return *rounds_[nth - first_];
}

void PairOfGroups::forget_rounds() {
    while (used_ > 0 && rounds_.front()->left_by_origin && rounds_.front()->left_by_target) {
        rounds_.front()->clear();
        std::rotate(rounds_.begin(), rounds_.begin() + 1, rounds_.end());
        --used_;
        ++first_;
    }
}

void Window::add_fence(std::size_t ranks) {
    fences.push_back(std::make_unique<FenceRound>());
    fences.back()->entries.resize(ranks);
}

Window& Windows::find_or_make(Rank rank, WindowId id) {
    const RankGroup* const group = communicators_ == nullptr ? nullptr : communicators_->window_group(rank, id);
    std::unique_ptr<Window>& window = windows_[{id, group}];
    if (window == nullptr) {
        window = std::make_unique<Window>(ranks_, group == nullptr ? ranks_ : static_cast<std::size_t>(group->size()));
    }
    Known& known = known_of(rank);
    if (known.size() <= id) known.resize(id + 1u);
    known[id] = window.get();
    return *window;
}

void Windows::forget(Rank rank, WindowId id) {
    Window& window = of(rank, id);
    known_of(rank)[id] = nullptr;
    if (++window.freed_at < window.members) return;
    std::erase_if(windows_, [&window](const auto& one) { return one.second.get() == &window; });
}

}  // namespace rmasim::memmodel
