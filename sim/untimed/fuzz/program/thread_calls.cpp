#include "sim/untimed/fuzz/program/thread_calls.h"

#include "sim/untimed/fuzz/program/random_messages.h"

#include <algorithm>
#include <set>
#include <tuple>

namespace rmasim::fuzz {

namespace {

// Tag 64 plus the number of a thread means that the thread may continue. A lower tag means that a thread has arrived.
constexpr std::uint32_t continue_tag = 64;
// Tag 256 plus numbers of window and thread means that the message has an address. Lower tags are for messages that are
// steps.
constexpr std::uint32_t address_tag = 256;

// Adds messages by which thread 0 waits for all other threads, and then lets them continue.
void sync_by_messages(CallsOfThreads& threads) {
    for (std::uint32_t other = 1; other < threads.size(); ++other) {
        threads[other].push_back({.message = Call::send, .tag = other});
        threads[0].push_back({.message = Call::recv, .tag = other});
    }
    for (std::uint32_t other = 1; other < threads.size(); ++other) {
        threads[0].push_back({.message = Call::send, .tag = continue_tag + other});
        threads[other].push_back({.message = Call::recv, .tag = continue_tag + other});
    }
}

// Adds calls by which each thread sets its flag and waits for the flags of all other threads.
void sync_by_flags(CallsOfThreads& threads, std::uint32_t round) {
    for (std::uint32_t thread = 0; thread < threads.size(); ++thread) {
        threads[thread].push_back({.among = ThreadSyncCall::set_flag, .flag = thread, .value = round});
        for (std::uint32_t other = 0; other < threads.size(); ++other) {
            if (other == thread) continue;
            threads[thread].push_back({.among = ThreadSyncCall::wait_flag, .flag = other, .value = round});
        }
    }
}

void add_thread_sync(ThreadSync thread_sync, std::uint32_t round, CallsOfThreads& threads) {
    switch (thread_sync) {
        case ThreadSync::messages: return sync_by_messages(threads);
        case ThreadSync::flags: return sync_by_flags(threads, round);
        case ThreadSync::barrier:
            for (std::vector<ThreadCall>& thread : threads) {
                thread.push_back({.among = ThreadSyncCall::barrier});
            }
    }
}

// The required addresses and the threads that need them, in the order of their transfer.
// By (window, owner, rank, thread).
using AddressUses = std::set<std::tuple<WindowId, Rank, Rank, ThreadId>>;

AddressUses address_uses(const RandomProgram& program) {
    AddressUses uses;
    for (Rank rank = 0; rank < program.ranks; ++rank) {
        for (const Step& step : program.steps[static_cast<std::size_t>(rank)]) {
            const bool needs = is_operation(step.call) && !step.read.loads && step.target != proc_null;
            if (needs && program.is_dynamic(step.window)) uses.emplace(step.window, step.target, rank, step.thread);
        }
    }
    return uses;
}

void get_own_addresses(const AddressUses& uses, Rank rank, CallsOfThreads& threads) {
    std::set<std::pair<WindowId, ThreadId>> known;
    for (const auto& [window, owner, user, thread] : uses) {
        if (owner != rank) continue;
        const ThreadId knows = user == rank ? thread : ThreadId{0};  // thread 0 sends the address to the other ranks
        if (!known.emplace(window, knows).second) continue;
        threads[knows].push_back({.address = BlocksAddress{window, owner}});
    }
}

void send_addresses(const AddressUses& uses, Rank rank, CallsOfThreads& threads) {
    for (const auto& [window, owner, user, thread] : uses) {
        if (owner == user) continue;
        ThreadCall call{.tag = address_tag + window * max_threads + thread, .address = BlocksAddress{window, owner}};
        if (owner == rank) {
            call.message = Call::send;
            call.peer = user;
            threads[0].push_back(call);
        } else if (user == rank) {
            call.message = Call::recv;
            call.peer = owner;
            threads[thread].push_back(call);
        }
    }
}

}  // namespace

CallsOfThreads calls_of_threads(const RandomProgram& program, Rank rank) {
    // The memory checker supports only happens-before edges of messages, so threads synchronise by messages under a
    // memory model.
    const ThreadSync thread_sync =
        program.semantics == sim::Semantics::off ? program.thread_sync : ThreadSync::messages;
    CallsOfThreads threads(program.threads);
    if (!program.first_in_buffer.empty()) {
        const AddressUses uses = address_uses(program);
        get_own_addresses(uses, rank, threads);
        send_addresses(uses, rank, threads);
    }
    for (const Step& step : program.steps[static_cast<std::size_t>(rank)]) {
        if (!receives_in_round(step)) continue;
        threads[0].push_back({.array = StatusArray{status_letter, step.result}});
        if (step.message.probed) threads[0].push_back({.array = StatusArray{probe_letter, step.result}});
    }
    std::uint32_t round = 0;
    for (const Step& step : program.steps[static_cast<std::size_t>(rank)]) {
        if (step.syncs_threads) add_thread_sync(thread_sync, ++round, threads);
        threads[step.thread].push_back({.step = &step});
    }
    if (program.threads > 1) add_thread_sync(thread_sync, ++round, threads);
    return threads;
}

CallsOfRanks calls_of_ranks(const RandomProgram& program) {
    CallsOfRanks calls;
    for (Rank rank = 0; rank < program.ranks; ++rank) calls.push_back(calls_of_threads(program, rank));
    return calls;
}

}  // namespace rmasim::fuzz
