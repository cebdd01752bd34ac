#include "sim/checkers/usage/usage.h"

#include "protocol/base/call_table.h"
#include "protocol/base/collective.h"
#include "protocol/base/types.h"
#include "sim/machine/memory/window_memory.h"

namespace rmasim::sim::usage {

namespace {

// The only rule that most programs with LOCK need.
constexpr Rules only_targets{Rule::targets_locked};

bool updates_window(const Operation& operation) {
    return operation.kind != OpKind::get && operation.reduce != ReduceOp::no_op && operation.region.count > 0;
}

// True if the call makes earlier stores of this process visible to others.
bool publishes(Call call) {
    constexpr CallSet publishing{Call::fence, Call::post, Call::unlock, Call::unlock_all, Call::sync};
    return publishing.contains(call);
}

bool is_on_window(const CallDescription& described) { return described.has(Argument::window); }

// True if the core itself refuses this synchronisation call. The core refuses a call that the open epochs of its rank
// do not allow. It also refuses a call while another thread is inside a call on the window, if MPI does not allow these
// calls to be concurrent.
bool is_for_the_core(std::span<const Thread> of_rank, const Thread& thread, const CallRequest& call,
                     const Access& access) {
    if (!access.allows(call)) return true;
    if (thread.alone) return false;
    const bool plain_fence = call.call == Call::fence && !has(call.asserts, Assert::noprecede | Assert::nosucceed);
    return std::any_of(of_rank.begin(), of_rank.end(), [&](const Thread& other) {
        if (other.number == thread.number || other.activity != Thread::Activity::in_call) return false;
        if (!is_on_window(description_of(other.making)) || other.window != call.window) return false;
        return !(plain_fence && is_operation(other.making));
    });
}

std::vector<Rules> rules_checked(const Scenario& scenario, Checks checks) {
    std::vector<Rules> rules = rules_needed(scenario);
    for (Rules& one : rules) {
        if (checks == Checks::of_own_ranks) one = one.without(between_ranks);
        if (checks == Checks::between_ranks) one = one & between_ranks;
    }
    return rules;
}

}  // namespace

bool compares_ranks(const Scenario& scenario) {
    return collectives_may_differ(scenario) || std::ranges::any_of(rules_needed(scenario), [](const Rules& rules) {
               return !(rules & in_order_of_ranks).empty();
           });
}

Usage::Usage(const Scenario& scenario, Checks checks) : Usage(scenario, scenario.communicators.get(), checks) {}

Usage::Usage(const Scenario& scenario, const Communicators* communicators, Checks checks)
    : ranks_(scenario.ranks), keys_(scenario, communicators), rules_(rules_checked(scenario, checks)),
      accesses_(scenario.ranks, rules_.size()), groups_(happens_before_), locks_(happens_before_, keys_),
      own_(happens_before_), fences_(happens_before_, keys_), window_calls_(happens_before_, keys_),
      promises_(scenario, keys_), changes_(happens_before_, scenario, communicators),
      collectives_(happens_before_, scenario) {
    collectives_differ_ = checks != Checks::of_own_ranks && collectives_may_differ(scenario);
    for (const WindowSettings& window : scenario.windows) by_call_.push_back(window.by_call);
    for (const Rules& rules : rules_) {
        own_windows_ |= rules.contains(Rule::own_window);
        returns_matter_ |= !rules.empty() && rules != only_targets;
    }
    reset();
}

std::unique_ptr<Usage> Usage::of_programs(const Scenario& scenario, Checks checks) {
    if (collectives_may_differ(scenario)) return std::make_unique<Usage>(scenario, checks);
    const std::vector<Rules> rules = rules_needed(scenario);
    if (std::all_of(rules.begin(), rules.end(), [](const Rules& one) { return one.empty(); })) return nullptr;
    return std::make_unique<Usage>(scenario, checks);
}

void Usage::window_created(WindowId window, std::uint32_t nth, const std::vector<Rank>& members) {
    returns_matter_ = true;
    // sim/mpi/windows/window_promises.h checks the promises of a running program.
    constexpr Rules not_promised = Rules::all().without({Rule::promises_kept});
    if (rules_.size() <= window) rules_.resize(window + std::size_t{1}, not_promised);
    accesses_.make_room(rules_.size());
    keys_.window_created(window, nth, members);
    for (const Rank rank : members) {
        at(rank, window) = {};
        own_.forget(rank, window);
        if (epochs_) epochs_->created(rank, window);
    }
}

const CallRecord* Usage::begins(std::span<const Thread> of_rank, const Thread& thread, const CallRequest& call) {
    const CallRecord* const other = check_begin(of_rank, thread, call);
    if (epochs_ && other == nullptr) epochs_->began(thread, call);
    return other;
}

const CallRecord* Usage::check_begin(std::span<const Thread> of_rank, const Thread& thread, const CallRequest& call) {
    if (own_windows_) note_local_updates(thread, call);
    const CallDescription& described = description_of(call.call);
    if (collectives_differ_ && is_collective_call(call.call)) {
        collectives_.began(thread, call);
        return nullptr;
    }
    if (!is_on_window(described) || rules_[call.window].empty()) return nullptr;
    const bool only_locks = rules_[call.window] == only_targets;
    Access& access = at(thread.rank, call.window);
    if (!access.exists && call.call != Call::win_create) return nullptr;  // the core refuses this call
    if (!only_locks && needs(call.window, Rule::promises_kept)) check([&] { promises_.require(thread, call); });
    if (described.kind == CallClass::operation) {
        require_locked(call, access);
        if (!only_locks) operation(of_rank, thread, call, access);
        return nullptr;
    }
    if (described.kind != CallClass::flush && is_for_the_core(of_rank, thread, call, access)) return nullptr;
    require_locked(call, access);
    if (!only_locks && window_collectives.contains(call.call) && needs(call.window, Rule::calls_match)) {
        if (const CallRecord* const other = window_calls_.began(thread, call)) return other;
    }
    access.began(call);
    if (only_locks) return nullptr;
    if (access.fence_open && described.kind == CallClass::opens_access) {
        access.other_epoch = call.call;
        access.other_thread = thread.number;
        access.other_location = thread.location;
    }
    synchronisation(thread, call, access);
    return nullptr;
}

bool Usage::permitted(const Thread& thread, const CallRequest& call) const {
    const CallDescription& described = description_of(call.call);
    if (!is_on_window(described)) return true;
    const Access& access = accesses_.at(thread.rank, call.window);
    return !access.exists || access.permits(call, described.kind);
}

// Raises ErroneousProgram if a call needs a lock of its target that the rank does not hold, or if LOCK names a target
// that is locked already. The core itself checks that any target is locked.
void Usage::require_locked(const CallRequest& call, const Access& access) const {
    if (!needs(call.window, Rule::targets_locked) || access.locked.empty()) return;
    if (call.target == no_rank) return;
    const bool opens = call.call == Call::lock;
    if (access.has_locked(call.target) != opens) return;
    const std::string_view section = opens ? "locked_twice" : "not_locked";
    throw WrongEpoch(section, call.call, fmt::format("rank {} is {} locked", call.target, opens ? "already" : "not"));
}

void Usage::operation(std::span<const Thread> of_rank, const Thread& thread, const CallRequest& call, Access& access) {
    if (has_request(call.call) && access.in_active_epoch() && needs(call.window, Rule::requests_passive)) {
        check([&] {
            throw WrongEpoch("request_in_active_epoch", call.call,
                             "operations with a request need a passive-target epoch ({} or {})",
                             {Call::lock, Call::lock_all});
        });
    }
    const std::uint32_t epoch = access.fence_epoch();
    if (epoch > 0 || access.inside_fence) access.fence_used = true;
    if (epoch > 0 && access.other_epoch != Call::none && needs(call.window, Rule::epochs_disjoint)) {
        const CallRecord other{&of_rank[access.other_thread], access.other_epoch, access.other_location};
        throw ErroneousProgram(
            call.call, fmt::format("the operation is in a fence epoch, in which {}; the access epochs of a rank on a "
                                   "window are disjoint (nosucceed closes a fence epoch)",
                                   text_of(other)))
            .in_section("another_epoch");
    }
    if (call.target == proc_null) return;
    const bool updates = updates_window(call.operation);
    if (epoch > 0 && needs(call.window, Rule::locks_apart)) {
        check([&] { locks_.operation_in_fence(thread, call, epoch); });
    }
    if (epoch > 0 && updates && needs(call.window, Rule::not_updated)) {
        check([&] { own_.updates_in_fence(thread, call, epoch); });
    }
    if (access.started && updates && needs(call.window, Rule::groups_match)) {
        check([&] { groups_.updates(thread, call); });
    }
}

void Usage::synchronisation(const Thread& thread, const CallRequest& call, const Access& access) {
    if (call.call == Call::fence && needs(call.window, Rule::fences_agree)) {
        check([&] { fences_.fence_began(thread, call, access.fences_begun); });
    }
    if (call.call == Call::win_change_comm && needs(call.window, Rule::peers_agree)) {
        changes_.change_began(thread, call);
    }
    if (needs(call.window, Rule::own_window)) {
        if (call.call == Call::win_create) own_.created(thread.rank, call.window);
        if (publishes(call.call)) check([&] { own_.synchronises(thread, call); });
    }
    if (call.call == Call::fence && needs(call.window, Rule::not_updated)) {
        check([&] { own_.fence_began(thread, call, access.fences_begun); });
    }
    if (needs(call.window, Rule::groups_match)) {
        if (call.call == Call::post) groups_.post_began(thread, call);
        if (call.call == Call::start) groups_.start_began(thread, call);
        if (call.call == Call::complete) groups_.complete_began(thread.rank, call.window);
    }
    if (!needs(call.window, Rule::locks_apart)) return;
    if (call.call == Call::lock || call.call == Call::lock_all) {
        check([&] { locks_.lock_began(thread, call, access.fences_begun); });
    }
    if (call.call == Call::post) check([&] { locks_.post_began(thread, call.window); });
    if (call.call == Call::fence) locks_.fence_began(thread.rank, call.window);
}

void Usage::note_return(const Thread& thread) {
    if (description_of(thread.making).kind == CallClass::persistent) return note_creation(thread);
    if (!is_on_window(description_of(thread.making))) return;
    Access& access = at(thread.rank, thread.window);
    if (thread.making == Call::fence) access.inside_fence = false;
    if (thread.making == Call::wait || (thread.making == Call::test && thread.answer.done)) access.posted = false;
    if (!needs(thread.window, Rule::locks_apart)) return;
    switch (thread.making) {
        case Call::unlock: return locks_.unlock_returned(thread.rank, thread.window, thread.target);
        case Call::unlock_all: return locks_.unlock_returned(thread.rank, thread.window, no_rank);
        case Call::wait:
        case Call::test:
            if (!access.posted) locks_.exposure_ended(thread.rank, thread.window);
            return;
        default: return;
    }
}

// Returns the window of the rank, if it has the rule `own_window`, in which the call stores what it receives. The call
// may create a persistent request.
std::optional<WindowId> Usage::window_received_in(const CallRequest& call) const {
    const CallDescription& described = description_of(call.call);
    const bool is_collective = described.kind == CallClass::collective || is_persistent_collective(call.call);
    const OriginBuffer* received = nullptr;
    if (receives_message(call.call) || call.call == Call::recv_init) received = &call.message.buffer;
    else if (is_collective || (is_operation(call.call) && fetches(call.operation.kind))) {
        received = &call.operation.result;
    }
    if (received == nullptr) return std::nullopt;
    const Rank peer = is_operation(call.call) ? call.target : call.message.peer;
    if (!is_collective && peer == proc_null) return std::nullopt;
    const std::optional<SpaceId> window = window_of(*received);
    if (!window || *window >= rules_.size() || !needs(static_cast<WindowId>(*window), Rule::own_window)) {
        return std::nullopt;
    }
    return static_cast<WindowId>(*window);
}

void Usage::note_local_updates(const Thread& thread, const CallRequest& call) {
    if (starts_requests(call.call)) {
        for (const RequestId request : call.requests) {
            const auto started = persistent_.find({thread.rank, request});
            if (started != persistent_.end()) own_.updated_locally(thread, call.call, started->second);
        }
        return;
    }
    const std::optional<WindowId> window = window_received_in(call);
    if (description_of(call.call).kind == CallClass::persistent) created_[{thread.rank, thread.number}] = window;
    else if (window) own_.updated_locally(thread, call.call, *window);
}

// Records the window of a persistent request that a call has created.
void Usage::note_creation(const Thread& thread) {
    if (!own_windows_) return;
    const std::optional<WindowId> window = created_[{thread.rank, thread.number}];
    if (window) persistent_[{thread.rank, thread.answer.request}] = *window;
    else persistent_.erase({thread.rank, thread.answer.request});
}

void Usage::stored(const Thread& thread, Rank owner, WindowId window) {
    if (owner != thread.rank || window >= rules_.size() || !needs(window, Rule::own_window)) return;
    own_.updated_locally(thread, Call::none, window);
}

void Usage::reset() {
    for (Rank rank = 0; rank < ranks_; ++rank) {
        for (std::size_t window = 0; window < rules_.size(); ++window) {
            accesses_.at(rank, window) = {};
            accesses_.at(rank, window).exists = !by_call_[window];
        }
    }
    groups_.clear();
    locks_.clear();
    own_.clear();
    created_.clear();
    persistent_.clear();
    fences_.clear();
    window_calls_.clear();
    changes_.clear();
    collectives_.clear();
    if (epochs_) epochs_->clear();
}

}  // namespace rmasim::sim::usage
