// The functions of libgomp, by the files that have them, and the locks that they share.
#pragma once

#include "sim/mpi/program_functions.h"
#include "sim/mpi/rank_threads.h"

#include <vector>

namespace rmasim::sim {

std::vector<TakenFunction> openmp_team_functions();
std::vector<TakenFunction> openmp_loop_functions();
std::vector<TakenFunction> openmp_task_functions();
std::vector<TakenFunction> openmp_reduction_functions();
std::vector<TakenFunction> openmp_setting_functions();
std::vector<TakenFunction> openmp_lock_functions();

// `what`: it is, for reports.
void take_lock(const Caller& caller, int& owner, const char* what);
bool try_to_take_lock(const Caller& caller, int& owner);
void leave_lock(const Caller& caller, int& owner);

}  // namespace rmasim::sim
