// Replacements for library functions that a program calls: threads, OpenMP, time, memory. Only the program's own files
// call the replacements: its copies, and libraries outside of the system's folders. System libraries keep the original
// functions. The C++ library is an exception, because it acts for the program (std::thread, std::condition_variable).
//
// The replacement happens after loading: it overwrites the addresses of functions in the tables of each file.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rmasim::sim {

struct TakenFunction {
    std::string_view name;
    void* ours;
};

template <class Function>
TakenFunction taken(std::string_view name, Function* ours) {
    return {name, reinterpret_cast<void*>(ours)};
}

// The following functions return the replacements of one file each.
std::vector<TakenFunction> posix_thread_functions();
std::vector<TakenFunction> posix_lock_functions();
std::vector<TakenFunction> posix_barrier_functions();
std::vector<TakenFunction> time_functions();
std::vector<TakenFunction> c11_functions();
std::vector<TakenFunction> futex_functions();
std::vector<TakenFunction> thread_variable_functions();

// The use of thread functions in a program or a library.
struct ThreadUse {
    bool any = false;  // true if the file refers to a function that take_functions would replace
    bool makes_threads = false;
    bool openmp = false;
    bool clang = false;                      // true if the file has OpenMP code that clang has compiled
    std::vector<std::string> unsupported{};  // thread functions that have no replacement
};
ThreadUse thread_use_of(const std::string& file);

// Makes the C++ library call the simulator's functions of threads, locks, time and futexes instead of the system's.
// Must be called before the program is loaded.
void take_functions_of_cpp();
// Enables `take_functions` for the program's files.
void take_functions_of_programs();
// Replaces the functions in a file of the program and in all files that were loaded with it.
void take_functions(void* handle);

}  // namespace rmasim::sim
