// Replacements for the functions of POSIX threads for read-write locks, spin locks, barriers and semaphores. As in
// posix_locks.cpp, the state of an object is in the program's own object.
#include "sim/mpi/threads/posix_threads.h"
#include "sim/mpi/threads/program_functions.h"

#include <cerrno>
#include <functional>
#include <string>
#include <vector>

namespace rmasim::sim {

namespace {

// ---- Read-write locks. A writer that waits gets the lock before readers that arrive later.

struct ReadWrite {
    explicit ReadWrite(pthread_rwlock_t& object)
        : readers(object.__data.__readers), writer(object.__data.__cur_writer) {}
    unsigned& readers;
    int& writer;
    const void* reading() const { return &readers; }
    const void* writing() const { return &writer; }
};

// Returns the function that describes the lock for which the running thread waits.
std::function<std::string()> awaited_of(RankThreads& threads, const ReadWrite& at) {
    const AwaitedLock of_writer(threads, "a lock", at.writing(), at.writer);
    return [at, of_writer] {
        return at.writer != 0 ? of_writer() : fmt::format("a lock that {} readers hold", at.readers);
    };
}

int read_lock(const Caller& caller, pthread_rwlock_t& object, double until, bool waits) {
    RankThreads& threads = threads_after_computation();
    const ReadWrite at(object);
    if (at.writer == me()) return waits ? EDEADLK : EBUSY;
    const bool free = at.writer == 0 && threads.first_waiting(at.writing()) == nullptr;
    if (!free && !waits) return EBUSY;
    if (free) ++at.readers;
    else if (!threads.wait_on(at.reading(), caller, awaited_of(threads, at), until)) return ETIMEDOUT;
    threads.acquire_clock(caller, &object);
    return 0;
}

int write_lock(const Caller& caller, pthread_rwlock_t& object, double until, bool waits) {
    RankThreads& threads = threads_after_computation();
    const ReadWrite at(object);
    if (at.writer == me()) return waits ? EDEADLK : EBUSY;
    const bool free = at.writer == 0 && at.readers == 0;
    if (!free && !waits) return EBUSY;
    if (free) at.writer = me();
    else if (!threads.wait_on(at.writing(), caller, awaited_of(threads, at), until)) return ETIMEDOUT;
    note_taken(threads, at.writing(), caller);
    threads.acquire_clock(caller, &object);
    threads.acquire_clock(caller, at.reading());
    return 0;
}

void give_on(RankThreads& threads, const ReadWrite& at) {
    if (const RankThread* const next = at.readers == 0 ? threads.wake_first(at.writing()) : nullptr) {
        at.writer = static_cast<int>(next->number) + 1;
        return;
    }
    if (threads.first_waiting(at.writing()) != nullptr) return;
    while (threads.wake_first(at.reading()) != nullptr) ++at.readers;
}

int rwlock_init(pthread_rwlock_t* object, const pthread_rwlockattr_t*) {
    *object = {};
    return 0;
}
int rwlock_destroy(pthread_rwlock_t*) { return 0; }
int rwlock_rdlock(pthread_rwlock_t* object) {
    return read_lock(RMASIM_CALLED_AS("pthread_rwlock_rdlock"), *object, never, true);
}
int rwlock_wrlock(pthread_rwlock_t* object) {
    return write_lock(RMASIM_CALLED_AS("pthread_rwlock_wrlock"), *object, never, true);
}
int rwlock_tryrdlock(pthread_rwlock_t* object) {
    return read_lock(RMASIM_CALLED_AS("pthread_rwlock_tryrdlock"), *object, never, false);
}
int rwlock_trywrlock(pthread_rwlock_t* object) {
    return write_lock(RMASIM_CALLED_AS("pthread_rwlock_trywrlock"), *object, never, false);
}
int rwlock_timedrdlock(pthread_rwlock_t* object, const timespec* until) {
    return read_lock(RMASIM_CALLED_AS("pthread_rwlock_timedrdlock"), *object, seconds(*until), true);
}
int rwlock_timedwrlock(pthread_rwlock_t* object, const timespec* until) {
    return write_lock(RMASIM_CALLED_AS("pthread_rwlock_timedwrlock"), *object, seconds(*until), true);
}
// Unlocks a read-write lock. A reader releases its clock only to later writers, since readers are not ordered among
// each other.
int rwlock_unlock(pthread_rwlock_t* object) {
    RankThreads& threads = threads_after_computation();
    const ReadWrite at(*object);
    const Caller caller = RMASIM_CALLED_AS("pthread_rwlock_unlock");
    if (at.writer == me()) {
        threads.release_clock(caller, object);
        note_released(threads, at.writing(), at.writer);
        at.writer = 0;
    } else {
        if (at.readers == 0) return EPERM;
        threads.release_clock(caller, at.reading());
        --at.readers;
    }
    give_on(threads, at);
    return 0;
}

// ---- Spin locks. A thread that waits for a spin lock blocks, as it does for a mutex.

int spin_init(pthread_spinlock_t* object, int) {
    *object = 0;
    return 0;
}
int spin_destroy(pthread_spinlock_t*) { return 0; }
int take_spin_lock(RankThreads& threads, const Caller& caller, pthread_spinlock_t* object) {
    *object = me();
    note_taken(threads, const_cast<int*>(object), caller);
    threads.acquire_clock(caller, const_cast<int*>(object));
    return 0;
}
int spin_lock(pthread_spinlock_t* object) {
    RankThreads& threads = threads_after_computation();
    const Caller caller = RMASIM_CALLED_AS("pthread_spin_lock");
    int* const lock = const_cast<int*>(object);
    threads.about_to_lock(caller);
    if (*object != 0) threads.wait_on(lock, caller, AwaitedLock(threads, "a spin lock", lock, *lock));
    return take_spin_lock(threads, caller, object);
}
int spin_trylock(pthread_spinlock_t* object) {
    RankThreads& threads = threads_after_computation();
    const Caller caller = RMASIM_CALLED_AS("pthread_spin_trylock");
    threads.about_to_lock(caller);
    if (*object != 0) threads.give_way(caller);
    if (*object != 0) return EBUSY;
    return take_spin_lock(threads, caller, object);
}
int spin_unlock(pthread_spinlock_t* object) {
    RankThreads& threads = threads_after_computation();
    threads.release_clock(RMASIM_CALLED_AS("pthread_spin_unlock"), const_cast<int*>(object));
    note_released(threads, const_cast<int*>(object), *object);
    const RankThread* const next = threads.wake_first(const_cast<int*>(object));
    *object = next == nullptr ? 0 : static_cast<int>(next->number) + 1;
    return 0;
}

// ---- Barriers

struct Barrier {
    unsigned threads, arrived, round;
};
static_assert(sizeof(Barrier) <= sizeof(pthread_barrier_t));
Barrier& barrier_at(pthread_barrier_t* object) { return *reinterpret_cast<Barrier*>(object); }

int barrier_init(pthread_barrier_t* object, const pthread_barrierattr_t*, unsigned count) {
    if (count == 0) return EINVAL;
    barrier_at(object) = {count, 0, 0};
    return 0;
}
int barrier_destroy(pthread_barrier_t* object) { return barrier_at(object).arrived == 0 ? 0 : EBUSY; }
int barrier_wait(pthread_barrier_t* object) {
    RankThreads& threads = threads_after_computation();
    const Caller caller = RMASIM_CALLED_AS("pthread_barrier_wait");
    Barrier& at = barrier_at(object);
    // Successive rounds have different sync points. So a thread that has not left a round yet is not ordered after
    // threads that have arrived in the next round.
    const void* const sync_point = reinterpret_cast<const char*>(object) + at.round % 2;
    threads.release_clock(caller, sync_point);
    const bool last = ++at.arrived == at.threads;
    if (last) {
        at.arrived = 0;
        ++at.round;
        threads.wake_all(object);
    } else {
        threads.wait_on(object, caller, [&at] {
            return fmt::format("a barrier of {} threads, of which {} have arrived", at.threads, at.arrived);
        });
    }
    threads.acquire_clock(caller, sync_point);
    return last ? PTHREAD_BARRIER_SERIAL_THREAD : 0;
}

// ---- Semaphores

unsigned& value_of(sem_t* object) { return *reinterpret_cast<unsigned*>(object); }

int sem_init_here(sem_t* object, int, unsigned value) {
    value_of(object) = value;
    return 0;
}
int sem_destroy_here(sem_t*) { return 0; }
int wait_for_semaphore(const Caller& caller, sem_t* object, double until, bool waits) {
    RankThreads& threads = threads_after_computation();
    if (value_of(object) == 0 && !waits) threads.give_way(caller);
    if (value_of(object) > 0) {
        --value_of(object);
    } else {
        const auto awaited = [] { return std::string("a semaphore that no thread posts"); };
        if (!waits || !threads.wait_on(object, caller, awaited, until)) {
            errno = waits ? ETIMEDOUT : EAGAIN;
            return -1;
        }
    }
    threads.acquire_clock(caller, object);
    return 0;
}
int sem_wait_here(sem_t* object) { return wait_for_semaphore(RMASIM_CALLED_AS("sem_wait"), object, never, true); }
int sem_trywait_here(sem_t* object) {
    return wait_for_semaphore(RMASIM_CALLED_AS("sem_trywait"), object, never, false);
}
int sem_timedwait_here(sem_t* object, const timespec* until) {
    return wait_for_semaphore(RMASIM_CALLED_AS("sem_timedwait"), object, seconds(*until), true);
}
int sem_post_here(sem_t* object) {
    RankThreads& threads = threads_after_computation();
    threads.release_clock(RMASIM_CALLED_AS("sem_post"), object);
    if (threads.wake_first(object) == nullptr) ++value_of(object);
    return 0;
}
int sem_getvalue_here(sem_t* object, int* value) {
    *value = static_cast<int>(value_of(object));
    return 0;
}

}  // namespace

std::vector<TakenFunction> posix_barrier_functions() {
    return {taken<rwlock_init>("pthread_rwlock_init"),
            taken<rwlock_destroy>("pthread_rwlock_destroy"),
            taken<rwlock_rdlock>("pthread_rwlock_rdlock"),
            taken<rwlock_wrlock>("pthread_rwlock_wrlock"),
            taken<rwlock_tryrdlock>("pthread_rwlock_tryrdlock"),
            taken<rwlock_trywrlock>("pthread_rwlock_trywrlock"),
            taken<rwlock_timedrdlock>("pthread_rwlock_timedrdlock"),
            taken<rwlock_timedwrlock>("pthread_rwlock_timedwrlock"),
            taken<rwlock_unlock>("pthread_rwlock_unlock"),
            taken<spin_init>("pthread_spin_init"),
            taken<spin_destroy>("pthread_spin_destroy"),
            taken<spin_lock>("pthread_spin_lock"),
            taken<spin_trylock>("pthread_spin_trylock"),
            taken<spin_unlock>("pthread_spin_unlock"),
            taken<barrier_init>("pthread_barrier_init"),
            taken<barrier_destroy>("pthread_barrier_destroy"),
            taken<barrier_wait>("pthread_barrier_wait"),
            taken<sem_init_here>("sem_init"),
            taken<sem_destroy_here>("sem_destroy"),
            taken<sem_wait_here>("sem_wait"),
            taken<sem_trywait_here>("sem_trywait"),
            taken<sem_timedwait_here>("sem_timedwait"),
            taken<sem_post_here>("sem_post"),
            taken<sem_getvalue_here>("sem_getvalue")};
}

}  // namespace rmasim::sim
