// Prediction (SPEC.md, MM-PREDICT): finds two accesses that this run has ordered, but that another order of the run's
// events makes concurrent. The other order executes a prefix of each thread, that is its first steps. In these
// prefixes, each read returns the value that it returned in this run, and locks are acquired in the order of this run:
//
//   run        rank 0: PUT x, LOCK, UNLOCK      rank 1: LOCK, UNLOCK, PUT x
//   prefixes   rank 0: (PUT x begins)           rank 1: LOCK, UNLOCK, (PUT x begins)
//
// The answer follows from the smallest prefixes that contain everything that the two accesses need (U. Mathur, A.
// Pavlogiannis, M. Viswanathan, "Optimal Prediction of Synchronization-Preserving Races", POPL 2021). If the prefixes
// contain two conflicting sections of a lock, they must also contain the release of the earlier section. (A section is
// one holding of a lock.)
#pragma once

#include "protocol/memmodel/shadow/access.h"

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace rmasim::memmodel {

// A prefix of each thread: the thread's steps up to one tick.
class Prefixes {
public:
    // Extend each prefix until it contains the needs of the clock or moment. The second function also adds the moment
    // itself.
    void extend(const Knowledge& clock);
    void extend(const Moment& moment);
    // Extends the prefixes until they contain everything before the step whose clock is `moment`. The step itself is
    // not added, unless it has a tick of its own.
    void extend_before(const Moment& moment);
    bool has(ThreadIndex thread, Tick tick) const {
        return given_up_ || (thread < ticks_.size() && ticks_[thread] >= tick);
    }
    bool has(const Moment& moment) const;
    bool has_end_of(const Span& span) const;

    // Records that no prefixes fulfil the conditions: from now on, the prefixes count as containing everything.
    void give_up() { given_up_ = true; }

private:
    void extend(ThreadIndex thread, Tick tick);
    std::vector<Tick> ticks_;
    bool given_up_ = false;
};

// The writes whose values a thread has read: the calls of these writes, and the locks under which they were made. The
// thread needs them from the read on.
struct Needed {
    Knowledge known{};
    std::vector<SectionRef> held{};

    bool empty() const { return !known.exists() && held.empty(); }
    void add(const Moment& call);
    void add(const Needed& more);
};
using NeededRef = std::shared_ptr<Needed>;

// The sections of one lock, in the order of this run.
class History {
public:
    void add(const SectionRef& section, Prefixes& always);
    // Extends the prefixes by the releases of sections that a later conflicting section in the prefixes follows. `a`
    // and `b` are sections that count as contained in the prefixes; each may be null. Returns true if a prefix grew.
    bool close(Prefixes& prefixes, const Section* a, const Section* b) const;
    // True if each of the accesses is made while its rank holds this lock, and at least one of the two sections is
    // exclusive.
    bool protects(const struct Concerned& first, const struct Concerned& second) const;

private:
    static constexpr std::size_t max_sections = 256;
    std::deque<SectionRef> sections_;
    bool contended_ = false;  // two ranks have held the lock
};

// A receive of any source, and the source of the message that it took.
struct Match {
    Rank source = no_rank;
    Moment received{};
    bool has_other = false;  // the message of another source could have been taken
};
using MatchRef = std::shared_ptr<Match>;

// One of the two accesses of a pair.
struct Concerned {
    Moment call, gate;  // the start of the access (access.h)
    SpanRef span;
    ThreadIndex thread = no_thread;
    bool buffer = false;  // the access is to a buffer, so it needs no lock

    const Section* section() const { return buffer ? nullptr : span->section.get(); }
};

enum class Prediction : std::uint8_t {
    concurrent,        // the accesses are concurrent in another order
    ordered_by_lock,   // only the order of a lock's sections orders the accesses
    ordered_by_match,  // only the message that a receive of any source took orders the accesses
    ordered,           // something else orders the accesses, or the events that decide are no longer stored
    excluded,          // both accesses are made under the same lock
};

// The orders that this run adds to those of the program: the sections of locks, and the messages that receives of any
// source took. Decides if another run can have another order.
class Orders {
public:
    History& history(std::optional<std::size_t>& number);
    void granted(std::optional<std::size_t>& number, const SectionRef& section);
    // Adds the writes that an operation has read to all prefixes of later questions, because they will not be stored.
    void include(const Needed& read);
    // A thread has received a message that was sent at `sent`.
    void matched(const MatchRef& match, const Moment& sent);

    // Returns `concurrent` if the two accesses can be concurrent in another order. Otherwise returns the reason why
    // they cannot. Sets `settled` to true if the answer is the same for all later accesses of the thread of `second`.
    Prediction ask(const Concerned& first, const Concerned& second, bool& settled) const;
    // Returns what orders a pair that `ask` has found ordered. Call this at the end of the run.
    Prediction reason(const Concerned& first, const Concerned& second) const;

private:
    struct Matches {
        struct One {
            Tick at;
            MatchRef match;
            Moment sent;
        };
        std::deque<One> all{};
    };
    static constexpr std::size_t max_matches = 1024;
    enum class Of : std::uint8_t { all_matches, certain_matches };
    void close(Prefixes& prefixes, Of matches, bool locks, const Section* a, const Section* b) const;
    bool close_matches(Prefixes& prefixes, Of which) const;
    Prefixes before(const Concerned& first, const Concerned& second) const;

    std::deque<History> histories_;
    std::map<ThreadIndex, Matches> matches_;
    Prefixes always_;  // events that are no longer stored; they are in all prefixes
};

}  // namespace rmasim::memmodel
