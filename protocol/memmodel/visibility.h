// When the copies of a window are made equal: the calls of its owner by which, at the latest, its own updates are in
// the public copy (MM-COPY-1), and those by which the updates of others are in its private copy (MM-COPY-2).
#pragma once

#include "protocol/memmodel/access.h"

#include <vector>

namespace rmasim::memmodel {

// The end of an access.
struct Ending {
    ThreadIndex by = no_thread;
    Tick end = 0;
};

// One direction, for one rank's part of a window.
class Synchronisations {
public:
    void add(const Moment& moment);
    // In the place of all that its thread added before.
    void keep_only(const Moment& moment);
    // The last ones that are known at `start`, one for each thread of the owner: `visit(moment)` until it says true.
    template <class Known, class Visit>
    bool any_known(const Known& start, Visit visit) const {
        for (const OfThread& of : threads_) {
            const auto later = std::upper_bound(of.moments.begin(), of.moments.end(), start.at(of.thread),
                                                [](Tick tick, const Moment& moment) { return tick < moment.own; });
            if (later != of.moments.begin() && visit(*std::prev(later))) return true;
        }
        return false;
    }
    // An access has ended, then the owner synchronised, and that is known at `start`.
    template <class Known>
    bool between(const Span& span, const Known& start) const {
        return any_known(start, [&](const Moment& moment) { return span.is_over_for(moment); });
    }
    // Those that all threads know are the same to everybody: only the last is kept, and the last that each of `others`
    // knows.
    void forget(const std::vector<Tick>& known_to_all, const std::vector<Moment>& others = {});
    // Whether it is time for `keep_first_after`: there are twice as many as it left.
    bool full(std::size_t at_least) const { return size() >= std::max(at_least, max_); }
    // Of no other access than these it will be asked: ended ones, and ones that end after all that was added. Then the
    // first moment after each says all; the last is kept, too.
    void keep_first_after(const std::vector<Ending>& endings);
    void append_to(std::vector<Moment>& moments) const;
    std::size_t size() const;

private:
    struct OfThread {
        ThreadIndex thread;
        std::vector<Moment> moments;  // ascending
    };
    std::vector<OfThread> threads_;
    std::size_t max_ = 0;
};

// Updates of one rank's part of a window that its owner may not have seen in its private copy yet; in shared memory
// stores that others may not see yet.
class Unnoted {
public:
    void add(const SpanRef& span);
    // The owner makes the copies equal: the updates that are over are noted.
    void note(const Moment& moment);

private:
    std::vector<SpanRef> spans_;
    std::size_t next_clean_up_ = 8;
};

// What a dynamic window reaches at its owner, from WIN_ATTACH to WIN_DETACH. Both make the copies of these bytes equal
// (MM-ATT-2).
struct Attachment {
    Run bytes;
    Moment since;
    Moment until{};  // does not exist: it is attached still

    bool meets(const Bytes& of_access) const { return common(of_run(bytes), of_access).has_value(); }
    // Of an access: its call came after WIN_ATTACH, and not after WIN_DETACH (MM-ATT-3).
    bool was_there(const Moment& call) const;
    // One of the two calls is known at `start`, and `visit(moment)` says true.
    template <class Known, class Visit>
    bool any_known(const Known& start, Visit visit) const {
        const auto is_known = [&](const Moment& moment) {
            return moment.exists() && start.at(moment.thread) >= moment.own && visit(moment);
        };
        return is_known(since) || is_known(until);
    }
};

bool has_all(const Run& attached, const Run& bytes);
// Says whether an attachment has all of these bytes.
inline auto containing(const Run& bytes) {
    return [bytes](const Run& attached) { return has_all(attached, bytes); };
}

// A window at one rank.
struct Part {
    bool exists = false;
    MemoryId memory = 0;
    Run bytes;               // in the memory
    std::uint64_t base = 0;  // where displacement 0 would lie; modulo 2^64
    bool dynamic = false;    // it has no bytes, but attachments
    std::vector<Attachment> attachments;
    std::size_t next_clean_up = 0;
    bool unified = false;  // has no second copy (shared memory), whatever the model
    // Whether any question about them can come: something was done to the memory beside operations through this window.
    bool asked = false;
    Synchronisations to_public;
    // Of an owner with one thread that call is noted at each update, as soon as it is known. `to_private` has those of
    // other owners, and those that came too early to be noted.
    Synchronisations to_private;
    ThreadIndex only_thread = no_thread;
    Unnoted unnoted;
    // Unified: `to_private` has the owner's memory barriers, of an owner with one thread the last, and `unnoted` its
    // stores to any part of the window that none has exposed yet. `locked`: by whichever rank, which is a barrier for
    // what it does to this part.
    Synchronisations locked;

    // An update through this window has ended, then the owner made its private copy equal, and that is known.
    template <class Known>
    bool made_private(const Span& span, const Known& known) const {
        if (span.made_private != 0 && known.at(only_thread) >= span.made_private) return true;
        return to_private.between(span, known);
    }

    // The same two questions about some bytes: `touches(run)` says which attachments count.
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
