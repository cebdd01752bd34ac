#include "sim/checkers/usage/lock_rules.h"

namespace rmasim::sim::usage {

namespace {

constexpr const char* rule = "a window must not be locked and exposed at the same time";

// Calls `visit(target, spans)` for the spans of `target`, and for the spans that concern all targets (key no_rank). If
// `target` is no_rank, the function visits all spans.
template <class Spans, class Visit>
void visit_concerned(const std::map<Rank, Spans>& all, Rank target, Visit visit) {
    if (target == no_rank) {
        for (const auto& [one, spans] : all) visit(one, spans);
        return;
    }
    for (const Rank one : {no_rank, target}) {
        if (const auto found = all.find(one); found != all.end()) visit(one, found->second);
    }
}

Call unlock_of(Call lock) { return lock == Call::lock_all ? Call::unlock_all : Call::unlock; }

bool conflict(LockType one, LockType other) { return one == LockType::exclusive || other == LockType::exclusive; }

}  // namespace

LockRules::Window& LockRules::window_of(Rank rank, WindowId id) {
    Window& window = windows_[keys_.key(rank, id)];
    if (window.members == 0) window.members = keys_.members(rank, id);
    return window;
}

void LockRules::lock_began(const Thread& thread, const CallRequest& call, std::uint32_t fence_epoch) {
    Window& window = window_of(thread.rank, call.window);
    require_not_exposed(thread, call, window, fence_epoch);
    const Span mine{happens_before_.record(thread, call.call), false, 0, call.lock_type,
                    has(call.asserts, Assert::nocheck)};
    visit_concerned(window.locks, call.target,
                    [&](Rank, const Spans& locks) { require_no_conflict(thread, call, mine, locks); });
    window.locks[call.target].push_back(mine);
    if (fence_epoch > 0) window.locked[call.target] = {fence_epoch, mine.began, call.target};
}

void LockRules::require_not_exposed(const Thread&, const CallRequest& call, Window& window, std::uint32_t fence_epoch) {
    visit_concerned(window.exposures, call.target, [&](Rank target, const Spans& exposures) {
        for (const Span& exposure : exposures) {
            if (is_over(exposure)) continue;
            throw BrokenBetween(
                "locked_and_exposed", call.call,
                fmt::format("the window of rank {} is exposed: {}, and the {} for this {} has not returned; {}", target,
                            text_of(exposure.began), exposure.began.name_of(Call::wait),
                            exposure.began.name_of(Call::post), rule),
                exposure.began);
        }
    });
    if (fence_epoch == 0) return;
    const auto used = window.used.find(call.target);
    if (used == window.used.end() || used->second.epoch != fence_epoch) return;
    throw BrokenBetween("locked_and_exposed", call.call,
                        fmt::format("the window of rank {} is exposed in this fence epoch: {}; {}", used->second.target,
                                    text_of(used->second.record), rule),
                        used->second.record);
}

void LockRules::require_no_conflict(const Thread& thread, const CallRequest& call, const Span& mine,
                                    const Spans& others) const {
    for (const Span& other : others) {
        const bool matters = (mine.nocheck || other.nocheck) && conflict(mine.type, other.type);
        if (!matters || other.began.who->rank == thread.rank || is_over(other)) continue;
        throw BrokenBetween(
            "nocheck_of_locks", call.call,
            fmt::format(
                "{}{} ({}{}), and the matching {} has not returned; nocheck promises that there is no conflicting lock",
                mine.nocheck ? "nocheck, but " : "", text_of(other.began), name_of(other.type),
                other.nocheck ? ", nocheck" : "", other.began.name_of(unlock_of(other.began.call))),
            other.began);
    }
}

void LockRules::post_began(const Thread& thread, WindowId id) {
    Window& window = window_of(thread.rank, id);
    visit_concerned(window.locks, thread.rank, [&](Rank, const Spans& locks) {
        for (const Span& lock : locks) {
            if (is_over(lock)) continue;
            throw BrokenBetween("locked_and_exposed", Call::post,
                                fmt::format("the window is locked: {}, and the matching {} has not returned; {}",
                                            text_of(lock.began), lock.began.name_of(unlock_of(lock.began.call)), rule),
                                lock.began);
        }
    });
    window.exposures[thread.rank].push_back({happens_before_.record(thread, Call::post)});
}

void LockRules::operation_in_fence(const Thread& thread, const CallRequest& call, std::uint32_t epoch) {
    Window& window = window_of(thread.rank, call.window);
    for (const Rank target : {call.target, no_rank}) {
        const auto locked = window.locked.find(target);
        if (locked == window.locked.end() || locked->second.epoch != epoch) continue;
        throw BrokenBetween("locked_and_exposed", call.call,
                            fmt::format("the window of rank {} is locked in this fence epoch: {}; {}", call.target,
                                        text_of(locked->second.record), rule),
                            locked->second.record);
    }
    window.used[call.target] = window.used[no_rank] = {epoch, happens_before_.record(thread, call.call), call.target};
}

void LockRules::fence_began(Rank rank, WindowId id) {
    Window& window = window_of(rank, id);
    const std::uint32_t epoch = ++window.fences[rank];
    const auto ranks = window.ranks_in_epoch.try_emplace(epoch, 0).first;
    if (++ranks->second == window.members) window.ranks_in_epoch.erase(ranks);
}

// True if the target has begun the fence epoch, which some rank has begun; for no_rank, true if every rank has begun
// it. A fence with NOPRECEDE does not synchronise, so a rank may acquire and release a lock before the target begins
// the epoch. The target was then not exposed while it was locked.
bool LockRules::begun_by_all_concerned(const Window& window, Rank target, std::uint32_t epoch) const {
    if (target == no_rank) return !window.ranks_in_epoch.contains(epoch);
    const auto fences = window.fences.find(target);
    return fences != window.fences.end() && fences->second >= epoch;
}

void LockRules::unlock_returned(Rank origin, WindowId id, Rank target) {
    Window& window = window_of(origin, id);
    end(window.locks[target], origin);
    const auto locked = window.locked.find(target);
    if (locked == window.locked.end() || locked->second.record.who->rank != origin) return;
    if (!begun_by_all_concerned(window, target, locked->second.epoch)) window.locked.erase(locked);
}

void LockRules::exposure_ended(Rank target, WindowId window) {
    end(window_of(target, window).exposures[target], target);
}

// Ends the open spans of rank `who`. Ended spans are kept only for comparison with steps that do not depend on their
// end (HappensBefore): in explorations, and in shared runs for calls at the time of the end.
void LockRules::end(Spans& spans, Rank who) {
    const auto is_it = [who](const Span& span) { return span.began.who->rank == who && !span.ended; };
    if (!happens_before_.counts_causes()) {
        std::erase_if(spans, is_it);
        return;
    }
    for (Span& span : spans) {
        if (!is_it(span)) continue;
        span.ended = true;
        span.ended_in = happens_before_.now();
    }
    if (happens_before_.past_stays_past()) std::erase_if(spans, [this](const Span& span) { return is_over(span); });
}

}  // namespace rmasim::sim::usage
