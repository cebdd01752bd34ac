// The Exchange between processes of one machine. The first process creates the other processes by fork(). Each ordered
// pair of processes has a ring buffer in shared memory. All processes begin with the data that the first process has
// read before the fork.
#pragma once

#include "sim/machine/exchange/exchange.h"

#include <sys/types.h>

#include <cstdint>
#include <memory>
#include <vector>

namespace rmasim::sim {

class ForkExchange final : public Exchange {
public:
    // Thrown if another process has exited before the end of the run.
    class ChildEnded : public ExchangeFailed {
    public:
        ChildEnded(int number, int status);
        int status;  // as returned by waitpid
    };

    // Forks `processes` - 1 children, and returns in the parent and in each child. `processes` is at least 2. The
    // parent's number() is 0. A child exits when its parent exits. Raises std::system_error if a process, or the memory
    // for the rings, cannot be created.
    static std::unique_ptr<ForkExchange> start(int processes);
    // In process 0, kills the children that have not exited.
    ~ForkExchange() override;
    ForkExchange(const ForkExchange&) = delete;
    ForkExchange& operator=(const ForkExchange&) = delete;

    int processes() const override { return processes_; }
    int number() const override { return number_; }
    std::span<std::byte> room(int to) override;
    void send(int to, std::size_t bytes) override;
    std::span<const std::byte> readable(int from) override;
    void taken(int from) override;
    // Waits for a short time. In process 0, raises ChildEnded if a child has failed. In a child, raises ExchangeFailed
    // if process 0 has exited.
    void pause() override;
    std::int64_t end_slice(std::int64_t next, ReceivePackets& receive_packets) override;

private:
    struct Ring;   // a ring buffer from one process to another
    struct State;  // the data that a process publishes for the others
    class Memory;  // the memory that all processes share

    // Positions of this process in two rings: the ring to another process, and the ring from that process. Positions
    // are numbers of chunks.
    struct Progress {
        std::uint64_t written = 0, written_at_most = 0;
        std::uint64_t read = 0;
    };

    explicit ForkExchange(int processes);
    void make_children();
    void require_children() const;
    Progress& progress(int other) { return progress_[static_cast<std::size_t>(other)]; }

    int processes_;
    int number_ = 0;
    std::unique_ptr<Memory> memory_;
    std::vector<Progress> progress_;
    mutable std::vector<pid_t> children_;  // in process 0; the entry of a child that has exited is 0
    pid_t parent_ = 0;                     // only in the children
    std::uint64_t slices_ = 0;
    unsigned idle_ = 0;  // consecutive calls of `pause`
};

}  // namespace rmasim::sim
