// Prediction (SPEC.md, MM-PREDICT): can the events of a run, in another order, make two accesses concurrent that this
// run has ordered? The other order takes a prefix of each thread, in which each read finds the value that it found, and
// locks are held in the order of the run:
//
//   run        rank 0: PUT x, LOCK, UNLOCK      rank 1: LOCK, UNLOCK, PUT x
//   prefixes   rank 0: (PUT x begins)           rank 1: LOCK, UNLOCK, (PUT x begins)
//
// The least prefixes that contain what the two accesses need decide (U. Mathur, A. Pavlogiannis, M. Viswanathan,
// "Optimal Prediction of Synchronization-Preserving Races", POPL 2021). They grow by the unlocking of each lock that is
// followed by a later, conflicting one in them.
#pragma once

#include "protocol/memmodel/access.h"

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace rmasim::memmodel {

// A prefix of each thread: the tick up to which it goes.
class Prefixes {
public:
    // Extends each prefix to what the clock needs, and to the moment itself.
    void extend(const Knowledge& clock);
    void extend(const Moment& moment);
    // Extends to everything before a step whose clock is `moment`: a step without a tick of its own is not in it.
    void extend_before(const Moment& moment);
    bool has(ThreadIndex thread, Tick tick) const {
        return given_up_ || (thread < ticks_.size() && ticks_[thread] >= tick);
    }
    bool has(const Moment& moment) const;
    bool has_end_of(const Span& span) const;

    // Makes the prefixes include everything: there are none that fulfil the conditions.
    void give_up() { given_up_ = true; }

private:
    void extend(ThreadIndex thread, Tick tick);
    std::vector<Tick> ticks_;
    bool given_up_ = false;
};

class History;

// One holding of a lock of a target: an epoch, from its grant to its release.
struct Section {
    bool exclusive = false;
    Rank holder = no_rank;
    History* history = nullptr;  // null: not granted
    // The first moment at which each thread is ordered after the grant.
    std::vector<std::pair<ThreadIndex, Tick>> known{};
    Moment released{};  // does not exist while the lock is held

    void enter(const Moment& moment);
    bool is_entered(const Prefixes& prefixes) const;
    bool conflicts_with(const Section& other) const { return exclusive || other.exclusive; }
};

// The writes that a thread has read, which it needs from then on: their calls, and the locks that they were made under.
struct Needed {
    Knowledge known{};
    std::vector<SectionRef> held{};

    bool empty() const { return !known.exists() && held.empty(); }
    void add(const Moment& call);
    void add(const Needed& more);
};
using NeededRef = std::shared_ptr<Needed>;

// The holdings of one lock, in the order of this run.
class History {
public:
    void add(const SectionRef& section, Prefixes& always);
    // Extends the prefixes by the releases before later holdings in them. `a`, `b`: two that are in them, or null.
    // Returns true if a prefix grew.
    bool close(Prefixes& prefixes, const Section* a, const Section* b) const;
    // True if both accesses are made while their rank holds this lock, and the holdings exclude each other.
    bool protects(const struct Concerned& first, const struct Concerned& second) const;

private:
    static constexpr std::size_t max_sections = 256;
    std::deque<SectionRef> sections_;
    bool contended_ = false;  // two ranks have held it
};

// A receive of any source, and the message that it took.
struct Match {
    Rank source = no_rank;
    Moment received{};
    bool has_other = false;  // the message of another source could have been taken
};
using MatchRef = std::shared_ptr<Match>;

// One of the two accesses of a pair.
struct Concerned {
    Moment call, gate;  // what its start needs
    SpanRef span;
    ThreadIndex thread = no_thread;
    const Section* section() const { return span->section.get(); }
};

enum class Prediction : std::uint8_t {
    concurrent,        // in another order
    ordered_by_lock,   // by the order in which a lock was held
    ordered_by_match,  // by the message that a receive of any source took
    ordered,           // by other means, or no answer is kept
    excluded,          // they hold the same lock
};

// The orders that a run adds to its program. Finds out whether another run can have another order.
class Orders {
public:
    History& history(std::optional<std::size_t>& number);
    void granted(std::optional<std::size_t>& number, const SectionRef& section);
    // Makes what an operation read part of each prefix, because it will not be kept.
    void include(const Needed& read);
    // A thread has received a message that was sent at `sent`.
    void matched(const MatchRef& match, const Moment& sent);

    // Asks whether the accesses can be concurrent. `settled` is set if the answer is the same for all later accesses of
    // the second one's thread.
    Prediction ask(const Concerned& first, const Concerned& second, bool& settled) const;
    // Says what orders a pair that `ask` has found ordered. To be called at the end of the run.
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
    Prefixes always_;  // what is no longer kept: part of each prefix
};

}  // namespace rmasim::memmodel
