#include "sim/untimed/world/transcript.h"

#include "sim/scenario/families/family.h"

#include <fmt/core.h>

#include <utility>

namespace rmasim::sim {

namespace {

// Returns the range of a region's bytes: "[8,16)" begins at byte 8 and ends before byte 16. For a vector, the text also
// has the number of elements.
std::string range_of(const Region& region) {
    const auto end = region.disp + region.extent_bytes();
    const std::string range = fmt::format("[{},{})", region.disp, end);
    return region.basic() ? range : fmt::format("{} of {} in blocks of {}", region.count, range, region.block_length);
}

// Returns the range of one part of an operation that is sent in parts: "[262144,524288)". If the region is a vector,
// the text is "elements 8 to 15 of ...".
std::string range_of(Region region, const OperationPart& part) {
    if (part.whole()) return range_of(region);
    if (!region.basic()) {
        return fmt::format("elements {} to {} of {}", part.from, part.from + part.elements - 1, range_of(region));
    }
    region.disp += part.from * bytes_of(region.datatype);
    region.count = part.elements;
    return range_of(region);
}

std::string_view verb_of(OpKind kind) {
    if (kind == OpKind::put) return "write";
    return kind == OpKind::get ? "read" : name_of(kind);
}

}  // namespace

Transcript::Transcript(const Scenario& scenario) : scenario_(scenario), vocabulary_(packets_of(scenario)) {}

void Transcript::add(std::string line) {
    if (!quiet_) lines_.push_back(std::move(line));
}

void Transcript::add_always(std::string line) { lines_.push_back(std::move(line)); }

std::vector<std::string> Transcript::take() { return std::exchange(lines_, {}); }

std::string Transcript::at(Rank rank, WindowId window) const {
    return windows_named_ ? fmt::format("{}: w{} ", rank, window) : fmt::format("{}: ", rank);
}

// Sets the name of the operation's element first. The element may be freed as soon as the packet has been sent.
void Transcript::packet_sent(const Packet& packet) {
    if (is_operation(packet.kind)) element_ = fmt::format("op {}", packet.op);
    std::string line = vocabulary_.describe(packet);
    switch (packet.kind) {
        case PacketKind::get_accumulate:
        case PacketKind::fetch_and_op:
        case PacketKind::compare_and_swap:
            line += fmt::format(" op={} len={}", packet.op, packet.region.bytes());
            // An operation may send more or fewer elements than it accesses. COMPARE_AND_SWAP sends two. An operation
            // with NO_OP sends none.
            if (packet.data_bytes != packet.region.bytes()) line += fmt::format(" data={}", packet.data_bytes);
            break;
        case PacketKind::put:
        case PacketKind::accumulate:
        case PacketKind::get:
        case PacketKind::get_resp:
        case PacketKind::get_accumulate_resp:
        case PacketKind::fetch_and_op_resp:
        case PacketKind::compare_and_swap_resp:
            line += fmt::format(" op={} len={}", packet.op, packet.region.bytes());
            break;
        case PacketKind::barrier: line += fmt::format(" round={}", packet.round); break;
        case PacketKind::send:
        case PacketKind::ssend:
        case PacketKind::send_data: line += fmt::format(" tag={} len={}", packet.op, packet.data_bytes); break;
        case PacketKind::send_rts: line += fmt::format(" tag={} len={}", packet.op, packet.region.bytes()); break;
        case PacketKind::ssend_ack:
        case PacketKind::send_cts: line += fmt::format(" tag={}", packet.op); break;
        default:  // packets of collective calls, and packets that only one family has
            if (is_collective(packet.kind)) line += fmt::format(" nth={} len={}", packet.op, packet.data_bytes);
            break;
    }
    if (!is_message(packet.kind)) line += vocabulary_.own_text(packet);
    if (!is_window(packet.window) && packet.window != no_window) {
        line += fmt::format(" comm={}", scenario_.communicators->numbered(packet.window).name());
    } else if (windows_named_ && !is_message(packet.kind)) {
        line += fmt::format(" win={}", packet.window);
    }
    add(std::move(line));
}

void Transcript::send_completed(const Packet& packet) {
    add(fmt::format("{}: data of op {} have left for {}", packet.source, packet.op, packet.target));
}

void Transcript::window_state(Rank rank, WindowId window, std::string_view from, std::string_view to) {
    add(fmt::format("{}window {} -> {}", at(rank, window), from, to));
}

void Transcript::exposure_state(Rank rank, WindowId window, std::string_view from, std::string_view to) {
    add(fmt::format("{}exposure {} -> {}", at(rank, window), from, to));
}

void Transcript::target_created(Rank rank, WindowId window, Rank target, std::string_view state) {
    add(fmt::format("{}target {} created {}", at(rank, window), target, state));
}

void Transcript::target_state(Rank rank, WindowId window, Rank target, std::string_view from, std::string_view to) {
    add(fmt::format("{}target {} {} -> {}", at(rank, window), target, from, to));
}

void Transcript::target_freed(Rank, WindowId, Rank target) { element_ = fmt::format("target {}", target); }
void Transcript::op_completed(Rank, OpId op, Rank) { element_ = fmt::format("op {}", op); }

// The local level is the normal case, so this line is only printed for the global level.
void Transcript::element_taken(Rank rank, WindowId window, ElementKind kind, PoolLevel level) {
    if (level == PoolLevel::local) return;
    add(fmt::format("{}{} element taken from {} pool", at(rank, window), name_of(kind), name_of(level)));
}

void Transcript::element_freed(Rank rank, WindowId window, ElementKind, PoolLevel level) {
    add(fmt::format("{}{} freed to {} pool", at(rank, window), element_, name_of(level)));
}

void Transcript::element_exhausted(Rank rank, WindowId window, ElementKind kind) {
    add(fmt::format("{}no {} element left", at(rank, window), name_of(kind)));
}

void Transcript::table_searched(Rank rank, WindowId, std::uint32_t steps) { last_search_[rank] = steps; }

std::uint32_t Transcript::last_search(Rank rank) const {
    const auto found = last_search_.find(rank);
    return found == last_search_.end() ? 0 : found->second;
}

void Transcript::request_passed_over(Rank rank, const Packet& packet) {
    add(fmt::format("{}{} of {} stays in the queue", at(rank, packet.window), vocabulary_.name(packet.type()),
                    packet.source));
}

void Transcript::op_posted(Rank rank, OpId op, const Operation& operation) {
    add(fmt::format("{}op {} queued for {}", at(rank, operation.window), op, operation.target));
}

void Transcript::op_applied(Rank rank, const Packet& packet) { add(text_of_applied(rank, packet)); }

std::string Transcript::text_of_applied(Rank rank, const Packet& packet) const {
    const auto unit = static_cast<std::uint32_t>(scenario_.windows[packet.window].disp_unit.of(rank));
    const std::string range = range_of(in_bytes(packet.region, unit), scenario_.family->meaning().part(packet));
    return fmt::format("{}{} {} for op {} of {}", at(rank, packet.window), verb_of(op_kind_of(packet.kind)), range,
                       packet.op, packet.source);
}

// Adds a line such as "1: counter 0: 2 -> 1 by 0" or "1: counter 0: 0 -> 2, set".
void Transcript::counter_changed(const CounterChange& change) {
    const bool signal = change.by != no_rank;
    if (signal && change.step == CounterStep::freed) {
        return add(
            fmt::format("{}a signal of rank {} for a freed counter", at(change.owner, change.window), change.by));
    }
    if (change.step == CounterStep::allocated || change.step == CounterStep::freed) return;
    add(fmt::format("{}counter {}: {} -> {}{}", at(change.owner, change.window), change.counter, change.from, change.to,
                    signal ? fmt::format(" by {}", change.by) : ", set"));
}

void Transcript::op_local(Rank rank, const Operation& operation) { add(text_of_local(rank, operation)); }

std::string Transcript::text_of_local(Rank rank, const Operation& operation) const {
    const std::string where =
        operation.target == rank ? "on the own window" : fmt::format("in the memory of {}", operation.target);
    return fmt::format("{}{} {} {}", at(rank, operation.window), name_of(operation.kind), range_of(operation.region),
                       where);
}

void Transcript::mem_sync(Rank rank, MemSync sync_point) {
    add(fmt::format("{}: MEM_SYNC {}", rank, name_of(sync_point)));
}

void Transcript::lock_queued(Rank rank, WindowId window, Rank origin, LockType type) {
    add(fmt::format("{}{} lock of {} queued", at(rank, window), name_of(type), origin));
}

void Transcript::lock_granted(Rank rank, WindowId window, Rank origin, LockType) {
    add(fmt::format("{}lock granted to {}", at(rank, window), origin));
}

void Transcript::lock_released(Rank rank, WindowId window, Rank origin) {
    add(fmt::format("{}lock released by {}", at(rank, window), origin));
}

void Transcript::lock_data_dropped(Rank rank, WindowId window, Rank origin) {
    add(fmt::format("{}data of rank {}'s lock request dropped", at(rank, window), origin));
}

}  // namespace rmasim::sim
