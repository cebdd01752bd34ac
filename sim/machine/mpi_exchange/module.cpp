// The module for one MPI library, which implements Exchange by MPI messages.
#include "sim/machine/exchange/mpi_exchange.h"
#include "sim/machine/mpi_exchange/chunks.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <optional>
#include <thread>
#include <utility>

namespace rmasim::sim {

namespace {

constexpr std::size_t max_message = std::size_t{1} << 30;  // since MPI counts are `int`

// Divides `bytes` into sections that fit in a message. Calls `pass(first byte, number of bytes)` for each section.
template <class Pass>
void in_messages(std::string& bytes, Pass pass) {
    for (std::size_t at = 0; at < bytes.size(); at += max_message) {
        pass(bytes.data() + at, static_cast<int>(std::min(max_message, bytes.size() - at)));
    }
}

class LoadedMpi final : public MpiExchange {
public:
    LoadedMpi() {
        MPI_Init(nullptr, nullptr);
        MPI_Comm_rank(MPI_COMM_WORLD, &number_);
        MPI_Comm_size(MPI_COMM_WORLD, &processes_);
        MPI_Comm_dup(MPI_COMM_WORLD, &chunk_comm_);
        MPI_Comm_dup(MPI_COMM_WORLD, &of_all_);
        MPI_Comm here = MPI_COMM_NULL;
        MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &here);
        MPI_Comm_size(here, &here_);
        MPI_Comm_free(&here);
        sent_.assign(static_cast<std::size_t>(processes_), 0);
        outgoing_.emplace(chunk_comm_, processes_);
        incoming_.emplace(chunk_comm_, processes_);
    }
    ~LoadedMpi() override {
        outgoing_.reset();
        MPI_Barrier(of_all_);  // afterwards no message is in flight, so the receives can be cancelled
        incoming_.reset();
        MPI_Comm_free(&chunk_comm_);
        MPI_Comm_free(&of_all_);
        MPI_Finalize();
    }

    int processes() const override { return processes_; }
    int number() const override { return number_; }
    int on_this_machine() const override { return here_; }

    std::span<std::byte> room(int to) override { return outgoing_->room(to); }
    void send(int to, std::size_t bytes) override {
        outgoing_->send(to, bytes, parity_);
        ++sent_[static_cast<std::size_t>(to)];
    }
    std::span<const std::byte> readable(int from) override { return incoming_->first(from); }
    void taken(int from) override { ++taken_[static_cast<std::size_t>(incoming_->taken(from))]; }
    // Yields the processor, since other processes on this machine may need it.
    void pause() override {
        incoming_->look();
        std::this_thread::yield();
    }

    // Receives chunks while two nonblocking collective calls are in progress. One computes the least `next`, the other
    // one the number of chunks that all processes have sent to this process.
    std::int64_t end_slice(std::int64_t next, ReceivePackets& receive_packets) override {
        std::int64_t min = 0, expected = 0;
        std::array<MPI_Request, 2> requests{};
        MPI_Iallreduce(&next, &min, 1, MPI_INT64_T, MPI_MIN, of_all_, &requests[0]);
        MPI_Ireduce_scatter_block(sent_.data(), &expected, 1, MPI_INT64_T, MPI_SUM, of_all_, &requests[1]);
        std::int64_t& taken = taken_[static_cast<std::size_t>(parity_)];
        for (int known = 0; known == 0 || taken < expected;) {
            if (!receive_packets()) pause();
            if (known == 0)
                MPI_Testall(static_cast<int>(requests.size()), requests.data(), &known, MPI_STATUSES_IGNORE);
        }
        std::fill(sent_.begin(), sent_.end(), 0);
        taken = 0;
        parity_ = 1 - parity_;
        return min;
    }

    std::string from_first(std::string bytes) override {
        std::uint64_t size = bytes.size();
        MPI_Bcast(&size, 1, MPI_UINT64_T, 0, of_all_);
        bytes.resize(size);
        in_messages(bytes, [this](char* part, int count) { MPI_Bcast(part, count, MPI_BYTE, 0, of_all_); });
        return bytes;
    }

    [[noreturn]] void abort(int exit_code) override {
        MPI_Abort(MPI_COMM_WORLD, exit_code);
        std::_Exit(exit_code);
    }

private:
    MPI_Comm chunk_comm_ = MPI_COMM_NULL;  // only for chunks, so that the receives match nothing else
    MPI_Comm of_all_ = MPI_COMM_NULL;
    int number_ = 0, processes_ = 0, here_ = 1;
    std::vector<std::int64_t> sent_;       // chunks sent in this slice, by receiver
    std::array<std::int64_t, 2> taken_{};  // chunks received, by tag
    int parity_ = 0;                       // the tag of this slice's chunks
    std::optional<OutgoingChunks> outgoing_;
    std::optional<IncomingChunks> incoming_;
};

}  // namespace

}  // namespace rmasim::sim

rmasim::sim::MpiExchange* rmasim_make_mpi_exchange() { return new rmasim::sim::LoadedMpi; }
