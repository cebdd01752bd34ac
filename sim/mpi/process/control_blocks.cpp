#include "sim/mpi/process/control_blocks.h"

#include "sim/mpi/process/pages.h"

#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/rseq.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <new>
#include <stdexcept>

extern "C" {
// In the host's executable, above all other thread-local variables: the linker puts this section behind theirs.
extern __attribute__((tls_model("local-exec"), visibility("hidden"))) __thread char rmasim_program_pad[1024];
asm(R"(
    .section .tcommon, "awT", @nobits
    .balign 64
    .globl rmasim_program_pad
    .hidden rmasim_program_pad
    .type rmasim_program_pad, @object
    .size rmasim_program_pad, 1024
rmasim_program_pad:
    .zero 1024
    .text
)");
void* __libc_malloc(std::size_t);
void __libc_free(void*);
void* __tls_get_addr(void*);
}

namespace rmasim::hosting {

namespace {

// The beginning of libc's control block (the ABI of thread-local storage, and what compilers use).
struct ThreadHead {
    char* self;
    struct Slot* vector;  // dynamic thread vector
    char* thread;
    std::uint64_t kept[7];  // threads counter, sysinfo, stack guard, pointer guard, and flags
};
struct Slot {
    char* value;
    void* to_free;
};
char* const not_allocated = reinterpret_cast<char*>(~std::uintptr_t{0});

template <class T>
T* loaded(const char* name) {
    return static_cast<T*>(::dlsym(RTLD_DEFAULT, name));
}

// libc's tables for debuggers: {bits, number, offset}.
std::size_t offset_in_table(const char* name) {
    const auto* const table = loaded<const std::uint32_t>(name);
    if (table == nullptr) throw std::runtime_error(std::string("This C library lacks ") + name + ".");
    return table[2];
}

void* nothing(void*) { return nullptr; }

// Returns the offset of a thread's stack (address, then size) in its control block of `block_bytes` bytes.
std::size_t offset_of_stack(std::size_t block_bytes, std::size_t static_bytes) {
    const std::size_t bytes = round_up(static_bytes + (std::size_t{1} << 20), page_bytes);
    void* const stack =
        ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (stack == MAP_FAILED) throw std::bad_alloc();
    pthread_attr_t attributes;
    pthread_t thread{};
    ::pthread_attr_init(&attributes);
    ::pthread_attr_setstack(&attributes, stack, bytes);
    std::size_t found = 0;
    if (::pthread_create(&thread, &attributes, nothing, nullptr) == 0) {
        const auto* const block = reinterpret_cast<const char*>(thread);
        for (std::size_t at = 0; at + 16 <= block_bytes; at += 8) {
            std::uintptr_t words[2];
            std::memcpy(words, block + at, sizeof words);
            if (words[0] == reinterpret_cast<std::uintptr_t>(stack) && words[1] == bytes) found = at;
        }
        ::pthread_join(thread, nullptr);
    }
    ::pthread_attr_destroy(&attributes);
    ::munmap(stack, bytes);
    if (found == 0) throw std::runtime_error("The stack in this C library's control block is not found.");
    return found;
}

int use_variables(dl_phdr_info* module, std::size_t, void*) {
    std::size_t index[2] = {module->dlpi_tls_modid, 0};
    if (module->dlpi_tls_modid != 0) __tls_get_addr(index);
    return 0;
}

}  // namespace

ControlBlocks::ControlBlocks(bool is_exchanged) : is_exchanged_(is_exchanged), host_(thread_pointer()) {
    read_layout();
}

void ControlBlocks::read_layout() {
    using Info = void(std::size_t*, std::size_t*);
    const auto info = reinterpret_cast<Info*>(::dlsym(RTLD_DEFAULT, "_dl_get_tls_static_info"));
    const auto* const bytes = loaded<const std::uint32_t>("_thread_db_sizeof_pthread");
    if (info == nullptr || bytes == nullptr) throw std::runtime_error("This C library has no tables for debuggers.");
    info(&static_bytes_, &align_);
    align_ = std::max<std::size_t>(align_, 64);
    block_bytes_ = *bytes;
    tid_ = offset_in_table("_thread_db_pthread_tid");
    list_ = offset_in_table("_thread_db_pthread_list");
    void* robust = nullptr;
    std::size_t length = 0;
    ::syscall(SYS_get_robust_list, 0, &robust, &length);
    robust_ = static_cast<std::size_t>(static_cast<char*>(robust) - host_);
    stack_ = offset_of_stack(block_bytes_, static_bytes_);
    int tid = 0;
    std::memcpy(&tid, host_ + tid_, sizeof tid);
    if (tid != ::getpid() || robust_ >= block_bytes_) {
        throw std::runtime_error("This C library's control block has an unknown layout.");
    }
    const char* const pad = rmasim_program_pad;
    const auto above = static_cast<std::size_t>(host_ - pad);
    pad_bytes_ = pad < host_ && above < sizeof rmasim_program_pad + 64 ? above : 0;
}

std::string ControlBlocks::refusal_of(const ThreadStorage& storage) const {
    if (round_up(storage.bytes, storage.align) <= pad_bytes_) return {};
    return "Its thread-local variables take " + std::to_string(storage.bytes) + " bytes, and an executable may have " +
           std::to_string(pad_bytes_) + ": link it by rmasim cc.";
}

void ControlBlocks::capture(const LoadedStorage& program) {
    program_ = program;
    // The loader writes the address of a module's variables into the host's vector when they are first used.
    ::dl_iterate_phdr(use_variables, nullptr);
    const std::size_t below = static_bytes_ - block_bytes_;
    const Slot* const vector = reinterpret_cast<const ThreadHead*>(host_)->vector;
    used_ = pad_bytes_;
    for (std::size_t i = 1; i <= reinterpret_cast<std::size_t>(vector[-1].value); ++i) {
        const auto distance = static_cast<std::size_t>(host_ - vector[i].value);
        if (distance <= below) used_ = std::max(used_, distance);
    }
    used_ = round_up(used_, 64);
    errno = 0;  // as in a new process
    if (program.in_pad) pad_used_ = round_up(round_up(program.size.bytes, program.size.align), 64);
    initial_.assign(host_ - used_, used_ - pad_bytes_);
}

std::size_t ControlBlocks::bytes() const {
    return used_ + block_bytes_ + 2 * std::max<std::size_t>(align_, program_.size.align) + program_.size.bytes;
}

// Returns a dynamic thread vector like the host's, for a block that is at `seen` while its fiber runs.
char* ControlBlocks::copy_of_vector(const char* seen, char* storage) const {
    const Slot* const host = reinterpret_cast<const ThreadHead*>(host_)->vector;
    const auto length = reinterpret_cast<std::size_t>(host[-1].value);
    auto* const memory = static_cast<Slot*>(__libc_malloc((length + 2) * sizeof(Slot)));
    if (memory == nullptr) throw std::bad_alloc();
    Slot* const vector = memory + 1;
    vector[-1] = host[-1];
    vector[0] = host[0];
    for (std::size_t i = 1; i <= length; ++i) {
        char* const value = host[i].value;
        vector[i] = {value == nullptr ? nullptr : not_allocated, nullptr};
        const bool is_static = value >= host_ - used_ && value <= host_;
        if (is_static) vector[i].value = const_cast<char*>(seen) + (value - host_);
    }
    if (storage != nullptr && program_.module <= length) vector[program_.module] = {storage, nullptr};
    return reinterpret_cast<char*>(vector);
}

char* ControlBlocks::make(Fiber& fiber, char* end) const {
    const std::size_t align = std::max<std::size_t>(align_, program_.size.align);
    char* const block = round_down(end - block_bytes_, align);
    char* const seen = is_exchanged_ ? host_ : block;
    fiber.block = block;
    fiber.thread_pointer = seen;
    char* lowest = block - used_;
    std::memcpy(lowest, initial_.data(), initial_.size());
    char* storage = nullptr;
    if (program_.module != 0 && !program_.is_static) {
        const ThreadStorage& size = program_.size;
        const std::size_t distance = round_up(size.bytes, size.align);
        storage = program_.in_pad ? block - distance : lowest = round_down(lowest - size.bytes, size.align);
        std::memcpy(storage, program_.image, size.image_bytes);
        std::memset(storage + size.image_bytes, 0, size.bytes - size.image_bytes);
        if (program_.in_pad) storage = seen - distance;
    }
    std::memset(block, 0, block_bytes_);
    auto* const head = reinterpret_cast<ThreadHead*>(block);
    std::memcpy(head->kept, reinterpret_cast<const ThreadHead*>(host_)->kept, sizeof head->kept);
    head->self = head->thread = seen;
    head->vector = reinterpret_cast<Slot*>(copy_of_vector(seen, storage));
    std::memcpy(block + tid_, host_ + tid_, sizeof(int));
    // Lists without elements point at themselves: robust mutexes (backwards, then forwards), and all threads.
    void** const robust = reinterpret_cast<void**>(block + robust_);
    robust[0] = robust[-1] = seen + robust_;
    robust[1] = reinterpret_cast<void**>(host_ + robust_)[1];
    void** const list = reinterpret_cast<void**>(block + list_);
    list[0] = list[1] = seen + list_;
    reinterpret_cast<char**>(block + stack_)[0] = fiber.low;
    reinterpret_cast<std::size_t*>(block + stack_)[1] = static_cast<std::size_t>(fiber.high - fiber.low);
    auto* const sequences = reinterpret_cast<struct rseq*>(block + __rseq_offset);
    if (!is_exchanged_) sequences->cpu_id = static_cast<std::uint32_t>(RSEQ_CPU_ID_UNINITIALIZED);
    return lowest;
}

void ControlBlocks::make_for_host(Fiber& fiber) {
    fiber.thread_pointer = host_;
    if (!is_exchanged_) return;
    host_block_.assign(used_ + block_bytes_, '\0');
    fiber.block = host_block_.data() + used_;
}

void ControlBlocks::release(Fiber& fiber) {
    if (fiber.block == nullptr) return;
    __libc_free(reinterpret_cast<ThreadHead*>(fiber.block)->vector - 1);
    fiber.block = nullptr;
}

void ControlBlocks::exchange(const Fiber& from, const Fiber& to) const {
    if (!is_exchanged_ || from.block == to.block) return;
    const std::size_t below = used_ - pad_bytes_, rest = pad_used_ + block_bytes_;
    std::memcpy(from.block - used_, host_ - used_, below);
    std::memcpy(from.block - pad_used_, host_ - pad_used_, rest);
    std::memcpy(host_ - used_, to.block - used_, below);
    std::memcpy(host_ - pad_used_, to.block - pad_used_, rest);
}

void* ControlBlocks::address_in(const Fiber& fiber, void* address) const {
    char* const at = static_cast<char*>(address);
    if (!is_exchanged_ || at < host_ - used_ || at >= host_ + block_bytes_) return address;
    return fiber.block + (at - host_);
}

void* ControlBlocks::address_while_running(const Fiber& fiber, void* address_in_block) const {
    char* const at = static_cast<char*>(address_in_block);
    if (!is_exchanged_ || at < fiber.block - used_ || at >= fiber.block + block_bytes_) return address_in_block;
    return host_ + (at - fiber.block);
}

}  // namespace rmasim::hosting
