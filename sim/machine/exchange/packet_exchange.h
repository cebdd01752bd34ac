// Packets to nodes of other processes, and those from there, as bytes of an Exchange. A packet is 72 bytes: the time at
// which it reaches its target, and itself. Its data lie behind it, in as many pieces as they need. What a process tells
// process 0 besides goes the same way, as the data of a packet without a time.
#pragma once

#include "protocol/base/world.h"
#include "sim/machine/engine/remote_nodes.h"
#include "sim/machine/exchange/exchange.h"
#include "sim/machine/exchange/node_partitions.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
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

// What the processes tell process 0 while a slice is played, at the latest at its end.
class CarriedReports {
public:
    virtual ~CarriedReports() = default;
    // What this process has to tell now; empty: nothing.
    virtual std::string take() = 0;
    // In process 0, also what itself has to tell: of one process in its order.
    virtual void came(int from, std::string_view report) = 0;
};

class PacketExchange final : public RemoteNodes {
public:
    // All outlive this object.
    PacketExchange(Exchange& exchange, const NodePartitions& shares, Payloads& payloads);

    // Before the first slice. `reports` outlives this object.
    void carry(CarriedReports& reports) { reports_ = &reports; }
    // `came` is called for each packet that comes from another process.
    void tell_of_packets(std::function<void(const Packet&)> came) { packet_received_ = std::move(came); }

    // Raise ExchangeFailed; `end_slice` also SharedRunStopped.
    void send(std::int64_t slice, Time time, const Packet& packet, RemotePacketSink& incoming) override;
    void receive_packets(RemotePacketSink& incoming) override;
    std::int64_t end_slice(std::int64_t next, RemotePacketSink& incoming) override;

    // This process plays no more, in the middle of a slice. All others get SharedRunStopped at its end. What is under
    // way is dropped.
    void stop();

    // So far.
    std::uint64_t packets_sent() const { return packets_sent_; }
    std::uint64_t slices() const { return slices_; }
    // Wall time at the ends of slices, until all others were there, too.
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

    static constexpr Time of_report = -1;  // in place of a packet's time

    bool receive_all_packets(RemotePacketSink* incoming);
    void receive_packets(int from, std::span<const std::byte> piece, RemotePacketSink& incoming);
    void begin_packet(int from, const std::byte* head, RemotePacketSink& incoming);
    void come(int from, const Head& head, RemotePacketSink& incoming);
    void report(RemotePacketSink& incoming);
    void make_room(int to, std::size_t bytes, RemotePacketSink& incoming);
    void write_head(int to, const Head& head, RemotePacketSink& incoming);
    void write_data(int to, std::span<const std::byte> data, RemotePacketSink& incoming);
    void flush(int to);
    std::int64_t agree_on(std::int64_t next, RemotePacketSink* incoming);

    Exchange& exchange_;
    const NodePartitions& shares_;
    Payloads& payloads_;
    CarriedReports* reports_ = nullptr;
    std::function<void(const Packet&)> packet_received_;
    std::vector<Outgoing> outgoing_;  // by process, as the next one
    std::vector<Unfinished> unfinished_;
    std::int64_t first_sent_ = no_next_slice;  // since the last slice ended
    std::uint64_t packets_sent_ = 0;
    std::uint64_t slices_ = 0;
    double waited_s_ = 0;
};

}  // namespace rmasim::sim
