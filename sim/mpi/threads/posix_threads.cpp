// Replacements for the functions of POSIX threads that create, join and end threads. Each POSIX thread is a thread of
// the rank (rank_threads.h).
#include "sim/mpi/threads/posix_threads.h"

#include "sim/mpi/threads/program_functions.h"

#include <cerrno>
#include <cstdlib>
#include <utility>
#include <vector>

namespace rmasim::sim {

namespace {

// A key for thread-specific values. Each thread of the rank has its own value for a key. Deleted keys are reused.
struct Key {
    bool used = false;
    void (*destroy)(void*) = nullptr;
};
std::vector<Key>& keys() {
    static std::map<const RankThreads*, std::vector<Key>> all;
    return all[&RankThreads::get()];
}

// Calls the destructors of the thread's specific values. If destructors set new values, the function calls destructors
// again, up to the number of rounds that POSIX defines.
void destroy_specific_values(RankThread& thread) {
    for (int round = 0; round < PTHREAD_DESTRUCTOR_ITERATIONS && !thread.specific.empty(); ++round) {
        const auto values = std::exchange(thread.specific, {});
        for (const auto& [key, value] : values) {
            if (key >= keys().size() || keys()[key].destroy == nullptr || value == nullptr) continue;
            void (*const destroy)(void*) = keys()[key].destroy;
            const ProgramCode program;
            destroy(value);
        }
    }
}

}  // namespace

std::uint64_t start_thread(const Caller& caller, std::size_t stack_bytes, bool detached,
                           std::function<void*()> function) {
    RankThreads& threads = threads_after_computation();
    RankThread& made =
        threads.create(caller, stack_bytes, [function = std::move(function)] { exit_thread(function()); });
    made.detached = detached;
    return made.serial;
}

// Ends the running thread. If this is the rank's first thread, the rank exits after all its other threads have exited.
void exit_thread(void* result) {
    RankThreads& threads = threads_after_computation();
    RankThread& self = threads.current();
    destroy_specific_values(self);
    if (self.number == 0) {
        while (threads.several())
            threads.wait_on(&self.ended, {"pthread_exit", nullptr},
                            [] { return "the end of the rank's other threads"; });
        threads.host().end_rank();
    }
    self.result = result;
    threads.release_clock({}, &self.result);
    threads.wake_all(&self.result);
    if (threads.alive() == 2) threads.wake_all(&threads.all().front()->ended);
    if (self.detached) threads.remove(self);
    threads.end();
}

int join(const Caller& caller, std::uint64_t serial, void** result, double until) {
    RankThreads& threads = threads_after_computation();
    RankThread* const other = threads.find(serial);
    if (other == nullptr) return ESRCH;
    if (other == &threads.current()) return EDEADLK;
    if (other->detached || other->is_awaited) return EINVAL;
    const auto awaited = [number = other->number] { return fmt::format("the end of thread {}", number); };
    other->is_awaited = true;
    while (!other->ended) {
        const bool ends = threads.wait_on(&other->result, caller, awaited, until);
        if (ends) continue;
        other->is_awaited = false;
        return ETIMEDOUT;
    }
    threads.acquire_clock(caller, &other->result);
    if (result != nullptr) *result = other->result;
    threads.remove(*other);
    return 0;
}

int detach(std::uint64_t serial) {
    RankThreads& threads = RankThreads::get();
    RankThread* const other = threads.find(serial);
    if (other == nullptr) return ESRCH;
    if (other->detached) return EINVAL;
    if (other->is_awaited) return 0;  // as in glibc: the call that joins it continues
    other->detached = true;
    if (other->ended) threads.remove(*other);
    return 0;
}

int make_key(unsigned* key, void (*destroy)(void*)) {
    std::vector<Key>& all = keys();
    std::size_t at = 0;
    while (at < all.size() && all[at].used) ++at;
    if (at == PTHREAD_KEYS_MAX) return EAGAIN;
    if (at == all.size()) all.emplace_back();
    all[at] = {true, destroy};
    *key = static_cast<unsigned>(at);
    return 0;
}

int delete_key(unsigned key) {
    if (key >= keys().size() || !keys()[key].used) return EINVAL;
    keys()[key] = {};
    for (const auto& thread : RankThreads::get().all()) {
        if (thread) thread->specific.erase(key);
    }
    return 0;
}

void* specific_of(unsigned key) {
    const auto& specific = RankThreads::get().current().specific;
    const auto found = specific.find(key);
    return found == specific.end() ? nullptr : found->second;
}

int set_specific(unsigned key, const void* value) {
    if (key >= keys().size() || !keys()[key].used) return EINVAL;
    RankThreads::get().current().specific[key] = const_cast<void*>(value);
    return 0;
}

namespace {

int create(pthread_t* thread, const pthread_attr_t* attributes, void* (*function)(void*), void* argument) {
    if (outside_programs()) return ::pthread_create(thread, attributes, function, argument);
    std::size_t stack_bytes = stack_bytes_of_threads;
    int state = PTHREAD_CREATE_JOINABLE;
    if (attributes != nullptr) {
        ::pthread_attr_getstacksize(attributes, &stack_bytes);
        ::pthread_attr_getdetachstate(attributes, &state);
    }
    *thread = start_thread(RMASIM_CALLED_AS("pthread_create"), stack_bytes, state == PTHREAD_CREATE_DETACHED, [=] {
        const ProgramCode program;
        return function(argument);
    });
    return 0;
}

int join_posix(pthread_t thread, void** result) {
    if (outside_programs()) return ::pthread_join(thread, result);
    return join(RMASIM_CALLED_AS("pthread_join"), thread, result);
}

int join_until(pthread_t thread, void** result, const timespec* until) {
    return join(RMASIM_CALLED_AS("pthread_timedjoin_np"), thread, result, seconds(*until));
}

int try_join(pthread_t thread, void** result) {
    const Caller caller = RMASIM_CALLED_AS("pthread_tryjoin_np");
    const RankThread* const other = RankThreads::get().find(thread);
    if (other != nullptr && !other->ended) {
        threads_after_computation().give_way(caller);
        if (!other->ended) return EBUSY;
    }
    return join(caller, thread, result);
}

int detach_posix(pthread_t thread) { return outside_programs() ? ::pthread_detach(thread) : detach(thread); }
pthread_t self() { return outside_programs() ? ::pthread_self() : RankThreads::get().current().serial; }
int equal(pthread_t a, pthread_t b) { return a == b ? 1 : 0; }

int yield() {
    threads_after_computation().give_way(RMASIM_CALLED_AS("sched_yield"));
    return 0;
}

int create_key(pthread_key_t* key, void (*destroy)(void*)) {
    return outside_programs() ? ::pthread_key_create(key, destroy) : make_key(key, destroy);
}
int delete_key_posix(pthread_key_t key) { return outside_programs() ? ::pthread_key_delete(key) : delete_key(key); }
void* get_specific(pthread_key_t key) { return outside_programs() ? ::pthread_getspecific(key) : specific_of(key); }
int set_specific_posix(pthread_key_t key, const void* value) {
    return outside_programs() ? ::pthread_setspecific(key, value) : set_specific(key, value);
}

// The replacement for functions about cores, priorities and names of threads, which have no effect in the simulator.
int nothing() { return 0; }

}  // namespace

std::vector<TakenFunction> posix_thread_functions() {
    return {taken<create>("pthread_create"),
            taken<join_posix>("pthread_join"),
            taken<join_until>("pthread_timedjoin_np"),
            taken<try_join>("pthread_tryjoin_np"),
            taken<detach_posix>("pthread_detach"),
            taken<exit_thread>("pthread_exit"),
            taken<self>("pthread_self"),
            taken<equal>("pthread_equal"),
            taken<yield>("pthread_yield"),
            taken<yield>("sched_yield"),
            taken<create_key>("pthread_key_create"),
            taken<delete_key_posix>("pthread_key_delete"),
            taken<get_specific>("pthread_getspecific"),
            taken<set_specific_posix>("pthread_setspecific"),
            taken<nothing>("pthread_setname_np"),
            taken<nothing>("pthread_setaffinity_np"),
            taken<nothing>("sched_setaffinity"),
            taken<nothing>("pthread_setschedparam"),
            taken<nothing>("pthread_setschedprio"),
            taken<nothing>("pthread_setconcurrency"),
            taken<nothing>("pthread_setcancelstate"),
            taken<nothing>("pthread_setcanceltype"),
            taken<nothing>("pthread_testcancel")};
}

}  // namespace rmasim::sim
