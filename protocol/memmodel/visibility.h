// The moments at which the copies of a window are made equal. They are the calls of its owner at which, at the latest,
// its own updates are in the public copy (MM-COPY-1), and those at which the updates of others are in its private copy
// (MM-COPY-2).
#pragma once

#include "protocol/memmodel/access.h"
#include "protocol/memmodel/synchronisations.h"

#include <vector>

namespace rmasim::memmodel {

// Updates of one rank's segment of a window that may not be in its private copy yet. In shared memory: stores that may
// not be visible to others yet.
class Unnoted {
public:
    void add(const SpanRef& span);
    // The owner makes the copies equal: the updates that have ended are marked (Span::made_private).
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
    // True if the call of an access is ordered after WIN_ATTACH, and not after WIN_DETACH (MM-ATT-3).
    bool was_there(const Moment& call) const;
    // True if `start` is ordered after one of the two calls, and `visit(moment)` returns true for it.
    template <class Known, class Visit>
    bool any_known(const Known& start, Visit visit) const {
        const auto is_known = [&](const Moment& moment) {
            return moment.exists() && start.at(moment.thread) >= moment.own && visit(moment);
        };
        return is_known(since) || is_known(until);
    }
};

bool has_all(const Run& attached, const Run& bytes);
// Returns a predicate: true for an attachment that contains all of these bytes.
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
    // True if the moments are needed: the memory was accessed other than by operations through this window.
    bool asked = false;
    Synchronisations to_public;
    // An owner with one thread has its calls in `unnoted`: each update gets the first call after its end
    // (Span::made_private). `to_private` has the calls of other owners, and calls that returned before some operations
    // ended.
    Synchronisations to_private;
    ThreadIndex only_thread = no_thread;
    Unnoted unnoted;
    // Unified: `to_private` has the owner's memory barriers (for an owner with one thread only the last one), and
    // `unnoted` its stores to any segment of the window that no barrier has exposed yet. `locked`: LOCKs of this
    // segment by any rank, which are barriers for the rank's accesses to it.
    Synchronisations locked;

    // True if, before `known`, an update through this window ended and the owner then made its private copy equal.
    template <class Known>
    bool made_private(const Span& span, const Known& known) const {
        if (span.made_private != 0 && known.at(only_thread) >= span.made_private) return true;
        return to_private.between(span, known);
    }

    // The same queries for accesses to some bytes, which attachments also make equal. `touches(run)` selects the
    // attachments that count.
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
