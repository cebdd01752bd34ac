// Replacements for the thread functions of C11. In libc, the objects of C11 threads have the same layout as those of
// POSIX threads. So these functions call the same implementation as the replacements for POSIX functions.
#include "sim/mpi/threads/posix_threads.h"
#include "sim/mpi/threads/program_functions.h"

#include <threads.h>

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <vector>

namespace rmasim::sim {

namespace {

static_assert(sizeof(mtx_t) == sizeof(pthread_mutex_t) && sizeof(cnd_t) == sizeof(pthread_cond_t));
static_assert(sizeof(once_flag) == sizeof(int) && sizeof(thrd_t) == sizeof(std::uint64_t));

pthread_mutex_t& posix(mtx_t* mutex) { return *reinterpret_cast<pthread_mutex_t*>(mutex); }
pthread_cond_t& posix(cnd_t* condition) { return *reinterpret_cast<pthread_cond_t*>(condition); }

int in_c11(int error) {
    switch (error) {
        case 0: return thrd_success;
        case EBUSY: return thrd_busy;
        case ETIMEDOUT: return thrd_timedout;
        case ENOMEM:
        case EAGAIN: return thrd_nomem;
        default: return thrd_error;
    }
}

int create_c11(thrd_t* thread, thrd_start_t function, void* argument) {
    *thread = start_thread(RMASIM_CALLED_AS("thrd_create"), stack_bytes_of_threads, false, [=]() -> void* {
        const ProgramCode program;
        return reinterpret_cast<void*>(static_cast<std::intptr_t>(function(argument)));
    });
    return thrd_success;
}
int join_c11(thrd_t thread, int* result) {
    void* found = nullptr;
    const int error = join(RMASIM_CALLED_AS("thrd_join"), thread, &found);
    if (error == 0 && result != nullptr) *result = static_cast<int>(reinterpret_cast<std::intptr_t>(found));
    return in_c11(error);
}
int detach_c11(thrd_t thread) { return in_c11(detach(thread)); }
[[noreturn]] void exit_c11(int result) { exit_thread(reinterpret_cast<void*>(static_cast<std::intptr_t>(result))); }
thrd_t current_c11() { return RankThreads::get().current().serial; }
int equal_c11(thrd_t a, thrd_t b) { return a == b ? 1 : 0; }
void yield_c11() { threads_after_computation().give_way(RMASIM_CALLED_AS("thrd_yield")); }

int init_mutex(mtx_t* mutex, int kind) {
    std::memset(mutex, 0, sizeof(*mutex));
    posix(mutex).__data.__kind = (kind & mtx_recursive) != 0 ? PTHREAD_MUTEX_RECURSIVE : PTHREAD_MUTEX_NORMAL;
    return thrd_success;
}
void destroy_mutex(mtx_t*) {}
int lock_mutex(mtx_t* mutex) { return in_c11(lock(RMASIM_CALLED_AS("mtx_lock"), posix(mutex))); }
int lock_mutex_until(mtx_t* mutex, const timespec* until) {
    return in_c11(lock(RMASIM_CALLED_AS("mtx_timedlock"), posix(mutex), seconds(*until)));
}
int try_mutex(mtx_t* mutex) { return in_c11(try_lock(RMASIM_CALLED_AS("mtx_trylock"), posix(mutex))); }
int unlock_mutex(mtx_t* mutex) { return in_c11(unlock(RMASIM_CALLED_AS("mtx_unlock"), posix(mutex))); }

int init_condition(cnd_t* condition) {
    std::memset(condition, 0, sizeof(*condition));
    return thrd_success;
}
void destroy_condition(cnd_t*) {}
int wait_c11(cnd_t* condition, mtx_t* mutex) {
    return in_c11(wait(RMASIM_CALLED_AS("cnd_wait"), posix(condition), posix(mutex)));
}
int wait_until_c11(cnd_t* condition, mtx_t* mutex, const timespec* until) {
    return in_c11(wait(RMASIM_CALLED_AS("cnd_timedwait"), posix(condition), posix(mutex), seconds(*until)));
}
int signal_c11(cnd_t* condition) {
    signal(RMASIM_CALLED_AS("cnd_signal"), posix(condition));
    return thrd_success;
}
int broadcast_c11(cnd_t* condition) {
    broadcast(RMASIM_CALLED_AS("cnd_broadcast"), posix(condition));
    return thrd_success;
}
void once_c11(once_flag* flag, void (*function)()) {
    call_once(RMASIM_CALLED_AS("call_once"), *reinterpret_cast<int*>(flag), [function] {
        const ProgramCode program;
        function();
    });
}

int create_tss(tss_t* key, tss_dtor_t destroy) { return in_c11(make_key(key, destroy)); }
void delete_tss(tss_t key) { delete_key(key); }
void* get_tss(tss_t key) { return specific_of(key); }
int set_tss(tss_t key, void* value) { return in_c11(set_specific(key, value)); }

}  // namespace

std::vector<TakenFunction> c11_functions() {
    return {taken<create_c11>("thrd_create"),
            taken<join_c11>("thrd_join"),
            taken<detach_c11>("thrd_detach"),
            taken<exit_c11>("thrd_exit"),
            taken<current_c11>("thrd_current"),
            taken<equal_c11>("thrd_equal"),
            taken<yield_c11>("thrd_yield"),
            taken<init_mutex>("mtx_init"),
            taken<destroy_mutex>("mtx_destroy"),
            taken<lock_mutex>("mtx_lock"),
            taken<lock_mutex_until>("mtx_timedlock"),
            taken<try_mutex>("mtx_trylock"),
            taken<unlock_mutex>("mtx_unlock"),
            taken<init_condition>("cnd_init"),
            taken<destroy_condition>("cnd_destroy"),
            taken<wait_c11>("cnd_wait"),
            taken<wait_until_c11>("cnd_timedwait"),
            taken<signal_c11>("cnd_signal"),
            taken<broadcast_c11>("cnd_broadcast"),
            taken<once_c11>("call_once"),
            taken<create_tss>("tss_create"),
            taken<delete_tss>("tss_delete"),
            taken<get_tss>("tss_get"),
            taken<set_tss>("tss_set")};
}

}  // namespace rmasim::sim
