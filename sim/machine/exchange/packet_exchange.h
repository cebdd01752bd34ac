// Sends packets between nodes of different processes as bytes of an Exchange. A packet is sent as a head of 72 bytes,
// followed by the packet's data. The head has the arrival time at the target, and the fields of the packet. The data
// may fill several chunks. Processes send reports to process 0 in the same format: the report is the data of a packet
// whose time is negative. The time then is -1 for the reports of the first object of class CarriedReports, -2 for those
// of the second one, and so on.
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

// Thrown at all processes if one process stops before the end of a shared run.
struct SharedRunStopped {};

// The interface to the memory that contains the data of packets in this process.
class Payloads {
public:
    virtual ~Payloads() = default;
    virtual std::size_t bytes_of(Payload payload) const = 0;
    virtual Payload take(std::size_t bytes) = 0;
    virtual void give_back(Payload payload) = 0;
};

// The interface to the reports that all processes send to process 0, during a slice or at its end.
class CarriedReports {
public:
    virtual ~CarriedReports() = default;
    // Returns this process's report, or an empty string if there is nothing to report.
    virtual std::string take() = 0;
    // Called in process 0 for each report, including the reports of process 0. Reports of one process arrive in order.
    virtual void received(int from, std::string_view report) = 0;
    // Called at the end of each slice, when process 0 has received all reports of the slice. Returns false if the run
    // must stop.
    virtual bool may_continue() { return true; }
};

class PacketExchange final : public RemoteNodes {
public:
    // All arguments must outlive this object.
    PacketExchange(Exchange& exchange, const NodePartitions& partitions, Payloads& payloads);

    // Makes the processes send reports. Must be called before the first slice, in all processes in the same order.
    // `reports` must outlive this object.
    void carry(CarriedReports& reports) { reports_.push_back(&reports); }
    // Sets the function that is called for each packet that arrives from another process.
    void on_packet_received(std::function<void(const Packet&)> received) { packet_received_ = std::move(received); }

    // send(), receive_packets() and end_slice() raise ExchangeFailed if another process has exited. end_slice() also
    // raises SharedRunStopped if another process has called stop(), or if reports do not let the run continue.
    void send(std::int64_t slice, Time time, const Packet& packet, RemotePacketSink& incoming) override;
    void receive_packets(RemotePacketSink& incoming) override;
    std::int64_t end_slice(std::int64_t next, RemotePacketSink& incoming) override;

    // Stops this process in the middle of a slice. In all other processes, end_slice() then raises SharedRunStopped.
    // Packets in flight are dropped.
    void stop();

    // Returns the number of packets that this process has sent to other processes; slices() returns the number of
    // slices that have ended.
    std::uint64_t packets_sent() const { return packets_sent_; }
    std::uint64_t slices() const { return slices_; }
    // The wall time for which this process has waited for other processes at the ends of slices.
    double waited_s() const { return waited_s_; }

private:
    struct Head {
        Time time;
        Packet packet;  // its payload is the number of bytes + 1 instead of an address, or 0 without data
    };
    static_assert(sizeof(Head) == 72 && alignof(Head) == 8);

    // The chunk that is being written for a process.
    struct Outgoing {
        std::span<std::byte> room{};
        std::size_t used = 0;
    };
    // A packet from another process. The packet's data have not arrived completely.
    struct Unfinished {
        Head head;
        std::size_t missing = 0;  // bytes that have not arrived; 0: no such packet
    };

    bool receive_all_packets(RemotePacketSink* incoming);
    void receive_packets(int from, std::span<const std::byte> chunk, RemotePacketSink& incoming);
    void begin_packet(int from, const std::byte* head, RemotePacketSink& incoming);
    void deliver(int from, const Head& head, RemotePacketSink& incoming);
    void report(RemotePacketSink& incoming);
    void make_room(int to, std::size_t bytes, RemotePacketSink& incoming);
    void write_head(int to, const Head& head, RemotePacketSink& incoming);
    void write_data(int to, std::span<const std::byte> data, RemotePacketSink& incoming);
    void flush(int to);
    std::int64_t agree_on(std::int64_t next, RemotePacketSink* incoming);

    Exchange& exchange_;
    const NodePartitions& partitions_;
    Payloads& payloads_;
    std::vector<CarriedReports*> reports_;
    std::function<void(const Packet&)> packet_received_;
    std::vector<Outgoing> outgoing_;  // by process
    std::vector<Unfinished> unfinished_;
    // the first slice in which a packet arrives that was sent since the end of the last slice
    std::int64_t first_sent_ = no_next_slice;
    std::uint64_t packets_sent_ = 0;
    std::uint64_t slices_ = 0;
    double waited_s_ = 0;
};

}  // namespace rmasim::sim
