// Replacements for the lock functions of OpenMP. The state of a lock is in the program's lock variable: the owner, and
// for nested locks also a count. Fortran's lock variables have the same size as those of C.
#include "sim/mpi/threads/openmp_functions.h"
#include "sim/mpi/threads/posix_threads.h"

#include <string_view>
#include <vector>

namespace rmasim::sim {

namespace {

constexpr const char* a_lock = "a lock";

struct NestedLock {
    int owner, count;
};

void init_lock(int* lock) { *lock = 0; }
void destroy_lock(int*) {}
void init_lock_with_hint(int* lock, int) { *lock = 0; }
void set_lock(int* lock) { take_lock(RMASIM_CALLED_AS("omp_set_lock"), *lock, a_lock); }
void unset_lock(int* lock) { leave_lock(RMASIM_CALLED_AS("omp_unset_lock"), *lock); }
int test_lock(int* lock) { return try_to_take_lock(RMASIM_CALLED_AS("omp_test_lock"), *lock) ? 1 : 0; }

void init_nested(NestedLock* lock) { *lock = {}; }
void destroy_nested(NestedLock*) {}
void init_nested_with_hint(NestedLock* lock, int) { *lock = {}; }
void set_nested_lock(NestedLock* lock) {
    if (lock->owner != me()) take_lock(RMASIM_CALLED_AS("omp_set_nest_lock"), lock->owner, a_lock);
    ++lock->count;
}
void unset_nested(NestedLock* lock) {
    if (--lock->count == 0) leave_lock(RMASIM_CALLED_AS("omp_unset_nest_lock"), lock->owner);
}
int test_nested(NestedLock* lock) {
    const bool mine = lock->owner == me() || try_to_take_lock(RMASIM_CALLED_AS("omp_test_nest_lock"), lock->owner);
    return mine ? ++lock->count : 0;
}

template <auto function>
void add_both(std::vector<TakenFunction>& to, std::string_view c, std::string_view fortran) {
    to.push_back(taken<function>(c));
    to.push_back(taken<function>(fortran));
}

}  // namespace

std::vector<TakenFunction> openmp_lock_functions() {
    std::vector<TakenFunction> all;
    add_both<init_lock>(all, "omp_init_lock", "omp_init_lock_");
    add_both<destroy_lock>(all, "omp_destroy_lock", "omp_destroy_lock_");
    add_both<set_lock>(all, "omp_set_lock", "omp_set_lock_");
    add_both<unset_lock>(all, "omp_unset_lock", "omp_unset_lock_");
    add_both<test_lock>(all, "omp_test_lock", "omp_test_lock_");
    add_both<init_nested>(all, "omp_init_nest_lock", "omp_init_nest_lock_");
    add_both<destroy_nested>(all, "omp_destroy_nest_lock", "omp_destroy_nest_lock_");
    add_both<set_nested_lock>(all, "omp_set_nest_lock", "omp_set_nest_lock_");
    add_both<unset_nested>(all, "omp_unset_nest_lock", "omp_unset_nest_lock_");
    add_both<test_nested>(all, "omp_test_nest_lock", "omp_test_nest_lock_");
    all.push_back(taken<init_lock_with_hint>("omp_init_lock_with_hint"));
    all.push_back(taken<init_nested_with_hint>("omp_init_nest_lock_with_hint"));
    return all;
}

}  // namespace rmasim::sim
