#include "sim/mpi/process/host.h"

#include "sim/mpi/process/pages.h"
#include "sim/mpi/process/process_state.h"
#include "sim/mpi/process/signals.h"
#include "sim/mpi/process/streams.h"

#include <dlfcn.h>
#include <elf.h>
#include <malloc.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <utility>

// Variables that the host exports, and of which each rank has its own (entries/option_entries.cpp).
extern "C" {
__attribute__((visibility("hidden"))) extern char __start_rmasim_rank_variables[];
__attribute__((visibility("hidden"))) extern char __stop_rmasim_rank_variables[];
}

namespace rmasim::hosting {

Rank* calling_rank = nullptr;
HostClock* clock_of_ranks = nullptr;

namespace {

Host* the_host = nullptr;
void (*starts_rank)() = nullptr;
constexpr int code_of_refusal = 70;

Heap* heap_of_rank(std::uint32_t rank);

std::size_t default_stack_bytes(int ranks) { return ranks > 4096 ? std::size_t{256} << 10 : std::size_t{8} << 20; }

std::size_t stack_bytes(const HostSettings& settings) {
    return settings.stack_bytes == 0 ? default_stack_bytes(settings.ranks) : settings.stack_bytes;
}

// Destroys the thread-local objects of the running fiber.
void destroy_thread_locals() {
    static const auto run = reinterpret_cast<void (*)()>(::dlsym(RTLD_DEFAULT, "__call_tls_dtors"));
    if (run != nullptr) run();
}

// err() and error() call exit inside of libc, where no entry is in between.
void on_exit_of_libc(int code, void* unused) {
    if (calling_rank == nullptr || the_host->is_child()) return;
    const auto again = reinterpret_cast<int (*)(void (*)(int, void*), void*)>(::dlsym(RTLD_NEXT, "on_exit"));
    again(on_exit_of_libc, unused);
    the_host->exit_rank(EndKind::exited_in_library, code);
}

// err() and error() print the name of the program.
void set_name_of_program(const std::string& file) {
    // Not by the variables themselves: the executable would hold copies.
    const auto set = [](const char* variable, const char* to) {
        *static_cast<const char**>(::dlsym(RTLD_DEFAULT, variable)) = to;
    };
    set("program_invocation_name", file.c_str());
    set("program_invocation_short_name", file.c_str() + file.rfind('/') + 1);
}

// The picture of a stack at the start of a program: number of arguments, arguments, null, null, the kernel's vector.
void enter_program(void* picture) {
    Host& host = *the_host;
    Rank& rank = *host.running_rank();
    if (starts_rank != nullptr) starts_rank();
    calling_rank = &rank;
    auto** const words = static_cast<char**>(picture);
    if (host.program().kind == FormKind::ours) {
        const auto main = reinterpret_cast<int (*)(int, char**, char**)>(host.program().symbol("main"));
        host.run_main(rank, main, static_cast<int>(reinterpret_cast<std::intptr_t>(words[0])), words + 1);
    }
    asm volatile(
        "mov %0, %%rsp\n\t"
        "xor %%edx, %%edx\n\t"
        "xor %%ebp, %%ebp\n\t"
        "jmp *%1" ::"a"(picture),
        "c"(host.program().entry)
        : "memory");
    __builtin_unreachable();
}

// The first function of a thread of a rank.
struct ThreadStart {
    void (*entry)(void*);
    void* argument;
};
void enter_thread(void* start) {
    calling_rank = the_host->running_rank();
    const ThreadStart of = *static_cast<ThreadStart*>(start);
    of.entry(of.argument);
    destroy_thread_locals();
    for (;;) the_host->yield();
}

}  // namespace

namespace {

// Not a part of its caller, whose frame would have room for the end. Each rank that waits has this frame.
[[gnu::noinline, gnu::cold]] void end_by_overflow(Host& host) {
    RankEnd end;
    end.kind = EndKind::stack_overflow;
    end.signal = SIGSEGV;
    end.code = 128 + SIGSEGV;
    host.end_rank(end);
}

}  // namespace

HostSection::HostSection() : rank_(std::exchange(calling_rank, nullptr)) {}
HostSection::~HostSection() { calling_rank = rank_; }

Host* Host::get() { return the_host; }

Host::Host(HostSettings settings)
    : settings_(std::move(settings)), blocks_(!settings_.has_thread_pointers),
      program_(load_program(settings_.program, settings_.of_host, blocks_)) {
    if (settings_.loaded) settings_.loaded(program_);
    blocks_.capture(program_.storage);
    blocks_.make_for_host(scheduler_);
    for (const LoadedObject& object : program_.objects) {
        for (const AddressRange& variables : object.variables) images_.add(variables.begin, variables.end);
    }
    images_.add(__start_rmasim_rank_variables, __stop_rmasim_rank_variables);
    auto* const environment = static_cast<char*>(::dlsym(RTLD_DEFAULT, "environ"));
    images_.add(environment, environment + sizeof(char**));
    images_.freeze(settings_.ranks);
    stacks_ = std::make_unique<Stacks>(settings_.ranks, stack_bytes(settings_), blocks_.bytes(),
                                       settings_.may_mark_guards, program_.has_code_on_stacks);
    all_.resize(static_cast<std::size_t>(settings_.ranks));
    for (int i = 0; i < settings_.ranks; ++i) {
        Rank& rank = all_[static_cast<std::size_t>(i)];
        rank.number = i;
        rank.heap.owner = static_cast<std::uint32_t>(i);
    }
    the_host = this;
    starts_rank = settings_.starts;
    clock_of_ranks = settings_.clock;
    ::mallopt(M_ARENA_MAX, 1);  // ranks would count as threads of an arena that they share
    HeapMapping::get().set_heaps(heap_of_rank);
    set_name_of_program(settings_.program);
    give_buffers_to_streams();
    install_signal_handlers();
    trap_system_calls(program_);
    using OnExit = int(void (*)(int, void*), void*);
    reinterpret_cast<OnExit*>(::dlsym(RTLD_NEXT, "on_exit"))(on_exit_of_libc, nullptr);
}

int Host::running() const { return running_->rank == nullptr ? -1 : running_->rank->number; }

// Returns the lowest address that the picture takes.
char* Host::put_arguments(char* top) const {
    std::vector<const std::string*> texts = {&settings_.program};
    for (const std::string& argument : settings_.arguments) texts.push_back(&argument);
    std::size_t bytes = 0;
    for (const std::string* const text : texts) bytes += text->size() + 1;
    char* at = top - bytes;
    const std::size_t words = texts.size() + 5;
    auto** const picture =
        reinterpret_cast<char**>((reinterpret_cast<std::uintptr_t>(at) - words * sizeof(char*)) & ~std::uintptr_t{15});
    std::memset(picture, 0, words * sizeof(char*));
    picture[0] = reinterpret_cast<char*>(texts.size());
    for (std::size_t i = 0; i < texts.size(); ++i) {
        picture[i + 1] = at;
        std::memcpy(at, texts[i]->c_str(), texts[i]->size() + 1);
        at += texts[i]->size() + 1;
    }
    return reinterpret_cast<char*>(picture);
}

void Host::start(Rank& rank) {
    Fiber& fiber = rank.main;
    fiber.rank = &rank;
    fiber.low = stacks_->low(rank.number);
    fiber.high = stacks_->high(rank.number);
    fiber.has_guard = stacks_->has_guard(rank.number);
    blocks_.make(fiber, stacks_->block_end(rank.number));
    char* const picture = put_arguments(fiber.high);
    prepare_fiber(fiber, picture, enter_program, picture);
}

int Host::switch_to(int rank) {
    Rank& next = all_[static_cast<std::size_t>(rank)];
    if (next.main.rank == nullptr) start(next);
    return switch_to(next.main);
}

int Host::switch_to(Fiber& thread) {
    enter(thread);
    return std::exchange(ended_, -1);
}

void Host::yield() { enter(scheduler_); }

void Host::enter(Fiber& next) {
    Fiber& from = *running_;
    if (is_child_) {
        std::fprintf(stderr, "rmasim: a forked child of rank %d cannot communicate\n", running());
        calling_rank = nullptr;
        ::_exit(code_of_refusal);
    }
    if (!is_stack_whole(from) && !from.rank->has_ended()) end_by_overflow(*this);
    // The exchange takes longer than loading what the next fiber reads first: its stack, and its control block.
    __builtin_prefetch(next.stack_pointer);
    __builtin_prefetch(static_cast<const char*>(next.stack_pointer) + 64);
    __builtin_prefetch(next.thread_pointer);
    if (next.rank != nullptr) images_.give_to(next.rank->number);
    if (ranks_have_process_state) enter_process_state(next.rank);
    Rank* const calling = std::exchange(calling_rank, nullptr);
    running_ = &next;
    blocks_.exchange(from, next);
    switch_fiber(from, next);
    calling_rank = calling;
}

void Host::run_main(Rank& rank, int (*main)(int, char**, char**), int argc, char** argv) {
    char*** const environment = static_cast<char***>(::dlsym(RTLD_DEFAULT, "environ"));
    for (const LoadedObject& object : program_.objects) object.run_constructors(argc, argv, *environment);
    rank.bytes_before_main = rank.heap.live_bytes;
    rank.blocks_before_main = rank.heap.live_blocks;
    rank.end.code = main(argc, argv, *environment);
    exit_rank(EndKind::returned, rank.end.code);
}

void Host::run_exit_functions(Rank& rank, int code) {
    destroy_thread_locals();
    while (rank.at_exit != nullptr) {
        const ExitFunction function = take(rank.at_exit);
        if (function.with_argument != nullptr) {
            function.with_argument(function.argument);
        } else {
            function.with_code(code, function.argument);
        }
    }
    if (!rank.is_ending) rank.destructors_left = program_.objects.size();
    rank.is_ending = true;
    while (rank.destructors_left > 0) program_.objects[--rank.destructors_left].run_destructors();
    flush_streams(rank);
}

void Host::exit_rank(EndKind kind, int code) {
    Rank& rank = *running_->rank;
    calling_rank = &rank;
    run_exit_functions(rank, code);
    RankEnd end;
    end.kind = kind;
    end.code = code & 0xff;
    end_rank(end);
}

void Host::end_rank(const RankEnd& of_rank) {
    calling_rank = nullptr;
    RankEnd end = of_rank;  // a copy in the host's memory
    Rank& rank = *running_->rank;
    if (is_child_) {
        if (end.signal != 0) {
            ::signal(end.signal, SIG_DFL);
            ::raise(end.signal);
        }
        if (end.kind == EndKind::aborted || end.kind == EndKind::uncaught) {
            ::signal(SIGABRT, SIG_DFL);
            ::raise(SIGABRT);
        }
        ::_exit(end.code);
    }
    end.leaked_bytes = rank.heap.live_bytes - std::min(rank.heap.live_bytes, rank.bytes_before_main);
    end.leaked_blocks = rank.heap.live_blocks - std::min(rank.heap.live_blocks, rank.blocks_before_main);
    rank.end = end;
    ended_ = rank.number;
    unlock_streams();
    forget_streams(rank);
    enter(scheduler_);
    __builtin_unreachable();
}

void Host::release(int rank) {
    Rank& of = all_[static_cast<std::size_t>(rank)];
    HeapMapping::get().drop(of.heap);
    images_.drop(rank);
    ControlBlocks::release(of.main);
    stacks_->drop(rank);
}

Fiber& Host::new_thread(int rank, std::size_t bytes, void (*entry)(void*), void* argument) {
    const HostSection host;
    const std::size_t all = round_up(bytes + blocks_.bytes() + page_bytes, page_bytes);
    const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK;
    const int access = PROT_READ | PROT_WRITE | (program_.has_code_on_stacks ? PROT_EXEC : 0);
    void* const memory = ::mmap(nullptr, all, access, flags, -1, 0);
    if (memory == MAP_FAILED) throw std::bad_alloc();
    ::mprotect(memory, page_bytes, PROT_NONE);
    auto made = std::make_unique<Fiber>();
    made->rank = &all_[static_cast<std::size_t>(rank)];
    made->low = static_cast<char*>(memory) + page_bytes;
    char* const end = static_cast<char*>(memory) + all;
    made->high = round_down(end - blocks_.bytes(), 64);
    blocks_.make(*made, end);
    auto* const start = reinterpret_cast<ThreadStart*>(round_down(made->high - sizeof(ThreadStart), 16));
    *start = {entry, argument};
    prepare_fiber(*made, reinterpret_cast<char*>(start), enter_thread, start);
    return *made.release();
}

void Host::delete_thread(Fiber& thread) {
    const HostSection host;
    ControlBlocks::release(thread);
    char* const memory = thread.low - page_bytes;
    const std::size_t bytes = static_cast<std::size_t>(thread.high - memory) + blocks_.bytes();
    ::munmap(memory, round_up(bytes, page_bytes));
    delete &thread;
}

void* Host::address_in(int rank, const void* address) {
    void* const found = images_.address_in(rank, const_cast<void*>(address));
    if (running() == rank) return blocks_.address_while_running(*running_, found);
    return blocks_.address_in(all_[static_cast<std::size_t>(rank)].main, found);
}

void Host::add_memory_of(int number, std::vector<AddressRange>& ranges) {
    Rank& rank = all_[static_cast<std::size_t>(number)];
    const auto add = [&ranges](void* begin, std::size_t bytes) {
        ranges.push_back({static_cast<char*>(begin), static_cast<char*>(begin) + bytes});
    };
    auto* const top = static_cast<char*>(rank.main.stack_pointer);
    add(top, static_cast<std::size_t>(rank.main.high - top));
    char* const block_end = stacks_->block_end(number);
    add(block_end - blocks_.bytes(), blocks_.bytes());
    HeapMapping::get().add_memory_of(rank.heap, ranges);
    add(&rank, sizeof rank);
}

int Host::owner_of(const void* address) const {
    const int of_stack = stacks_->owner_of(address);
    return of_stack >= 0 ? of_stack : HeapMapping::get().owner_of(address);
}

bool Host::has_left_stack(const char* stack_pointer, const char* address) const {
    const Fiber& fiber = *running_;
    const bool is_outside = stack_pointer < fiber.low || stack_pointer >= fiber.high;
    return is_outside || (address >= fiber.low - page_bytes && address < fiber.low);
}

void Host::become_child() {
    const HostSection host;
    is_child_ = true;
    images_.make_private();
}

namespace {

Heap* heap_of_rank(std::uint32_t rank) { return the_host->heap(static_cast<int>(rank)); }

}  // namespace

}  // namespace rmasim::hosting
