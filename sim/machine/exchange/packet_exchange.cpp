#include "sim/machine/exchange/packet_exchange.h"

#include <algorithm>
#include <chrono>
#include <cstring>

namespace rmasim::sim {

static_assert(no_next_slice == Exchange::no_slice);

namespace {

std::uintptr_t word_of(Payload payload) { return reinterpret_cast<std::uintptr_t>(payload.bytes); }
Payload payload_of(std::uintptr_t word) { return {reinterpret_cast<std::byte*>(word)}; }

}  // namespace

PacketExchange::PacketExchange(Exchange& exchange, const NodePartitions& partitions, Payloads& payloads)
    : exchange_(exchange), partitions_(partitions), payloads_(payloads),
      outgoing_(static_cast<std::size_t>(exchange.processes())),
      unfinished_(static_cast<std::size_t>(exchange.processes())) {}

void PacketExchange::send(std::int64_t slice, Time time, const Packet& packet, RemotePacketSink& incoming) {
    const int to = partitions_.process_of(packet.target);
    const bool has_data = packet.payload.bytes != nullptr;
    const std::size_t bytes = has_data ? payloads_.bytes_of(packet.payload) : 0;
    Head head{time, packet};
    head.packet.payload = payload_of(has_data ? bytes + 1 : 0);

    write_head(to, head, incoming);
    if (has_data) {
        write_data(to, {packet.payload.bytes, bytes}, incoming);
        payloads_.give_back(packet.payload);
    }
    first_sent_ = std::min(first_sent_, slice);
    ++packets_sent_;
}

void PacketExchange::write_head(int to, const Head& head, RemotePacketSink& incoming) {
    make_room(to, sizeof head, incoming);
    Outgoing& out = outgoing_[static_cast<std::size_t>(to)];
    std::memcpy(out.room.data() + out.used, &head, sizeof head);
    out.used += sizeof head;
}

void PacketExchange::write_data(int to, std::span<const std::byte> data, RemotePacketSink& incoming) {
    Outgoing& out = outgoing_[static_cast<std::size_t>(to)];
    while (!data.empty()) {
        make_room(to, 1, incoming);
        const std::size_t now = std::min(data.size(), out.room.size() - out.used);
        std::memcpy(out.room.data() + out.used, data.data(), now);
        out.used += now;
        data = data.subspan(now);
    }
}

void PacketExchange::report(RemotePacketSink& incoming) {
    for (std::size_t i = 0; i < reports_.size(); ++i) {
        const std::string report = reports_[i]->take();
        if (report.empty()) continue;
        if (exchange_.number() == 0) {
            reports_[i]->received(0, report);
            continue;
        }
        Head head{-1 - static_cast<Time>(i), {}};
        head.packet.payload = payload_of(report.size() + 1);
        write_head(0, head, incoming);
        write_data(0, std::as_bytes(std::span(report)), incoming);
    }
}

// Makes room for `bytes` bytes in the chunk for process `to`. If the current chunk is full, sends it and gets a new
// one. Also receives packets: while no memory is free, other processes may wait until this process receives.
void PacketExchange::make_room(int to, std::size_t bytes, RemotePacketSink& incoming) {
    Outgoing& out = outgoing_[static_cast<std::size_t>(to)];
    if (out.room.size() - out.used >= bytes) return;
    flush(to);
    receive_all_packets(&incoming);
    while ((out.room = exchange_.room(to)).empty()) {
        if (!receive_all_packets(&incoming)) exchange_.pause();
    }
}

void PacketExchange::flush(int to) {
    Outgoing& out = outgoing_[static_cast<std::size_t>(to)];
    if (out.used > 0) exchange_.send(to, out.used);
    out = {};
}

void PacketExchange::receive_packets(RemotePacketSink& incoming) {
    report(incoming);
    receive_all_packets(&incoming);
}

// Passes all packets that have arrived to `incoming`, or drops the packets if `incoming` is null. Returns true if a
// chunk had arrived.
bool PacketExchange::receive_all_packets(RemotePacketSink* incoming) {
    bool any = false;
    for (int from = 0; from < exchange_.processes(); ++from) {
        if (from == exchange_.number()) continue;
        for (auto chunk = exchange_.readable(from); !chunk.empty(); chunk = exchange_.readable(from)) {
            any = true;
            if (incoming != nullptr) receive_packets(from, chunk, *incoming);
            exchange_.taken(from);
        }
    }
    return any;
}

void PacketExchange::receive_packets(int from, std::span<const std::byte> chunk, RemotePacketSink& incoming) {
    Unfinished& unfinished = unfinished_[static_cast<std::size_t>(from)];
    while (!chunk.empty()) {
        if (unfinished.missing == 0) {
            begin_packet(from, chunk.data(), incoming);
            chunk = chunk.subspan(sizeof(Head));
            continue;
        }
        const Payload payload = unfinished.head.packet.payload;
        const std::size_t now = std::min(unfinished.missing, chunk.size());
        std::memcpy(payload.bytes + payloads_.bytes_of(payload) - unfinished.missing, chunk.data(), now);
        unfinished.missing -= now;
        chunk = chunk.subspan(now);
        if (unfinished.missing == 0) deliver(from, unfinished.head, incoming);
    }
}

void PacketExchange::begin_packet(int from, const std::byte* bytes, RemotePacketSink& incoming) {
    Unfinished& unfinished = unfinished_[static_cast<std::size_t>(from)];
    Head& head = unfinished.head;
    std::memcpy(&head, bytes, sizeof head);
    if (const std::uintptr_t word = word_of(head.packet.payload); word != 0) {
        unfinished.missing = word - 1;
        head.packet.payload = payloads_.take(word - 1);
    }
    if (unfinished.missing == 0) deliver(from, head, incoming);
}

void PacketExchange::deliver(int from, const Head& head, RemotePacketSink& incoming) {
    if (head.time < 0) [[unlikely]] {
        const Payload report = head.packet.payload;
        CarriedReports& reports = *reports_[static_cast<std::size_t>(-1 - head.time)];
        reports.received(from, {reinterpret_cast<const char*>(report.bytes), payloads_.bytes_of(report)});
        return payloads_.give_back(report);
    }
    if (packet_received_) [[unlikely]]
        packet_received_(head.packet);
    incoming.receive_packets(head.time, head.packet);
}

std::int64_t PacketExchange::end_slice(std::int64_t next, RemotePacketSink& incoming) {
    report(incoming);
    for (int to = 0; to < exchange_.processes(); ++to) flush(to);
    const std::int64_t first = agree_on(std::min(next, first_sent_), &incoming);
    first_sent_ = no_next_slice;
    ++slices_;
    if (first == Exchange::stop) throw SharedRunStopped();
    for (CarriedReports* const reports : reports_) {
        if (reports->may_continue()) continue;
        if (first != no_next_slice) stop();  // otherwise the other processes have ended
        throw SharedRunStopped();
    }
    return first;
}

void PacketExchange::stop() { agree_on(Exchange::stop, nullptr); }

std::int64_t PacketExchange::agree_on(std::int64_t next, RemotePacketSink* incoming) {
    struct Taker final : Exchange::ReceivePackets {
        Taker(PacketExchange& to, RemotePacketSink* of_loop) : exchange(to), incoming(of_loop) {}
        bool operator()() override { return exchange.receive_all_packets(incoming); }
        PacketExchange& exchange;
        RemotePacketSink* incoming;
    } taker(*this, incoming);
    const auto began = std::chrono::steady_clock::now();
    const std::int64_t first = exchange_.end_slice(next, taker);
    waited_s_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
    return first;
}

}  // namespace rmasim::sim
