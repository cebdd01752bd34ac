// The moments at which the copies of a window segment are made equal: calls of the segment's owner. At some calls, the
// owner's own stores are in the public copy at the latest (MM-COPY-1). At other calls, the updates of other ranks are
// in the private copy at the latest (MM-COPY-2).
#pragma once

#include "protocol/memmodel/shadow/access.h"
#include "protocol/memmodel/synchronisations.h"

#include <vector>

namespace rmasim::memmodel {

// Updates of one rank's window segment that may not be in the private copy yet. For a window in shared memory: stores
// of the rank that may not be visible to other ranks yet.
class Unnoted {
public:
    void add(const SpanRef& span);
    // The owner makes the copies equal. Writes the tick of `moment` into the spans of the updates that have ended
    // (Span::made_private), and drops these updates.
    void note(const Moment& moment);

private:
    std::vector<SpanRef> spans_;
    std::size_t next_clean_up_ = 8;
};

// Memory attached to a dynamic window, from WIN_ATTACH to WIN_DETACH. Both calls make the copies of these bytes equal
// (MM-ATT-2).
struct Attachment {
    Run bytes;
    Moment since;
    Moment until{};  // does not exist while it is attached

    bool overlaps(const Bytes& of_access) const { return common(of_run(bytes), of_access).has_value(); }
    // True if the memory was attached at the call of an access: the call is ordered after WIN_ATTACH, and not after
    // WIN_DETACH (MM-ATT-3).
    bool was_there(const Moment& call) const;
    // True if `start` is ordered after WIN_ATTACH or WIN_DETACH, and `visit(moment)` returns true for the moment of
    // that call.
    template <class Known, class Visit>
    bool any_known(const Known& start, Visit visit) const {
        const auto is_known = [&](const Moment& moment) {
            return moment.exists() && start.at(moment.thread) >= moment.own && visit(moment);
        };
        return is_known(since) || is_known(until);
    }
};

bool has_all(const Run& attached, const Run& bytes);
// Returns a predicate that is true for attached memory that contains all of `bytes`.
inline auto containing(const Run& bytes) {
    return [bytes](const Run& attached) { return has_all(attached, bytes); };
}

// The segment of a window at one rank.
struct Part {
    bool exists = false;
    MemoryId memory = 0;
    Run bytes;               // in the memory
    std::uint64_t base = 0;  // offset of displacement 0; modulo 2^64
    bool dynamic = false;    // it has attachments instead of bytes
    std::vector<Attachment> attachments;
    std::size_t next_clean_up = 0;
    bool unified = false;  // has a single copy (shared memory), in any model
    // True if the moments below are needed, because the memory was accessed not only by operations through this window.
    bool asked = false;
    Synchronisations to_public;
    // The calls at which updates of other ranks are in the private copy. If the owner has one thread, each update
    // stores the first call after its end itself (`unnoted`, Span::made_private). `to_private` has the calls of owners
    // with several threads, and calls that returned before some operations ended.
    Synchronisations to_private;
    ThreadIndex only_thread = no_thread;
    Unnoted unnoted;
    // A unified window uses the members above differently. `to_private` has the owner's memory barriers; if the owner
    // has one thread, only the last barrier. `unnoted` has the owner's stores, to any segment of the window, that no
    // memory barrier has followed yet. `locked` has the LOCKs of this segment by any rank. Such a LOCK is a memory
    // barrier for the accesses of the locking rank to this segment.
    Synchronisations locked;

    // True if an update through this window ended, the owner then updated its private copy, and the clock `known` is
    // ordered after that.
    template <class Known>
    bool made_private(const Span& span, const Known& known) const {
        if (span.made_private != 0 && known.at(only_thread) >= span.made_private) return true;
        return to_private.between(span, known);
    }

    // Queries for accesses to some bytes of a window. In a dynamic window, WIN_ATTACH and WIN_DETACH also make the
    // copies of their bytes equal. `touches(run)` returns true for attached memory that contains some of these bytes.
    template <class Known, class Touches, class Visit>
    bool any_public(const Known& known, Touches touches, Visit visit) const {
        return to_public.any_known(known, visit) || any_attachment(known, touches, visit);
    }
    template <class Known, class Touches>
    bool any_private(const Span& span, const Known& known, Touches touches) const {
        const auto is_over = [&](const Moment& moment) { return span.is_over_for(moment); };
        return made_private(span, known) || any_attachment(known, touches, is_over);
    }

private:
    template <class Known, class Touches, class Visit>
    bool any_attachment(const Known& known, Touches touches, Visit visit) const {
        return std::any_of(attachments.begin(), attachments.end(),
                           [&](const Attachment& one) { return touches(one.bytes) && one.any_known(known, visit); });
    }
};

}  // namespace rmasim::memmodel
