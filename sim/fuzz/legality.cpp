#include "sim/fuzz/legality.h"

#include "sim/fuzz/random_counters.h"
#include "sim/fuzz/random_threads.h"
#include "sim/fuzz/sequential_model.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>

namespace rmasim::fuzz {

namespace {

class Illegal : public std::runtime_error {
    using std::runtime_error::runtime_error;
};

// Calls of several ranks that must match. An example with two ranks:
//
//     rank 0: start 1, put 1, complete    needs one "post 0" of rank 1: groups[w, 0, 1] is 0 at the end
//     rank 0: fence, barrier              rank 1 must have the same number of fences before each barrier
//     rank 0: fence noprecede             the same fence of rank 1 must say noprecede
//     rank 0: start 1 nocheck             after a barrier that comes after the post of rank 1
//     rank 0: lock 1                      no exposure of rank 1 between the same barriers, ...
//     rank 0: lock 1 exclusive nocheck    ... and no other lock of rank 1
struct Meetings {
    // The POSTs and STARTs of a pair of ranks.
    struct Half {
        bool nocheck;
        std::size_t barriers;  // before it
    };
    struct Pair {
        std::vector<Half> posts, starts;
    };
    std::map<std::tuple<WindowId, Rank, Rank>, Pair> groups;  // by window, origin, target
    // By rank, then by the number of barriers before and the window: fences and barriers.
    std::vector<std::map<std::pair<std::size_t, WindowId>, int>> calls;
    // By rank, in order: WIN_CREATE and WIN_FREE with their windows, the barriers before and the window's fences
    // before.
    std::vector<std::vector<std::tuple<Call, WindowId, std::size_t, std::size_t>>> lives;
    // A lock (target no_rank: LOCK_ALL), which is between two barriers, or an exposure.
    struct Span {
        WindowId window;
        Rank owner;
        Rank target;
        std::size_t first, last;  // barriers before its beginning and its end
        LockType type = LockType::shared;
        bool nocheck = false;
        int fence = 0;  // the fence epoch of the owner, from 1
    };
    std::vector<Span> locks, exposures;
    // Targets of operations in fence epochs: window, epoch, target.
    std::set<std::tuple<WindowId, int, Rank>> used_in_fence;
    // By rank and window: NOPRECEDE and NOSUCCEED of each fence, which all ranks must give alike.
    std::vector<std::map<WindowId, std::vector<std::pair<bool, bool>>>> fences;
};

// Checks the steps of one rank. Throws Illegal for the first step that breaks a rule.
class RankScan {
    static constexpr int many = 1000;  // what a fence counts in Meetings::calls, where a barrier counts 1

public:
    RankScan(const RandomProgram& program, Rank rank, Meetings& meetings)
        : program_(program), rank_(rank), meetings_(meetings), windows_(program.windows) {}

    // A window that some rank creates does not exist from the start.
    void scan() {
        for (const std::vector<Step>& steps : program_.steps) {
            for (const Step& step : steps) {
                if (step.call == Call::win_create) windows_[step.window].exists = false;
            }
        }
        for (const Step& step : program_.steps[static_cast<std::size_t>(rank_)]) take(step);
        require_closed("the end");
    }

private:
    struct Access {
        explicit Access(int fences = 0) : fences(fences) {}

        bool exists = true;
        bool fenced = false;            // a fence epoch is open: operations are legal
        bool operations_since = false;  // operations were posted since the last fence
        Group started, posted;
        std::set<Rank> locked;
        bool lock_all = false;
        int fences;                    // of all lives of the window
        std::size_t posted_after = 0;  // barriers before POST

        bool lets(Rank target) const {
            const bool in_group = std::find(started.begin(), started.end(), target) != started.end();
            return fenced || lock_all || in_group || locked.contains(target);
        }
        bool closed() const { return !operations_since && started.empty() && locked.empty() && !lock_all; }
    };
    // What the rank has done to an element since the last synchronisation with its target.
    enum class Use : std::uint8_t { put, read, accumulated };

    [[noreturn]] void fail(const Step& step, const char* what) const {
        throw Illegal(fmt::format("rank {}: {} {}", rank_, name_of(step.call), what));
    }
    void require(bool kept, const Step& step, const char* otherwise) const {
        if (!kept) fail(step, otherwise);
    }

    void take(const Step& step) {
        Access& access = windows_[step.window];
        if (step.call == Call::win_create) return create(access, step);
        require(!description_of(step.call).has(Argument::window) || access.exists, step, "without the window");
        switch (step.call) {
            case Call::win_free: return free(access, step);
            case Call::put:
            case Call::get:
            case Call::accumulate:
            case Call::get_accumulate:
            case Call::fetch_and_op:
            case Call::compare_and_swap:
            case Call::rput:
            case Call::rget:
            case Call::raccumulate:
            case Call::rget_accumulate: return operation(access, step);
            case Call::barrier:
                require_closed("a barrier");
                calls()[{++barriers_, 0}] += 1;
                return;
            case Call::fence: return fence(access, step);
            case Call::post:
            case Call::start:
            case Call::complete:
            case Call::wait: return group_call(access, step);
            case Call::lock:
                require(access.locked.insert(step.target).second, step, "again");
                access.fenced = false;
                return note_lock(access, step);
            case Call::unlock:
                require(access.locked.erase(step.target) == 1, step, "without lock");
                return synchronise(step.window, step.target);
            case Call::lock_all:
                require(access.closed(), step, "in another epoch");
                access.lock_all = true;
                access.fenced = false;
                return note_lock(access, step);
            case Call::unlock_all:
                require(access.lock_all, step, "without lock_all");
                access.lock_all = false;
                return synchronise_all(step.window);
            case Call::request_wait:
                return require(requests_.erase(step.request) == 1, step, "for a request that is not there");
            default: break;
        }
        const CallDescription& described = description_of(step.call);
        if (described.kind != CallClass::flush && described.kind != CallClass::sync) {
            fail(step, "is none of the calls that random programs make");
        }
        flush(access, step, described);
    }

    // POST, START, COMPLETE, WAIT.
    void group_call(Access& access, const Step& step) {
        switch (step.call) {
            case Call::post:
                require(access.posted.empty() && !step.group.empty(), step, "in an exposure epoch");
                access.posted = step.group;
                access.posted_after = barriers_;
                for (const Rank origin : step.group) {
                    meetings_.groups[{step.window, origin, rank_}].posts.push_back(half(step));
                }
                return;
            case Call::start:
                require(access.started.empty() && !step.group.empty(), step, "in an access epoch");
                access.started = step.group;
                access.fenced = false;
                for (const Rank target : step.group) {
                    meetings_.groups[{step.window, rank_, target}].starts.push_back(half(step));
                }
                return;
            case Call::complete:
                require(!access.started.empty(), step, "without start");
                for (const Rank target : access.started) synchronise(step.window, target);
                access.started.clear();
                return;
            case Call::wait:
                require(!access.posted.empty(), step, "without post");
                access.posted.clear();
                meetings_.exposures.push_back({step.window, rank_, rank_, access.posted_after, barriers_});
                return;
            default: return;
        }
    }

    void create(Access& access, const Step& step) {
        require(!access.exists, step, "of a window that is there");
        note_life(step);
        access = Access(access.fences);
        synchronise_all(step.window);
    }

    void free(Access& access, const Step& step) {
        require(access.closed() && access.posted.empty(), step, "in an epoch");
        note_life(step);
        access.exists = false;
    }

    void note_life(const Step& step) {
        const auto rank = static_cast<std::size_t>(rank_);
        const std::size_t fences = meetings_.fences[rank][step.window].size();
        meetings_.lives[rank].emplace_back(step.call, step.window, barriers_, fences);
    }

    Meetings::Half half(const Step& step) const { return {has(step.asserts, Assert::nocheck), barriers_}; }
    void note_lock(const Access& access, const Step& step) {
        meetings_.locks.push_back({step.window, rank_, step.target, barriers_, barriers_, step.lock_type,
                                   has(step.asserts, Assert::nocheck), access.fences});
    }

    void flush(const Access& access, const Step& step, const CallDescription& described) {
        const bool of_one = described.has(Argument::target);
        const bool inside = access.lock_all || (of_one ? access.locked.contains(step.target) : !access.locked.empty());
        require(inside, step, "outside an epoch");
        if (described.promise != Promise::applied) return;
        if (of_one) synchronise(step.window, step.target);
        else synchronise_all(step.window);
    }

    void fence(Access& access, const Step& step) {
        require(access.started.empty() && access.locked.empty() && !access.lock_all, step, "in another epoch");
        require(!(access.operations_since && has(step.asserts, Assert::noprecede)), step, "with operations before it");
        access.fenced = !has(step.asserts, Assert::nosucceed);
        access.operations_since = false;
        ++access.fences;
        synchronise_all(step.window);
        calls()[{barriers_, step.window}] += many;
        meetings_.fences[static_cast<std::size_t>(rank_)][step.window].emplace_back(
            has(step.asserts, Assert::noprecede), has(step.asserts, Assert::nosucceed));
    }

    void operation(Access& access, const Step& step) {
        require(access.lets(step.target), step, "outside an epoch");
        access.operations_since = access.fenced;
        if (access.fenced) meetings_.used_in_fence.insert({step.window, access.fences, step.target});
        if (has_request(step.call)) requests_.insert(step.request);
        const Use use = step.kind == OpKind::put ? Use::put : step.kind == OpKind::get ? Use::read : Use::accumulated;
        const std::uint64_t own = static_cast<std::uint64_t>(rank_) * block_bytes;
        const bool shared = step.region.disp >= static_cast<std::uint64_t>(program_.ranks) * block_bytes;
        require(shared || (step.region.disp >= own && step.region.disp < own + block_bytes), step,
                "to the block of another rank");
        require(!shared || step.kind == OpKind::accumulate, step, "to a block that is shared");
        const Region words = in_words(step.region);
        for (std::uint32_t k = 0; k < words.count && !shared; ++k) {
            const auto [known, is_new] = uses_.try_emplace({step.window, step.target, position(words, k)}, use);
            const bool again = known->second == use &&
                               (use == Use::read || (use == Use::accumulated && program_.orders_accumulates()));
            require(is_new || again, step, "conflicts with an operation before it");
        }
    }

    void synchronise(WindowId window, Rank target) {
        std::erase_if(uses_, [&](const auto& entry) {
            return std::get<0>(entry.first) == window && std::get<1>(entry.first) == target;
        });
    }
    void synchronise_all(WindowId window) {
        std::erase_if(uses_, [&](const auto& entry) { return std::get<0>(entry.first) == window; });
    }

    std::map<std::pair<std::size_t, WindowId>, int>& calls() {
        return meetings_.calls[static_cast<std::size_t>(rank_)];
    }

    void require_closed(const char* where) const {
        const bool closed = std::all_of(windows_.begin(), windows_.end(), [](const Access& a) { return a.closed(); });
        if (!closed || !requests_.empty()) throw Illegal(fmt::format("rank {}: an epoch is open at {}", rank_, where));
    }

    const RandomProgram& program_;
    Rank rank_;
    Meetings& meetings_;
    std::vector<Access> windows_;
    std::map<std::tuple<WindowId, Rank, std::uint64_t>, Use> uses_;
    std::set<std::uint32_t> requests_;
    std::size_t barriers_ = 0;
};

bool same_part(const Meetings::Span& one, const Meetings::Span& other) {
    const bool same = one.target == other.target || one.target == no_rank || other.target == no_rank;
    return one.window == other.window && same && one.first <= other.last && other.first <= one.last;
}

std::string illegal_group(const Meetings& meetings) {
    for (const auto& [ranks, pair] : meetings.groups) {
        const auto& [window, origin, target] = ranks;
        const auto alike = [](const Meetings::Half& post, const Meetings::Half& start) {
            return post.nocheck == start.nocheck;
        };
        if (!std::equal(pair.posts.begin(), pair.posts.end(), pair.starts.begin(), pair.starts.end(), alike)) {
            return fmt::format("post of {} without start of {}, or the other way round", target, origin);
        }
        for (std::size_t i = 0; i < pair.posts.size(); ++i) {
            if (pair.posts[i].nocheck && pair.posts[i].barriers >= pair.starts[i].barriers) {
                return fmt::format("start of {} with nocheck, and no barrier after post of {}", origin, target);
            }
        }
    }
    return {};
}

std::string illegal_lock(const Meetings& meetings) {
    for (const Meetings::Span& lock : meetings.locks) {
        for (const Meetings::Span& exposure : meetings.exposures) {
            if (same_part(lock, exposure)) return fmt::format("lock of {}, which is exposed", exposure.owner);
        }
        for (const Meetings::Span& other : meetings.locks) {
            const bool conflict = lock.type == LockType::exclusive || other.type == LockType::exclusive;
            if (lock.nocheck && conflict && lock.owner != other.owner && same_part(lock, other)) {
                return fmt::format("lock of rank {} with nocheck beside a lock of rank {}", lock.owner, other.owner);
            }
        }
        for (const auto& [window, epoch, target] : meetings.used_in_fence) {
            const bool same = lock.target == target || lock.target == no_rank;
            if (window == lock.window && epoch == lock.fence && same) {
                return fmt::format("lock of {}, which is used in the same fence epoch", target);
            }
        }
    }
    return {};
}

}  // namespace

std::string illegality(const RandomProgram& program) {
    if (!program.units.empty()) return illegality_of_counters(program);
    Meetings meetings;
    meetings.calls.resize(program.steps.size());
    meetings.fences.resize(program.steps.size());
    meetings.lives.resize(program.steps.size());
    try {
        for (Rank rank = 0; rank < program.ranks; ++rank) RankScan(program, rank, meetings).scan();
    } catch (const Illegal& illegal) {
        return illegal.what();
    }
    if (std::string broken = illegal_group(meetings); !broken.empty()) return broken;
    if (std::string broken = illegal_lock(meetings); !broken.empty()) return broken;
    for (std::size_t rank = 1; rank < meetings.calls.size(); ++rank) {
        if (meetings.calls[rank] != meetings.calls[0])
            return fmt::format("other fences or barriers at rank {} than at rank 0", rank);
        if (meetings.lives[rank] != meetings.lives[0])
            return fmt::format("other win_create or win_free at rank {} than at rank 0", rank);
        if (meetings.fences[rank] != meetings.fences[0])
            return fmt::format("noprecede or nosucceed at rank {} in another fence than at rank 0", rank);
    }
    return illegality_of_threads(program);
}

}  // namespace rmasim::fuzz
