// OpenMP of gcc: what the functions of libgomp do, with threads of the rank (rank_threads.h). A team's threads share
// its loops, sections and tasks; what each of them gets depends on the order in which they ask only.
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

// Of a thread; those of a team begin with the ones of the thread that made it.
struct OpenMpSettings {
    std::vector<unsigned> threads{4};  // of a team, by level
    Schedule schedule = Schedule::dynamic;
    std::uint64_t chunk = 1;
    bool is_auto = false;  // the schedule: fixed, but told apart
    bool dynamic = false;
    unsigned most_active_levels = 1;

    unsigned threads_at(std::size_t level) const { return threads[std::min(level, threads.size() - 1)]; }
};

// Of the process, from the environment. Raises BadInput.
struct OpenMpEnvironment {
    OpenMpSettings settings{};
    bool cancellation = false;
    std::size_t stack_bytes = stack_bytes_of_threads;
};
const OpenMpEnvironment& openmp_environment();

struct OpenMpTask;
struct OpenMpTeam;

// Tasks that are waited for together.
struct TaskGroup {
    TaskGroup* outer = nullptr;
    std::size_t left = 0;
    bool cancelled = false;
    std::uintptr_t* reductions = nullptr;  // openmp_reductions.cpp
};

struct OpenMpTask {
    OpenMpTask* parent = nullptr;
    TaskGroup* group = nullptr;
    bool final = false;
    int priority = 0;
    void (*function)(void*) = nullptr;
    void* argument = nullptr;
    std::unique_ptr<std::byte[]> data{};
    std::size_t children = 0;  // that are not over
    // By `depend`: others of its parent that it waits for, and those that wait for it.
    std::size_t awaits = 0;
    std::vector<std::shared_ptr<OpenMpTask>> awaited_by{};
    bool over = false;
    struct Uses {
        std::vector<std::shared_ptr<OpenMpTask>> writers{}, readers{};
    };
    std::map<const void*, Uses> uses{};  // of its children, by address: the latest
};

// A loop, sections or `single` of a team.
struct WorkShare {
    Schedule schedule = Schedule::fixed;
    std::uint64_t count = 0, next = 0, chunk = 0;  // of iterations or sections
    // A value of the loop is `start` and `step` for each iteration before.
    std::uint64_t start = 0, step = 0;
    std::uint64_t turn = 0;  // `ordered`: the iteration that comes next
    bool cancelled = false;
    unsigned began = 0, ended = 0;  // threads
    std::vector<std::byte> memory{};
    // `doacross` loops and reductions of tasks there are not.
};

struct OpenMpThread {
    OpenMpTeam* team = nullptr;
    unsigned number = 0;
    OpenMpTask* task = nullptr;
    OpenMpSettings settings{};
    std::uint64_t shares = 0;          // it has begun so many
    WorkShare* share = nullptr;        // the last one
    std::uint64_t trips = 0;           // of a fixed schedule, in that
    std::uint64_t first = 0, end = 0;  // its iterations now
    OpenMpTask own_task{};             // its part of the parallel region
};

struct OpenMpTeam {
    explicit OpenMpTeam(unsigned size, OpenMpThread* maker);
    std::vector<std::unique_ptr<OpenMpThread>> members;
    OpenMpThread* maker;  // null: of a thread that is in no parallel region
    unsigned level, active_level;
    std::map<std::uint64_t, WorkShare> shares{};  // by number, as members come to them
    unsigned arrived = 0, left = 0;
    std::uint64_t barriers = 0;  // that are over
    bool cancelled = false;
    void* copied = nullptr;                          // by `copyprivate`
    std::list<std::shared_ptr<OpenMpTask>> tasks{};  // that can begin
    std::size_t tasks_left = 0;                      // that are not over

    unsigned size() const { return static_cast<unsigned>(members.size()); }
};

// Of the thread that runs; one that is in no parallel region is a team of its own.
OpenMpThread& openmp_thread();

// ---- openmp_team.cpp
// Whether the region was cancelled, which `may_be_cancelled` barriers look at.
bool team_barrier(const Caller& caller, bool may_be_cancelled = false);
// `prepare`: before the first thread begins.
void run_parallel(const Caller& caller, void (*function)(void*), void* data, unsigned threads,
                  const std::function<void(OpenMpTeam&)>& prepare = {});
void cancel_team(OpenMpTeam& team);

// ---- openmp_loops.cpp
WorkShare& begin_partition(OpenMpThread& thread, const std::function<void(WorkShare&)>& first);
void end_partition(OpenMpThread& thread);

// ---- openmp_tasks.cpp
// Runs tasks of the team while `wanted` ones can begin, and waits for others until `over`.
void work_until(const Caller& caller, const char* awaited, const std::function<bool()>& over,
                const std::function<bool(const OpenMpTask&)>& wanted);
void await_children(const Caller& caller);

// ---- openmp_reductions.cpp: of the current taskgroup
void register_reductions(std::uintptr_t* described);

}  // namespace rmasim::sim
