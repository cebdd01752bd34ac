#include "sim/untimed/fuzz/program/random_threads.h"

#include "sim/checkers/invariants/operations.h"
#include "sim/untimed/fuzz/program/random_collectives.h"
#include "sim/untimed/fuzz/program/random_steps.h"

#include <fmt/core.h>

#include <algorithm>
#include <set>
#include <span>

namespace rmasim::fuzz {

namespace {

using Steps = std::vector<Step>;

bool has_threads(sim::Random& random) { return sim::chance(random, 45); }

bool is_flush_of_target(Call call) { return description_of(call).kind == CallClass::flush && has_target(call); }

// True if the step may be executed by the thread of its target.
bool is_for_target(const Step& step) {
    return is_operation(step.call) || is_flush_of_target(step.call) || step.call == Call::request_wait;
}

bool is_plain_fence(const Step& step) { return step.call == Call::fence && step.asserts == Assert::none; }

// True if the operation accesses a shared block. All origins access this block only by accumulates with one commuting
// operation.
bool is_shared_accumulate(const RandomProgram& program, const Step& step) {
    return is_operation(step.call) && step.region.disp >= static_cast<std::uint64_t>(program.ranks) * block_bytes;
}

class Distribution {
public:
    Distribution(sim::Random& random, RandomProgram& program) : random_(random), program_(program) {}

    void generate() {
        const std::vector<std::size_t> group_of = group_stretches();
        for (Steps& steps : program_.steps) {
            give_windows_to_threads(steps, group_of);
            give_targets_to_threads(steps);
            bring_waits_home(steps);
        }
    }

private:
    // Groups consecutive stretches of the program. The stretches of a group use different windows, so they run
    // concurrently. Returns the number of the group of each stretch.
    std::vector<std::size_t> group_stretches() {
        const std::vector<std::set<WindowId>> windows = windows_of_stretches();
        std::vector<std::size_t> group_of;
        std::set<WindowId> taken;
        std::size_t members = 0;
        for (const std::set<WindowId>& mine : windows) {
            const bool apart =
                std::none_of(mine.begin(), mine.end(), [&](WindowId window) { return taken.contains(window); });
            const bool joins = members > 0 && members < program_.threads && apart && sim::chance(random_, 80);
            if (!joins) {
                taken.clear();
                members = 0;
            }
            group_of.push_back(group_of.empty() ? 0 : group_of.back() + (joins ? 0 : 1));
            taken.insert(mine.begin(), mine.end());
            ++members;
        }
        return group_of;
    }

    std::vector<std::set<WindowId>> windows_of_stretches() const {
        std::vector<std::set<WindowId>> windows(1);
        for (const Steps& steps : program_.steps) {
            std::size_t stretch = 0;
            for (const Step& step : steps) {
                if (step.call == Call::barrier) ++stretch;
                if (windows.size() <= stretch) windows.emplace_back();
                if (step.call != Call::barrier) windows[stretch].insert(step.window);
            }
        }
        return windows;
    }

    // Gives the stretches of a group to different threads, and removes the barriers within the group. Thread 0 calls
    // the other barriers while no other thread executes steps.
    static void give_windows_to_threads(Steps& steps, const std::vector<std::size_t>& group_of) {
        Steps left;
        std::size_t stretch = 0;
        ThreadId thread = 0;
        bool syncs_threads = false;
        for (Step& step : steps) {
            if (step.call == Call::barrier) {
                ++stretch;
                const bool within = group_of[stretch] == group_of[stretch - 1];
                thread = within ? static_cast<ThreadId>(thread + 1) : ThreadId{0};
                if (within) continue;
                step.syncs_threads = true;
            } else {
                step.thread = thread;
                step.syncs_threads = syncs_threads;
            }
            syncs_threads = step.call == Call::barrier;
            left.push_back(std::move(step));
        }
        steps = std::move(left);
    }

    // Distributes sequences of operations and flushes on one window over several threads. A sequence must be in a part
    // of the program in which only thread 0 has steps.
    void give_targets_to_threads(Steps& steps) {
        for (std::size_t first = 0; first < steps.size();) {
            const std::size_t end = end_of_run(steps, first);
            if (end - first >= 2 && steps[first].thread == 0 && is_alone(steps, first) && sim::chance(random_, 60)) {
                if (sim::chance(random_, 50) && is_concurrent_with_fence(steps, end)) give_to_fence(steps, first, end);
                else give_to_targets(steps, first, end);
            }
            first = std::max(end, first + 1);
        }
    }

    static std::size_t end_of_run(const Steps& steps, std::size_t first) {
        std::size_t end = first;
        while (end < steps.size() && is_for_target(steps[end]) && steps[end].window == steps[first].window &&
               steps[end].thread == steps[first].thread && (end == first || !steps[end].syncs_threads)) {
            ++end;
        }
        return end;
    }

    // True if only thread 0 has steps between the synchronisation of threads before the step and the synchronisation
    // after it.
    static bool is_alone(const Steps& steps, std::size_t at) {
        std::size_t begin = at;
        while (begin > 0 && !steps[begin].syncs_threads) --begin;
        std::size_t end = at + 1;
        while (end < steps.size() && !steps[end].syncs_threads) ++end;
        return std::all_of(steps.begin() + static_cast<std::ptrdiff_t>(begin),
                           steps.begin() + static_cast<std::ptrdiff_t>(end),
                           [](const Step& step) { return step.thread == 0; });
    }

    void give_to_targets(Steps& steps, std::size_t first, std::size_t end) const {
        for (std::size_t i = first; i < end; ++i) {
            Step& step = steps[i];
            step.thread = step.call == Call::request_wait ? poster(steps, step.request)
                                                          : static_cast<ThreadId>(step.target % program_.threads);
        }
        sync_threads_around(steps, first, end);
    }

    // Returns the thread that created the request, whose variable holds it.
    static ThreadId poster(const Steps& steps, std::uint32_t request) {
        const auto posts = [&](const Step& step) { return has_request(step.call) && step.request == request; };
        return std::find_if(steps.begin(), steps.end(), posts)->thread;
    }

    static void bring_waits_home(Steps& steps) {
        for (std::size_t i = 0; i < steps.size(); ++i) {
            if (steps[i].call != Call::request_wait || steps[i].thread == poster(steps, steps[i].request)) continue;
            steps[i].thread = poster(steps, steps[i].request);
            sync_threads_around(steps, i, i + 1);
        }
    }

    // True if the step at `at` is a fence between two epochs with operations. A later fence of the same stretch must
    // close the second epoch.
    bool is_concurrent_with_fence(const Steps& steps, std::size_t at) const {
        if (!program_.family->unsupported_reason(sim::CallFeature::operations_concurrent_with_fence).empty())
            return false;
        if (at >= steps.size() || !is_plain_fence(steps[at])) return false;
        for (std::size_t i = at + 1; i < steps.size() && steps[i].call != Call::barrier; ++i) {
            if (steps[i].call == Call::fence && steps[i].window == steps[at].window) return true;
        }
        return false;
    }

    void give_to_fence(Steps& steps, std::size_t first, std::size_t end) const {
        for (std::size_t i = first; i < end; ++i) {
            steps[i].thread = is_shared_accumulate(program_, steps[i]) ? ThreadId{1} : ThreadId{0};
        }
        sync_threads_around(steps, first, end + 1);
    }

    static void sync_threads_around(Steps& steps, std::size_t first, std::size_t end) {
        steps[first].syncs_threads = true;
        if (end < steps.size()) steps[end].syncs_threads = true;
    }

    sim::Random& random_;
    RandomProgram& program_;
};

bool has_several_threads(const RandomProgram& program) {
    return has_step(program, [](const Step& step) { return step.thread > 0; });
}

// True if the step may wait for a call of another rank on the same window.
bool waits_for_others(const Step& step) {
    return step.call == Call::fence || step.call == Call::start || step.call == Call::wait ||
           (step.call == Call::lock && step.lock_type == LockType::exclusive);
}

}  // namespace

bool has_patient_threads(std::uint64_t seed) {
    sim::Random threads = numbers_of(seed, Stream::threads);
    sim::Random patience = numbers_of(seed, Stream::patience);
    return has_threads(threads) && sim::chance(patience, 40);
}

void generate_threads(std::uint64_t seed, RandomProgram& program) {
    sim::Random random = numbers_of(seed, Stream::threads);
    if (!has_threads(random)) return;
    program.threads = static_cast<ThreadId>(2 + random.below(max_threads - 1));
    Distribution(random, program).generate();
    if (!has_several_threads(program)) join_threads(program);
}

void join_threads(RandomProgram& program) {
    program.threads = 1;
    for_each_step(program, [](Rank, Step& step) {
        step.thread = 0;
        step.syncs_threads = false;
    });
}

bool needs_own_elements(const RandomProgram& program) {
    if (program.threads == 1 || program.windows == 1) return false;
    return has_step(program, waits_for_others);
}

namespace {

// The steps of a rank between two synchronisations of its threads. Steps of different threads may run in any order.
using Between = std::span<const Step>;

bool may_run_concurrently(const Step& one, const Step& other) {
    const auto is = [](const Step& step, CallClass kind) { return description_of(step.call).kind == kind; };
    const auto free = [&](const Step& step) { return is(step, CallClass::request) || is(step, CallClass::sync); };
    if (free(one) || free(other)) return true;
    if (is(one, CallClass::attaches) || is(other, CallClass::attaches)) {
        const Step& concurrent = is(one, CallClass::attaches) ? other : one;
        return !is(concurrent, CallClass::attaches) && concurrent.call != Call::win_create &&
               concurrent.call != Call::win_free;
    }
    if (is(one, CallClass::operation) || is(other, CallClass::operation)) {
        const Step& concurrent = is(one, CallClass::operation) ? other : one;
        return is(concurrent, CallClass::operation) || is(concurrent, CallClass::flush) || is_plain_fence(concurrent);
    }
    return is(one, CallClass::flush) && is(other, CallClass::flush);
}

// True if both operations access the same element of the rank's own block. The order of such operations matters.
bool conflict(const RandomProgram& program, const Step& one, const Step& other) {
    if (!is_operation(one.call) || !is_operation(other.call) || one.target != other.target) return false;
    if (one.target == proc_null) return false;  // an operation on MPI_PROC_NULL accesses nothing
    if (is_shared_accumulate(program, one) || is_shared_accumulate(program, other)) return false;
    return sim::check::overlap(one.region, other.region);
}

std::string trouble_between(const RandomProgram& program, Between steps) {
    for (const Step& one : steps) {
        if (one.thread >= program.threads)
            return fmt::format("thread {} of a rank with {} threads", one.thread, program.threads);
        for (const Step& other : steps) {
            if (one.thread == other.thread) continue;
            const auto waits_for_ranks = [](const Step& step) {
                return step.call == Call::barrier || is_of_some(step);
            };
            if (waits_for_ranks(one) || waits_for_ranks(other))
                return "a thread is in a barrier or collective call while another thread makes calls";
            if (one.window != other.window) continue;
            if (!may_run_concurrently(one, other)) {
                return fmt::format("{} of one thread is concurrent with {} of another thread", name_of(one.call),
                                   name_of(other.call));
            }
            if (conflict(program, one, other)) {
                return fmt::format("{} conflicts with {} of another thread", name_of(one.call), name_of(other.call));
            }
        }
    }
    return {};
}

bool has_own_elements(const RandomProgram& program) {
    const std::vector<sim::Pool> pools = program.family->counters.pools(*program.settings, window_names(program));
    return std::all_of(pools.begin(), pools.end(),
                       [](const sim::Pool& pool) { return pool.level != PoolLevel::local || pool.size > 0; });
}

}  // namespace

std::string illegality_of_threads(const RandomProgram& program) {
    if (needs_own_elements(program) && !has_own_elements(program))
        return "several threads, but a window without operation elements of its own";
    for (const Steps& steps : program.steps) {
        for (std::size_t first = 0; first < steps.size();) {
            std::size_t end = first + 1;
            while (end < steps.size() && !steps[end].syncs_threads) ++end;
            std::string trouble = trouble_between(program, Between(steps).subspan(first, end - first));
            if (!trouble.empty()) return trouble;
            first = end;
        }
    }
    return {};
}

}  // namespace rmasim::fuzz
