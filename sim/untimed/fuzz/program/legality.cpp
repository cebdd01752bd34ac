#include "sim/untimed/fuzz/program/legality.h"

#include "sim/untimed/fuzz/program/match_graph.h"
#include "sim/untimed/fuzz/program/owner_legality.h"
#include "sim/untimed/fuzz/program/random_collectives.h"
#include "sim/untimed/fuzz/program/random_communicators.h"
#include "sim/untimed/fuzz/program/random_counters.h"
#include "sim/untimed/fuzz/program/random_dynamic.h"
#include "sim/untimed/fuzz/program/random_messages.h"
#include "sim/untimed/fuzz/program/random_reads.h"
#include "sim/untimed/fuzz/program/random_threads.h"
#include "sim/untimed/fuzz/program/sequential_model.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>
#include <utility>

namespace rmasim::fuzz {

namespace {

class Illegal : public std::runtime_error {
    using std::runtime_error::runtime_error;
};

// Checks the steps of one rank. Throws Illegal for the first step that breaks a rule.
class RankScan {
    static constexpr int many = 1000;  // weight of a fence in MatchGraph::calls; a barrier has weight 1

public:
    RankScan(const RandomProgram& program, Rank rank, MatchGraph& matches)
        : program_(program), rank_(rank), matches_(matches), windows_(program.windows),
          owner_(program, rank, matches.owner_blocks) {}

    // Scans all steps of the rank. A window that any rank creates does not exist at the beginning of the program.
    void scan() {
        for (const std::vector<Step>& steps : program_.steps) {
            for (const Step& step : steps) {
                if (step.call == Call::win_create) windows_[step.window].exists = false;
            }
        }
        for (const Step& step : program_.steps[static_cast<std::size_t>(rank_)]) {
            if (const std::string broken = owner_.take(step); !broken.empty()) fail(step, broken.c_str());
            now_.thread_syncs += step.syncs_threads ? 1 : 0;
            now_.thread = step.thread;
            if (!is_access(step)) take(step);
            ++index_;
        }
        require_closed("the end");
        if (!collective_requests_.empty() || !persistent_requests_.empty())
            throw Illegal(fmt::format("rank {}: a request is open at the end", rank_));
        if (owner_.leaves_results()) throw Illegal(fmt::format("rank {}: keeps values of an owner's block", rank_));
    }

private:
    struct Access {
        explicit Access(int fences = 0) : fences(fences) {}

        bool exists = true;
        bool fenced = false;            // true if a fence epoch is open: operations are then legal
        bool operations_since = false;  // true if operations were issued since the last fence
        bool stored_since = false;      // true if the rank has stored to its own segment since the last fence
        Group started, posted;
        std::set<Rank> locked;
        bool lock_all = false;
        int fences;                    // number of fences in all lifetimes of the window
        std::size_t posted_after = 0;  // number of barriers before POST

        bool lets(Rank target) const {
            if (target == proc_null) return fenced || lock_all || !started.empty() || !locked.empty();
            const bool in_group = std::find(started.begin(), started.end(), target) != started.end();
            return fenced || lock_all || in_group || locked.contains(target);
        }
        bool closed() const { return !operations_since && started.empty() && locked.empty() && !lock_all; }
    };
    enum class How : std::uint8_t { put, read, accumulated };
    // The moment of a step within its rank. Steps of one thread are in order. Steps of different threads are ordered
    // only if all threads have synchronised between them.
    struct Moment {
        ThreadId thread = 0;
        std::size_t thread_syncs = 0;  // number of earlier synchronisations of the threads

        bool is_before(const Moment& later) const {
            return thread == later.thread || thread_syncs < later.thread_syncs;
        }
    };
    // The last access of the rank to an element. `completed` is the synchronisation with the target that completed this
    // access.
    struct Use {
        How how;
        Moment done;
        std::optional<Moment> completed;
    };
    using Element = std::tuple<WindowId, Rank, std::uint64_t>;

    [[noreturn]] void fail(const Step& step, const char* what) const {
        const auto name = !is_access(step)                              ? name_of(step.call)
                          : step.access.kind == LocalAccess::Kind::load ? std::string_view("load")
                                                                        : std::string_view("store");
        throw Illegal(fmt::format("rank {}: {} {}", rank_, name, what));
    }
    void require(bool kept, const Step& step, const char* otherwise) const {
        if (!kept) fail(step, otherwise);
    }

    // True for a call on the window of a communicator. Only the ranks of the communicator make such calls.
    bool is_of_some(const Step& step) const { return comm_of(program_, step.window) >= 0; }
    void note_of_some(const Step& step) {
        matches_.of_some[static_cast<std::size_t>(rank_)][step.window].emplace_back(
            step.call, barriers_, has(step.asserts, Assert::noprecede), has(step.asserts, Assert::nosucceed));
    }
    void require_members(const Step& step) const {
        const Rank other = step.target >= 0 ? step.target : rank_;
        const auto apart = [&](Rank one) { return rank_in_window(program_, step.window, rank_, one) == no_rank; };
        require(!apart(other) && std::none_of(step.group.begin(), step.group.end(), apart), step,
                "names a rank that is not in the group of the window");
    }

    void take(const Step& step) {
        if (is_in_round(step)) return;  // checked by illegality_of_rounds
        Access& access = windows_[step.window];
        if (description_of(step.call).has(Argument::window) && is_of_some(step)) require_members(step);
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
                if (step.comm >= 0) return;  // checked by illegality_of_communicators
                if (ends_stretch(step)) require_closed("a barrier");
                calls()[{++barriers_, 0}] += 1;
                return;
            case Call::fence: return fence(access, step);
            case Call::post:
            case Call::start:
            case Call::complete:
            case Call::wait: return group_call(access, step);
            case Call::lock:
                require(access.locked.insert(step.target).second, step, "of a target that is locked already");
                require(!access.operations_since, step, "follows operations of a fence epoch that are not complete");
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
            case Call::win_attach:
            case Call::win_detach: return;  // checked by illegality_of_attachments
            case Call::send: return matches_.messages.sent(rank_, step, end_of_message());
            case Call::recv: return matches_.messages.received(rank_, step, end_of_message());
            case Call::request_wait:
            case Call::request_start:
            case Call::request_free: return request_call(step);
            default: break;
        }
        const CallDescription& described = description_of(step.call);
        if (is_persistent(step)) {
            persistent_requests_.insert(step.request);
            return;  // checked by illegality_of_communicators
        }
        if (described.kind == CallClass::collective || step.call == Call::ibarrier) {
            if (has_request(step.call)) collective_requests_.insert(step.request);
            return;  // checked by illegality_of_communicators
        }
        if (described.kind != CallClass::flush && described.kind != CallClass::sync) {
            fail(step, "is not one of the calls that random programs make");
        }
        flush(access, step, described);
    }

    // Checks WAIT for a request, and START and REQUEST_FREE of a persistent one.
    void request_call(const Step& step) {
        const std::uint32_t request = step.request;
        if (step.call == Call::request_wait) {
            const std::size_t ended = requests_.erase(request) + collective_requests_.erase(request);
            return require(ended == 1, step, "for a request that does not exist");
        }
        const bool inactive = persistent_requests_.contains(request) && !collective_requests_.contains(request);
        require(inactive, step, "of a request that does not exist, or is active");
        if (step.call == Call::request_start) collective_requests_.insert(request);
        else persistent_requests_.erase(request);
    }

    // Checks POST, START, COMPLETE and WAIT.
    void group_call(Access& access, const Step& step) {
        switch (step.call) {
            case Call::post:
                require(access.posted.empty() && !step.group.empty(), step, "in an exposure epoch");
                access.posted = step.group;
                access.posted_after = barriers_;
                for (const Rank origin : step.group) {
                    matches_.groups[{step.window, origin, rank_}].posts.push_back(half(step));
                }
                return;
            case Call::start:
                require(access.started.empty() && !step.group.empty(), step, "in an access epoch");
                require(!access.operations_since, step, "follows operations of a fence epoch that are not complete");
                access.started = step.group;
                access.fenced = false;
                for (const Rank target : step.group) {
                    matches_.groups[{step.window, rank_, target}].starts.push_back(half(step));
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
                matches_.exposures.push_back({step.window, rank_, rank_, access.posted_after, barriers_});
                return;
            default: return;
        }
    }

    void create(Access& access, const Step& step) {
        require(!access.exists, step, "of a window that exists");
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
        if (is_of_some(step)) return note_of_some(step);
        const auto rank = static_cast<std::size_t>(rank_);
        const std::size_t fences = matches_.fences[rank][step.window].size();
        matches_.lives[rank].emplace_back(step.call, step.window, barriers_, fences);
    }

    Messages::End end_of_message() const {
        Messages::End end{index_, barriers_, {}};
        for (const Access& access : windows_) end.fences.push_back(access.fences);
        return end;
    }
    MatchGraph::Half half(const Step& step) const { return {has(step.asserts, Assert::nocheck), barriers_}; }
    void note_lock(const Access& access, const Step& step) {
        matches_.locks.push_back({step.window, rank_, step.target, barriers_, barriers_, step.lock_type,
                                  has(step.asserts, Assert::nocheck), access.fences});
    }

    void flush(const Access& access, const Step& step, const CallDescription& described) {
        const bool of_one = described.has(Argument::target);
        const bool inside = access.lock_all || (of_one ? access.locked.contains(step.target) : !access.locked.empty());
        require(inside, step, "outside of an epoch");
        if (described.guarantee != Guarantee::applied) return;
        if (of_one) synchronise(step.window, step.target);
        else synchronise_all(step.window);
    }

    void fence(Access& access, const Step& step) {
        require(access.started.empty() && access.locked.empty() && !access.lock_all, step, "in another epoch");
        require(!(access.operations_since && has(step.asserts, Assert::noprecede)), step, "noprecede after operations");
        access.fenced = !has(step.asserts, Assert::nosucceed);
        access.operations_since = false;
        require(!(access.stored_since && has(step.asserts, Assert::nostore)), step, "with nostore after a store");
        access.stored_since = false;
        ++access.fences;
        synchronise_all(step.window);
        if (is_of_some(step)) return note_of_some(step);
        calls()[{barriers_, step.window}] += many;
        matches_.fences[static_cast<std::size_t>(rank_)][step.window].emplace_back(
            has(step.asserts, Assert::noprecede), has(step.asserts, Assert::nosucceed));
    }

    void operation(Access& access, const Step& step) {
        if (step.by_store) return store(access, step);
        require(access.lets(step.target), step, "outside of an epoch");
        access.operations_since = access.fenced;
        if (access.fenced && step.target != proc_null)
            matches_.used_in_fence.insert({step.window, access.fences, step.target});
        if (has_request(step.call)) requests_.insert(step.request);
        if (step.target == proc_null) return;
        const std::uint32_t unit = program_.shape(step.window, step.target).disp_unit;
        require(step.region.disp % unit == 0, step, "has an address that is not a multiple of disp_unit");
        // In an exchange, the operation that wrote the accessed data is complete, and the rank has been notified. So
        // these accesses need no further check.
        if (step.read.exchange >= 0 && (step.kind != OpKind::put || step.read.of_last)) return;
        const How how = step.kind == OpKind::put ? How::put : step.kind == OpKind::get ? How::read : How::accumulated;
        const std::uint64_t own = static_cast<std::uint64_t>(rank_) * block_bytes;
        if (is_on_owner_block(program_, step)) return;
        const bool shared = step.region.disp >= static_cast<std::uint64_t>(program_.ranks) * block_bytes;
        const bool others = !shared && !(step.region.disp >= own && step.region.disp < own + block_bytes);
        require(!others || (step.kind == OpKind::get && access.fenced), step, "accesses the block of another rank");
        if (access.fenced && step.kind != OpKind::get) note_bytes(matches_.written, access, step);
        if (others) note_bytes(matches_.read_by_others, access, step);
        require(!shared || step.kind == OpKind::accumulate, step, "is no accumulate, in a block for accumulates only");
        const Region words = in_words(step.region);
        for (std::uint32_t k = 0; k < words.count && !shared; ++k) {
            const std::optional<How> open = use({step.window, step.target, position(words, k)}, how);
            const bool again = how == How::read || (how == How::accumulated && program_.orders_accumulates());
            require(!open || (*open == how && again), step, "conflicts with an earlier operation");
        }
    }

    // Checks a store. The store is also legal outside of epochs, because the segment is its owner's memory.
    void store(Access& access, const Step& step) {
        const std::uint64_t own = static_cast<std::uint64_t>(rank_) * block_bytes;
        const bool inside = step.region.disp >= own && step.region.disp < own + block_bytes;
        require(step.target == rank_ && inside, step, "is a store to memory outside of the rank's own block");
        access.stored_since = true;
        note_bytes(matches_.written, access, step);
        for (std::uint32_t k = 0; k < step.region.count; ++k) {
            const std::optional<How> open = use({step.window, rank_, position(step.region, k)}, How::put);
            require(!open, step, "is a store that conflicts with an earlier operation");
        }
    }

    static void note_bytes(MatchGraph::Bytes& bytes, const Access& access, const Step& step) {
        const Region words = in_words(step.region);
        for (std::uint32_t k = 0; k < words.count; ++k) {
            for (std::uint64_t byte = 0; byte < bytes_of(words.datatype); ++byte)
                bytes.emplace(step.window, access.fences, step.target, position(words, k) + byte);
        }
    }

    // Records an access of the rank to the element. Returns the previous access if it may be incomplete at this moment.
    std::optional<How> use(const Element& element, How how) {
        const auto [known, is_new] = uses_.try_emplace(element, Use{how, now_, {}});
        if (is_new) return {};
        const Use before = std::exchange(known->second, {how, now_, {}});
        if (before.completed && before.completed->is_before(now_)) return {};
        return before.how;
    }

    // Completes the recorded accesses for which `covers` returns true. A flush of one thread completes operations of
    // another thread only if the two threads have synchronised after these operations.
    template <class Covers>
    void synchronise_if(Covers covers) {
        std::erase_if(uses_, [&](const auto& entry) {
            const std::optional<Moment>& completed = entry.second.completed;
            return completed && completed->is_before(now_);
        });
        for (auto& [element, use] : uses_) {
            if (covers(element) && use.done.is_before(now_)) use.completed = now_;
        }
    }
    void synchronise(WindowId window, Rank target) {
        synchronise_if([=](const Element& one) { return std::get<0>(one) == window && std::get<1>(one) == target; });
    }
    void synchronise_all(WindowId window) {
        synchronise_if([=](const Element& one) { return std::get<0>(one) == window; });
    }

    std::map<std::pair<std::size_t, WindowId>, int>& calls() { return matches_.calls[static_cast<std::size_t>(rank_)]; }

    void require_closed(const char* where) const {
        const bool closed = std::all_of(windows_.begin(), windows_.end(), [](const Access& a) { return a.closed(); });
        if (!closed || !requests_.empty()) throw Illegal(fmt::format("rank {}: an epoch is open at {}", rank_, where));
    }

    const RandomProgram& program_;
    Rank rank_;
    MatchGraph& matches_;
    std::vector<Access> windows_;
    std::map<Element, Use> uses_;
    std::set<std::uint32_t> requests_, collective_requests_, persistent_requests_;
    std::size_t barriers_ = 0;
    std::size_t index_ = 0;  // index of the step
    Moment now_;             // moment of the step
    OwnerScan owner_;
};

}  // namespace

std::string illegality(const RandomProgram& program) {
    if (std::string broken = illegality_of_rounds(program); !broken.empty()) return broken;
    if (!program.units.empty()) {
        std::string broken = illegality_of_counters(program);
        if (broken.empty()) broken = illegality_of_communicators(program);
        return broken.empty() ? illegality_of_starts(program) : broken;
    }
    MatchGraph matches;
    matches.calls.resize(program.steps.size());
    matches.fences.resize(program.steps.size());
    matches.lives.resize(program.steps.size());
    matches.of_some.resize(program.steps.size());
    try {
        for (Rank rank = 0; rank < program.ranks; ++rank) RankScan(program, rank, matches).scan();
    } catch (const Illegal& illegal) {
        return illegal.what();
    }
    if (std::string broken = illegality_of(matches); !broken.empty()) return broken;
    if (std::string broken = illegality_of_reads(program); !broken.empty()) return broken;
    if (std::string broken = illegality_of_attachments(program); !broken.empty()) return broken;
    if (std::string broken = illegality_of_communicators(program); !broken.empty()) return broken;
    if (std::string broken = illegality_of_starts(program); !broken.empty()) return broken;
    if (std::string broken = illegality_of_window_comms(program, matches); !broken.empty()) return broken;
    return illegality_of_threads(program);
}

}  // namespace rmasim::fuzz
