#include "protocol/memmodel/findings.h"

#include <algorithm>

namespace rmasim::memmodel {

namespace {

// Returns the event that ends an operation at its target.
std::string end_of(const Access& operation) {
    switch (operation.span->mode) {
        case Mode::fence: return "the FENCE of its target that closes the epoch";
        case Mode::pscw: return "the WAIT of its target";
        case Mode::counter: return "the TEST or WAIT of its target for the counter that its request signals";
        default: return "FLUSH or UNLOCK at its origin";
    }
}

// Returns the repair for two accesses under a lock that do not wait for each other.
std::string fix_under_locks(const Finding& found, const Access& open) {
    if (found.first.thread == found.second.thread) {
        const bool has_read = found.first.is.reads_only();
        return std::string(has_read ? "call FLUSH_LOCAL" : "call FLUSH") + " for the target between the two accesses";
    }
    if (open.span->mode != Mode::lock_exclusive) {
        return "protect both accesses by an exclusive LOCK of the target, or complete the first one (FLUSH, UNLOCK) "
               "and then notify the rank of the second access: by a message, a BARRIER, or a flag that both ranks "
               "access by accumulates";
    }
    const bool local = found.first.is.local() || found.second.is.local();
    return local ? "LOCK the target for the load or store, too"
                 : "LOCK the target for the other access, too (without NOCHECK)";
}

std::string fix_concurrent(const Finding& found) {
    const Access& open = found.first.is.local() ? found.second : found.first;
    switch (open.span->mode) {
        case Mode::fence:
            if (is_lock(found.second.span->mode)) {
                return "call BARRIER between the FENCE and the lock call, because the target may grant the lock before "
                       "its FENCE returns";
            }
            return "call FENCE between the two accesses, on all ranks";
        case Mode::pscw:
            return "move one of the accesses to another exposure epoch: after WAIT, or after the next POST";
        case Mode::lock_shared:
        case Mode::lock_all:
        case Mode::lock_exclusive: return fix_under_locks(found, open);
        case Mode::counter:
            return "let the target wait for the counter that the operation's request signals, and then notify the "
                   "rank of the other access by a signal, a message or a BARRIER";
        case Mode::none: break;
    }
    return "order the two accesses by a synchronisation";
}

// The operation that uses the buffer is the first access, unless its thread and the other access have no order.
std::string fix_buffer(const Finding& found) {
    if (!found.first.is.buffer)
        return "order the two accesses: the first access must precede the call that uses the buffer";
    switch (found.first.span->mode) {
        case Mode::fence: return "complete the operation first: by the next FENCE";
        case Mode::pscw: return "complete the operation first: by COMPLETE";
        case Mode::counter:
            return "complete the operation first: by the TEST or WAIT of a synchronisation request for its target";
        case Mode::none: return "complete the call first: by WAIT, or a TEST that returns true";
        default: return "complete the operation first: FLUSH_LOCAL, its request's WAIT, or the end of the epoch";
    }
}

}  // namespace

std::string missing_edge(const Finding& found) {
    switch (found.rule) {
        case Rule::stale_public:
            if (found.second.span->mode == Mode::counter) {
                return "after the store, the owner sends no signal on the window, so the stored value is not "
                       "visible in the public copy";
            }
            return "after the store, the owner calls no POST, FENCE, UNLOCK or SYNC on the window, so the stored value "
                   "is not visible in the public copy";
        case Rule::stale_private:
            if (found.first.span->mode == Mode::counter) {
                return "after the update, no WAIT or TEST of the owner has found a counter of the window at zero, so "
                       "the update is not visible in the private copy";
            }
            return "after the update, the owner calls no WAIT, FENCE, LOCK or SYNC on the window, so the update is not "
                   "visible in the private copy";
        case Rule::overlapping_windows:
            if (found.ordered) {
                return "the owner has not synchronised the first window and then the second, so the update is not in "
                       "the public copy of the second window";
            }
            break;
        case Rule::attachment:
            return "no synchronisation orders the operation after the WIN_ATTACH and before the WIN_DETACH of the "
                   "accessed memory";
        case Rule::buffer_in_use: return "no call completes the operation at its origin before the other access";
        case Rule::no_mem_sync:
            if (found.exposed) {
                return "the rank of the second access executes no memory barrier (LOCK, LOCK_ALL, SYNC) for the shared "
                       "window before it reads, so it may read an older value";
            }
            return "the rank of the first access executes no memory barrier (UNLOCK, UNLOCK_ALL, SYNC) for the shared "
                   "window after it has written, so the written value may not be in memory yet";
        default: break;
    }
    const Access& first = found.first;
    if (found.predicted) {
        return "only the course of this run orders the two accesses: they can be concurrent in another run with the "
               "same order of locks and the same values of all reads";
    }
    if (!first.span->ended()) return "the first access may continue until " + end_of(first);
    return "no synchronisation orders the first access before the second";
}

std::string remedy(const Finding& found) {
    switch (found.rule) {
        case Rule::stale_public: return "let the owner synchronise its window between its store and the operation";
        case Rule::stale_private: return "let the owner synchronise its window before the owner accesses its memory";
        case Rule::overlapping_windows:
            return "use one window, or let the owner synchronise the first window and then the second between the "
                   "accesses";
        case Rule::buffer_in_use: return fix_buffer(found);
        case Rule::attachment:
            return "let the owner attach the memory, then notify the operation's rank by a message or a BARRIER, and "
                   "detach the memory only after that rank has reported completion in the same way";
        case Rule::no_mem_sync:
            if (found.exposed)
                return "let the rank of the second access read within a passive-target epoch: after LOCK, LOCK_ALL or "
                       "SYNC";
            return "let the rank of the first access write within a passive-target epoch: before UNLOCK, UNLOCK_ALL or "
                   "SYNC";
        case Rule::concurrent_shared:
            return "make both accesses atomic, or order them: threads by a lock, a barrier or a join; ranks by a "
                   "message or a BARRIER, with SYNC before and after this call";
        case Rule::accumulates_differ:
            if (found.first.is.same_op) {
                return "use one operation and one datatype in both accesses, as the window's info accumulate_ops "
                       "\"same_op\" promises "
                       "(\"same_op_no_op\" permits NO_OP, too), or order the two accesses by a synchronisation";
            }
            return "use one operation and one datatype in both accesses, or order the two accesses by a "
                   "synchronisation";
        default: return fix_concurrent(found);
    }
}

const Access* load_that_may_poll(const Finding& found) {
    const bool concurrent = found.rule == Rule::concurrent_local || found.rule == Rule::concurrent_shared;
    if (found.model != Model::unified || !(concurrent || found.rule == Rule::no_mem_sync)) return nullptr;
    const auto may_poll = [](const Class& is) { return is.kind == AccessKind::load && is.manner == Manner::polls; };
    if (may_poll(found.second.is)) return &found.second;
    return concurrent && may_poll(found.first.is) ? &found.first : nullptr;
}

// The key of a pair is independent of the order of its accesses.
Findings::Key Findings::key_of(const Finding& found) {
    auto one = std::pair{found.first.thread, found.first.location};
    auto other = std::pair{found.second.thread, found.second.location};
    if (other < one) std::swap(one, other);
    return {one.first, one.second, other.first, other.second, found.rule, load_that_may_poll(found) != nullptr};
}

void Findings::note_ordered(const Finding& finding, const Concerned& first, const Concerned& second) {
    ordered_.try_emplace(key_of(finding), first, second);
}

void Findings::add(Finding finding) {
    if (!seen_.insert(key_of(finding)).second) return;
    kept_.push_back(std::move(finding));
    if (kept_.size() <= 2 * max_ + 16) return;
    kept_ = sorted();
}

std::vector<Finding> Findings::sorted() const {
    std::vector<Finding> all = kept_;
    std::stable_sort(all.begin(), all.end(), [](const Finding& a, const Finding& b) { return key_of(a) < key_of(b); });
    if (all.size() > max_) all.erase(all.begin() + static_cast<std::ptrdiff_t>(max_), all.end());
    return all;
}

}  // namespace rmasim::memmodel
