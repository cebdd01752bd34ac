// The part of ProgramWorld that ends a run in which ranks only poll (spinning.h).
#include "sim/mpi/program_world.h"

#include "sim/frontend/cli/text/grouped.h"
#include "sim/frontend/cli/text/time_text.h"
#include "sim/mpi/accesses/testing_calls.h"
#include "sim/mpi/cpu_limit.h"
#include "sim/mpi/library_code.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace rmasim::sim {

namespace {

std::string list_of(const std::vector<Rank>& ranks) {
    constexpr std::size_t max_listed = 4;
    const std::size_t listed = std::min(ranks.size(), max_listed);
    std::string text = ranks.size() == 1 ? "rank " : "ranks ";
    for (std::size_t i = 0; i < listed; ++i) {
        if (i > 0) text += i + 1 == ranks.size() ? " and " : ", ";
        text += std::to_string(ranks[i]);
    }
    if (ranks.size() > listed) text += fmt::format(" and {} more", ranks.size() - listed);
    return text;
}

// Calls that programs repeat while they poll. They are no progress, unless they succeed or send packets.
constexpr CallSet polling_calls =
    testing_calls | CallSet{Call::flush, Call::flush_all, Call::flush_local, Call::flush_local_all};

void report_cpu_limit(const void* instruction) {
    const LibraryCode inside({"a loop", instruction, nullptr});
    ProgramWorld::get().computed_too_long(instruction);
}

}  // namespace

void ProgramWorld::begin_limits() {
    limit_cpu_time(
        polling_.max_cpu_s, [] { return ProgramWorld::get().is_simulating(); }, report_cpu_limit);
}

void ProgramWorld::progressed() {
    spinning_.progressed();
    spinning_.ends_loop(rank(), thread());
    note_activity();
}

// Records that a call of the core has returned: a poll, or progress.
void ProgramWorld::note_returned(const ThreadState& own, const Caller& caller, Call call,
                                 std::uint64_t packets_before) {
    const bool changed = own.answer->done || simulation_->packets_sent() != packets_before;
    if (polling_calls.contains(call) && !changed) polled(caller, PollKind::test);
    else progressed();
}

void ProgramWorld::polled(const Caller& caller, PollKind kind) {
    if (!has_joined() || ending_ || own().state != State::running) return;
    note_activity();
    const std::uint64_t packets = simulation_->packets_sent();
    if (std::exchange(packets_at_poll_, packets) != packets) spinning_.progressed();
    const Spinning::Limit limit = spinning_.polled(rank(), thread(), caller, kind, now_ns());
    if (limit != Spinning::Limit::none) {
        if (may_progress()) spinning_.goes_on();
        else end_spinning(limit);
    }
    const std::int64_t takes_ns = kind == PollKind::clock ? spinning_.clock_takes_ns(rank(), thread(), now_ns()) : 0;
    if (takes_ns > 0) sleep_for_ns(takes_ns);
}

// True if an event is pending that may be progress: an event of the simulation, or the end of a first sleep. A polling
// thread may itself have a pending event, the return of its call.
bool ProgramWorld::may_progress() const {
    return simulation_->pending_events() >= spinning_.polling_threads() || spinning_.any_first_sleep();
}

void ProgramWorld::end_spinning(Spinning::Limit limit) {
    const bool is_clock = limit == Spinning::Limit::clock;
    std::vector<Rank> ranks;
    spinning_.for_each([&](Rank rank, ThreadId number, const Spinning::Polls& polls) {
        if (ranks.empty() || ranks.back() != rank) ranks.push_back(rank);
        // A thread inside a function outside of the core is reported as waiting in this function.
        if (states_[static_cast<std::size_t>(rank)].threads[number].nested > 0) return;
        spinning_threads_.push_back({rank, number, polls.last.function, call_sites_.number(polls.last.returns_to),
                                     is_clock ? "a later time" : "a change that no rank makes"});
    });
    if (is_clock) {
        spun_ = fmt::format(
            "{} polled only the clock for {} of virtual time without any progress of the run (polling.max_clock_ns)",
            list_of(ranks), duration(polling_.max_clock_ns));
    } else {
        spun_ = fmt::format("{} polled {} times without any progress of the run (polling.max_polls){}", list_of(ranks),
                            grouped(spinning_.polls()), help_of_agent(ranks));
    }
    end_from_program();
}

// Returns a text about the effect that progress by an agent would have on these ranks. The effect of a packet on the
// loop of a program cannot be predicted.
std::string ProgramWorld::help_of_agent(const std::vector<Rank>& ranks) const {
    if (scenario_.progress == Progress::agent) return {};
    std::uint64_t packets = 0, requests = 0;
    for (const Rank rank : ranks) {
        const LiveSimulation::Unhandled unhandled = simulation_->unhandled(rank);
        packets += unhandled.packets;
        requests += unhandled.lock_requests;
    }
    if (packets == 0) return "; --set progress=agent would not help, because no packet waits for these ranks";
    return fmt::format("; {} for a call of MPI by {}; --set progress=agent would handle {} without such a call{}",
                       counted(packets, "packet waits", "packets wait"), list_of(ranks), packets == 1 ? "it" : "them",
                       requests > 0 ? ", but grant no lock that is held" : "");
}

void ProgramWorld::computed_too_long(const void* instruction) {
    // The location of a call is that of its return address, which is behind the instruction.
    const auto behind = reinterpret_cast<const void*>(reinterpret_cast<std::uintptr_t>(instruction) + 1);
    spinning_threads_.push_back(
        {rank(), thread(), "a loop", call_sites_.number(behind), "a change that no rank makes, or computes too long"});
    spun_ = fmt::format(
        "rank {} computed for {} s of CPU time without any call (polling.max_cpu_s; this limit depends on the machine, "
        "so it is not reproducible){}",
        rank(), polling_.max_cpu_s, help_of_agent({rank()}));
    end_from_program();
}

}  // namespace rmasim::sim
