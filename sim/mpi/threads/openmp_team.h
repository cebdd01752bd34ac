// Teams of OpenMP threads, for the replacements of the functions of libgomp, gcc's OpenMP library. The threads of a
// team are threads of the rank (rank_threads.h). They share the team's loops, sections and tasks. The work that a
// thread gets depends only on the order in which the threads request work.
#pragma once

#include "sim/mpi/threads/posix_threads.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace rmasim::sim {

enum class Schedule : std::uint8_t { fixed, dynamic, guided, by_setting };

// Settings of a thread (OpenMP's internal control variables). The threads of a team inherit the settings of the thread
// that creates the team.
struct OpenMpSettings {
    std::vector<unsigned> threads{4};  // size of a team, by nesting level
    Schedule schedule = Schedule::dynamic;
    std::uint64_t chunk = 1;
    bool is_auto = false;  // the schedule is `auto`: it is executed as `fixed`, but omp_get_schedule returns `auto`
    bool dynamic = false;
    unsigned most_active_levels = 1;

    unsigned threads_at(std::size_t level) const { return threads[std::min(level, threads.size() - 1)]; }
};

// Settings of the process, read from environment variables.
struct OpenMpEnvironment {
    OpenMpSettings settings{};
    bool cancellation = false;
    std::size_t stack_bytes = stack_bytes_of_threads;
};
const OpenMpEnvironment& openmp_environment();

struct OpenMpTask;
struct OpenMpTeam;

// A taskgroup: the tasks that the end of one `taskgroup` construct waits for.
struct TaskGroup {
    TaskGroup* outer = nullptr;
    std::size_t left = 0;
    bool cancelled = false;
    std::uintptr_t* reductions = nullptr;  // descriptors of task reductions: openmp_reductions.cpp
};

struct OpenMpTask {
    OpenMpTask* parent = nullptr;
    TaskGroup* group = nullptr;
    bool final = false;
    int priority = 0;
    void (*function)(void*) = nullptr;
    void* argument = nullptr;
    std::unique_ptr<std::byte[]> data{};
    std::size_t children = 0;  // number of child tasks that have not finished
    // Dependences of the `depend` clause. `awaits` is the number of earlier tasks of the same parent that must finish
    // first. `awaited_by` has the later tasks that wait for this task.
    std::size_t awaits = 0;
    std::vector<std::shared_ptr<OpenMpTask>> awaited_by{};
    bool over = false;
    struct Uses {
        std::vector<std::shared_ptr<OpenMpTask>> writers{}, readers{};
    };
    std::map<const void*, Uses> uses{};  // by address in `depend` clauses: the latest child tasks that use the address
};

// A worksharing construct of a team: a loop, sections or `single`.
struct WorkShare {
    Schedule schedule = Schedule::fixed;
    std::uint64_t count = 0, next = 0, chunk = 0;  // numbers of iterations or sections
    // The value of the loop variable in iteration i is `start` + i * `step`.
    std::uint64_t start = 0, step = 0;
    std::uint64_t turn = 0;  // for `ordered`: the iteration that may execute its ordered region next
    bool cancelled = false;
    unsigned began = 0, ended = 0;  // number of threads that have begun and ended the construct
    std::vector<std::byte> memory{};
    // `doacross` loops, and reductions of tasks on worksharing constructs, are not supported and need no state.
};

struct OpenMpThread {
    OpenMpTeam* team = nullptr;
    unsigned number = 0;
    OpenMpTask* task = nullptr;
    OpenMpSettings settings{};
    std::uint64_t shares = 0;          // number of worksharing constructs that the thread has begun
    WorkShare* share = nullptr;        // the thread's current worksharing construct
    std::uint64_t trips = 0;           // with a fixed schedule: number of chunks that the thread has taken from `share`
    std::uint64_t first = 0, end = 0;  // the thread's current iterations
    OpenMpTask own_task{};             // the implicit task of the parallel region
};

struct OpenMpTeam {
    explicit OpenMpTeam(unsigned size, OpenMpThread* maker);
    std::vector<std::unique_ptr<OpenMpThread>> members;
    OpenMpThread* maker;  // the thread that created the team; null for the team of a thread outside of parallel regions
    unsigned level, active_level;
    std::map<std::uint64_t, WorkShare> shares{};  // worksharing constructs by number; a record is created when the
                                                  // first member begins the construct
    unsigned arrived = 0, left = 0;
    std::uint64_t barriers = 0;  // number of finished barriers
    char sync_points[2] = {};    // sync points of barriers, used alternately: a thread that has not left a barrier yet
                                 // is not ordered after threads that arrive at the next barrier
    bool cancelled = false;
    void* copied = nullptr;                          // data of the `copyprivate` clause
    std::list<std::shared_ptr<OpenMpTask>> tasks{};  // tasks that are ready to run
    std::size_t tasks_left = 0;                      // number of deferred tasks that have not finished

    unsigned size() const { return static_cast<unsigned>(members.size()); }
};

// Returns the OpenMP state of the running thread. Outside of parallel regions a thread is a team of one.
OpenMpThread& openmp_thread();

// ---- Functions in openmp_team.cpp
// Blocks until all threads of the team have arrived and no task is left. If `may_be_cancelled`, a cancellation of the
// region ends the barrier, and the function then returns true.
bool team_barrier(const Caller& caller, bool may_be_cancelled = false);
// Runs a parallel region. `prepare` is called before the first thread begins.
void run_parallel(const Caller& caller, void (*function)(void*), void* data, unsigned threads,
                  const std::function<void(OpenMpTeam&)>& prepare = {});
void cancel_team(OpenMpTeam& team);

// ---- Functions in openmp_loops.cpp
WorkShare& begin_work_share(OpenMpThread& thread, const std::function<void(WorkShare&)>& first);
void end_work_share(OpenMpThread& thread);

// ---- Functions in openmp_tasks.cpp
// Runs tasks of the team for which `wanted` returns true, until `over` returns true. Blocks while there is no such
// task. `awaited` describes the wait in reports.
void work_until(const Caller& caller, const char* awaited, const std::function<bool()>& over,
                const std::function<bool(const OpenMpTask&)>& wanted);
void await_children(const Caller& caller);

// ---- Functions in openmp_reductions.cpp
// Registers descriptors of task reductions for the current taskgroup.
void register_reductions(std::uintptr_t* described);

}  // namespace rmasim::sim
