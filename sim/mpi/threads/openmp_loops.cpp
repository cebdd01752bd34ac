// Worksharing constructs of OpenMP teams: loops, sections, `single`. All threads of a team reach the constructs in the
// same order. So each construct is identified by its number in this order.
#include "sim/mpi/threads/openmp_functions.h"
#include "sim/mpi/threads/openmp_team.h"

#include <algorithm>
#include <cstring>
#include <limits>

namespace rmasim::sim {

// Begins the thread's next worksharing construct. If the thread is the first of its team, calls `first`, which
// initialises the construct.
WorkShare& begin_work_share(OpenMpThread& thread, const std::function<void(WorkShare&)>& first) {
    const auto [at, is_new] = thread.team->shares.try_emplace(thread.shares++);
    if (is_new) first(at->second);
    ++at->second.began;
    thread.share = &at->second;
    thread.trips = 0;
    thread.first = thread.end = 0;
    return at->second;
}

void end_work_share(OpenMpThread& thread) {
    if (++thread.share->ended == thread.team->size()) thread.team->shares.erase(thread.shares - 1);
    thread.share = nullptr;
}

namespace {

// ---- Iterations. They are numbered from 0.

// Takes the thread's next iterations with a static schedule. Without a chunk size, the thread gets one of several
// nearly equal blocks. With a chunk size, the threads take chunks in round-robin order.
bool take_fixed(OpenMpThread& thread, const WorkShare& share) {
    const std::uint64_t threads = thread.team->size(), number = thread.number, trip = thread.trips++;
    if (share.chunk == 0) {
        if (trip > 0) return false;
        const std::uint64_t each = share.count / threads, more = share.count % threads;
        thread.first = number * each + std::min(number, more);
        thread.end = thread.first + each + (number < more ? 1 : 0);
        return thread.first < thread.end;
    }
    const std::uint64_t before = trip * threads + number;
    if (before > share.count / share.chunk || before * share.chunk >= share.count) return false;
    thread.first = before * share.chunk;
    thread.end = std::min(thread.first + share.chunk, share.count);
    return true;
}

bool take_next(OpenMpThread& thread, WorkShare& share) {
    const std::uint64_t left = share.count - share.next;
    if (left == 0) return false;
    std::uint64_t size = std::max<std::uint64_t>(share.chunk, 1);
    if (share.schedule == Schedule::guided) {
        const std::uint64_t threads = thread.team->size();
        size = std::max(size, left / threads + (left % threads > 0 ? 1 : 0));
    }
    thread.first = share.next;
    thread.end = share.next += std::min(size, left);
    return true;
}

void await_turn(const Caller& caller, OpenMpThread& thread) {
    RankThreads& threads = threads_after_computation();
    WorkShare& share = *thread.share;
    while (share.turn != thread.first) {
        threads.wait_on(&share.turn, caller, [] { return std::string("the preceding iterations of an ordered loop"); });
    }
    threads.acquire_clock(caller, &share.turn);
}

// Ends the thread's turn in an ordered loop, if the thread has current iterations.
void end_turn(const Caller& caller, OpenMpThread& thread) {
    if (thread.first == thread.end) return;
    await_turn(caller, thread);
    RankThreads& threads = RankThreads::get();
    threads.release_clock(caller, &thread.share->turn);
    thread.share->turn = thread.end;
    threads.wake_all(&thread.share->turn);
}

// Takes the thread's next iterations. Returns false if no iteration is left.
bool take(OpenMpThread& thread) {
    ProgramWorld::get().compute();
    WorkShare& share = *thread.share;
    const bool found =
        !share.cancelled && (share.schedule == Schedule::fixed ? take_fixed(thread, share) : take_next(thread, share));
    if (!found) thread.first = thread.end = 0;
    return found;
}

// ---- Loops with a variable of type long or unsigned long long. The number of iterations is computed differently for
// the two types.

struct Loop {
    std::uint64_t count, start, step;
};

Loop loop_of(long start, long end, long step) {
    const auto from = static_cast<std::uint64_t>(start), to = static_cast<std::uint64_t>(end);
    const auto by = static_cast<std::uint64_t>(step);
    std::uint64_t count = 0;
    if (step > 0 && start < end) count = (to - from - 1) / by + 1;
    if (step < 0 && start > end) count = (from - to - 1) / (0 - by) + 1;
    return {count, from, by};
}

Loop loop_of(bool up, std::uint64_t start, std::uint64_t end, std::uint64_t step) {
    std::uint64_t count = 0;
    if (up && start < end) count = (end - start - 1) / step + 1;
    if (!up && start > end) count = (start - end - 1) / (0 - step) + 1;
    return {count, start, step};
}

void set(WorkShare& share, const OpenMpSettings& settings, const Loop& loop, Schedule schedule, std::uint64_t chunk) {
    const bool by_setting = schedule == Schedule::by_setting;
    share.schedule = by_setting ? settings.schedule : schedule;
    share.chunk = by_setting ? settings.chunk : chunk;
    share.count = loop.count;
    share.start = loop.start;
    share.step = loop.step;
}

template <class Value>
bool give(const OpenMpThread& thread, bool found, Value* first, Value* end) {
    if (!found) return false;
    *first = static_cast<Value>(thread.share->start + thread.first * thread.share->step);
    *end = static_cast<Value>(thread.share->start + thread.end * thread.share->step);
    return true;
}

template <class Value>
bool begin_loop(const Loop& loop, Schedule schedule, std::uint64_t chunk, Value* first, Value* end) {
    OpenMpThread& thread = openmp_thread();
    begin_work_share(thread, [&](WorkShare& share) { set(share, thread.settings, loop, schedule, chunk); });
    return give(thread, take(thread), first, end);
}

template <class Value>
bool next_of_loop(Value* first, Value* end) {
    OpenMpThread& thread = openmp_thread();
    return give(thread, take(thread), first, end);
}

template <class Value>
bool next_of_ordered(Value* first, Value* end) {
    OpenMpThread& thread = openmp_thread();
    end_turn(RMASIM_CALLED_AS("omp ordered"), thread);
    return give(thread, take(thread), first, end);
}

// ---- The replacements for functions of libgomp

template <Schedule schedule>
bool loop_start(long start, long end, long step, long chunk, long* first, long* last) {
    return begin_loop(loop_of(start, end, step), schedule, static_cast<std::uint64_t>(chunk), first, last);
}
template <Schedule schedule>
bool loop_start_setting(long start, long end, long step, long* first, long* last) {
    return begin_loop(loop_of(start, end, step), schedule, 0, first, last);
}
using Ull = unsigned long long;
template <Schedule schedule>
bool ull_start(bool up, Ull start, Ull end, Ull step, Ull chunk, Ull* first, Ull* last) {
    return begin_loop(loop_of(up, start, end, step), schedule, chunk, first, last);
}
template <Schedule schedule>
bool ull_start_setting(bool up, Ull start, Ull end, Ull step, Ull* first, Ull* last) {
    return begin_loop(loop_of(up, start, end, step), schedule, 0, first, last);
}

// Decodes the schedule argument of the GOMP_loop_..._start functions.
Schedule schedule_of(long number) {
    switch (number & 0xff) {
        case 0: return Schedule::by_setting;
        case 2: return Schedule::dynamic;
        case 3: return Schedule::guided;
        default: return Schedule::fixed;
    }
}

void refuse_reductions(const Caller& caller, const void* reductions) {
    if (reductions == nullptr) return;
    ProgramWorld::get().refuse(caller, "a reduction of tasks on a worksharing construct",
                            "reductions of loops and taskgroups");
}

template <class Value>
bool begin_any(const Caller& caller, const Loop& loop, long schedule, std::uint64_t chunk, Value* first, Value* end,
               const void* reductions, void** memory) {
    refuse_reductions(caller, reductions);
    OpenMpThread& thread = openmp_thread();
    WorkShare& share = begin_work_share(thread, [&](WorkShare& one) {
        set(one, thread.settings, loop, schedule_of(schedule), chunk);
        if (memory != nullptr) one.memory.resize(reinterpret_cast<std::uintptr_t>(*memory));
    });
    if (memory != nullptr) *memory = share.memory.data();
    return first == nullptr || give(thread, take(thread), first, end);
}
bool any_start(long start, long end, long step, long schedule, long chunk, long* first, long* last, void* reductions,
               void** memory) {
    return begin_any(RMASIM_CALLED_AS("omp for"), loop_of(start, end, step), schedule,
                     static_cast<std::uint64_t>(chunk), first, last, reductions, memory);
}
bool any_ull_start(bool up, Ull start, Ull end, Ull step, long schedule, Ull chunk, Ull* first, Ull* last,
                   void* reductions, void** memory) {
    return begin_any(RMASIM_CALLED_AS("omp for"), loop_of(up, start, end, step), schedule, chunk, first, last,
                     reductions, memory);
}

// Makes all threads of the team begin the worksharing construct of a combined construct, such as `parallel for`.
void prepare_work_share(OpenMpTeam& team, const std::function<void(WorkShare&)>& first) {
    for (const auto& member : team.members) begin_work_share(*member, first);
}
void run_parallel_loop(const Caller& caller, void (*function)(void*), void* data, unsigned threads, const Loop& loop,
                       Schedule schedule, long chunk) {
    run_parallel(caller, function, data, threads, [&](OpenMpTeam& team) {
        const OpenMpSettings& settings = team.members.front()->settings;
        prepare_work_share(
            team, [&](WorkShare& share) { set(share, settings, loop, schedule, static_cast<std::uint64_t>(chunk)); });
    });
}
template <Schedule schedule>
void parallel_loop(void (*function)(void*), void* data, unsigned threads, long start, long end, long step, long chunk,
                   unsigned) {
    run_parallel_loop(RMASIM_CALLED_AS("omp parallel for"), function, data, threads, loop_of(start, end, step),
                      schedule, chunk);
}
void parallel_loop_setting(void (*function)(void*), void* data, unsigned threads, long start, long end, long step,
                           unsigned) {
    run_parallel_loop(RMASIM_CALLED_AS("omp parallel for"), function, data, threads, loop_of(start, end, step),
                      Schedule::by_setting, 0);
}

void loop_end_nowait() {
    OpenMpThread& thread = openmp_thread();
    ProgramWorld::get().compute();
    end_work_share(thread);
}
void loop_end() {
    loop_end_nowait();
    team_barrier(RMASIM_CALLED_AS("omp for"));
}
bool loop_end_cancel() {
    loop_end_nowait();
    return team_barrier(RMASIM_CALLED_AS("omp for"), true);
}

void ordered_start() { await_turn(RMASIM_CALLED_AS("omp ordered"), openmp_thread()); }
void ordered_end() { RankThreads::get().release_clock(RMASIM_CALLED_AS("omp ordered"), &openmp_thread().share->turn); }

// ---- Sections. They are numbered from 1; the number 0 means that no section is left.

unsigned next_section(OpenMpThread& thread) { return take(thread) ? static_cast<unsigned>(thread.end) : 0; }
void set_sections(WorkShare& share, unsigned count) {
    share.schedule = Schedule::dynamic;
    share.count = count;
}
unsigned sections_start(unsigned count) {
    OpenMpThread& thread = openmp_thread();
    begin_work_share(thread, [&](WorkShare& share) { set_sections(share, count); });
    return next_section(thread);
}
unsigned sections_next() { return next_section(openmp_thread()); }
void parallel_sections(void (*function)(void*), void* data, unsigned threads, unsigned count, unsigned) {
    run_parallel(RMASIM_CALLED_AS("omp parallel sections"), function, data, threads, [&](OpenMpTeam& team) {
        prepare_work_share(team, [&](WorkShare& share) { set_sections(share, count); });
    });
}

// ---- `single` constructs. The first thread that arrives executes the block.

bool single_start() {
    OpenMpThread& thread = openmp_thread();
    ProgramWorld::get().compute();
    const bool first = begin_work_share(thread, [](WorkShare&) {}).began == 1;
    end_work_share(thread);
    return first;
}
// Begins a `single` construct with `copyprivate`. Returns null at the thread that executes the block. The other threads
// block, and the function then returns the data that the first thread has copied for them.
void* single_copy_start() {
    if (single_start()) return nullptr;
    team_barrier(RMASIM_CALLED_AS("omp single"));
    return openmp_thread().team->copied;
}
void single_copy_end(void* data) {
    openmp_thread().team->copied = data;
    team_barrier(RMASIM_CALLED_AS("omp single"));
}

std::vector<TakenFunction> functions_that_begin() {
    constexpr auto fixed = Schedule::fixed, dynamic = Schedule::dynamic, guided = Schedule::guided;
    constexpr auto by_setting = Schedule::by_setting;
    return {taken<loop_start<fixed>>("GOMP_loop_static_start"),
            taken<loop_start<dynamic>>("GOMP_loop_dynamic_start"),
            taken<loop_start<guided>>("GOMP_loop_guided_start"),
            taken<loop_start<dynamic>>("GOMP_loop_nonmonotonic_dynamic_start"),
            taken<loop_start<guided>>("GOMP_loop_nonmonotonic_guided_start"),
            taken<loop_start_setting<by_setting>>("GOMP_loop_runtime_start"),
            taken<loop_start_setting<by_setting>>("GOMP_loop_nonmonotonic_runtime_start"),
            taken<loop_start_setting<by_setting>>("GOMP_loop_maybe_nonmonotonic_runtime_start"),
            taken<loop_start<fixed>>("GOMP_loop_ordered_static_start"),
            taken<loop_start<dynamic>>("GOMP_loop_ordered_dynamic_start"),
            taken<loop_start<guided>>("GOMP_loop_ordered_guided_start"),
            taken<loop_start_setting<by_setting>>("GOMP_loop_ordered_runtime_start"),
            taken<ull_start<fixed>>("GOMP_loop_ull_static_start"),
            taken<ull_start<dynamic>>("GOMP_loop_ull_dynamic_start"),
            taken<ull_start<guided>>("GOMP_loop_ull_guided_start"),
            taken<ull_start<dynamic>>("GOMP_loop_ull_nonmonotonic_dynamic_start"),
            taken<ull_start<guided>>("GOMP_loop_ull_nonmonotonic_guided_start"),
            taken<ull_start_setting<by_setting>>("GOMP_loop_ull_runtime_start"),
            taken<ull_start_setting<by_setting>>("GOMP_loop_ull_nonmonotonic_runtime_start"),
            taken<ull_start_setting<by_setting>>("GOMP_loop_ull_maybe_nonmonotonic_runtime_start"),
            taken<ull_start<fixed>>("GOMP_loop_ull_ordered_static_start"),
            taken<ull_start<dynamic>>("GOMP_loop_ull_ordered_dynamic_start"),
            taken<ull_start<guided>>("GOMP_loop_ull_ordered_guided_start"),
            taken<ull_start_setting<by_setting>>("GOMP_loop_ull_ordered_runtime_start"),
            taken<any_start>("GOMP_loop_start"),
            taken<any_start>("GOMP_loop_ordered_start"),
            taken<any_ull_start>("GOMP_loop_ull_start"),
            taken<any_ull_start>("GOMP_loop_ull_ordered_start")};
}

std::vector<TakenFunction> next_functions() {
    return {taken<next_of_loop<long>>("GOMP_loop_static_next"),
            taken<next_of_loop<long>>("GOMP_loop_dynamic_next"),
            taken<next_of_loop<long>>("GOMP_loop_guided_next"),
            taken<next_of_loop<long>>("GOMP_loop_runtime_next"),
            taken<next_of_loop<long>>("GOMP_loop_nonmonotonic_dynamic_next"),
            taken<next_of_loop<long>>("GOMP_loop_nonmonotonic_guided_next"),
            taken<next_of_loop<long>>("GOMP_loop_nonmonotonic_runtime_next"),
            taken<next_of_loop<long>>("GOMP_loop_maybe_nonmonotonic_runtime_next"),
            taken<next_of_ordered<long>>("GOMP_loop_ordered_static_next"),
            taken<next_of_ordered<long>>("GOMP_loop_ordered_dynamic_next"),
            taken<next_of_ordered<long>>("GOMP_loop_ordered_guided_next"),
            taken<next_of_ordered<long>>("GOMP_loop_ordered_runtime_next"),
            taken<next_of_loop<Ull>>("GOMP_loop_ull_static_next"),
            taken<next_of_loop<Ull>>("GOMP_loop_ull_dynamic_next"),
            taken<next_of_loop<Ull>>("GOMP_loop_ull_guided_next"),
            taken<next_of_loop<Ull>>("GOMP_loop_ull_runtime_next"),
            taken<next_of_loop<Ull>>("GOMP_loop_ull_nonmonotonic_dynamic_next"),
            taken<next_of_loop<Ull>>("GOMP_loop_ull_nonmonotonic_guided_next"),
            taken<next_of_loop<Ull>>("GOMP_loop_ull_nonmonotonic_runtime_next"),
            taken<next_of_loop<Ull>>("GOMP_loop_ull_maybe_nonmonotonic_runtime_next"),
            taken<next_of_ordered<Ull>>("GOMP_loop_ull_ordered_static_next"),
            taken<next_of_ordered<Ull>>("GOMP_loop_ull_ordered_dynamic_next"),
            taken<next_of_ordered<Ull>>("GOMP_loop_ull_ordered_guided_next"),
            taken<next_of_ordered<Ull>>("GOMP_loop_ull_ordered_runtime_next")};
}

std::vector<TakenFunction> other_functions() {
    constexpr auto fixed = Schedule::fixed, dynamic = Schedule::dynamic, guided = Schedule::guided;
    return {taken<parallel_loop<fixed>>("GOMP_parallel_loop_static"),
            taken<parallel_loop<dynamic>>("GOMP_parallel_loop_dynamic"),
            taken<parallel_loop<guided>>("GOMP_parallel_loop_guided"),
            taken<parallel_loop<dynamic>>("GOMP_parallel_loop_nonmonotonic_dynamic"),
            taken<parallel_loop<guided>>("GOMP_parallel_loop_nonmonotonic_guided"),
            taken<parallel_loop_setting>("GOMP_parallel_loop_runtime"),
            taken<parallel_loop_setting>("GOMP_parallel_loop_nonmonotonic_runtime"),
            taken<parallel_loop_setting>("GOMP_parallel_loop_maybe_nonmonotonic_runtime"),
            taken<loop_end>("GOMP_loop_end"),
            taken<loop_end_nowait>("GOMP_loop_end_nowait"),
            taken<loop_end_cancel>("GOMP_loop_end_cancel"),
            taken<ordered_start>("GOMP_ordered_start"),
            taken<ordered_end>("GOMP_ordered_end"),
            taken<sections_start>("GOMP_sections_start"),
            taken<sections_next>("GOMP_sections_next"),
            taken<parallel_sections>("GOMP_parallel_sections"),
            taken<loop_end>("GOMP_sections_end"),
            taken<loop_end_nowait>("GOMP_sections_end_nowait"),
            taken<loop_end_cancel>("GOMP_sections_end_cancel"),
            taken<single_start>("GOMP_single_start"),
            taken<single_copy_start>("GOMP_single_copy_start"),
            taken<single_copy_end>("GOMP_single_copy_end")};
}

}  // namespace

std::vector<TakenFunction> openmp_loop_functions() {
    std::vector<TakenFunction> all = functions_that_begin();
    for (const auto& more : {next_functions(), other_functions()})
        all.insert(all.end(), more.begin(), more.end());
    return all;
}

}  // namespace rmasim::sim
