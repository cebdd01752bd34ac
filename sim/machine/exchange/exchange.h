// Communication between the processes of a shared run: the interface to what carries bytes between them, shared memory
// of one machine (fork_exchange.h) or MPI (mpi_exchange.h). The bytes have no meaning here; packet_exchange.h writes
// and reads packets.
//
// All processes simulate the same slice at the same time (sim/machine/engine/node_queue.h). During a slice each process
// sends chunks of bytes (pieces, in identifiers) to others and takes received chunks. A chunk contains only data for
// later slices, so the moment in a slice at which it is taken does not matter. Chunks of one sender arrive in the order
// of sending. At the end of the slice all processes agree on the next one:
//
//   process 0                          process 1
//   send(1, ...)                       coming(0), taken(0)
//   end_slice(next: 7)                 send(0, ...)
//     coming(1), taken(1)              end_slice(next: 9)
//   -> 7                               -> 7
//
// A process never blocks in `room` or `readable`. In `end_slice` it continues to take received chunks. So processes
// cannot deadlock.
#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rmasim::sim {

// Another process has exited, so the run cannot continue. The catcher must end this process. Process 0 reports why.
class ExchangeFailed : public std::exception {
public:
    explicit ExchangeFailed(std::string why) : why_(std::move(why)) {}
    const char* what() const noexcept override { return why_.c_str(); }

private:
    std::string why_;
};

class Exchange {
public:
    // A callback that `end_slice` calls while it waits. It takes all chunks that `readable` returns. It returns true if
    // there was at least one.
    class ReceivePackets {
    public:
        virtual ~ReceivePackets() = default;
        virtual bool operator()() = 0;
    };

    // Values instead of the number of a slice. no_slice: this process has no events. stop: this process stops, and so
    // does the whole run.
    static constexpr std::int64_t no_slice = std::numeric_limits<std::int64_t>::max();
    static constexpr std::int64_t stop = std::numeric_limits<std::int64_t>::min();

    virtual ~Exchange() = default;

    virtual int processes() const = 0;  // at least 2
    virtual int number() const = 0;     // of this process, from 0; process 0 has the result
    // The number of processes on this machine that share its memory, including this one.
    virtual int on_this_machine() const { return processes(); }

    // ---- During a slice. `to` and `from` are other processes.

    // Memory for the next chunk to a process: always of the same size, at least 4,096 bytes. Empty if there is no room
    // now: take received chunks, `pause`, and call again. Returns the same memory until `send`.
    virtual std::span<std::byte> room(int to) = 0;
    // Sends the first `bytes` bytes of the room as a chunk. Precondition: `bytes` is at least 1 and `room` was not
    // empty.
    virtual void send(int to, std::size_t bytes) = 0;
    // The next chunk of a process; empty if none has arrived. Returns the same chunk until `taken`, which frees its
    // memory.
    virtual std::span<const std::byte> readable(int from) = 0;
    virtual void taken(int from) = 0;
    // Waits for a short time, when there is nothing to do until other processes have done something. Raises
    // ExchangeFailed if one has exited.
    virtual void pause() = 0;

    // ---- At the end of a slice. Collective: all processes call it.

    // `next` is the first slice for which this process has events or has sent packets, or no_slice, or stop. Returns
    // the least `next` of all processes, after all chunks that were sent to this process before have been taken. Raises
    // ExchangeFailed.
    virtual std::int64_t end_slice(std::int64_t next, ReceivePackets& receive_packets) = 0;

    // ---- After the last slice. Collective; may be called repeatedly.

    // Returns true if `yes` is true at all processes. Raises ExchangeFailed, as do the functions below.
    bool all(bool yes);
    // Returns the `bytes` of all processes, by number, at process 0, and nothing at the others.
    std::vector<std::string> gather(std::string bytes);

    // ---- After `gather`: process 0 requests data from one process at a time and receives the answer.
    void ask(int whom);
    void wait_until_asked();
    // Sends any number of bytes to process 0, where take_whole() returns them as one string.
    void send_whole(std::string_view bytes);
    std::string take_whole(int from);

private:
    void send_all(int to, std::string_view bytes);
};

}  // namespace rmasim::sim
