// Generates legal programs: they keep all rules of MPI about epochs and conflicting accesses, and their ranks do not
// wait for each other in a cycle. Pool sizes and other settings are small, because most bugs require exhausted pools.
#include "sim/untimed/fuzz/program/random_counters.h"
#include "sim/untimed/fuzz/program/random_operations.h"
#include "sim/untimed/fuzz/program/random_steps.h"
#include "sim/untimed/fuzz/program/random_threads.h"
#include "sim/untimed/profiles/profile.h"

#include <optional>

namespace rmasim::fuzz {

namespace {

class Generator : StepWriter {
public:
    Generator(std::uint64_t seed, const sim::Family& family, bool patient)
        : StepWriter(program_.steps), random_(numbers_of(seed, Stream::program)),
          later_(numbers_of(seed, Stream::later)), patient_(patient) {
        program_.family = &family;
    }

    RandomProgram make(MessageCounts counts) {
        random_settings();
        calls_ = random_calls(*program_.family, *program_.settings);
        if (calls_.contains(Call::lock_all) && patient_) list_patient_phases();
        else list_phases();
        list_calls();
        if (counts == MessageCounts::fixed) {
            program_.settings = profile_of(*program_.family).with_fixed_counts(program_.settings, program_.ordered);
        }
        const auto phases = 1 + random_.below(4);
        for (std::uint64_t i = 0; i < phases; ++i) add_phase();
        return std::move(program_);
    }

private:
    template <class T>
    T one_of(std::initializer_list<T> choices) {
        return sim::one_of(random_, choices);
    }

    // ---- settings
    void random_settings() {
        program_.begin(one_of<Rank>({2, 3, 4, 5, 8}));
        program_.windows = one_of<WindowId>({1, 1, 2, 3});
        program_.ordered = chance(random_, 80) || profile_of(*program_.family).traits.needs_order;
        program_.settings = profile_of(*program_.family).random_settings(random_, nullptr);
        program_.settings = profile_of(*program_.family).random_guarantees(later_, program_.settings, program_.ordered);
    }

    // ---- calls of the family
    void list_phases() {
        const auto add_phase = [this](Phase phase, CallSet needed) {
            if ((calls_ & needed) == needed) phases_.push_back(phase);
        };
        add_phase(&Generator::fence_phase, {Call::fence});
        add_phase(&Generator::pscw_phase, {Call::post, Call::start, Call::complete, Call::wait});
        add_phase(&Generator::single_locks_phase, {Call::lock, Call::unlock});
        add_phase(&Generator::shared_locks_phase, {Call::lock, Call::unlock});
        add_phase(&Generator::lock_all_phase, {Call::lock_all, Call::unlock_all});
        add_phase(&Generator::nested_phase, {Call::lock, Call::unlock, Call::lock_all, Call::unlock_all});
    }

    // Lists the phases whose calls wait for no call of another rank.
    void list_patient_phases() {
        phases_ = {&Generator::shared_locks_phase, &Generator::lock_all_phase, &Generator::nested_phase};
    }

    // Lists the operations and flushes of the family. Some are listed twice, so that they are chosen more often.
    void list_calls() {
        for (const OpKind kind : {OpKind::put, OpKind::put, OpKind::get, OpKind::accumulate, OpKind::get_accumulate,
                                  OpKind::fetch_and_op, OpKind::compare_and_swap}) {
            if (calls_.contains(call_posting(kind, false))) operations_.push_back(kind);
        }
        for (const Call call :
             {Call::flush, Call::flush, Call::flush_local, Call::flush_all, Call::flush_local_all, Call::sync}) {
            if (calls_.contains(call)) flushes_.push_back(call);
        }
    }

    // ---- phases
    using Phase = void (Generator::*)(WindowId);

    void add_phase() {
        const WindowId window = any_window(random_, program_);
        const auto op = one_of<ReduceOp>({ReduceOp::sum, ReduceOp::bxor, ReduceOp::max});
        // If UNLOCK does not wait for operations, operations of one phase may be applied in the next phase. The
        // reduction must then be the same in all phases.
        if (phase_ == 0 || program_.family->processes.rules(*program_.settings).unlock == Guarantee::applied)
            random_operations_.use_on_shared_blocks(op);
        random_operations_.use_on_own_blocks(
            one_of<Datatype>({Datatype::int64, Datatype::int64, Datatype::int32, Datatype::byte}));
        (this->*element_of(random_, phases_))(window);
        barrier();
    }

    Group some_ranks() { return fuzz::some_ranks(random_, program_.ranks); }
    void begin_epoch() { random_operations_.uses().clear(); }

    void fence_phase(WindowId window) {
        const std::uint64_t epochs = 1 + random_.below(2);
        Assert first = chance(random_, 50) ? Assert::noprecede : Assert::none;
        for (std::uint64_t i = 0; i < epochs; ++i) {
            for_each_rank([&](Rank rank) { add(rank, {.call = Call::fence, .window = window, .asserts = first}); });
            first = Assert::none;
            ++phase_;
            begin_epoch();
            for_each_rank([&](Rank rank) { operations(rank, window, some_ranks(), false, false); });
        }
        const Assert last = chance(random_, 70) ? Assert::nosucceed : Assert::none;
        for_each_rank([&](Rank rank) { add(rank, {.call = Call::fence, .window = window, .asserts = last}); });
    }

    // Adds epochs with POST and START. If origins may be ahead of their targets, adds several rounds, and no rank waits
    // for other ranks between these rounds.
    void pscw_phase(WindowId window) {
        const Assert asserts = chance(random_, 20) ? Assert::nocheck : Assert::none;
        const bool several = profile_of(*program_.family).traits.accesses_ahead && asserts == Assert::none;
        const std::uint64_t rounds = several ? 1 + later_.below(3) : 1;
        for (std::uint64_t i = 0; i < rounds; ++i) pscw_round(window, asserts);
    }

    void pscw_round(WindowId window, Assert asserts) {
        const auto ranks = static_cast<std::size_t>(program_.ranks);
        std::vector<Group> targets(ranks);
        std::vector<Group> origins(ranks);
        for_each_rank([&](Rank origin) {
            if (chance(random_, 80)) targets[static_cast<std::size_t>(origin)] = some_ranks();
            for (const Rank target : targets[static_cast<std::size_t>(origin)]) {
                origins[static_cast<std::size_t>(target)].push_back(origin);
            }
        });
        const auto with_group = [&](Rank rank, Call call, const Group& group) {
            if (group.empty()) return;
            Step step{.call = call, .window = window};
            if (call == Call::post || call == Call::start) {
                step.asserts = asserts;
                step.group = group;
            }
            add(rank, step);
        };
        for_each_rank([&](Rank r) { with_group(r, Call::post, origins[static_cast<std::size_t>(r)]); });
        if (asserts == Assert::nocheck) barrier();  // with NOCHECK, POST must be called before START
        begin_epoch();
        for_each_rank([&](Rank rank) {
            const Group& group = targets[static_cast<std::size_t>(rank)];
            with_group(rank, Call::start, group);
            operations(rank, window, group, false, false);
            with_group(rank, Call::complete, group);
        });
        for_each_rank([&](Rank r) { with_group(r, Call::wait, origins[static_cast<std::size_t>(r)]); });
    }

    // Adds epochs with one lock at a time, shared or exclusive. (If a rank held several locks at once, exclusive locks
    // of other ranks might cause a deadlock.)
    void single_locks_phase(WindowId window) {
        for_each_rank([&](Rank rank) {
            for (const Rank target : some_ranks()) {
                begin_epoch();
                const LockType type = chance(random_, 60) ? LockType::exclusive : LockType::shared;
                add(rank, {.call = Call::lock, .window = window, .target = target, .lock_type = type});
                operations(rank, window, {target}, true, true);
                add(rank, {.call = Call::unlock, .window = window, .target = target});
            }
        });
    }

    void shared_locks_phase(WindowId window) {
        for_each_rank([&](Rank rank) { under_shared_locks(rank, window, [] {}); });
    }

    void under_shared_locks(Rank rank, WindowId window, auto inside) {
        begin_epoch();
        const Group targets = some_ranks();
        for (const Rank target : targets) {
            const Assert asserts = chance(random_, 30) ? Assert::nocheck : Assert::none;
            add(rank, {.call = Call::lock, .window = window, .target = target, .asserts = asserts});
        }
        operations(rank, window, targets, true, true);
        inside();
        operations(rank, window, targets, true, true);
        for (const Rank target : targets) add(rank, {.call = Call::unlock, .window = window, .target = target});
    }

    void lock_all_phase(WindowId window) {
        for_each_rank([&](Rank rank) { under_lock_all(rank, window, [] {}); });
    }

    void under_lock_all(Rank rank, WindowId window, auto inside) {
        begin_epoch();
        const Assert asserts = chance(random_, 30) ? Assert::nocheck : Assert::none;
        add(rank, {.call = Call::lock_all, .window = window, .asserts = asserts});
        operations(rank, window, some_ranks(), true, true);
        inside();
        operations(rank, window, some_ranks(), true, true);
        add(rank, {.call = Call::unlock_all, .window = window});
    }

    // Adds nested epochs on two windows, which compete for the elements of the global pool. All locks are shared, so no
    // rank waits for another rank.
    void nested_phase(WindowId window) {
        if (program_.windows == 1) return lock_all_phase(window);
        const auto inner = static_cast<WindowId>((window + 1) % program_.windows);
        for_each_rank([&](Rank rank) {
            const auto inside = [&] {
                const auto kept = random_operations_.uses();
                if (chance(random_, 50)) {
                    under_lock_all(rank, inner, [] {});
                } else {
                    under_shared_locks(rank, inner, [] {});
                }
                random_operations_.uses() = kept;
            };
            if (chance(random_, 50)) {
                under_lock_all(rank, window, inside);
            } else {
                under_shared_locks(rank, window, inside);
            }
        });
    }

    // ---- operations of one rank to some targets
    void operations(Rank rank, WindowId window, const Group& targets, bool flushes, bool requests) {
        if (targets.empty()) return;
        std::vector<Step> open_requests;
        std::uint64_t count = random_.below(4 * targets.size() + 1);
        if (chance(random_, 10)) count *= 4;
        for (std::uint64_t i = 0; i < count; ++i) {
            const Rank target = element_of(random_, targets);
            if (chance(random_, 25) && calls_.contains(Call::accumulate)) {
                add(rank, random_operations_.shared_accumulate(window, target));
            } else {
                operation_on_own_block(rank, window, target, requests, open_requests);
            }
            if (flushes && chance(random_, 15)) flush(rank, window, target);
            if (!open_requests.empty() && chance(random_, 30)) wait_for_one(rank, open_requests);
        }
        while (!open_requests.empty()) wait_for_one(rank, open_requests);
    }

    void flush(Rank rank, WindowId window, Rank target) {
        if (flushes_.empty()) return;
        const Call call = element_of(random_, flushes_);
        Step step{.call = call, .window = window};
        if (has_target(call)) step.target = target;
        add(rank, step);
        if (description_of(call).guarantee != Guarantee::applied) return;
        for (auto& [key, use] : random_operations_.uses()) {
            const bool covered = std::get<0>(key) == rank && std::get<1>(key) == window;
            if (covered && (!has_target(call) || std::get<2>(key) == target)) use = RandomOperations::Use::untouched;
        }
    }

    void wait_for_one(Rank rank, std::vector<Step>& open) {
        const Step posted = take_one(random_, open);
        add(rank, {.call = Call::request_wait, .window = posted.window, .request = posted.request});
    }

    void operation_on_own_block(Rank rank, WindowId window, Rank target, bool requests, std::vector<Step>& open) {
        const OpKind kind = element_of(random_, operations_);
        std::optional<Step> step = random_operations_.on_own_block(rank, window, target, kind);
        if (!step) return;
        if (requests && has_request(kind) && chance(random_, 25)) {
            step->call = call_posting(kind, true);
            step->request = program_.requests[static_cast<std::size_t>(rank)]++;
            open.push_back(*step);
        }
        add(rank, *std::move(step));
    }

    bool has_request(OpKind kind) const {
        return kind <= OpKind::get_accumulate && calls_.contains(call_posting(kind, true)) &&
               calls_.contains(Call::request_wait);
    }

    sim::Random random_;
    sim::Random later_;
    bool patient_;
    RandomProgram program_;
    RandomOperations random_operations_{random_, program_};
    CallSet calls_;  // calls that the family implements with these settings
    std::vector<Phase> phases_;
    std::vector<OpKind> operations_;
    std::vector<Call> flushes_;
};

}  // namespace

RandomProgram make_random_program(std::uint64_t seed, MessageCounts counts, const sim::Family& family) {
    if (family.counts_signals()) {
        RandomProgram program = make_counter_program(seed, family);
        generate_empty_operations(seed, program);
        generate_windows(seed, program);
        generate_null_targets(seed, program);
        return program;
    }
    const bool patient = counts == MessageCounts::may_depend_on_order && has_patient_threads(seed);
    RandomProgram program = Generator(seed, family, patient).make(counts);
    if (counts == MessageCounts::may_depend_on_order || family.traits.shares_one_node) generate_nodes(seed, program);
    generate_agent(seed, program);
    generate_empty_operations(seed, program);
    generate_types(seed, program);
    if (counts == MessageCounts::may_depend_on_order && !patient) {
        generate_owners(seed, program);
        generate_late_entries(seed, program);
    }
    generate_waits(seed, program);
    generate_windows(seed, program);
    generate_sharing(seed, program);
    if (counts == MessageCounts::may_depend_on_order) generate_threads(seed, program);
    generate_null_targets(seed, program);
    generate_wording(seed, program);
    fit_settings(program);
    return program;
}

}  // namespace rmasim::fuzz
