// Functions of other libraries that a program finds here instead: those of threads, of OpenMP, and of time. Only the
// program's own files do, its copies and its libraries outside the system's folders: what the system's libraries call
// stays theirs, but for what C++'s does for the program (std::thread, std::condition_variable).
//
// The loader has bound them already: their addresses in a file's tables are replaced.
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

// By the files that have them.
std::vector<TakenFunction> posix_thread_functions();
std::vector<TakenFunction> posix_lock_functions();
std::vector<TakenFunction> posix_barrier_functions();
std::vector<TakenFunction> time_functions();
std::vector<TakenFunction> c11_functions();
std::vector<TakenFunction> thread_variable_functions();

// What a program or a library refers to.
struct ThreadUse {
    bool any = false;  // of these functions
    bool makes_threads = false;
    bool openmp = false;
    bool clang = false;                  // OpenMP of clang
    std::vector<std::string> lacking{};  // functions of threads that there are none of here
};
ThreadUse thread_use_of(const std::string& file);

// A file of the system's folders.
bool is_of_system(std::string_view file);

// Before the program is loaded: C++'s library finds the functions here, ...
void take_functions_of_cpp();
// ... and so do the program's files.
void take_functions_of_programs();
// A file of the program's has been loaded, and others with it.
void take_functions(void* handle);

}  // namespace rmasim::sim
