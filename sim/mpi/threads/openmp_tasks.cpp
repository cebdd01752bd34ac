// Tasks of OpenMP. Threads that wait execute ready tasks: tasks of higher priority first, and tasks of equal priority
// in the order in which they became ready. At a barrier, a thread executes any task. At `taskwait`, it executes only
// children of the current task. At the end of a taskgroup, it executes only tasks of this taskgroup.
#include "sim/mpi/threads/openmp_functions.h"
#include "sim/mpi/threads/openmp_team.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>

namespace rmasim::sim {

namespace {

using TaskRef = std::shared_ptr<OpenMpTask>;

enum Flag : unsigned {
    flag_final = 2,
    flag_depend = 8,
    flag_up = 256,
    flag_grainsize = 512,
    flag_if = 1024,
    flag_nogroup = 2048,
    flag_reduction = 4096,
    flag_detach = 8192,
    flag_strict = 16384,
};

// The maximum number of deferred tasks for each thread of a team. When it is exceeded, new tasks are executed at once.
constexpr std::size_t max_tasks_of_thread = 64;

void can_begin(OpenMpTeam& team, TaskRef task) {
    const auto behind =
        std::ranges::find_if(team.tasks, [&](const TaskRef& one) { return one->priority < task->priority; });
    team.tasks.insert(behind, std::move(task));
    RankThreads::get().wake_all(&team.tasks);
}

// Records that a task has finished or was cancelled. Tasks that depend on this task may then become ready.
void note_over(OpenMpTeam& team, OpenMpTask& task) {
    task.over = true;
    --task.parent->children;
    for (TaskGroup* group = task.group; group != nullptr; group = group->outer) --group->left;
    for (const TaskRef& next : task.awaited_by) {
        if (--next->awaits == 0 && next->function != nullptr) can_begin(team, next);
    }
    task.awaited_by.clear();
    RankThreads::get().wake_all(&team.tasks);
}

void run(const Caller& caller, OpenMpThread& thread, OpenMpTask& task) {
    RankThreads& threads = RankThreads::get();
    OpenMpTask* const before = std::exchange(thread.task, &task);
    threads.acquire_clock(caller, &task);
    call_program(task.function, task.argument);
    ProgramWorld::get().compute();
    threads.release_clock(caller, task.parent);
    for (TaskGroup* group = task.group; group != nullptr; group = group->outer) threads.release_clock(caller, group);
    for (const TaskRef& next : task.awaited_by) threads.release_clock(caller, next.get());
    thread.task = before;
}

bool is_in(const OpenMpTask& task, const TaskGroup* group) {
    for (const TaskGroup* one = task.group; one != nullptr; one = one->outer) {
        if (one == group) return true;
    }
    return false;
}

}  // namespace

void work_until(const Caller& caller, const char* awaited, const std::function<bool()>& over,
                const std::function<bool(const OpenMpTask&)>& wanted) {
    RankThreads& threads = RankThreads::get();
    OpenMpThread& thread = openmp_thread();
    OpenMpTeam& team = *thread.team;
    while (!over()) {
        const auto found = std::ranges::find_if(team.tasks, [&](const TaskRef& one) { return wanted(*one); });
        if (found == team.tasks.end()) {
            threads.wait_on(&team.tasks, caller, [awaited] { return std::string(awaited); });
            continue;
        }
        const TaskRef task = std::move(*found);
        team.tasks.erase(found);
        if (task->group == nullptr || !task->group->cancelled) run(caller, thread, *task);
        --team.tasks_left;
        note_over(team, *task);
    }
}

void await_children(const Caller& caller) {
    OpenMpTask* const self = openmp_thread().task;
    work_until(
        caller, "its tasks", [self] { return self->children == 0; },
        [self](const OpenMpTask& task) { return task.parent == self; });
    RankThreads::get().acquire_clock(caller, self);
}

namespace {

// ---- Dependences of tasks

struct Dependence {
    const void* address;
    bool reads;
};

// Decodes libgomp's `depend` array, which has one of two forms. Old form: number of all dependences, number of writers,
// addresses. New form: 0, number of all dependences, numbers of out, mutexinoutset and in dependences, addresses. The
// remaining entries of the new form are `depobj` objects, which have an address and a kind; kind 1 only reads.
std::vector<Dependence> dependences(void** depend) {
    const auto number = [&](std::size_t at) {
        return static_cast<std::size_t>(reinterpret_cast<std::uintptr_t>(depend[at]));
    };
    std::vector<Dependence> found;
    if (number(0) != 0) {
        for (std::size_t i = 0; i < number(0); ++i) found.push_back({depend[2 + i], i >= number(1)});
        return found;
    }
    const std::size_t writing = number(2) + number(3), plain = writing + number(4);
    for (std::size_t i = 0; i < number(1); ++i) {
        if (i < plain) {
            found.push_back({depend[5 + i], i >= writing});
            continue;
        }
        const auto* const object = static_cast<void* const*>(depend[5 + i]);
        found.push_back({object[0], reinterpret_cast<std::uintptr_t>(object[1]) == 1});
    }
    return found;
}

void await_task(const TaskRef& task, const TaskRef& other) {
    if (other->over || other == task) return;
    other->awaited_by.push_back(task);
    ++task->awaits;
}

void depend_on(OpenMpTask& parent, const TaskRef& task, void** depend) {
    for (const auto& [address, reads] : dependences(depend)) {
        OpenMpTask::Uses& uses = parent.uses[address];
        if (reads) {
            for (const TaskRef& writer : uses.writers) await_task(task, writer);
            uses.readers.push_back(task);
            continue;
        }
        for (const TaskRef& other : uses.readers.empty() ? uses.writers : uses.readers) await_task(task, other);
        uses.writers = {task};
        uses.readers.clear();
    }
}

// ---- Creation of tasks

TaskRef make_task(const OpenMpThread& thread, unsigned flags, int priority) {
    auto made = std::make_shared<OpenMpTask>();
    made->parent = thread.task;
    made->group = thread.task->group;
    made->final = thread.task->final || (flags & flag_final) != 0;
    made->priority = priority;
    return made;
}

// Gives the task a copy of its data. `copy` runs the copy constructors of the data; if it is null, the bytes are
// copied.
void give_data(OpenMpTask& task, void (*function)(void*), void* data, void (*copy)(void*, void*), long bytes,
               long align) {
    task.function = function;
    task.data = std::make_unique<std::byte[]>(static_cast<std::size_t>(bytes + align));
    const auto first = reinterpret_cast<std::uintptr_t>(task.data.get()), to = static_cast<std::uintptr_t>(align);
    task.argument = reinterpret_cast<void*>((first + to - 1) / to * to);
    if (copy != nullptr) {
        const ProgramCode program;
        copy(task.argument, data);
    } else {
        std::memcpy(task.argument, data, static_cast<std::size_t>(bytes));
    }
}

bool runs_at_once(const OpenMpThread& thread, const OpenMpTask& task, bool deferred) {
    const OpenMpTeam& team = *thread.team;
    return !deferred || team.size() == 1 || task.parent->final || team.tasks_left > max_tasks_of_thread * team.size();
}

void begin(const Caller& caller, OpenMpThread& thread, const TaskRef& task, bool deferred) {
    RankThreads& threads = RankThreads::get();
    OpenMpTeam& team = *thread.team;
    ++task->parent->children;
    for (TaskGroup* group = task->group; group != nullptr; group = group->outer) ++group->left;
    threads.release_clock(caller, task.get());
    if (!runs_at_once(thread, *task, deferred)) {
        ++team.tasks_left;
        if (task->awaits == 0) can_begin(team, task);
        return;
    }
    void (*const function)(void*) = std::exchange(task->function, nullptr);  // so no other thread runs the task
    work_until(
        caller, "tasks on which the task depends", [&] { return task->awaits == 0; },
        [&](const OpenMpTask& other) { return other.parent == task->parent; });
    task->function = function;
    if (function != nullptr) run(caller, thread, *task);
    note_over(team, *task);
}

void refuse_detached(const Caller& caller, unsigned flags) {
    if ((flags & flag_detach) != 0) ProgramWorld::get().refuse(caller, "the clause detach", "tasks without detach");
}

void task_here(void (*function)(void*), void* data, void (*copy)(void*, void*), long bytes, long align, bool deferred,
               unsigned flags, void** depend, int priority, void*) {
    const Caller caller = RMASIM_CALLED_AS("omp task");
    refuse_detached(caller, flags);
    ProgramWorld::get().compute();
    OpenMpThread& thread = openmp_thread();
    const TaskRef task = make_task(thread, flags, priority);
    give_data(*task, function, data, copy, bytes, align);
    if ((flags & flag_depend) != 0) depend_on(*thread.task, task, depend);
    begin(caller, thread, task, deferred);
}

void taskwait() {
    ProgramWorld::get().compute();
    await_children(RMASIM_CALLED_AS("omp taskwait"));
}

// Implements `taskwait depend`: creates and runs an empty task with these dependences.
void taskwait_depend(void** depend) {
    const Caller caller = RMASIM_CALLED_AS("omp taskwait");
    ProgramWorld::get().compute();
    OpenMpThread& thread = openmp_thread();
    const TaskRef task = make_task(thread, 0, 0);
    depend_on(*thread.task, task, depend);
    begin(caller, thread, task, false);
    RankThreads::get().acquire_clock(caller, task.get());
}

void taskyield() { threads_after_computation().give_way(RMASIM_CALLED_AS("omp taskyield")); }

// ---- Taskgroups

void taskgroup_start() {
    OpenMpThread& thread = openmp_thread();
    thread.task->group = new TaskGroup{thread.task->group, 0, false, nullptr};
}

void end_group(const Caller& caller) {
    ProgramWorld::get().compute();
    OpenMpTask* const self = openmp_thread().task;
    const std::unique_ptr<TaskGroup> group(self->group);
    work_until(
        caller, "the tasks of its taskgroup", [&] { return group->left == 0; },
        [&](const OpenMpTask& task) { return is_in(task, group.get()); });
    RankThreads::get().acquire_clock(caller, group.get());
    self->group = group->outer;
}

void taskgroup_end() { end_group(RMASIM_CALLED_AS("omp taskgroup")); }

// ---- `taskloop` constructs. The data of each task begin with the first and the end value of the task's iterations.

struct TaskLoop {
    void (*function)(void*);
    void* data;
    void (*copy)(void*, void*);
    long bytes, align;
    unsigned flags;
    std::uint64_t tasks;
    int priority;
};

// Returns the number of iterations for each task of a `taskloop`. The numbers are nearly equal. With `strict`, each
// task except the last one has as many iterations as the grain size.
std::vector<std::uint64_t> sizes_of_tasks(std::uint64_t count, const TaskLoop& loop, unsigned threads) {
    std::uint64_t tasks = loop.tasks;
    if ((loop.flags & flag_grainsize) != 0) {
        const std::uint64_t grain = std::max<std::uint64_t>(loop.tasks, 1);
        if ((loop.flags & flag_strict) != 0) {
            std::vector<std::uint64_t> sizes(count / grain, grain);
            if (count % grain > 0) sizes.push_back(count % grain);
            return sizes;
        }
        tasks = count / grain;
    } else if (tasks == 0) {
        tasks = threads;
    }
    tasks = std::clamp<std::uint64_t>(tasks, 1, count);
    std::vector<std::uint64_t> sizes(tasks, count / tasks);
    for (std::uint64_t i = 0; i < count % tasks; ++i) ++sizes[i];
    return sizes;
}

template <class Value>
void run_taskloop(const Caller& caller, const TaskLoop& loop, std::uint64_t count, Value start, Value step) {
    ProgramWorld::get().compute();
    OpenMpThread& thread = openmp_thread();
    const bool grouped = (loop.flags & flag_nogroup) == 0;
    if (grouped) {
        taskgroup_start();
        if ((loop.flags & flag_reduction) != 0) register_reductions(static_cast<std::uintptr_t**>(loop.data)[2]);
    }
    Value at = start;
    const std::vector<std::uint64_t> sizes =
        count == 0 ? std::vector<std::uint64_t>() : sizes_of_tasks(count, loop, thread.team->size());
    for (const std::uint64_t size : sizes) {
        const TaskRef task = make_task(thread, loop.flags, loop.priority);
        give_data(*task, loop.function, loop.data, loop.copy, loop.bytes, loop.align);
        auto* const range = static_cast<Value*>(task->argument);
        range[0] = at;
        range[1] = at += static_cast<Value>(size) * step;
        begin(caller, thread, task, (loop.flags & flag_if) != 0);
    }
    if (grouped) end_group(caller);
}

void taskloop(void (*function)(void*), void* data, void (*copy)(void*, void*), long bytes, long align, unsigned flags,
              unsigned long tasks, int priority, long start, long end, long step) {
    std::uint64_t count = 0;
    if (step > 0 && start < end) count = static_cast<std::uint64_t>((end - start - 1) / step + 1);
    if (step < 0 && start > end) count = static_cast<std::uint64_t>((start - end - 1) / -step + 1);
    run_taskloop<long>(RMASIM_CALLED_AS("omp taskloop"), {function, data, copy, bytes, align, flags, tasks, priority},
                       count, start, step);
}

void taskloop_ull(void (*function)(void*), void* data, void (*copy)(void*, void*), long bytes, long align,
                  unsigned flags, unsigned long tasks, int priority, unsigned long long start, unsigned long long end,
                  unsigned long long step) {
    std::uint64_t count = 0;
    const bool up = (flags & flag_up) != 0;
    if (up && start < end) count = (end - start - 1) / step + 1;
    if (!up && start > end) count = (start - end - 1) / (0 - step) + 1;
    run_taskloop<unsigned long long>(RMASIM_CALLED_AS("omp taskloop"),
                                     {function, data, copy, bytes, align, flags, tasks, priority}, count, start, step);
}

}  // namespace

std::vector<TakenFunction> openmp_task_functions() {
    return {taken<task_here>("GOMP_task"),
            taken<taskwait>("GOMP_taskwait"),
            taken<taskwait_depend>("GOMP_taskwait_depend"),
            taken<taskyield>("GOMP_taskyield"),
            taken<taskgroup_start>("GOMP_taskgroup_start"),
            taken<taskgroup_end>("GOMP_taskgroup_end"),
            taken<taskloop>("GOMP_taskloop"),
            taken<taskloop_ull>("GOMP_taskloop_ull")};
}

}  // namespace rmasim::sim
