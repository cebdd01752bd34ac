// The functions that the hooks in sim/mpi/watch/hooks.s call. `rmasim cc --watch` adds the hooks to a program.
#include "sim/mpi/smpi_world.h"

#include <algorithm>
#include <array>
#include <cstring>

#include <malloc.h>

namespace rmasim::sim {

namespace {

void note(const void* first, std::size_t bytes, bool writes, const void* returns_to) {
    HookedAccess access{.bytes = bytes, .writes = writes, .returns_to = returns_to};
    access.first = static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(first));
    SmpiWorld::get().accessed(access);
}

// Reports the bytes that a function of libc reads and writes. `a`, `b` and `c` are the function's arguments. Each
// member function stands for one or several functions of libc, in the order of the list in sim/mpi/watch/as.
class LibraryCall {
public:
    LibraryCall(const void* a, const void* b, std::size_t c, const void* returns_to)
        : a_(static_cast<const char*>(a)), b_(static_cast<const char*>(b)), c_(c), returns_to_(returns_to) {}

    void copies() {
        reads(b_, c_);
        writes(c_);
    }
    void fills() { writes(c_); }
    void compares() {
        std::size_t bytes = 0;
        while (bytes < c_ && a_[bytes] == b_[bytes]) ++bytes;
        reads_both(std::min(bytes + 1, c_));
    }
    void finds() {
        const void* const found = std::memchr(a_, second_as_number(), c_);
        reads(a_, found != nullptr ? static_cast<std::size_t>(static_cast<const char*>(found) - a_) + 1 : c_);
    }
    void clears() { writes(second_as_size()); }
    void measures() { reads(a_, std::strlen(a_) + 1); }
    void copies_string() {
        c_ = std::strlen(b_) + 1;
        copies();
    }
    void copies_string_up_to() {
        reads(b_, std::min(::strnlen(b_, c_) + 1, c_));
        writes(c_);
    }
    void compares_strings() { compare_strings(SIZE_MAX); }
    void compares_strings_up_to() { compare_strings(c_); }
    void appends() {
        const std::size_t old = std::strlen(a_), added = std::strlen(b_) + 1;
        reads(a_, old + 1);
        reads(b_, added);
        note(a_ + old, added, true, returns_to_);
    }
    void appends_up_to() {
        const std::size_t old = std::strlen(a_), added = ::strnlen(b_, c_);
        reads(a_, old + 1);
        reads(b_, std::min(added + 1, c_));
        note(a_ + old, added + 1, true, returns_to_);
    }
    // Freed memory counts as written, because another thread may allocate it afterwards.
    void frees() {
        if (a_ == nullptr) return;
        const std::size_t bytes = ::malloc_usable_size(const_cast<char*>(a_));
        const auto begin = static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(a_));
        if (!program_events()->frees({"free", returns_to_}, {begin, begin + bytes})) writes(bytes);
    }
    void reallocates() {
        if (a_ == nullptr) return;
        reads(a_, std::min(::malloc_usable_size(const_cast<char*>(a_)), second_as_size()));
        frees();
    }
    void reads_file() { writes(second_as_size() * c_); }
    void writes_file() { reads(a_, second_as_size() * c_); }
    void reads_descriptor() { note(b_, c_, true, returns_to_); }
    void writes_descriptor() { reads(b_, c_); }
    void sorts() { writes(second_as_size() * c_); }
    // The length of the output is not known, but at least the terminating zero is written.
    void prints_up_to() { writes(std::min<std::size_t>(second_as_size(), 1)); }
    void prints() { writes(1); }

private:
    void reads(const char* first, std::size_t bytes) { note(first, bytes, false, returns_to_); }
    void writes(std::size_t bytes) { note(a_, bytes, true, returns_to_); }
    void reads_both(std::size_t bytes) {
        reads(a_, bytes);
        reads(b_, bytes);
    }
    void compare_strings(std::size_t max) {
        std::size_t bytes = 0;
        while (bytes < max && a_[bytes] == b_[bytes] && a_[bytes] != 0) ++bytes;
        reads_both(std::min(bytes, max - 1) + 1);
    }
    std::size_t second_as_size() const { return static_cast<std::size_t>(reinterpret_cast<std::uintptr_t>(b_)); }
    int second_as_number() const { return static_cast<int>(second_as_size()); }

    const char *a_, *b_;
    std::size_t c_;
    const void* returns_to_;
};

constexpr std::array functions{
    &LibraryCall::copies,
    &LibraryCall::fills,
    &LibraryCall::compares,
    &LibraryCall::finds,
    &LibraryCall::clears,
    &LibraryCall::measures,
    &LibraryCall::copies_string,
    &LibraryCall::copies_string_up_to,
    &LibraryCall::compares_strings,
    &LibraryCall::compares_strings_up_to,
    &LibraryCall::appends,
    &LibraryCall::measures,
    &LibraryCall::appends_up_to,
    &LibraryCall::frees,
    &LibraryCall::reallocates,
    &LibraryCall::reads_file,
    &LibraryCall::writes_file,
    &LibraryCall::reads_descriptor,
    &LibraryCall::writes_descriptor,
    &LibraryCall::sorts,
    &LibraryCall::prints_up_to,
    &LibraryCall::prints,
};

bool watches() { return SmpiWorld::exists() && SmpiWorld::get().watches_accesses(); }

WatchedAccesses* the_accesses = nullptr;  // the accesses of the only SmpiWorld

// Reports an access that is not in the same segment as the last access of its call site. This is a separate function,
// so that saving its registers does not slow down the common case.
[[gnu::noinline]] void note_new(const void* first, std::size_t bytes, unsigned how, const void* returns_to) {
    if (the_accesses == nullptr && !watches()) return;
    SmpiWorld& world = SmpiWorld::get();
    the_accesses = world.accesses();
    HookedAccess access{.bytes = bytes, .writes = (how & 1) != 0, .polls = (how & 2) != 0, .returns_to = returns_to};
    access.first = static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(first));
    world.accessed(access);
}

}  // namespace

}  // namespace rmasim::sim

using namespace rmasim::sim;

extern "C" {

void rmasim_mpi_touched(const void* first, std::size_t bytes, unsigned how, const void* returns_to);
void rmasim_mpi_passed(const void* a, const void* b, std::size_t c, unsigned function, const void* returns_to);
void rmasim_mpi_returns(const void* return_address, const void* returns_to);
void rmasim_mpi_atomic(const void* first, std::size_t bytes, unsigned how, int order, const void* returns_to,
                       const void* expected);

// Reports a load or a store. Bit 1 of `how` means a store, bit 2 a volatile access.
void rmasim_mpi_touched(const void* first, std::size_t bytes, unsigned how, const void* returns_to) {
    const auto address = static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(first));
    if (the_accesses == nullptr || (how & 2) != 0 ||
        !the_accesses->is_noted(address, address + bytes, (how & 1) != 0, returns_to))
        note_new(first, bytes, how, returns_to);
}

void rmasim_mpi_passed(const void* a, const void* b, std::size_t c, unsigned function, const void* returns_to) {
    if (!watches()) return;
    LibraryCall call(a, b, c, returns_to);
    (call.*functions[function])();
}

// Reports that a function returns. Its return address is at this address of the stack.
void rmasim_mpi_returns(const void* return_address, const void* returns_to) {
    ProgramEvents* const events = watches() ? program_events() : nullptr;
    const auto slot = static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(return_address));
    if (events != nullptr) events->returns({"return", returns_to}, slot);
}

// Reports an atomic operation. The bits of `how`: 1 means that it reads, 2 that it writes, neither that it is a fence.
// Bit 4 means a comparison with the value at address `expected`, bit 8 a comparison with `expected` itself. `order` is
// C's memory_order; its second byte is the order of a comparison that fails.
void rmasim_mpi_atomic(const void* first, std::size_t bytes, unsigned how, int order, const void* returns_to,
                       const void* expected) {
    if (!watches()) return;
    HookedAccess access{.bytes = bytes, .atomic = true, .returns_to = returns_to};
    access.first = static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(first));
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
    SmpiWorld::get().atomic(access, operation);
}

}  // extern "C"
