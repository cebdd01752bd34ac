#include "sim/checkers/semantics/advice.h"

#include "protocol/base/call_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace rmasim::sim::semantics {

namespace {

using memmodel::Access;
using memmodel::Finding;
using memmodel::Mode;
using memmodel::Rule;

// The call that ends an epoch under locks.
Call unlock_of(Mode mode) { return mode == Mode::lock_all ? Call::unlock_all : Call::unlock; }

// True if a request completes the operation. Its WAIT completes an operation that reads at the target, and only frees
// the buffer of another one.
bool frees_only_buffer(const Access& access) { return has_request(access.call) && !access.is.reads_only(); }

// Returns the event that ends an operation at its target. An operation that only reads ends with local completion, too.
std::string end_of(const Access& operation, const CallNames& name) {
    const bool reads = operation.is.reads_only();
    switch (operation.span->mode) {
        case Mode::fence:
            return fmt::format("the {} of its {}target that closes the epoch", name(Call::fence),
                               reads ? "origin or " : "");
        case Mode::pscw:
            if (reads)
                return fmt::format("the {} of its origin, or the {} of its target", name(Call::complete),
                                   name(Call::wait));
            return fmt::format("the {} of its target", name(Call::wait));
        case Mode::counter:
            return fmt::format("the {} or {} of its target for the counter that its request signals",
                               name(Call::request_test), name(Call::request_wait));
        default: break;
    }
    const std::string calls =
        fmt::format("{} or {} at its origin", name(Call::flush), name(unlock_of(operation.span->mode)));
    if (!frees_only_buffer(operation)) return calls;
    return fmt::format("{}; {} for its request frees the buffer only", calls, name(Call::request_wait));
}

// The sentence about R-operations that a repair needs if its reader may take the WAIT for the completion.
std::string about_request(const Access& access, const CallNames& name) {
    if (!frees_only_buffer(access)) return "";
    return fmt::format("; {} for the request of {} frees the buffer only", name(Call::request_wait), name(access.call));
}

// Returns the repair by exclusive locks for accesses of two ranks. A target grants an exclusive lock only while no
// other rank has a lock of it. So one exclusive lock is enough if both accesses are operations under shared locks.
std::string fix_by_exclusive_lock(const Finding& found, const CallNames& name) {
    const Mode one = found.first.span->mode, other = found.second.span->mode;
    const auto is_shared = [](const Access& access) {
        return !access.is.local() && (access.span->mode == Mode::lock_shared || access.span->mode == Mode::lock_all);
    };
    const bool instead = one == Mode::lock_all || (found.first.is.local() && other == Mode::lock_all);
    const std::string lock = fmt::format("an exclusive {} of the target{}", name(Call::lock),
                                         instead ? " instead of " + name(Call::lock_all) : "");
    if (!is_shared(found.first) || !is_shared(found.second)) return "protect both accesses by " + lock;
    if (found.first.location == found.second.location) return "protect the access by " + lock;
    return fmt::format("protect one of the two accesses by {} (the other one may keep its shared lock)", lock);
}

bool is_with_local(const Finding& found) { return found.first.is.local() || found.second.is.local(); }

// Returns the repair for an operation under a lock whose call is ordered before the second access.
std::string fix_completion(const Finding& found, const CallNames& name) {
    return fmt::format(
        "complete the first access ({} or {}) before the message, the barrier or the other call by which "
        "the two calls are ordered{}",
        name(Call::flush), name(unlock_of(found.first.span->mode)), about_request(found.first, name));
}

// In the separate model, a load or store of the owner needs more than the completion of the update.
std::string about_private_copy(const Finding& found, const CallNames& name) {
    if (found.model != memmodel::Model::separate || found.first.is.reads_only() || !found.second.is.local()) return "";
    return fmt::format("; in the separate model, the owner must also call {} or {} before its access", name(Call::lock),
                       name(Call::sync));
}

// Returns the repair for two accesses under a lock that do not wait for each other.
std::string fix_under_locks(const Finding& found, const Access& open, const CallNames& name) {
    if (found.first.thread == found.second.thread) {
        const Access& first = found.first;
        const Call call = first.is.reads_only() ? Call::flush_local : Call::flush;
        const std::string wait = first.is.reads_only() && has_request(first.call)
                                     ? fmt::format(", or {} for its request,", name(Call::request_wait))
                                     : "";
        return fmt::format("call {} for the target{} between the two accesses{}", name(call), wait,
                           about_request(first, name));
    }
    if (found.calls_ordered && !found.first.is.local()) {
        return fix_completion(found, name) + about_private_copy(found, name);
    }
    if (open.span->mode != Mode::lock_exclusive) {
        const std::string first =
            found.first.is.local()
                ? fmt::format(
                      "after the first one notify the rank of the second access: by a message, {}, or a flag that "
                      "both ranks access by accumulates",
                      name.with_article(Call::barrier))
                : fmt::format(
                      "complete the first one ({}, {}) and only then notify the rank of the second access: by a "
                      "message, {}, or a flag that both ranks access by accumulates",
                      name(Call::flush), name(unlock_of(open.span->mode)), name.with_article(Call::barrier));
        return fix_by_exclusive_lock(found, name) + ", or " + first + about_request(found.first, name) +
               about_private_copy(found, name);
    }
    return fmt::format("{} the target for the {}", name(Call::lock),
                       is_with_local(found) ? "load or store, too" : "other access, too (without NOCHECK)");
}

// Returns the repair for two accesses in the same exposure epoch.
std::string fix_in_exposure(const Finding& found, const CallNames& name) {
    if (is_with_local(found)) {
        const bool loads = (found.first.is.local() ? found.first : found.second).is.reads_only();
        return fmt::format("move the {} before the {} or after the {} of the exposure epoch that has the operation",
                           loads ? "load" : "store", name(Call::post), name(Call::wait));
    }
    if (found.first.thread == found.second.thread) {
        return fmt::format(
            "end the epoch between the two operations: {} and {} again at the origin, {} and {} again at the target",
            name(Call::complete), name(Call::start), name(Call::wait), name(Call::post));
    }
    return fmt::format(
        "put the two operations into two exposure epochs: let the target call {} for one of the origins, and {} for "
        "the other origin only after {}",
        name(Call::post), name(Call::post), name(Call::wait));
}

std::string fix_concurrent(const Finding& found, const CallNames& name) {
    const Access& open = found.first.is.local() ? found.second : found.first;
    switch (open.span->mode) {
        case Mode::fence:
            if (memmodel::is_lock(found.second.span->mode)) {
                return fmt::format(
                    "call {} between the {} and the lock call, because the target may grant the lock "
                    "before its {} returns",
                    name(Call::barrier), name(Call::fence), name(Call::fence));
            }
            return fmt::format("call {} between the two accesses, on all ranks", name(Call::fence));
        case Mode::pscw: return fix_in_exposure(found, name);
        case Mode::lock_shared:
        case Mode::lock_all:
        case Mode::lock_exclusive: return fix_under_locks(found, open, name);
        case Mode::counter:
            return fmt::format(
                "let the target wait for the counter that the operation's request signals, and then "
                "notify the rank of the other access by a signal, a message or {}",
                name.with_article(Call::barrier));
        case Mode::none: break;
    }
    return "order the two accesses by a synchronisation";
}

// True if both accesses are to the buffers of one call. Calls in a loop have different times.
bool are_of_one_call(const Finding& found) {
    const Access &one = found.first, &other = found.second;
    return one.is.buffer && other.is.buffer && one.thread == other.thread && one.location == other.location &&
           one.time == other.time && one.span == other.span && one.call == other.call;
}

// The operation that uses the buffer is the first access, unless its thread and the other access have no order.
std::string fix_buffer(const Finding& found, const CallNames& name) {
    if (are_of_one_call(found)) {
        return "give the call disjoint buffers: no synchronisation can come between two accesses of one call";
    }
    const Access& first = found.first;
    if (!first.is.buffer) return "order the two accesses: the first access must precede the call that uses the buffer";
    const std::string test = fmt::format("a {} that returns true", name(Call::request_test));
    switch (first.span->mode) {
        case Mode::fence: return fmt::format("complete the operation first: by the next {}", name(Call::fence));
        case Mode::pscw: return fmt::format("complete the operation first: by {}", name(Call::complete));
        case Mode::counter:
            return fmt::format(
                "complete the operation first: by the {} or {} of a synchronisation request for its "
                "target",
                name(Call::request_test), name(Call::request_wait));
        case Mode::none: return fmt::format("complete the call first: by {}, or {}", name(Call::request_wait), test);
        default: break;
    }
    const std::string end = name(unlock_of(first.span->mode));
    if (!has_request(first.call)) {
        return fmt::format("complete the operation at its origin first: by {}, {} or {}", name(Call::flush_local),
                           name(Call::flush), end);
    }
    return fmt::format("free the buffer first: by {} for the request of {}, {}, or {}, {} or {}",
                       name(Call::request_wait), name(first.call), test, name(Call::flush_local), name(Call::flush),
                       end);
}

std::string fix_memory_barrier(const Finding& found, const CallNames& name) {
    if (found.exposed) {
        return fmt::format("let the rank of the second access read within a passive-target epoch: after {}, {} or {}",
                           name(Call::lock), name(Call::lock_all), name(Call::sync));
    }
    return fmt::format("let the rank of the first access write within a passive-target epoch: before {}, {} or {}",
                       name(Call::unlock), name(Call::unlock_all), name(Call::sync));
}

std::string missing_copy(const Finding& found, const CallNames& name) {
    const Access& counted = found.rule == Rule::stale_public ? found.second : found.first;
    const bool counter = counted.span->mode == Mode::counter;
    if (found.rule == Rule::stale_public) {
        if (counter) {
            return "between the store and the operation, the owner sends no signal on the window, so the stored value "
                   "is not visible in the public copy";
        }
        return fmt::format(
            "between the store and the operation, the owner calls no {}, {}, {} or {} on the window, so the stored "
            "value is not visible in the public copy",
            name(Call::post), name(Call::fence), name(Call::unlock), name(Call::sync));
    }
    if (counter) {
        return fmt::format(
            "between the completion of the update and the second access, no {} or {} of the owner has found a counter "
            "of the window at zero, so the update is not visible in the private copy",
            name(Call::request_wait), name(Call::request_test));
    }
    return fmt::format(
        "between the completion of the update and the second access, the owner calls no {}, {}, {} or {} on the "
        "window, so the update is not visible in the private copy",
        name(Call::wait), name(Call::fence), name(Call::lock), name(Call::sync));
}

// The accesses through counters have calls of their own, which no other access needs.
std::string fix_copy(const Finding& found, const CallNames& name) {
    const bool to_public = found.rule == Rule::stale_public;
    if ((to_public ? found.second : found.first).span->mode == Mode::counter) {
        if (to_public) return "let the owner send a signal on its window between its store and the operation";
        return fmt::format("let {} or {} of the owner find a counter of the window at zero after the completion of the "
                           "update and before the owner accesses its memory",
                           name(Call::request_wait), name(Call::request_test));
    }
    const std::string sync = fmt::format("{} within an epoch of {} or {}", name(Call::sync), name(Call::lock),
                                         name(Call::lock_all));
    if (to_public) {
        return fmt::format("let the owner call {}, {} or {} on its window, or {}, between its store and the operation",
                           name(Call::unlock), name(Call::fence), name(Call::post), sync);
    }
    return fmt::format("let the owner call {}, {} or {} on its window, or {}, after the completion of the update and "
                       "before the owner accesses its memory",
                       name(Call::lock), name(Call::fence), name(Call::wait), sync);
}

std::string missing_memory_barrier(const Finding& found, const CallNames& name) {
    if (found.exposed) {
        return fmt::format(
            "the rank of the second access executes no memory barrier ({}, {}, {}) for the shared window "
            "before it reads, so it may read an older value",
            name(Call::lock), name(Call::lock_all), name(Call::sync));
    }
    return fmt::format(
        "the rank of the first access executes no memory barrier ({}, {}, {}) for the shared window "
        "after it has written, so the written value may not be in memory yet",
        name(Call::unlock), name(Call::unlock_all), name(Call::sync));
}

}  // namespace

std::string CallNames::operator()(Call call) const {
    const CallDescription& described = description_of(call);
    if (of_mpi_) return std::string(described.mpi_name);
    std::string text(verb_of(described));
    std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::toupper(c); });
    return text;
}

std::string missing_edge(const Finding& found, const CallNames& name) {
    switch (found.rule) {
        case Rule::stale_public:
        case Rule::stale_private: return missing_copy(found, name);
        case Rule::overlapping_windows:
            if (found.ordered) {
                return "the owner has not synchronised the first window and then the second, so the update is not in "
                       "the public copy of the second window";
            }
            break;
        case Rule::attachment:
            return fmt::format(
                "no synchronisation orders the operation after the {} and before the {} of the accessed "
                "memory",
                name(Call::win_attach), name(Call::win_detach));
        case Rule::buffer_in_use:
            if (are_of_one_call(found)) return "the call reads and writes the same bytes";
            return "no call completes the operation at its origin before the other access";
        case Rule::no_mem_sync: return missing_memory_barrier(found, name);
        default: break;
    }
    if (found.predicted) {
        return "only the course of this run orders the two accesses: they can be concurrent in another run with the "
               "same order of locks and the same values of all reads";
    }
    if (found.calls_ordered && !found.first.is.local() && found.first.thread != found.second.thread) {
        return fmt::format(
            "the calls of the two accesses are ordered, but the first access may continue after its call, until {}, "
            "which is not ordered before the second access",
            end_of(found.first, name));
    }
    if (!found.first.is.local()) {
        return fmt::format("the first access may continue until {}, which is not ordered before the second access",
                           end_of(found.first, name));
    }
    return "no synchronisation orders the first access before the second";
}

std::string remedy(const Finding& found, const CallNames& name) {
    switch (found.rule) {
        case Rule::stale_public:
        case Rule::stale_private: return fix_copy(found, name);
        case Rule::overlapping_windows:
            return "use one window, or let the owner synchronise the first window and then the second between the "
                   "accesses";
        case Rule::buffer_in_use: return fix_buffer(found, name);
        case Rule::attachment:
            return fmt::format(
                "let the owner attach the memory, then notify the operation's rank by a message or {}, and detach the "
                "memory only after that rank has reported completion in the same way",
                name.with_article(Call::barrier));
        case Rule::no_mem_sync: return fix_memory_barrier(found, name);
        case Rule::concurrent_shared:
            return fmt::format(
                "make both accesses atomic, or order them: threads by a lock, a barrier or a join; ranks "
                "by a message or {}, with {} before and after this call",
                name.with_article(Call::barrier), name(Call::sync));
        case Rule::accumulates_differ:
            if (found.first.is.same_op) {
                return std::string(
                           "use one operation and one datatype in both accesses, as the window's info "
                           "accumulate_ops ") +
                       "\"same_op\" promises (\"same_op_no_op\" permits NO_OP, too), or order them: " +
                       fix_concurrent(found, name);
            }
            return "use one operation and one datatype in both accesses, or order them: " + fix_concurrent(found, name);
        default: return fix_concurrent(found, name);
    }
}

}  // namespace rmasim::sim::semantics
