// Control blocks of threads: what a thread pointer points to. Each fiber has a block of its own, so errno, the locale,
// keys, exceptions and thread-local variables are its own without an exchange. The memory around a thread pointer:
//
//     variables of the program (libraries of our form) | static variables of libraries | pad | control block of libc
//                                                                                            ^ thread pointer
//
// Where the system lets programs write the thread pointer (FSGSBASE), each fiber has its own. Elsewhere this would take
// a system call, so all fibers have the host's thread pointer, and `exchange` copies the contents. Then a thread-local
// variable is at its address only while its fiber runs, as the program's other variables are.
//
// An executable addresses its thread-local variables relative to the thread pointer, as the host's executable does. So
// the host's only thread-local variable is a pad, and a program's variables are there.
//
// No offset in libc's control block is written down here: libc has them in tables for debuggers, the kernel returns the
// list of robust mutexes, and a thread with a known stack shows the rest.
#pragma once

#include "sim/mpi/process/fiber.h"
#include "sim/mpi/process/program_form.h"

#include <cstddef>
#include <string>

namespace rmasim::hosting {

// A program's thread-local variables in this process.
struct LoadedStorage {
    ThreadStorage size;
    const char* image = nullptr;  // initial values of the first `size.image_bytes` bytes
    std::size_t module = 0;       // the loader's number; zero if the program has none
    bool in_pad = false;          // addressed relative to the thread pointer
    bool is_static = false;       // the loader has put it among the libraries' static variables
};

class ControlBlocks {
public:
    // Reads the layout of libc's control block. Throws std::runtime_error with a sentence if this libc has another one.
    // The caller must be the process's first thread.
    explicit ControlBlocks(bool is_exchanged);

    // Returns the reason why the pad cannot hold a program's variables, or an empty text.
    std::string refusal_of(const ThreadStorage& storage) const;
    // Takes the present static variables as the initial ones of all fibers. Must be called when all libraries are
    // loaded, before their constructors run.
    void capture(const LoadedStorage& program);
    // Returns the memory that a block takes at most.
    std::size_t bytes() const;

    // Makes a fiber's block in the `bytes()` bytes before `end`. Returns the first byte that the block takes.
    char* make(Fiber& fiber, char* end) const;
    // Makes the block of the host's fiber, which is the running one.
    void make_for_host(Fiber& fiber);
    // Frees what `make` allocated outside of the block.
    static void release(Fiber& fiber);

    // True if the fibers share a thread pointer.
    bool is_exchanged() const { return is_exchanged_; }
    // Stores the running fiber's block and loads another one. Does nothing if each fiber has a thread pointer.
    void exchange(const Fiber& from, const Fiber& to) const;
    // Return where a thread-local variable of a fiber is, if blocks are exchanged: in the fiber's block, which is there
    // while another fiber runs, and at its address while this one runs. Other addresses are returned unchanged.
    void* address_in(const Fiber& fiber, void* address) const;
    void* address_while_running(const Fiber& fiber, void* address_in_block) const;

private:
    void read_layout();
    char* copy_of_vector(const char* seen, char* storage) const;

    std::size_t block_bytes_ = 0, static_bytes_ = 0, align_ = 0;
    std::size_t tid_ = 0, robust_ = 0, list_ = 0, stack_ = 0;  // offsets in the control block
    std::size_t pad_bytes_ = 0;                                // usable, from the thread pointer downwards
    LoadedStorage program_{};
    std::string initial_;       // static variables below the pad, from the lowest that is used
    std::size_t used_ = 0;      // bytes below the thread pointer that have variables
    std::size_t pad_used_ = 0;  // bytes of the pad that the program uses
    std::string host_block_;    // contents of the host's block while a rank runs, if blocks are exchanged
    bool is_exchanged_ = false;
    char* host_ = nullptr;
};

}  // namespace rmasim::hosting
