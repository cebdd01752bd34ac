#include "sim/checkers/trace/trace_writer.h"

#include "protocol/base/call_table.h"
#include "protocol/base/nic.h"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <limits>

namespace rmasim::sim {

namespace {

// Returns the number of a rank's track. Tracks are numbered from 1, because viewers regard process 0 and thread 0 as
// the idle task and hide them.
int track(Rank rank) { return rank + 1; }

// Converts virtual time to nanoseconds. The trace format has microseconds with three digits after the point. Beginnings
// and ends of slices are both truncated to nanoseconds, so that a nested slice stays inside the outer slice.
std::int64_t whole_ns(Time time) { return time / picoseconds_per_nanosecond; }
std::string microseconds_of(std::int64_t ns) { return fmt::format("{}.{:03}", ns / 1000, ns % 1000); }
std::string microseconds(Time time) { return microseconds_of(whole_ns(time)); }
std::string duration(Time began, Time ended) { return microseconds_of(whole_ns(ended) - whole_ns(began)); }

std::string json_text(std::string_view text) { return nlohmann::ordered_json(text).dump(); }

std::string json_of(const std::vector<TracedWindow>& windows) {
    nlohmann::ordered_json all = nlohmann::ordered_json::array();
    for (const TracedWindow& window : windows) {
        all.push_back({{"name", window.name}, {"ranks", window.ranks}, {"from_start", window.from_start}});
        if (!window.comm.empty()) all.back()["comm"] = window.comm;
    }
    return all.dump();
}

std::string json_of(const std::vector<TracedCommunicators>& communicators) {
    nlohmann::ordered_json all = nlohmann::ordered_json::object();
    for (const TracedCommunicators& one : communicators) all[one.name] = one.ranks;
    return all.dump();
}

std::string json_of(const TraceSelection& selection) {
    nlohmann::ordered_json json = nlohmann::ordered_json::object();
    if (selection.ranks) json["ranks"] = *selection.ranks;
    if (selection.from > 0) json["from_ns"] = whole_ns(selection.from);
    if (selection.to < TraceSelection().to) json["to_ns"] = whole_ns(selection.to);
    for (const auto& [name, kind] : trace_kinds) {
        if (std::ranges::find(selection.kinds, kind) != selection.kinds.end()) json["kinds"].push_back(name);
    }
    return json.dump();
}

std::string json_of_mpi_names() {
    nlohmann::ordered_json names = nlohmann::ordered_json::object();
    for (const CallDescription& row : call_table) {
        if (row.call != Call::none) names[std::string(row.name)] = row.mpi_name;
    }
    return names.dump();
}

std::string packet_arguments(const Packet& packet) {
    return fmt::format(R"({{"from":{},"to":{},"bytes":{},"disp":{},"data_bytes":{}}})", packet.source, packet.target,
                       packet.region.bytes(), packet.region.disp, packet.data_bytes);
}

// The arrow id of a packet without an arrow.
constexpr std::uint64_t no_arrow = std::numeric_limits<std::uint64_t>::max();

// True if the change is a signal for a counter that has been freed.
bool is_late(const CounterChange& change) { return change.step == CounterStep::freed && change.by != no_rank; }

std::string_view step_of(const CounterChange& change) {
    switch (change.step) {
        case CounterStep::allocated: return "allocated";
        case CounterStep::init: return "init";
        case CounterStep::start: return "start";
        case CounterStep::restart: return "restart";
        case CounterStep::lowered: return "lowered";
        case CounterStep::freed: return is_late(change) ? "late" : "freed";
    }
    return {};
}

// Returns the change as text: "w: counter 1: 2 -> 1, lowered by rank 3".
std::string text_of(const CounterChange& change, const std::string& window) {
    const std::string by = change.by == no_rank ? "" : fmt::format(" by rank {}", change.by);
    if (is_late(change)) return fmt::format("{}: a signal{} for a freed counter", window, by);
    const std::string lost = change.lost == 0 ? "" : fmt::format(", signals lost: {}", change.lost);
    return fmt::format("{}: counter {}: {} -> {}, {}{}{}", window, change.counter, change.from, change.to,
                       step_of(change), by, lost);
}

std::string counter_arguments(const CounterChange& change, const std::string& window) {
    nlohmann::ordered_json arguments{{"win", window}};
    if (!is_late(change)) arguments["counter"] = change.counter;
    arguments["generation"] = change.generation;
    arguments["step"] = step_of(change);
    arguments["from"] = change.from;
    arguments["to"] = change.to;
    arguments["count"] = change.count;
    arguments["lost"] = change.lost;
    if (change.by != no_rank) arguments["by"] = change.by;
    return arguments.dump();
}

}  // namespace

TraceWriter::TraceWriter(Sink sink, const TraceHead& head, const PacketVocabulary& vocabulary, TraceSelection selection)
    : Trace(head, std::move(selection)), sink_(std::move(sink)), ranks_(head.ranks), vocabulary_(vocabulary),
      in_use_(static_cast<std::size_t>(head.ranks) * 2) {
    const TraceSelection& kept = kept_.selection();
    write(R"({"displayTimeUnit":"ns","otherData":{"scenario":)" + json_text(head.scenario) +
          (head.variant.empty() ? "" : ",\"variant\":" + json_text(head.variant)) + ",\"protocol\":" + head.protocol +
          fmt::format(",\"header_bytes\":{}", head.header_bytes) + ",\"windows\":" + json_of(head.windows) +
          ",\"mpi_names\":" + json_of_mpi_names() +
          (head.communicators.empty() ? "" : ",\"communicators\":" + json_of(head.communicators)) +
          (head.in_steps ? ",\"clock\":\"steps\"" : "") + (kept.has_all() ? "" : ",\"selection\":" + json_of(kept)) +
          "},\"traceEvents\":[\n");
    event(R"({"ph":"M","pid":1,"name":"process_name","args":{"name":"ranks"}})");
    for (Rank rank = 0; rank < ranks_; ++rank) {
        if (kept_.has(rank)) name_track(track(rank), fmt::format("rank {}", rank), rank);
    }
}

void TraceWriter::write(std::string_view text) {
    bytes_ += text.size();
    sink_(text);
}

void TraceWriter::event(const std::string& text) {
    if (!first_) write(",\n");
    first_ = false;
    write(text);
}

void TraceWriter::event(const std::string& text, Time at) {
    event(text);
    const std::uint64_t max_bytes = kept_.selection().max_bytes;
    if (max_bytes == 0 || bytes_ < max_bytes || truncated_at_) return;
    truncated_at_ = at;
    kept_.end_at(at);
}

void TraceWriter::name_track(int track_number, const std::string& name, Rank rank) {
    event(fmt::format(R"({{"ph":"M","pid":1,"tid":{},"name":"thread_name","args":{{"name":"{}"}}}})", track_number,
                      name));
    event(fmt::format(R"({{"ph":"M","pid":1,"tid":{},"name":"thread_sort_index","args":{{"sort_index":{}}}}})",
                      track_number, track(rank)));
}

// Returns the number of the track with this name, for a thread or an agent. The first call for a name creates the
// track. These tracks have numbers after those of the ranks.
int TraceWriter::own_track(Rank rank, const std::string& name) {
    const auto [known, is_new] = own_tracks_.try_emplace(name, track(ranks_) + static_cast<int>(own_tracks_.size()));
    if (is_new) name_track(known->second, name, rank);
    return known->second;
}

int TraceWriter::track_of(Rank rank, std::optional<std::uint32_t> thread) {
    return thread ? own_track(rank, fmt::format("rank {} thread {}", rank, *thread)) : track(rank);
}

int TraceWriter::track_of(Rank rank, bool agent) {
    return agent ? own_track(rank, fmt::format("rank {} agent", rank)) : track(rank);
}

TraceWriter::ArrowKey TraceWriter::key_of(const Packet& packet) {
    return {packet.source, packet.target, packet.type(), packet.round, packet.op, packet.own};
}

void TraceWriter::call(int track, std::string_view name, const std::string& arguments, Time began, Time ended) {
    event(fmt::format(R"({{"ph":"X","pid":1,"tid":{},"name":"{}","cat":"call","ts":{},"dur":{},"args":{}}})", track,
                      name, microseconds(began), duration(began, ended), arguments),
          ended);
}

void TraceWriter::window_created(WindowId number, const TracedWindow& window, const std::vector<Rank>& members) {
    Trace::window_created(number, window, members);
    created_windows_.push_back(window);
    const auto known = [&window](const TracedCommunicators& one) { return one.name == window.comm; };
    if (window.comm.empty() || std::ranges::any_of(communicators_of_windows_, known)) return;
    communicators_of_windows_.push_back({window.comm, {members}});
}

void TraceWriter::outside_mpi(Rank rank, std::optional<std::uint32_t> thread, std::string_view name,
                              const std::string& location, Time began, Time ended) {
    if (!kept_.has(TraceKind::calls, rank, began, ended)) return;
    call(track_of(rank, thread), name, fmt::format(R"({{"place":{}}})", json_text(location)), began, ended);
}

void TraceWriter::called(Rank rank, std::optional<std::uint32_t> thread, std::string_view name,
                         const std::string& arguments, Time began, Time ended) {
    if (!kept_.has(TraceKind::calls, rank, began, ended)) return;
    call(track_of(rank, thread), name, arguments, began, ended);
}

void TraceWriter::waited(Rank rank, std::string_view cause, Time began, Time ended) {
    if (!kept_.has(TraceKind::waits, rank, began, ended)) return;
    event(fmt::format(R"({{"ph":"X","pid":1,"tid":{},"name":"{}","cat":"wait","ts":{},"dur":{}}})", track(rank), cause,
                      microseconds(began), duration(began, ended)),
          ended);
}

void TraceWriter::packet_slice(int track, std::string_view what, const Packet& packet, Time began, Time ended) {
    event(fmt::format(R"({{"ph":"X","pid":1,"tid":{},"name":"{} {}","cat":"packet","ts":{},"dur":{},"args":{}}})",
                      track, what, vocabulary_.name(packet.type()), microseconds(began), duration(began, ended),
                      packet_arguments(packet)),
          ended);
}

void TraceWriter::sent(const Packet& packet, bool by_agent, Time began, Time ended) {
    if (!kept_.has_end_of(packet)) return;
    const bool kept = kept_.has(TraceKind::packets, packet.source, began, ended);
    const bool has_arrow = kept && kept_.has(packet.target);
    arrows_.emplace(key_of(packet), has_arrow ? next_arrow_ : no_arrow);
    if (!kept) return;
    const int track = track_of(packet.source, by_agent);
    packet_slice(track, "send", packet, began, ended);
    if (!has_arrow) return;
    event(fmt::format(R"({{"ph":"s","pid":1,"tid":{},"id":{},"name":"{}","cat":"packet","ts":{}}})", track,
                      next_arrow_++, vocabulary_.name(packet.type()), microseconds(began)));
}

void TraceWriter::handled(const Packet& packet, bool by_agent, Time began, Time ended) {
    if (!kept_.has_end_of(packet)) return;
    const auto oldest = arrows_.lower_bound(key_of(packet));
    const std::uint64_t arrow = oldest->second;
    arrows_.erase(oldest);
    if (arrow == no_arrow && !kept_.has(TraceKind::packets, packet.target, began, ended)) return;
    const int track = nic::is_request(packet.kind) ? own_track(packet.target, fmt::format("rank {} NIC", packet.target))
                                                   : track_of(packet.target, by_agent);
    packet_slice(track, "handle", packet, began, ended);
    if (arrow == no_arrow) return;
    event(fmt::format(R"({{"ph":"f","bp":"e","pid":1,"tid":{},"id":{},"name":"{}","cat":"packet","ts":{}}})", track,
                      arrow, vocabulary_.name(packet.type()), microseconds(began)));
}

void TraceWriter::note(Rank rank, const std::string& text, Time at) {
    if (!kept_.has(TraceKind::states, rank, at, at)) return;
    event(fmt::format(R"({{"ph":"i","s":"t","pid":1,"tid":{},"name":{},"cat":"state","ts":{}}})", track(rank),
                      json_text(text), microseconds(at)),
          at);
}

void TraceWriter::elements(Rank rank, ElementKind kind, int change, Time at) {
    int& in_use = in_use_[static_cast<std::size_t>(rank) * 2 + static_cast<std::size_t>(kind)];
    in_use += change;
    counter(rank, fmt::format("{} elements", name_of(kind)), "in use", in_use, at);
}

void TraceWriter::queue(Rank rank, int change, Time at) {
    counter(rank, "queued requests", "requests", queued_[rank] += change, at);
}

void TraceWriter::lock_wait(Rank rank, std::int64_t waited_ns, Time at) {
    counter(rank, "lock waits", "ns", waited_ns, at);
}

void TraceWriter::agent_looks(Rank rank, Time at) { counter(rank, "agent looks", "looks", ++agent_looks_[rank], at); }

void TraceWriter::counter_changed(const CounterChange& change, const std::string& window, Time at) {
    const Rank rank = change.owner;
    if (!kept_.has(TraceKind::counters, rank, at, at)) return;
    event(fmt::format(R"({{"ph":"i","s":"t","pid":1,"tid":{},"name":{},"cat":"counter","ts":{},"args":{}}})",
                      track(rank), json_text(text_of(change, window)), microseconds(at),
                      counter_arguments(change, window)));
    if (is_late(change)) return;
    const std::string name = fmt::format("{} counter {} of rank {}", window, change.counter, rank);
    event(fmt::format(R"({{"ph":"C","pid":1,"tid":{},"name":{},"ts":{},"args":{{"value":{}}}}})", track(rank),
                      json_text(name), microseconds(at), change.to),
          at);
}

void TraceWriter::counter(Rank rank, std::string_view name, std::string_view unit, std::int64_t value, Time at) {
    if (!kept_.has(TraceKind::counters, rank, at, at)) return;
    event(fmt::format(R"({{"ph":"C","pid":1,"tid":{},"name":"{} of rank {}","ts":{},"args":{{"{}":{}}}}})", track(rank),
                      name, rank, microseconds(at), unit, value),
          at);
}

void TraceWriter::end() {
    const std::string truncated = !truncated_at_ ? ""
                                                 : fmt::format(R"(,"truncated":{{"at_ns":{},"limit_bytes":{}}})",
                                                               whole_ns(*truncated_at_), kept_.selection().max_bytes);
    const std::string windows = created_windows_.empty() ? "" : ",\"windows\":" + json_of(created_windows_);
    const std::string communicators =
        communicators_of_windows_.empty() ? "" : ",\"communicators\":" + json_of(communicators_of_windows_);
    write("\n]" + truncated + windows + communicators + "}\n");
}

}  // namespace rmasim::sim
