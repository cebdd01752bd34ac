// Replacements for the functions of POSIX threads for mutexes, condition variables and pthread_once. The state of such
// an object is in the program's own object, whose bytes are initially 0. RankThreads has the threads that wait. When a
// mutex is unlocked, the thread that has waited longest becomes its owner.
#include "sim/mpi/threads/posix_threads.h"

#include "sim/mpi/threads/program_functions.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <iterator>
#include <string>
#include <vector>

namespace rmasim::sim {

double seconds(const timespec& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) / 1e9;
}

void note_taken(RankThreads& threads, const void* lock, const Caller& caller) {
    threads.current().held.push_back({lock, caller});
}

// A mutex may be unlocked by another thread than its owner.
void note_released(RankThreads& threads, const void* lock, int owner) {
    const auto number = static_cast<std::size_t>(owner) - 1;
    if (owner == 0 || number >= threads.all().size() || threads.all()[number] == nullptr) return;
    std::vector<HeldLock>& held = threads.all()[number]->held;
    const auto found =
        std::find_if(held.rbegin(), held.rend(), [lock](const HeldLock& one) { return one.lock == lock; });
    if (found != held.rend()) held.erase(std::next(found).base());
}

AwaitedLock::AwaitedLock(RankThreads& threads, const char* what, const void* lock, const int& owner)
    : threads_(threads), what_(what), lock_(lock), owner_(owner), waiting_(threads.current().number) {}

std::string AwaitedLock::operator()() const {
    const auto number = static_cast<std::size_t>(owner_) - 1;
    const bool exists = owner_ != 0 && number < threads_.all().size() && threads_.all()[number] != nullptr;
    if (!exists) return fmt::format("{} of a thread that has exited", what_);
    const RankThread& thread = *threads_.all()[number];
    const std::string who = thread.number == waiting_ ? "the thread itself"
                            : thread.ended            ? fmt::format("thread {}, which has exited,", number)
                                                      : fmt::format("thread {}", number);
    const auto found = std::ranges::find(thread.held, lock_, &HeldLock::lock);
    if (found == thread.held.end()) return fmt::format("{} that {} holds", what_, who);
    return fmt::format("{} that {} took at {}", what_, who, ProgramWorld::get().location_text(found->taken_by));
}

namespace {

// A view of a mutex object of libc. `kind` is the member in which libc stores the mutex's kind. In the other members,
// this file stores its own state.
struct Mutex {
    explicit Mutex(pthread_mutex_t& mutex)
        : owner(mutex.__data.__owner), count(mutex.__data.__count), kind(mutex.__data.__kind & 3) {}
    int& owner;
    unsigned& count;  // how often the owner has locked the mutex again
    int kind;
};

int lock_again(RankThreads& threads, const Caller& caller, pthread_mutex_t& object, double until) {
    const Mutex mutex(object);
    if (mutex.kind == PTHREAD_MUTEX_ERRORCHECK) return EDEADLK;
    if (mutex.kind == PTHREAD_MUTEX_RECURSIVE) {
        ++mutex.count;
        return 0;
    }
    const AwaitedLock awaited(threads, "a mutex", &object, mutex.owner);
    return threads.wait_on(&mutex.count, caller, awaited, until) ? 0 : ETIMEDOUT;
}

}  // namespace

int lock(const Caller& caller, pthread_mutex_t& object, double until) {
    RankThreads& threads = threads_after_computation();
    const Mutex mutex(object);
    if (mutex.owner == me()) return lock_again(threads, caller, object, until);
    threads.about_to_lock(caller);
    if (mutex.owner != 0) {
        const AwaitedLock awaited(threads, "a mutex", &object, mutex.owner);
        if (!threads.wait_on(&object, caller, awaited, until)) return ETIMEDOUT;
    }
    mutex.owner = me();
    note_taken(threads, &object, caller);
    threads.acquire_clock(caller, &object);
    return 0;
}

int try_lock(const Caller& caller, pthread_mutex_t& object) {
    RankThreads& threads = threads_after_computation();
    const Mutex mutex(object);
    if (mutex.owner == me() && mutex.kind == PTHREAD_MUTEX_RECURSIVE) {
        ++mutex.count;
        return 0;
    }
    threads.about_to_lock(caller);
    if (mutex.owner != 0) threads.give_way(caller);
    if (mutex.owner != 0) return EBUSY;
    mutex.owner = me();
    note_taken(threads, &object, caller);
    threads.acquire_clock(caller, &object);
    return 0;
}

int unlock(const Caller& caller, pthread_mutex_t& object) {
    RankThreads& threads = threads_after_computation();
    const Mutex mutex(object);
    if (mutex.owner != me() && mutex.kind != PTHREAD_MUTEX_NORMAL) return EPERM;
    if (mutex.count > 0) {
        --mutex.count;
        return 0;
    }
    threads.release_clock(caller, &object);
    note_released(threads, &object, mutex.owner);
    const RankThread* const next = threads.wake_first(&object);
    mutex.owner = next == nullptr ? 0 : static_cast<int>(next->number) + 1;
    return 0;
}

int wait(const Caller& caller, pthread_cond_t& condition, pthread_mutex_t& object, double until) {
    RankThreads& threads = threads_after_computation();
    const Mutex mutex(object);
    const unsigned count = std::exchange(mutex.count, 0);
    unlock(caller, object);
    const auto awaited = [] { return std::string("a condition variable that no thread signals"); };
    const bool in_time = threads.wait_on(&condition, caller, awaited, until);
    lock(caller, object);
    mutex.count = count;
    if (in_time) threads.acquire_clock(caller, &condition);
    return in_time ? 0 : ETIMEDOUT;
}

void signal(const Caller& caller, pthread_cond_t& condition) {
    RankThreads& threads = threads_after_computation();
    threads.release_clock(caller, &condition);
    threads.wake_first(&condition);
}

void broadcast(const Caller& caller, pthread_cond_t& condition) {
    RankThreads& threads = threads_after_computation();
    threads.release_clock(caller, &condition);
    threads.wake_all(&condition);
}

// Calls the function once. The values of `flag`: 0 means that the function was not called, 1 that a thread is executing
// it, 2 that it has returned. If it raises an exception, the next thread calls it again.
void call_once(const Caller& caller, int& flag, const std::function<void()>& function) {
    RankThreads& threads = threads_after_computation();
    while (flag == 1) {
        threads.wait_on(&flag, caller, [] { return std::string("pthread_once in another thread"); });
    }
    if (flag == 0) {
        flag = 1;
        struct Ends {
            RankThreads& threads;
            const Caller& caller;
            int& flag;
            int becomes = 0;
            ~Ends() {
                flag = becomes;
                threads.release_clock(caller, &flag);
                threads.wake_all(&flag);
            }
        } ends{threads, caller, flag};
        function();
        ends.becomes = 2;
    }
    threads.acquire_clock(caller, &flag);
}

namespace {

// ---- Mutexes and condition variables

int mutex_init(pthread_mutex_t* mutex, const pthread_mutexattr_t* attributes) {
    return ::pthread_mutex_init(mutex, attributes);
}
int mutex_destroy(pthread_mutex_t* mutex) {
    if (outside_programs()) return ::pthread_mutex_destroy(mutex);
    return Mutex(*mutex).owner == 0 ? 0 : EBUSY;
}
int mutex_lock(pthread_mutex_t* mutex) {
    return outside_programs() ? ::pthread_mutex_lock(mutex) : lock(RMASIM_CALLED_AS("pthread_mutex_lock"), *mutex);
}
int mutex_trylock(pthread_mutex_t* mutex) {
    return outside_programs() ? ::pthread_mutex_trylock(mutex)
                              : try_lock(RMASIM_CALLED_AS("pthread_mutex_trylock"), *mutex);
}
int mutex_timedlock(pthread_mutex_t* mutex, const timespec* until) {
    return lock(RMASIM_CALLED_AS("pthread_mutex_timedlock"), *mutex, seconds(*until));
}
int mutex_clocklock(pthread_mutex_t* mutex, clockid_t, const timespec* until) {
    return lock(RMASIM_CALLED_AS("pthread_mutex_clocklock"), *mutex, seconds(*until));
}
int mutex_unlock(pthread_mutex_t* mutex) {
    return outside_programs() ? ::pthread_mutex_unlock(mutex)
                              : unlock(RMASIM_CALLED_AS("pthread_mutex_unlock"), *mutex);
}
int cond_destroy(pthread_cond_t* condition) { return outside_programs() ? ::pthread_cond_destroy(condition) : 0; }
int cond_wait(pthread_cond_t* condition, pthread_mutex_t* mutex) {
    if (outside_programs()) return ::pthread_cond_wait(condition, mutex);
    return wait(RMASIM_CALLED_AS("pthread_cond_wait"), *condition, *mutex);
}
int cond_timedwait(pthread_cond_t* condition, pthread_mutex_t* mutex, const timespec* until) {
    if (outside_programs()) return ::pthread_cond_timedwait(condition, mutex, until);
    return wait(RMASIM_CALLED_AS("pthread_cond_timedwait"), *condition, *mutex, seconds(*until));
}
int cond_clockwait(pthread_cond_t* condition, pthread_mutex_t* mutex, clockid_t clock, const timespec* until) {
    if (outside_programs()) return ::pthread_cond_clockwait(condition, mutex, clock, until);
    return wait(RMASIM_CALLED_AS("pthread_cond_clockwait"), *condition, *mutex, seconds(*until));
}
int cond_signal(pthread_cond_t* condition) {
    if (outside_programs()) return ::pthread_cond_signal(condition);
    signal(RMASIM_CALLED_AS("pthread_cond_signal"), *condition);
    return 0;
}
int cond_broadcast(pthread_cond_t* condition) {
    if (outside_programs()) return ::pthread_cond_broadcast(condition);
    broadcast(RMASIM_CALLED_AS("pthread_cond_broadcast"), *condition);
    return 0;
}
int once(pthread_once_t* flag, void (*function)()) {
    if (outside_programs()) return ::pthread_once(flag, function);
    call_once(RMASIM_CALLED_AS("pthread_once"), *flag, [function] {
        const ProgramCode program;
        function();
    });
    return 0;
}

}  // namespace

std::vector<TakenFunction> posix_lock_functions() {
    return {taken<mutex_init>("pthread_mutex_init"),
            taken<mutex_destroy>("pthread_mutex_destroy"),
            taken<mutex_lock>("pthread_mutex_lock"),
            taken<mutex_trylock>("pthread_mutex_trylock"),
            taken<mutex_timedlock>("pthread_mutex_timedlock"),
            taken<mutex_clocklock>("pthread_mutex_clocklock"),
            taken<mutex_unlock>("pthread_mutex_unlock"),
            taken<cond_destroy>("pthread_cond_destroy"),
            taken<cond_wait>("pthread_cond_wait"),
            taken<cond_timedwait>("pthread_cond_timedwait"),
            taken<cond_clockwait>("pthread_cond_clockwait"),
            taken<cond_signal>("pthread_cond_signal"),
            taken<cond_broadcast>("pthread_cond_broadcast"),
            taken<once>("pthread_once")};
}

}  // namespace rmasim::sim
