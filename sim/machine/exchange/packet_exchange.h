// Packets to nodes of other processes, and those from there, as bytes of an Exchange. A packet is 72 bytes: the time at
// which it reaches its target, and itself. Its data lie behind it, in as many pieces as they need.
#pragma once

#include "protocol/base/world.h"
#include "sim/machine/engine/other_nodes.h"
#include "sim/machine/exchange/exchange.h"
#include "sim/machine/exchange/node_shares.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace rmasim::sim {

// A process that plays nodes, or another one, stops before the end: so do all of them.
struct SharedRunStopped {};

// Where packets' data lie in this process.
class Payloads {
public:
    virtual ~Payloads() = default;
    virtual std::size_t bytes_of(Payload payload) const = 0;
    virtual Payload take(std::size_t bytes) = 0;
    virtual void give_back(Payload payload) = 0;
};

class PacketExchange final : public OtherNodes {
public:
    // All outlive this object.
    PacketExchange(Exchange& exchange, const NodeShares& shares, Payloads& payloads);

    // Raise ExchangeFailed; `end_window` also SharedRunStopped.
    void send(std::int64_t window, Time time, const Packet& packet, Incoming& incoming) override;
    void take_in(Incoming& incoming) override;
    std::int64_t end_window(std::int64_t next, Incoming& incoming) override;

    // This process plays no more, in the middle of a window. All others get SharedRunStopped at its end. What is under
    // way is dropped.
    void stop();

    // So far.
    std::uint64_t packets_sent() const { return packets_sent_; }
    std::uint64_t windows() const { return windows_; }
    // Wall time at the ends of windows, until all others were there, too.
    double waited_s() const { return waited_s_; }

private:
    struct Head {
        Time time;
        Packet packet;  // in place of the payload's address: its number of bytes + 1, or 0 if there is none
    };
    static_assert(sizeof(Head) == 72 && alignof(Head) == 8);

    // The piece that is being written to a process.
    struct Outgoing {
        std::span<std::byte> room{};
        std::size_t used = 0;
    };
    // Of a process: a packet whose data have not all come.
    struct Unfinished {
        Head head;
        std::size_t missing = 0;  // bytes; 0: there is none
    };

    bool take_in_all(Incoming* incoming);
    void take_in(std::span<const std::byte> piece, Unfinished& unfinished, Incoming* incoming);
    void begin_packet(const std::byte* head, Unfinished& unfinished, Incoming* incoming);
    void come(const Head& head, Incoming* incoming);
    void make_room(int to, std::size_t bytes, Incoming& incoming);
    void write_payload(int to, Payload payload, std::size_t bytes, Incoming& incoming);
    void flush(int to);
    std::int64_t agree_on(std::int64_t next, Incoming* incoming);

    Exchange& exchange_;
    const NodeShares& shares_;
    Payloads& payloads_;
    std::vector<Outgoing> outgoing_;  // by process, as the next one
    std::vector<Unfinished> unfinished_;
    std::int64_t first_sent_ = no_next_window;  // since the last window ended
    std::uint64_t packets_sent_ = 0;
    std::uint64_t windows_ = 0;
    double waited_s_ = 0;
};

}  // namespace rmasim::sim
