// Teams of gcc's OpenMP: the functions of libgomp, implemented with the rank's threads (rank_threads.h). The threads of
// a team share its loops, sections and tasks. A thread's share of them depends only on the order in which the threads
// request work.
#pragma once

#include "sim/mpi/posix_threads.h"

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

// Settings of a thread (OpenMP's internal control variables). The threads of a team inherit those of the thread that
// creates the team.
struct OpenMpSettings {
    std::vector<unsigned> threads{4};  // size of a team, by nesting level
    Schedule schedule = Schedule::dynamic;
    std::uint64_t chunk = 1;
    bool is_auto = false;  // `auto`: executed as `fixed`, but omp_get_schedule distinguishes it
    bool dynamic = false;
    unsigned most_active_levels = 1;

    unsigned threads_at(std::size_t level) const { return threads[std::min(level, threads.size() - 1)]; }
};

// Settings of the process, from the environment.
struct OpenMpEnvironment {
    OpenMpSettings settings{};
    bool cancellation = false;
    std::size_t stack_bytes = stack_bytes_of_threads;
};
const OpenMpEnvironment& openmp_environment();

struct OpenMpTask;
struct OpenMpTeam;

// A taskgroup: tasks that one `taskgroup` construct waits for.
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
    std::size_t children = 0;  // that have not finished
    // Dependences by `depend`: `awaits` counts the earlier tasks of the same parent that must finish first;
    // `awaited_by` lists the later tasks that wait for this one.
    std::size_t awaits = 0;
    std::vector<std::shared_ptr<OpenMpTask>> awaited_by{};
    bool over = false;
    struct Uses {
        std::vector<std::shared_ptr<OpenMpTask>> writers{}, readers{};
    };
    std::map<const void*, Uses> uses{};  // of its children, by address: the latest
};

// A worksharing construct of a team: a loop, sections or `single`.
struct WorkShare {
    Schedule schedule = Schedule::fixed;
    std::uint64_t count = 0, next = 0, chunk = 0;  // iterations or sections
    // The value of the loop variable in iteration i is `start` + i * `step`.
    std::uint64_t start = 0, step = 0;
    std::uint64_t turn = 0;  // `ordered`: the iteration whose turn it is
    bool cancelled = false;
    unsigned began = 0, ended = 0;  // numbers of threads
    std::vector<std::byte> memory{};
    // `doacross` loops and reductions of tasks on worksharing constructs are not supported.
};

struct OpenMpThread {
    OpenMpTeam* team = nullptr;
    unsigned number = 0;
    OpenMpTask* task = nullptr;
    OpenMpSettings settings{};
    std::uint64_t shares = 0;          // number of worksharing constructs that it has begun
    WorkShare* share = nullptr;        // the current one
    std::uint64_t trips = 0;           // with a fixed schedule: chunks taken from `share`
    std::uint64_t first = 0, end = 0;  // its current iterations
    OpenMpTask own_task{};             // the implicit task of the parallel region
};

struct OpenMpTeam {
    explicit OpenMpTeam(unsigned size, OpenMpThread* maker);
    std::vector<std::unique_ptr<OpenMpThread>> members;
    OpenMpThread* maker;  // null: the team of a thread outside of all parallel regions
    unsigned level, active_level;
    std::map<std::uint64_t, WorkShare> shares{};  // by number; a member that begins one creates it
    unsigned arrived = 0, left = 0;
    std::uint64_t barriers = 0;  // number of finished barriers
    char sync_points[2] = {};    // of barriers, by turns: a thread that leaves late is not ordered after the next one
    bool cancelled = false;
    void* copied = nullptr;                          // by `copyprivate`
    std::list<std::shared_ptr<OpenMpTask>> tasks{};  // ready to run
    std::size_t tasks_left = 0;                      // deferred tasks that have not finished

    unsigned size() const { return static_cast<unsigned>(members.size()); }
};

// Returns the OpenMP state of the running thread. Outside of parallel regions a thread is a team of one.
OpenMpThread& openmp_thread();

// ---- openmp_team.cpp
// Blocks until all threads of the team have arrived and no task is left. Returns true if the region was cancelled and
// `may_be_cancelled`.
bool team_barrier(const Caller& caller, bool may_be_cancelled = false);
// Runs a parallel region. `prepare` is called before the first thread begins.
void run_parallel(const Caller& caller, void (*function)(void*), void* data, unsigned threads,
                  const std::function<void(OpenMpTeam&)>& prepare = {});
void cancel_team(OpenMpTeam& team);

// ---- openmp_loops.cpp
WorkShare& begin_work_share(OpenMpThread& thread, const std::function<void(WorkShare&)>& first);
void end_work_share(OpenMpThread& thread);

// ---- openmp_tasks.cpp
// Runs tasks of the team that `wanted` accepts and blocks while there are none, until `over` returns true. `awaited`
// describes the wait in reports.
void work_until(const Caller& caller, const char* awaited, const std::function<bool()>& over,
                const std::function<bool(const OpenMpTask&)>& wanted);
void await_children(const Caller& caller);

// ---- openmp_reductions.cpp: for the current taskgroup
void register_reductions(std::uintptr_t* described);

}  // namespace rmasim::sim
