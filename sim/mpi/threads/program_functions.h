// Replacements for library functions that a program calls: threads, OpenMP, time, memory. Only the program's own files
// call the replacements, and libraries outside of the system's folders. System libraries keep the original functions.
// The C++ library is an exception, because it acts for the program (std::thread, std::condition_variable).
//
// The replacement happens after loading: it overwrites the addresses of functions in the tables of each file.
#pragma once

#include <link.h>

#include <initializer_list>
#include <map>
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

// True if the program and our functions have different heaps, so that each function that the program calls needs a
// ThreadFunction. Each executable that runs programs has one definition of this function and of the class.
bool threads_have_border();

// The border between a program and a function of threads: an object of this class exists from the beginning to the end
// of the function. `returns_to` is the return address of the program's call.
class ThreadFunction {
public:
    explicit ThreadFunction(const void* returns_to);
    ~ThreadFunction();
    ThreadFunction(const ThreadFunction&) = delete;
    ThreadFunction& operator=(const ThreadFunction&) = delete;

private:
    void* before_;  // for the destructor
    const void* outer_;
};

// The function `with_border` calls `function` behind the border.
template <auto function>
struct OfProgram;
template <class Result, class... Arguments, Result (*function)(Arguments...)>
struct OfProgram<function> {
    static Result with_border(Arguments... arguments) {
        const ThreadFunction border(__builtin_return_address(0));
        return function(arguments...);
    }
};
template <auto function>
TakenFunction taken(std::string_view name) {
    return threads_have_border() ? taken(name, &OfProgram<function>::with_border) : taken(name, function);
}

// The following functions return the replacements of one file each.
std::vector<TakenFunction> posix_thread_functions();
std::vector<TakenFunction> posix_lock_functions();
std::vector<TakenFunction> posix_barrier_functions();
std::vector<TakenFunction> c11_functions();
std::vector<TakenFunction> futex_functions();

// Replacements by name.
using Functions = std::map<std::string_view, void*>;
Functions by_name(std::initializer_list<std::vector<TakenFunction>> lists);
// The functions of POSIX threads, C11 threads and OpenMP.
const Functions& functions_of_threads();

// The use of thread functions in a program or a library.
struct ThreadUse {
    bool any = false;  // true if the file refers to one of the functions
    bool makes_threads = false;
    bool openmp = false;
    bool clang = false;                      // true if the file has OpenMP code that clang has compiled
    std::vector<std::string> unsupported{};  // thread functions that have no replacement
};
// `replaced` has the functions that show that a program has threads.
ThreadUse thread_use_of(const std::string& file, const Functions& replaced);
// Returns the use of all files together. Raises BadInput if they use a function that is not supported.
ThreadUse require_threads_we_have(std::span<const std::string> files, const Functions& replaced);

// Replaces the functions that a loaded file calls or has the addresses of.
void replace_functions(const link_map& file, const Functions& functions);
// Returns the segments of a loaded file.
std::span<const ElfW(Phdr)> segments_of(const link_map& file);

}  // namespace rmasim::sim
