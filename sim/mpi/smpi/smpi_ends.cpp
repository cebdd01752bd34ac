// The part of SmpiWorld that describes how ranks wait in functions of SMPI, and how programs end before MPI_Finalize.
#include "sim/mpi/smpi/function_meaning.h"
#include "sim/mpi/smpi/message_ledger.h"
#include "sim/mpi/smpi/smpi_world.h"

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>

namespace rmasim::sim {

namespace {

// Returns the number behind the last occurrence of `words` in the messages of an actor; 0 if there is none. SimGrid
// writes a message as a line: "[node-1.simgrid.org:1:(2) 0.000001] [smpi/WARNING] ...".
int last_number(const std::string& log, std::uint64_t actor, const std::string& words) {
    std::fflush(nullptr);  // SimGrid may not have written its last messages
    std::ifstream file(log);
    int number = 0;
    for (std::string line; std::getline(file, line);) {
        const std::size_t at = line.find(words);
        if (at == std::string::npos || line.find(fmt::format(":({})", actor)) > at) continue;
        number = std::atoi(line.c_str() + at + words.size());
    }
    return number;
}

}  // namespace

void SmpiWorld::note_awaited(std::span<const MPI_Request> requests) {
    std::vector<std::uint64_t> numbers;
    for (const MPI_Request request : requests) {
        if (request != MPI_REQUEST_NULL) numbers.push_back(sim::number_of(request));
    }
    messages_->awaits(rank(), thread(), std::move(numbers));
}

void SmpiWorld::note_started(std::span<const MPI_Request> requests) {
    for (const MPI_Request request : requests) messages_->starts(rank(), sim::number_of(request));
}

HostedWait SmpiWorld::hosted_wait(Rank rank, ThreadId thread) {
    call_sites_.look_up();
    return messages_->wait_of(rank, thread, [this](std::uint32_t location) { return call_sites_.text(location); });
}

// Called when a rank's program ends. SMPI reports an exit code other than 0 only as a message.
void SmpiWorld::note_ended(Rank rank, std::uint64_t actor) {
    RankState& state = states_[static_cast<std::size_t>(rank)];
    if (!state.finalized) state.ended_with = last_number(log_, actor, "Return value : ");
}

std::string SmpiWorld::ended_by_signal(const std::string& signal, const void* instruction) {
    const std::uint32_t fault = call_sites_.number_of_fault(instruction);
    call_sites_.look_up();
    const std::string function = CallSites::function_of_smpi();
    std::string text = fmt::format("rank {} was ended by signal {}{} at {}", rank(), signal,
                                   function.empty() ? "" : " in " + function, call_sites_.text(fault));
    const ThreadState& own = this->own();
    if (own.inside.function == nullptr) return text + "; it has not communicated since MPI_Init";
    return text + fmt::format("; the last call in which it communicated was {} at {}", own.inside.function,
                              call_sites_.text(own.location));
}

}  // namespace rmasim::sim
