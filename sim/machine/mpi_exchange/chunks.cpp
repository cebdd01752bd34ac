#include "sim/machine/mpi_exchange/chunks.h"

#include <algorithm>
#include <utility>

namespace rmasim::sim {

namespace {

constexpr std::size_t max_under_way = 4;  // maximum number of chunks in flight to one process
constexpr int min_posted = 16, max_posted = 128;

}  // namespace

OutgoingChunks::OutgoingChunks(MPI_Comm comm, int processes)
    : comm_(comm), ways_(static_cast<std::size_t>(processes)) {}

// Waits for all sends. All chunks have been received at this time, so the sends complete soon.
OutgoingChunks::~OutgoingChunks() {
    for (Way& way : ways_) {
        for (UnderWay& sent : way.under_way) MPI_Wait(&sent.request, MPI_STATUS_IGNORE);
    }
}

std::span<std::byte> OutgoingChunks::room(int to) {
    Way& way = ways_[static_cast<std::size_t>(to)];
    if (!way.open) {
        take_back(way);
        if (way.under_way.size() == max_under_way) return {};
        way.open = memory_.take();
    }
    return *way.open;
}

void OutgoingChunks::take_back(Way& way) {
    while (!way.under_way.empty()) {
        UnderWay& oldest = way.under_way.front();
        int done = 0;
        MPI_Test(&oldest.request, &done, MPI_STATUS_IGNORE);
        if (done == 0) return;
        memory_.give_back(std::move(oldest.chunk));
        way.under_way.pop_front();
    }
}

void OutgoingChunks::send(int to, std::size_t bytes, int tag) {
    Way& way = ways_[static_cast<std::size_t>(to)];
    UnderWay& sent = way.under_way.emplace_back(UnderWay{MPI_REQUEST_NULL, std::move(way.open)});
    MPI_Isend(sent.chunk->data(), static_cast<int>(bytes), MPI_BYTE, to, tag, comm_, &sent.request);
}

IncomingChunks::IncomingChunks(MPI_Comm comm, int processes)
    : comm_(comm), arrived_(static_cast<std::size_t>(processes)) {
    const int count = std::clamp(2 * processes, min_posted, max_posted);
    for (int i = 0; i < count; ++i) post();
}

IncomingChunks::~IncomingChunks() {
    for (Receive& receive : posted_) {
        MPI_Cancel(&receive.request);
        MPI_Wait(&receive.request, MPI_STATUS_IGNORE);
    }
}

void IncomingChunks::post() {
    Receive& receive = posted_.emplace_back(Receive{MPI_REQUEST_NULL, memory_.take()});
    MPI_Irecv(receive.chunk->data(), static_cast<int>(chunk_bytes), MPI_BYTE, MPI_ANY_SOURCE, MPI_ANY_TAG, comm_,
              &receive.request);
}

// Posts a new receive at once for each receive that has completed. Otherwise chunks of other senders could use all
// receives while a process waits for one sender.
void IncomingChunks::look() {
    for (std::size_t left = posted_.size(); left > 0; --left) {
        Receive& oldest = posted_.front();
        int done = 0, bytes = 0;
        MPI_Status status;
        MPI_Test(&oldest.request, &done, &status);
        if (done == 0) return;
        MPI_Get_count(&status, MPI_BYTE, &bytes);
        arrived_[static_cast<std::size_t>(status.MPI_SOURCE)].push_back(
            {std::move(oldest.chunk), static_cast<std::size_t>(bytes), status.MPI_TAG});
        posted_.pop_front();
        post();
    }
}

std::span<const std::byte> IncomingChunks::first(int from) {
    const std::deque<Arrived>& arrived = arrived_[static_cast<std::size_t>(from)];
    if (arrived.empty()) look();
    if (arrived.empty()) return {};
    return {arrived.front().chunk->data(), arrived.front().bytes};
}

int IncomingChunks::taken(int from) {
    std::deque<Arrived>& arrived = arrived_[static_cast<std::size_t>(from)];
    const int tag = arrived.front().tag;
    memory_.give_back(std::move(arrived.front().chunk));
    arrived.pop_front();
    return tag;
}

}  // namespace rmasim::sim
