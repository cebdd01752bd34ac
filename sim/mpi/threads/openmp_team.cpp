// Teams of OpenMP threads: parallel regions, barriers, critical sections.
#include "sim/mpi/threads/openmp_team.h"

#include "sim/mpi/threads/openmp_functions.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace rmasim::sim {

OpenMpTeam::OpenMpTeam(unsigned size, OpenMpThread* by)
    : maker(by), level(by == nullptr ? 0 : by->team->level + 1),
      active_level(by == nullptr ? 0 : by->team->active_level + (size > 1 ? 1 : 0)) {
    for (unsigned i = 0; i < size; ++i) {
        OpenMpThread& made = *members.emplace_back(std::make_unique<OpenMpThread>());
        made.team = this;
        made.number = i;
        made.settings = by == nullptr ? openmp_environment().settings : by->settings;
        made.task = &made.own_task;
        if (by != nullptr) made.own_task.final = false;
    }
}

// A thread outside of parallel regions is the only member of a team. This team exists until the thread exits.
OpenMpThread& openmp_thread() {
    RankThread& thread = RankThreads::get().current();
    if (thread.openmp == nullptr) {
        auto team = std::make_shared<OpenMpTeam>(1, nullptr);
        thread.openmp = team->members.front().get();
        thread.openmp_alone = std::move(team);
    }
    return *thread.openmp;
}

namespace {

// Returns the size of a new team: the requested size, or 1 if no further active level is allowed for nested regions.
unsigned team_size(const OpenMpThread& maker, unsigned asked) {
    const OpenMpTeam& team = *maker.team;
    if (team.active_level >= maker.settings.most_active_levels) return 1;
    return asked > 0 ? asked : maker.settings.threads_at(team.level);
}

void run_member(const Caller& caller, OpenMpTeam& team, unsigned number, void (*function)(void*), void* data) {
    RankThreads& threads = RankThreads::get();
    RankThread& self = threads.current();
    self.openmp = team.members[number].get();
    // All threads of a team except the first one exit at the end of the parallel region. The threads of the next region
    // get their thread-local variables (`threadprivate`).
    const bool outermost = team.level == 1 && team.size() > 1;
    if (outermost) threads.host().restore_variables(*self.fiber, number);
    call_program(function, data);
    team_barrier(caller);
    if (outermost) threads.host().store_variables(*self.fiber, number);
    if (++team.left + 1 == team.size()) threads.wake_all(&team.left);
    threads.remove(self);
    threads.end();
}

}  // namespace

void run_parallel(const Caller& caller, void (*function)(void*), void* data, unsigned asked,
                  const std::function<void(OpenMpTeam&)>& prepare) {
    RankThreads& threads = threads_after_computation();
    RankThread& self = threads.current();
    OpenMpThread& maker = openmp_thread();
    OpenMpTeam team(team_size(maker, asked), &maker);
    if (prepare) prepare(team);
    for (unsigned number = 1; number < team.size(); ++number) {
        threads.create(caller, openmp_environment().stack_bytes,
                       [=, &team] { run_member(caller, team, number, function, data); });
    }
    self.openmp = team.members.front().get();
    call_program(function, data);
    team_barrier(caller);
    if (team.left + 1 < team.size()) {
        threads.wait_on(&team.left, caller, [] { return std::string("the end of the team's other threads"); });
    }
    self.openmp = &maker;
}

// While threads wait at the barrier, they execute tasks. The barrier ends when all threads have arrived and no task is
// left.
bool team_barrier(const Caller& caller, bool may_be_cancelled) {
    RankThreads& threads = threads_after_computation();
    OpenMpTeam& team = *openmp_thread().team;
    if (may_be_cancelled && team.cancelled) return true;
    const std::uint64_t nth = team.barriers;
    const void* const sync_point = &team.sync_points[nth % 2];
    threads.release_clock(caller, sync_point);
    ++team.arrived;
    const auto over = [&team, nth, sync_point, &threads, &caller] {
        if (team.barriers != nth) return true;
        if (team.arrived < team.size() || team.tasks_left > 0) return false;
        threads.release_clock(caller, sync_point);
        team.arrived = 0;
        ++team.barriers;
        threads.wake_all(&team.tasks);
        return true;
    };
    work_until(caller, "a barrier that not all threads of the team have reached", over,
               [](const OpenMpTask&) { return true; });
    threads.acquire_clock(caller, sync_point);
    return may_be_cancelled && team.cancelled;
}

// Cancels the team's parallel region. Threads that wait at a barrier of the region continue.
void cancel_team(OpenMpTeam& team) {
    team.cancelled = true;
    team.arrived = 0;
    ++team.barriers;
    RankThreads::get().wake_all(&team.tasks);
}

// ---- Locks. The state of a lock is an int of the program or of this file. It is 0 if the lock is free.

void take_lock(const Caller& caller, int& owner, const char* what) {
    RankThreads& threads = threads_after_computation();
    threads.about_to_lock(caller);
    if (owner != 0) threads.wait_on(&owner, caller, AwaitedLock(threads, what, &owner, owner));
    owner = me();
    note_taken(threads, &owner, caller);
    threads.acquire_clock(caller, &owner);
}

bool try_to_take_lock(const Caller& caller, int& owner) {
    RankThreads& threads = threads_after_computation();
    threads.about_to_lock(caller);
    if (owner != 0) threads.give_way(caller);
    if (owner != 0) return false;
    owner = me();
    note_taken(threads, &owner, caller);
    threads.acquire_clock(caller, &owner);
    return true;
}

void leave_lock(const Caller& caller, int& owner) {
    RankThreads& threads = threads_after_computation();
    threads.release_clock(caller, &owner);
    note_released(threads, &owner, owner);
    const RankThread* const next = threads.wake_first(&owner);
    owner = next == nullptr ? 0 : static_cast<int>(next->number) + 1;
}

namespace {

// Two locks of a rank: one for the unnamed critical section, and one for atomic operations without a machine
// instruction.
struct Sections {
    int critical = 0, atomic = 0;
};
Sections& sections() {
    static std::map<const RankThreads*, Sections> all;
    return all[&RankThreads::get()];
}

void parallel(void (*function)(void*), void* data, unsigned threads, unsigned) {
    run_parallel(RMASIM_CALLED_AS("omp parallel"), function, data, threads);
}
// Implements `teams` with a league of one team, which runs on the calling thread.
void teams_reg(void (*function)(void*), void* data, unsigned, unsigned, unsigned) { call_program(function, data); }

void barrier() { team_barrier(RMASIM_CALLED_AS("omp barrier")); }
bool barrier_cancel() { return team_barrier(RMASIM_CALLED_AS("omp barrier"), true); }

constexpr const char* critical_section = "a critical section";
void critical_start() { take_lock(RMASIM_CALLED_AS("omp critical"), sections().critical, critical_section); }
void critical_end() { leave_lock(RMASIM_CALLED_AS("omp critical"), sections().critical); }
void critical_name_start(void** name) {
    take_lock(RMASIM_CALLED_AS("omp critical"), *reinterpret_cast<int*>(name), critical_section);
}
void critical_name_end(void** name) { leave_lock(RMASIM_CALLED_AS("omp critical"), *reinterpret_cast<int*>(name)); }
void atomic_start() { take_lock(RMASIM_CALLED_AS("omp atomic"), sections().atomic, "an atomic operation"); }
void atomic_end() { leave_lock(RMASIM_CALLED_AS("omp atomic"), sections().atomic); }

// The numbers by which libgomp's cancellation functions identify constructs.
enum Construct : int { construct_parallel = 1, construct_loop = 2, construct_sections = 4, construct_taskgroup = 8 };

bool cancellation_point(int which) {
    const OpenMpThread& thread = openmp_thread();
    if (!openmp_environment().cancellation) return false;
    if (thread.team->cancelled) return true;
    if ((which & (construct_loop | construct_sections)) != 0) return thread.share != nullptr && thread.share->cancelled;
    if (which == construct_taskgroup) return thread.task->group != nullptr && thread.task->group->cancelled;
    return false;
}

bool cancel(int which, bool really) {
    OpenMpThread& thread = openmp_thread();
    if (!openmp_environment().cancellation) return false;
    if (!really) return cancellation_point(which);
    if ((which & (construct_loop | construct_sections)) != 0) {
        if (thread.share != nullptr) thread.share->cancelled = true;
    } else if (which == construct_taskgroup) {
        if (thread.task->group != nullptr) thread.task->group->cancelled = true;
    } else {
        cancel_team(*thread.team);
    }
    return true;
}

}  // namespace

std::vector<TakenFunction> openmp_team_functions() {
    return {taken<parallel>("GOMP_parallel"),
            taken<teams_reg>("GOMP_teams_reg"),
            taken<barrier>("GOMP_barrier"),
            taken<barrier_cancel>("GOMP_barrier_cancel"),
            taken<critical_start>("GOMP_critical_start"),
            taken<critical_end>("GOMP_critical_end"),
            taken<critical_name_start>("GOMP_critical_name_start"),
            taken<critical_name_end>("GOMP_critical_name_end"),
            taken<atomic_start>("GOMP_atomic_start"),
            taken<atomic_end>("GOMP_atomic_end"),
            taken<cancel>("GOMP_cancel"),
            taken<cancellation_point>("GOMP_cancellation_point")};
}

}  // namespace rmasim::sim
