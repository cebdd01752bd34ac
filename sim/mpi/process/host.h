// The host: runs the ranks of one program in this process. A rank is a fiber. The scheduler, which is the host's user,
// calls `switch_to`; a rank gives control back by `yield`, when it ends, or by `switch_to` another rank.
//
// Names that programs use are exported by the executable, so the program's calls of exit, malloc, getopt, signal, and
// so on are the host's (entries/). Outside of ranks, and in a `HostSection`, these functions are those of libc.
//
// Code that a rank calls runs with the rank's thread pointer: a thread-local variable of the host is another one there.
#pragma once

#include "sim/mpi/process/control_blocks.h"
#include "sim/mpi/process/host_clock.h"
#include "sim/mpi/process/images.h"
#include "sim/mpi/process/program_loader.h"
#include "sim/mpi/process/rank.h"
#include "sim/mpi/process/stacks.h"

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace rmasim::hosting {

struct HostSettings {
    std::string program;
    std::vector<std::string> arguments{};
    int ranks = 1;
    std::size_t stack_bytes = 0;         // of each rank; 0: 8 MiB, or 256 KiB for more than 4,096 ranks
    std::vector<std::string> of_host{};  // beginnings of names of libraries that the host replaces
    // Each fiber has a thread pointer (control_blocks.h). Slow if programs cannot write it.
    bool has_thread_pointers = may_write_thread_pointer();
    bool may_mark_guards = true;  // false: as with an older kernel (stacks.h)
    HostClock* clock = nullptr;   // null: the real time
    // Called on the stack of a rank before its program runs; null: nothing is called.
    void (*starts)() = nullptr;
    // Called when the program is loaded, before any of its code has run. It may change the loaded files.
    std::function<void(const LoadedProgram&)> loaded{};
};

class Host {
public:
    // Loads the program. Throws std::runtime_error with a sentence if it cannot. A process has one host.
    explicit Host(HostSettings settings);
    ~Host() = default;
    Host(const Host&) = delete;
    Host& operator=(const Host&) = delete;
    // Returns the process's host, or null.
    static Host* get();

    int ranks() const { return settings_.ranks; }
    // Returns the rank whose code runs, or -1.
    int running() const;

    // Continues a rank that has not ended: its main thread, or the given fiber of one of its threads. Called by the
    // scheduler, it returns when a rank yields or ends: the rank that has ended, or -1. Called by a rank, it returns
    // when somebody continues the rank.
    int switch_to(int rank);
    int switch_to(Fiber& thread);
    // Gives control to the scheduler. Must be called by a rank.
    void yield();
    // Creates a thread of a rank. The first switch to it calls `entry(argument)`; when `entry` returns, the thread must
    // call `yield` and is not continued. Throws std::bad_alloc.
    Fiber& new_thread(int rank, std::size_t stack_bytes, void (*entry)(void*), void* argument);
    void delete_thread(Fiber& thread);

    const RankEnd& end_of(int rank) const { return all_[static_cast<std::size_t>(rank)].end; }
    // Ends the calling rank. Does not return.
    [[noreturn]] void end_rank(const RankEnd& end);
    // Ends the calling rank as libc's exit does: functions of atexit, destructors, streams.
    [[noreturn]] void exit_rank(EndKind kind, int code);
    // Drops all memory of a rank that has ended. Its addresses must not be used any more.
    void release(int rank);

    // Adds the memory that a rank's program changes, but for its variables: its stack, its thread-local variables, its
    // heap, its record. The rank must have run, and the scheduler must be running.
    void add_memory_of(int rank, std::vector<AddressRange>& ranges);
    // Returns where the variable of a rank is now (images.h). Addresses of stacks and heaps are returned unchanged. The
    // address of a thread-local variable stands for that of the rank's first thread, unless it is a lasting one.
    void* address_in(int rank, const void* address);
    // Threads may share the addresses of their thread-local variables (control_blocks.h). Returns another address for
    // such a variable of the running thread, which is no other thread's, for `address_in`. Other addresses are returned
    // unchanged.
    void* lasting_address(const void* address) const {
        return blocks_.address_in(*running_, const_cast<void*>(address));
    }
    // Returns the rank on whose stack or in whose heap an address is; -1 for other addresses.
    int owner_of(const void* address) const;

    const LoadedProgram& program() const { return program_; }
    Images& images() { return images_; }
    // Makes the calling process, a forked child, independent of its parent: the rank may end or execute a program.
    void become_child();
    bool is_child() const { return is_child_; }

    // ---- For the entries.
    // Returns the rank on whose stack code runs, or null.
    Rank* running_rank() { return running_->rank; }
    Heap* heap(int rank) { return &all_[static_cast<std::size_t>(rank)].heap; }
    // True if the running fiber has left its stack: by its stack pointer, or by an access to the page below the stack.
    bool has_left_stack(const char* stack_pointer, const char* address) const;
    // Runs the constructors and main of the calling rank's program, then ends the rank.
    [[noreturn]] void run_main(Rank& rank, int (*main)(int, char**, char**), int argc, char** argv);

private:
    friend class RankPrefetcher;

    void start(Rank& rank);
    char* put_arguments(char* top) const;
    void enter(Fiber& fiber);
    void run_exit_functions(Rank& rank, int code);

    HostSettings settings_;
    ControlBlocks blocks_;
    LoadedProgram program_;
    Images images_;
    std::unique_ptr<Stacks> stacks_;
    std::vector<Rank> all_;
    Fiber scheduler_;
    Fiber* running_ = &scheduler_;
    int ended_ = -1;  // the rank that has ended since the scheduler ran
    bool is_child_ = false;
};

// Prefetches memory that a rank accesses after a switch to it, in two stages. The second stage reads what the first one
// has prefetched.
class RankPrefetcher {
public:
    static void prefetch_first(const Host& host, int rank) {
        __builtin_prefetch(&host.all_[static_cast<std::size_t>(rank)]);
        host.images_.prefetch(rank);
    }
    static void prefetch_second(const Host& host, int rank) {
        const Fiber& fiber = host.all_[static_cast<std::size_t>(rank)].main;
        const auto* const frames = static_cast<const char*>(fiber.stack_pointer);
        for (std::size_t at = 0; at < frames_bytes; at += 64) __builtin_prefetch(frames + at);
        __builtin_prefetch(fiber.thread_pointer);
    }

private:
    // The bytes of a stack, from its stack pointer on: the frames of the call of MPI that waits, and of its caller.
    static constexpr std::size_t frames_bytes = 1024;
};

// While it exists, the running code is the host's, also on the stack of a rank: malloc, exit, and so on are libc's.
class HostSection {
public:
    HostSection();
    ~HostSection();
    HostSection(const HostSection&) = delete;
    HostSection& operator=(const HostSection&) = delete;

private:
    Rank* rank_;
};

// The rank whose program's code runs; null in the host's code.
extern Rank* calling_rank;
// The clock of the ranks; null: the real time.
extern HostClock* clock_of_ranks;

}  // namespace rmasim::hosting
