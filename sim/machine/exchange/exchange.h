// How the processes that share one run reach each other: the interface to whatever carries bytes between them, shared
// memory of one machine (fork_exchange.h) or MPI. It knows nothing of packets; packet_exchange.h writes and reads them.
//
// A run is played slice by slice (sim/machine/engine/node_queue.h), by all processes at once. While a slice is
// played, each sends pieces of bytes to others and takes in what has come. A piece is for later slices, and it does
// not matter when in a slice it is taken in; pieces of one sender come in the order in which they were sent. At the
// slice's end all processes agree on the next one:
//
//   process 0                          process 1
//   send(1, ...)                       coming(0), taken(0)
//   end_slice(next: 7)                send(0, ...)
//     coming(1), taken(1)              end_slice(next: 9)
//   -> 7                               -> 7
//
// A process never blocks in `room` or `coming`, and never in `end_slice` without taking in what comes: so no two
// processes wait for each other.
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

// Another process has gone, so the run cannot go on. Whoever catches it ends this process; process 0 says why.
class ExchangeFailed : public std::exception {
public:
    explicit ExchangeFailed(std::string why) : why_(std::move(why)) {}
    const char* what() const noexcept override { return why_.c_str(); }

private:
    std::string why_;
};

class Exchange {
public:
    // What `end_slice` calls while it waits. Takes in all pieces that `coming` has; whether there was any.
    class ReceivePackets {
    public:
        virtual ~ReceivePackets() = default;
        virtual bool operator()() = 0;
    };

    // In place of a number of a slice: this process has none; this process stops, and the run with it.
    static constexpr std::int64_t no_slice = std::numeric_limits<std::int64_t>::max();
    static constexpr std::int64_t stop = std::numeric_limits<std::int64_t>::min();

    virtual ~Exchange() = default;

    virtual int processes() const = 0;  // at least 2
    virtual int number() const = 0;     // of this process, from 0; process 0 has the result
    // How many of them are on this machine and share its memory, this one included.
    virtual int on_this_machine() const { return processes(); }

    // ---- While a slice is played. `to` and `from`: another process.

    // Where the next piece to a process is to be written: always as many bytes, at least 4,096. Empty: there is no room
    // now; take in what has come, `pause`, and ask again. The same room until `send`.
    virtual std::span<std::byte> room(int to) = 0;
    // Its first `bytes` bytes, at least one, are the piece, which leaves now. There was room.
    virtual void send(int to, std::size_t bytes) = 0;
    // The next piece of a process; empty: none has come. The same until `taken`, which gives its memory back.
    virtual std::span<const std::byte> coming(int from) = 0;
    virtual void taken(int from) = 0;
    // There is nothing to do until others have done something. Does not wait long. Raises ExchangeFailed if one has
    // gone.
    virtual void pause() = 0;

    // ---- At its end: by all processes.

    // `next`: the first slice for which this process has events or has sent some, or no_slice, or stop. Returns the
    // least of all numbers, once all pieces that were sent to this process before have been taken in. Raises
    // ExchangeFailed.
    virtual std::int64_t end_slice(std::int64_t next, ReceivePackets& receive_packets) = 0;

    // ---- After the last one: by all processes, any number of times.

    // Whether all of them say yes. Raises ExchangeFailed, as do the next ones.
    bool all(bool yes);
    // Process 0 gets what each of them gives, by number; others nothing.
    std::vector<std::string> gather(std::string bytes);

    // ---- After `gather`: process 0 asks another one, and takes what that one then sends.
    void ask(int whom);
    void wait_until_asked();
    // Any number of bytes to process 0, where they are one string.
    void send_whole(std::string_view bytes);
    std::string take_whole(int from);

private:
    void send_all(int to, std::string_view bytes);
};

}  // namespace rmasim::sim
