// A rank: its main fiber, its heap, its end, and the state of the C library that is not thread-local.
#pragma once

#include "sim/mpi/process/fiber.h"
#include "sim/mpi/process/heap.h"
#include "sim/mpi/process/rank_end.h"

#include <clocale>
#include <csignal>
#include <cstdint>
#include <cstdlib>

namespace rmasim::hosting {

// A function that a program has registered for its end.
struct ExitFunction {
    void (*with_argument)(void*) = nullptr;   // of atexit and __cxa_atexit
    void (*with_code)(int, void*) = nullptr;  // of on_exit
    void* argument = nullptr;
    void* object = nullptr;  // __dso_handle of the file that has registered it
    ExitFunction* next = nullptr;
};

// Removes the first function of a list and returns it.
inline ExitFunction take(ExitFunction*& list) {
    const ExitFunction first = *list;
    delete list;
    list = first.next;
    return first;
}

// Random numbers of rand, random and drand48.
struct RandomState {
    random_data numbers{};
    char table[128]{};
    bool has_numbers = false;
    drand48_data numbers_48{};
};

// The variables of libc that a process has once, outside of the thread-local ones. Zero bytes are the state at the
// start. Pointers are null until the rank uses the functions.
struct LibcState {
    char* strtok = nullptr;
    char* next_option = nullptr;  // of getopt: the rest of an argument with several options
    int skipped_arguments = 0;    // of getopt: other arguments between an option and its argument
    RandomState* random = nullptr;
    int directory = -1;                      // descriptor of the working directory, if the rank has changed it
    int mask = -1;                           // of umask, if the rank has changed it
    int descriptors[3] = {-1, -1, -1};       // copies of 0 to 2, if the rank has changed them
    struct sigaction* handlers = nullptr;    // by signal
    std::uint64_t blocked = 0, pending = 0;  // signals, by bit
    locale_t locale = nullptr;               // of setlocale
    char* locale_name = nullptr;
};

// A switch reads the first line of the cache only.
struct alignas(64) Rank {
    int number = 0;
    Fiber main;
    Heap heap;
    LibcState libc;
    ExitFunction* at_exit = nullptr;  // the last registered is the first
    ExitFunction* at_quick_exit = nullptr;
    std::size_t destructors_left = 0;  // objects whose destructors have not run; valid after `is_ending`
    bool is_ending = false;
    std::uint64_t bytes_before_main = 0, blocks_before_main = 0;  // live in the heap
    RankEnd end;
    bool has_ended() const { return end.kind != EndKind::none; }
};

}  // namespace rmasim::hosting
