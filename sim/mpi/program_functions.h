// Replacements for library functions that a program calls: threads, OpenMP, time, memory. They apply to the program's
// own files only: its copies, and libraries outside the system's folders. System libraries keep their functions, except
// the C++ library, which acts for the program (std::thread, std::condition_variable).
//
// The loader has already bound the functions. The addresses in each file's tables are replaced.
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

// Replacements, by the file that implements them.
std::vector<TakenFunction> posix_thread_functions();
std::vector<TakenFunction> posix_lock_functions();
std::vector<TakenFunction> posix_barrier_functions();
std::vector<TakenFunction> time_functions();
std::vector<TakenFunction> c11_functions();
std::vector<TakenFunction> futex_functions();
std::vector<TakenFunction> thread_variable_functions();

// The thread functions that a program or a library refers to.
struct ThreadUse {
    bool any = false;  // any function that has a replacement
    bool makes_threads = false;
    bool openmp = false;
    bool clang = false;                      // OpenMP as clang compiles it
    std::vector<std::string> unsupported{};  // thread functions that have no replacement
};
ThreadUse thread_use_of(const std::string& file);

// True if the file is in a folder of the system.
bool is_of_system(std::string_view file);

// Replaces the functions in the C++ library. Must be called before the program is loaded.
void take_functions_of_cpp();
// Enables `take_functions` for the program's files.
void take_functions_of_programs();
// Replaces the functions in a file of the program and in all files that were loaded with it.
void take_functions(void* handle);

}  // namespace rmasim::sim
