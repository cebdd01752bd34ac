#include "sim/mpi/process/signals.h"

#include "sim/mpi/process/host.h"
#include "sim/mpi/process/kernel_calls.h"
#include "sim/mpi/process/written_pages.h"

#include <dlfcn.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

namespace rmasim::hosting {

void (*when_host_faults)(int signal, const void* address) = nullptr;

namespace {

constexpr std::array caught = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGSYS, SIGABRT, SIGPIPE};
// Reports read the debug information of the program on it.
alignas(16) char handler_stack[std::size_t{1} << 20];

const struct sigaction* action_of(const Rank& rank, int signal) {
    return rank.libc.handlers == nullptr ? nullptr : &rank.libc.handlers[signal];
}

bool has_function(const struct sigaction* action) {
    return action != nullptr && action->sa_handler != SIG_DFL && action->sa_handler != SIG_IGN;
}

int code_of(int signal) { return 128 + signal; }  // as a shell shows it

RankEnd end_by(EndKind kind, int signal) {
    RankEnd end;
    end.kind = kind;
    end.signal = signal;
    end.code = code_of(signal);
    return end;
}

// Adds the frames of the program to the end of a rank. The stack may be damaged: a fault meanwhile ends the rank
// without frames.
void add_frames(RankEnd& end, const ucontext_t& context) {
    static const RankEnd* unfinished = nullptr;
    Host& host = *Host::get();
    if (unfinished != nullptr) {
        const RankEnd without = *std::exchange(unfinished, nullptr);
        host.end_rank(without);
    }
    unfinished = &end;
    const auto* const registers = context.uc_mcontext.gregs;
    const auto instruction = static_cast<std::uint64_t>(registers[REG_RIP]);
    const auto stack_pointer = static_cast<std::uint64_t>(registers[REG_RSP]);
    Dl_info unused{};
    const bool is_code = ::dladdr(reinterpret_cast<const void*>(instruction), &unused) != 0;
    end.frames = is_code ? frames_of_program() : frame_of_bad_call(stack_pointer);
    unfinished = nullptr;
}

constexpr int by_filter = 1;  // SYS_SECCOMP, which the C library's headers lack

bool is_exit(int system_call) { return system_call == SYS_exit_group || system_call == SYS_exit; }

// Makes a system call instead of the program's instruction, and stores the result where the kernel does.
void make_system_call(long number, ucontext_t& context) {
    auto* const registers = context.uc_mcontext.gregs;
    const long arguments[] = {static_cast<long>(registers[REG_RDI]), static_cast<long>(registers[REG_RSI]),
                              static_cast<long>(registers[REG_RDX]), static_cast<long>(registers[REG_R10]),
                              static_cast<long>(registers[REG_R8]),  static_cast<long>(registers[REG_R9])};
    const int error = errno;
    const long result = call_kernel(number, arguments);
    registers[REG_RAX] = result == -1 ? -errno : result;
    errno = error;
}

// Returns the end of a rank that a signal of the processor or of libc ends.
RankEnd end_by_fault(int signal, const siginfo_t& info, const ucontext_t& context) {
    Host& host = *Host::get();
    const auto* const registers = context.uc_mcontext.gregs;
    if (signal == SIGSYS && is_exit(info.si_syscall)) {
        RankEnd end;
        end.kind = EndKind::exited_by_kernel;
        end.code = static_cast<int>(registers[REG_RDI]) & 0xff;
        return end;
    }
    RankEnd end = end_by(EndKind::faulted, signal);
    end.is_in_host = calling_rank == nullptr;
    end.has_address = info.si_code != SI_KERNEL;
    end.address = reinterpret_cast<std::uint64_t>(info.si_addr);
    if (signal == SIGABRT) {
        end.kind = EndKind::aborted;
    } else if (info.si_code <= 0) {
        end.kind = EndKind::signalled;
    } else if (signal == SIGSEGV && host.has_left_stack(reinterpret_cast<const char*>(registers[REG_RSP]),
                                                        static_cast<const char*>(info.si_addr))) {
        end.kind = EndKind::stack_overflow;
    }
    add_frames(end, context);
    return end;
}

void on_signal(int signal, siginfo_t* info, void* context) {
    if (signal == SIGSEGV && info->si_code == SEGV_ACCERR && WrittenPages::get().faulted(info->si_addr)) return;
    Host* const host = Host::get();
    Rank* const rank = host == nullptr ? nullptr : host->running_rank();
    if (rank == nullptr) {  // the simulator's own fault: its default action follows when the instruction is repeated
        if (when_host_faults != nullptr && info->si_code > 0) when_host_faults(signal, info->si_addr);
        ::signal(signal, SIG_DFL);
        if (info->si_code <= 0) ::syscall(SYS_tgkill, ::getpid(), ::syscall(SYS_gettid), signal);
        return;
    }
    if (signal == SIGSYS && info->si_code == by_filter && !is_exit(info->si_syscall)) {
        return make_system_call(info->si_syscall, *static_cast<ucontext_t*>(context));
    }
    const struct sigaction* const action = action_of(*rank, signal);
    if (calling_rank != nullptr && has_function(action)) {
        if ((action->sa_flags & SA_SIGINFO) != 0) {
            action->sa_sigaction(signal, info, context);
        } else {
            action->sa_handler(signal);
        }
        if (signal != SIGABRT) return;
    }
    if (action != nullptr && action->sa_handler == SIG_IGN && info->si_code <= 0 && signal != SIGABRT) return;
    host->end_rank(end_by_fault(signal, *info, *static_cast<const ucontext_t*>(context)));
}

// The default action of a signal that a rank sends to itself.
bool ends_process(int signal) {
    switch (signal) {
        case SIGCHLD:
        case SIGURG:
        case SIGWINCH:
        case SIGCONT:
        case SIGSTOP:
        case SIGTSTP:
        case SIGTTIN:
        case SIGTTOU: return false;
        default: return true;
    }
}

void call_handler(const struct sigaction& action, int signal) {
    siginfo_t info{};
    info.si_signo = signal;
    info.si_code = SI_USER;
    info.si_pid = ::getpid();
    ucontext_t context{};
    if ((action.sa_flags & SA_SIGINFO) != 0) {
        action.sa_sigaction(signal, &info, &context);
    } else {
        action.sa_handler(signal);
    }
}

// True if the code contains the instruction `syscall`.
bool has_system_call(const AddressRange& code) {
    for (const char* at = code.begin; at + 1 < code.end; ++at) {
        if (at[0] == '\x0f' && at[1] == '\x05') return true;
    }
    return false;
}

// System calls that continue on the stack of the code that makes them.
constexpr std::array<std::uint32_t, 5> needs_own_stack = {SYS_clone, SYS_clone3, SYS_fork, SYS_vfork, SYS_rt_sigreturn};

sock_filter statement(std::uint16_t code, std::uint32_t value) { return {code, 0, 0, value}; }
sock_filter jump(std::uint16_t code, std::uint32_t value, std::uint8_t if_true, std::uint8_t if_false) {
    return {code, if_true, if_false, value};
}

// Appends: if the instruction is in the range, report the call. A range does not cross a multiple of 4 GiB.
void append_range(std::vector<sock_filter>& filter, const AddressRange& range) {
    const auto begin = reinterpret_cast<std::uint64_t>(range.begin), end = reinterpret_cast<std::uint64_t>(range.end);
    constexpr std::uint32_t low = offsetof(seccomp_data, instruction_pointer), high = low + 4;
    filter.push_back(statement(BPF_LD | BPF_W | BPF_ABS, high));
    filter.push_back(jump(BPF_JMP | BPF_JEQ | BPF_K, static_cast<std::uint32_t>(begin >> 32), 0, 4));
    filter.push_back(statement(BPF_LD | BPF_W | BPF_ABS, low));
    filter.push_back(jump(BPF_JMP | BPF_JGE | BPF_K, static_cast<std::uint32_t>(begin), 0, 2));
    filter.push_back(jump(BPF_JMP | BPF_JGT | BPF_K, static_cast<std::uint32_t>(end), 1, 0));
    filter.push_back(statement(BPF_RET | BPF_K, SECCOMP_RET_TRAP));
}

}  // namespace

void install_signal_handlers() {
    stack_t stack{};
    stack.ss_sp = handler_stack;
    stack.ss_size = sizeof handler_stack;
    ::sigaltstack(&stack, nullptr);
    struct sigaction action {};
    action.sa_sigaction = on_signal;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
    for (const int signal : caught) ::sigaction(signal, &action, nullptr);
}

bool trap_system_calls(const LoadedProgram& program) {
    std::vector<AddressRange> ranges;
    for (const LoadedObject& object : program.objects) {
        for (const AddressRange& code : object.code) {
            const bool one_half =
                reinterpret_cast<std::uint64_t>(code.begin) >> 32 == reinterpret_cast<std::uint64_t>(code.end) >> 32;
            if (one_half && has_system_call(code)) ranges.push_back(code);
        }
    }
    if (ranges.empty()) return true;
    std::vector<sock_filter> filter = {
        statement(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, arch)),
        jump(BPF_JMP | BPF_JEQ | BPF_K, AUDIT_ARCH_X86_64, 1, 0),
        statement(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
        statement(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
    };
    if (WrittenPages::get().may_watch()) {
        for (const std::uint32_t number : needs_own_stack) {
            filter.push_back(jump(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 1));
            filter.push_back(statement(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
        }
    } else {
        filter.push_back(jump(BPF_JMP | BPF_JEQ | BPF_K, std::uint32_t{SYS_exit_group}, 2, 0));
        filter.push_back(jump(BPF_JMP | BPF_JEQ | BPF_K, SYS_exit, 1, 0));
        filter.push_back(statement(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
    }
    for (const AddressRange& range : ranges) append_range(filter, range);
    filter.push_back(statement(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
    const sock_fprog all{static_cast<unsigned short>(filter.size()), filter.data()};
    return ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &all) == 0;
}

void call_handler_of_abort(Rank& rank) {
    const struct sigaction* const action = action_of(rank, SIGABRT);
    if (has_function(action)) call_handler(*action, SIGABRT);
}

void deliver_signal(Rank& rank, int signal) {
    const struct sigaction* const action = action_of(rank, signal);
    if (has_function(action) && signal != SIGKILL && signal != SIGSTOP) {
        const struct sigaction called = *action;
        if ((called.sa_flags & static_cast<int>(SA_RESETHAND)) != 0) rank.libc.handlers[signal].sa_handler = SIG_DFL;
        call_handler(called, signal);
        return;
    }
    if (action != nullptr && action->sa_handler == SIG_IGN && signal != SIGKILL) return;
    if (!ends_process(signal)) return;
    RankEnd end = end_by(EndKind::signalled, signal);
    end.frames = frames_of_program();
    Host::get()->end_rank(end);
}

}  // namespace rmasim::hosting
