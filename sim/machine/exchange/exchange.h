// The interface for communication between the processes of a shared run. The implementations transfer bytes by shared
// memory of one machine (fork_exchange.h) or by MPI (mpi_exchange.h). An Exchange does not interpret the bytes:
// packet_exchange.h converts packets to bytes and back.
//
// All processes simulate the same slice at the same time (sim/machine/engine/node_queue.h). During a slice each process
// sends chunks of bytes to other processes and takes received chunks. A chunk contains only data for later slices. So a
// process may take a chunk at any moment of a slice. Chunks of one sender arrive in the order of sending. At the end of
// the slice, end_slice() returns the number of the next slice, which is the same at all processes:
//
//   process 0                          process 1
//   send(1, ...)                       readable(0), taken(0)
//   end_slice(next: 7)                 send(0, ...)
//     readable(1), taken(1)            end_slice(next: 9)
//   -> 7                               -> 7
//
// A process never blocks in room() or readable(). While a process waits in end_slice(), it continues to take received
// chunks. So processes cannot deadlock.
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

// Thrown if another process has exited, so that the run cannot continue. The code that catches this exception must end
// this process. Process 0 reports the reason.
class ExchangeFailed : public std::exception {
public:
    explicit ExchangeFailed(std::string why) : why_(std::move(why)) {}
    const char* what() const noexcept override { return why_.c_str(); }

private:
    std::string why_;
};

class Exchange {
public:
    // A callback that end_slice() calls while it waits. It must take all chunks that readable() returns, and must
    // return true if it has taken at least one chunk.
    class ReceivePackets {
    public:
        virtual ~ReceivePackets() = default;
        virtual bool operator()() = 0;
    };

    // Two values that can be passed to end_slice() instead of the number of a slice. With no_slice, this process has no
    // events. With stop, this process stops, and the whole run stops.
    static constexpr std::int64_t no_slice = std::numeric_limits<std::int64_t>::max();
    static constexpr std::int64_t stop = std::numeric_limits<std::int64_t>::min();

    virtual ~Exchange() = default;

    virtual int processes() const = 0;  // at least 2
    virtual int number() const = 0;     // of this process, from 0; process 0 receives the result of the run
    // Returns the number of processes of the run on this machine, including this process.
    virtual int on_this_machine() const { return processes(); }

    // ---- Functions for use during a slice. `to` and `from` are other processes.

    // Returns memory for the next chunk to process `to`. The size of this memory is always the same, at least 4,096
    // bytes. The result is empty if no memory is free. The caller must then take received chunks, call pause(), and
    // call room() again. Until send() is called, further calls return the same memory.
    virtual std::span<std::byte> room(int to) = 0;
    // Sends the first `bytes` bytes of the memory that room() returned as a chunk. Precondition: `bytes` is at least 1,
    // and the result of room() was not empty.
    virtual void send(int to, std::size_t bytes) = 0;
    // Returns the next chunk from process `from`; empty if no chunk has arrived. Further calls return the same chunk
    // until taken() frees the chunk's memory.
    virtual std::span<const std::byte> readable(int from) = 0;
    virtual void taken(int from) = 0;
    // Waits for a short time. To be called if this process can only continue after an action of another process. Raises
    // ExchangeFailed if another process has exited.
    virtual void pause() = 0;

    // ---- The function for the end of a slice. All processes must call this function at the end of each slice.

    // Ends a slice. `next` is the first slice for which this process has events or has sent packets, or no_slice, or
    // stop. Returns the least `next` of all processes. Before it returns, this process has taken all chunks that were
    // sent to it in the slice. Raises ExchangeFailed if another process has exited.
    virtual std::int64_t end_slice(std::int64_t next, ReceivePackets& receive_packets) = 0;

    // ---- Functions for use after the last slice. All processes must call each of these functions, in the same order.

    // Returns true if `yes` is true at all processes. This function and the functions below raise ExchangeFailed if
    // another process has exited.
    bool all(bool yes);
    // At process 0, returns the `bytes` of all processes, in the order of the processes' numbers. At other processes,
    // returns an empty vector.
    std::vector<std::string> gather(std::string bytes);

    // ---- Functions for use after gather(): process 0 requests data from one process at a time and receives the
    // answer.
    void ask(int whom);
    void wait_until_asked();
    // Sends `bytes`, of any length, to process 0. At process 0, take_whole() returns these bytes as one string.
    void send_whole(std::string_view bytes);
    std::string take_whole(int from);

private:
    void send_all(int to, std::string_view bytes);
};

}  // namespace rmasim::sim
