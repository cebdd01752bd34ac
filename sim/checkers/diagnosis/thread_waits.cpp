#include "sim/checkers/diagnosis/thread_waits.h"

#include "sim/programs/thread_sync.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace rmasim::sim {

namespace {

using OfRank = std::span<const Thread>;

bool is_over(const Thread& thread) { return thread.activity == Thread::Activity::finished; }
bool is_blocked(const Thread& thread) { return thread.activity == Thread::Activity::blocked; }

// True if the thread has not ended and its program contains an instruction that sets the flag. The position of the
// thread in the program does not matter, because the instruction may be in a loop.
bool may_set(const Thread& thread, Slot flag) {
    if (is_over(thread) || thread.program == nullptr) return false;
    const std::vector<Instruction>& code = thread.program->code;
    return std::any_of(code.begin(), code.end(), [flag](const Instruction& at) {
        const auto* const set = at.find<SetFlagInstruction>();
        return set != nullptr && set->flag == flag;
    });
}

// Returns the other threads that could release `blocked`.
std::vector<const Thread*> awaited_by(OfRank threads, const Thread& blocked) {
    std::vector<const Thread*> awaited;
    for (const Thread& other : threads) {
        if (other.number == blocked.number) continue;
        const Instruction& at = blocked.current();
        const auto* const wait = at.find<WaitFlagInstruction>();
        const bool wanted = (at.is<ThreadBarrierInstruction>() && !is_at_barrier(other)) ||
                            (at.is<JoinInstruction>() && other.number == blocked.awaited) ||
                            (wait != nullptr && may_set(other, wait->flag));
        if (wanted) awaited.push_back(&other);
    }
    return awaited;
}

std::string state_of(const Thread& thread) {
    if (is_over(thread)) return "whose program has ended";
    if (is_blocked(thread)) return fmt::format("which is blocked at {}", name_of(thread.current()));
    // An error may stop a run while a thread is between two calls or has not started.
    const bool inside = thread.activity == Thread::Activity::in_call || thread.activity == Thread::Activity::unmatched;
    if (!inside) return "which is between calls";
    return fmt::format("which is inside {}", name_of(thread.current()));
}

// Returns the thread and its state as text: "thread 1, which is inside recv".
std::string text_of(const Thread& thread) { return fmt::format("thread {}, {}", thread.number, state_of(thread)); }

std::string text_of_flag(const Thread& blocked) {
    const Slot flag = blocked.current().as<WaitFlagInstruction>().flag;
    return fmt::format("flag \"{}\" to be {} (it is {})", blocked.program->flags[flag], blocked.awaited,
                       blocked.flags[flag]);
}

// Returns the next thread on the path of waits. The function prefers a thread that has ended. Returns null if the wait
// of `blocked` can end when an MPI call of another thread returns.
const Thread* next_of(const Thread& blocked, const std::vector<const Thread*>& awaited) {
    // To end a wait for a flag, any one of the awaited threads is enough. To end a barrier, all of them are needed.
    const bool one_is_enough = blocked.current().is<WaitFlagInstruction>();
    const Thread* waiting = nullptr;
    for (const Thread* const other : awaited) {
        if (is_over(*other)) return other;
        if (is_blocked(*other)) waiting = other;
        else if (one_is_enough) return nullptr;
    }
    return waiting;
}

// Follows the waits from thread `first`. If the path ends in a cycle or at a thread that has ended, returns this cause
// as text; otherwise an empty string.
std::string cause_from(OfRank threads, const Thread& first) {
    std::vector<const Thread*> path;
    for (const Thread* at = &first;;) {
        const auto seen = std::find(path.begin(), path.end(), at);
        if (seen != path.end()) {
            std::string text = fmt::format("threads of rank {} wait for each other: ", at->rank);
            for (auto one = seen; one != path.end(); ++one) {
                const Thread& next = one + 1 == path.end() ? **seen : *one[1];
                text += fmt::format("{}thread {} at {} for thread {}", one == seen ? "" : ", ", (*one)->number,
                                    name_of((*one)->current()), next.number);
            }
            return text;
        }
        path.push_back(at);
        const std::vector<const Thread*> awaited = awaited_by(threads, *at);
        const Thread* const next = next_of(*at, awaited);
        if (awaited.empty() || (next != nullptr && is_over(*next))) {
            return fmt::format("{} waits at {} for {}", at->name(), name_of(at->current()),
                               awaited_among(threads, *at));
        }
        if (next == nullptr) return {};
        at = next;
    }
}

}  // namespace

std::string awaited_among(OfRank threads, const Thread& blocked) {
    if (blocked.current().is<RoundInstruction>()) {
        return fmt::format("its condition to become false: the condition is still true after {} rounds, the maximum",
                           blocked.awaited);
    }
    const bool flag = blocked.current().is<WaitFlagInstruction>();
    std::string text = flag ? text_of_flag(blocked) : "";
    const std::vector<const Thread*> awaited = awaited_by(threads, blocked);
    if (awaited.empty()) return text + ", but no remaining thread can set the flag";
    if (flag) text += " by ";
    for (std::size_t i = 0; i < awaited.size(); ++i) text += (i == 0 ? "" : "; ") + text_of(*awaited[i]);
    return text;
}

std::string cause_among(OfRank threads) {
    for (const Thread& thread : threads) {
        if (!is_blocked(thread)) continue;
        if (std::string cause = cause_from(threads, thread); !cause.empty()) return cause;
    }
    return {};
}

}  // namespace rmasim::sim
