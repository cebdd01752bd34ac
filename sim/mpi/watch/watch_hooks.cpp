// The functions that the hooks in sim/mpi/watch/hooks.s call. `rmasim cc --watch` adds the hooks to a program.
#include "sim/mpi/library_code.h"
#include "sim/mpi/program_world.h"
#include "sim/mpi/watch/library_calls.h"

#include <cerrno>
#include <map>

namespace rmasim::sim {

namespace {

// True if the program itself has defined a function with the name of a function of libc.
bool is_of_program(const void* function) {
    static std::map<const void*, bool> known;
    const auto [at, is_new] = known.try_emplace(function, false);
    if (is_new) at->second = LoadedFiles::is_of_program(function);
    return at->second;
}

bool watches() { return ProgramWorld::exists() && ProgramWorld::get().watches_accesses(); }

WatchedAccesses* the_accesses = nullptr;  // the accesses of the only ProgramWorld

std::uint64_t as_number(const void* address) {
    return static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(address));
}

// Reports an access that is not in the same segment as the last access of its call site. If accesses are not checked,
// reports only volatile ones. This is a separate function, so that saving its registers does not slow down the common
// case.
[[gnu::noinline]] void note_new(const void* first, std::size_t bytes, unsigned how, const void* returns_to) {
    if (!ProgramWorld::exists() || ((how & 2) == 0 && !watches())) return;
    const HookCode inside;
    ProgramWorld& world = ProgramWorld::get();
    the_accesses = world.accesses();
    HookedAccess access{.bytes = bytes, .writes = (how & 1) != 0, .polls = (how & 2) != 0, .returns_to = returns_to};
    access.first = as_number(first);
    const bool may_be_noted = the_accesses != nullptr && !access.polls;
    if (may_be_noted && the_accesses->is_noted(access.first, access.first + bytes, access.writes, returns_to)) return;
    world.accessed(access);
}

}  // namespace

}  // namespace rmasim::sim

using namespace rmasim::sim;

extern "C" {

void rmasim_mpi_touched(const void* first, std::size_t bytes, unsigned how, const void* returns_to);
void rmasim_mpi_library(const std::uint64_t* registers, unsigned effect, const void* returns_to, std::uint64_t result,
                        const void* on_stack, const void* function);
void rmasim_mpi_returns(const void* return_address, const void* returns_to);
void rmasim_mpi_atomic(const void* first, std::size_t bytes, unsigned how, int order, const void* returns_to,
                       const void* expected);

// Reports a load or a store. Bit 1 of `how` means a store, bit 2 a volatile access.
void rmasim_mpi_touched(const void* first, std::size_t bytes, unsigned how, const void* returns_to) {
    const std::uint64_t address = as_number(first);
    if (the_accesses == nullptr || (how & 2) != 0 ||
        !the_accesses->extends_run(address, address + bytes, (how & 1) != 0, returns_to))
        note_new(first, bytes, how, returns_to);
}

// Reports the loads and stores of a function of libc. `effect` is the position of its effect in the table
// sim/mpi/library_functions.inc. The program reads errno after the call, so it stays unchanged.
void rmasim_mpi_library(const std::uint64_t* registers, unsigned effect, const void* returns_to, std::uint64_t result,
                        const void* on_stack, const void* function) {
    if (!watches()) return;
    const HookCode inside;
    ProgramEvents* const events = program_events();
    if (events == nullptr || is_of_program(function)) return;
    const int error = errno;
    report_library_call(*events, {registers, result, on_stack, returns_to}, effect);
    errno = error;
}

// Reports that a function returns. Its return address is at this address of the stack.
void rmasim_mpi_returns(const void* return_address, const void* returns_to) {
    if (!watches()) return;
    const HookCode inside;
    ProgramEvents* const events = program_events();
    if (events != nullptr) events->returns({"return", returns_to}, as_number(return_address));
}

// Reports an atomic operation. The bits of `how`: 1 means that it reads, 2 that it writes, neither that it is a fence.
// Bit 4 means a comparison with the value at address `expected`, bit 8 a comparison with `expected` itself. `order` is
// C's memory_order; its second byte is the order of a comparison that fails.
void rmasim_mpi_atomic(const void* first, std::size_t bytes, unsigned how, int order, const void* returns_to,
                       const void* expected) {
    if (!ProgramWorld::exists()) return;
    const HookCode inside;
    HookedAccess access{.bytes = bytes, .atomic = true, .returns_to = returns_to};
    access.first = as_number(first);
    const auto acquires = [](int one) {
        return one == __ATOMIC_CONSUME || one == __ATOMIC_ACQUIRE || one >= __ATOMIC_ACQ_REL;
    };
    const int in_success = order & 0xff, in_failure = order >> 8 & 0xff;
    AtomicOperation operation{.reads = (how & 1) != 0, .writes = (how & 2) != 0};
    operation.acquires = acquires(in_success);
    operation.releases = in_success >= __ATOMIC_RELEASE;
    operation.acquires_in_failure = acquires(in_failure);
    if ((how & 4) != 0) operation.compares_to = expected;
    if ((how & 8) != 0) operation.compares_to = &expected;
    ProgramWorld::get().atomic(access, operation);
}

}  // extern "C"
