// Processes of one machine that share a run: children of the first one, with a ring of shared memory from each to each.
// They are made by fork, so that all begin with what the first one has read.
#pragma once

#include "sim/machine/exchange/exchange.h"

#include <sys/types.h>

#include <cstdint>
#include <memory>
#include <vector>

namespace rmasim::sim {

class ForkExchange final : public Exchange {
public:
    // Another process has ended before its time.
    class ChildEnded : public ExchangeFailed {
    public:
        ChildEnded(int number, int status);
        int status;  // as waitpid gives it
    };

    // Makes `processes` - 1 children, at least one, and returns in each of them: there `number` is not 0. A child ends
    // when its parent does. Raises std::system_error if there is no memory for the rings, or no process.
    static std::unique_ptr<ForkExchange> start(int processes);
    // In process 0: ends the children that have not ended.
    ~ForkExchange() override;
    ForkExchange(const ForkExchange&) = delete;
    ForkExchange& operator=(const ForkExchange&) = delete;

    int processes() const override { return processes_; }
    int number() const override { return number_; }
    std::span<std::byte> room(int to) override;
    void send(int to, std::size_t bytes) override;
    std::span<const std::byte> coming(int from) override;
    void taken(int from) override;
    // In process 0 raises ChildEnded.
    void pause() override;
    std::int64_t end_slice(std::int64_t next, ReceivePackets& receive_packets) override;

private:
    struct Ring;   // from one process to another
    struct State;  // what a process tells the others
    class Memory;  // shared by all

    // How far this process is with the ring to another one, and with the one from there: numbers of pieces.
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
    mutable std::vector<pid_t> children_;  // of process 0; 0: has ended
    pid_t parent_ = 0;                     // of the others
    std::uint64_t slices_ = 0;
    unsigned idle_ = 0;  // calls of `pause` one after the other
};

}  // namespace rmasim::sim
