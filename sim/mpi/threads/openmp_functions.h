// The replacements for functions of libgomp (gcc's OpenMP library). Each of the files sim/mpi/openmp_*.cpp implements
// some of them and returns a list of them. These files share the lock functions at the end of this header.
#pragma once

#include "sim/mpi/library_code.h"
#include "sim/mpi/threads/program_functions.h"
#include "sim/mpi/threads/rank_threads.h"

#include <vector>

namespace rmasim::sim {

std::vector<TakenFunction> openmp_team_functions();
std::vector<TakenFunction> openmp_loop_functions();
std::vector<TakenFunction> openmp_task_functions();
std::vector<TakenFunction> openmp_reduction_functions();
std::vector<TakenFunction> openmp_setting_functions();
std::vector<TakenFunction> openmp_lock_functions();

// Calls a function of the program.
inline void call_program(void (*function)(void*), void* data) {
    const ProgramCode program;
    function(data);
}

// Acquires a lock. `owner` is the state of the lock: 0 if the lock is free, otherwise the owner's thread number plus
// one. `what` names the lock in reports.
void take_lock(const Caller& caller, int& owner, const char* what);
bool try_to_take_lock(const Caller& caller, int& owner);
void leave_lock(const Caller& caller, int& owner);

}  // namespace rmasim::sim
