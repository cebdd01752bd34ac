#include "sim/checkers/trace/trace.h"

#include "protocol/base/call_table.h"
#include "sim/checkers/trace/call_arguments.h"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace rmasim::sim {

namespace {

// Tracks are numbered from 1: viewers regard process 0 and thread 0 as the idle task and hide them.
int track(Rank rank) { return rank + 1; }

// The format uses microseconds, and viewers resolve nanoseconds. Both beginnings and ends are truncated to nanoseconds,
// so that a nested slice stays inside the outer one.
std::int64_t whole_ns(Time time) { return time / picoseconds_per_nanosecond; }
std::string microseconds_of(std::int64_t ns) { return fmt::format("{}.{:03}", ns / 1000, ns % 1000); }
std::string microseconds(Time time) { return microseconds_of(whole_ns(time)); }
std::string duration(Time began, Time ended) { return microseconds_of(whole_ns(ended) - whole_ns(began)); }

std::string json_text(std::string_view text) { return nlohmann::json(text).dump(); }

std::string json_of(const std::vector<TracedWindow>& windows) {
    nlohmann::ordered_json all = nlohmann::ordered_json::array();
    for (const TracedWindow& window : windows) {
        all.push_back({{"name", window.name}, {"ranks", window.ranks}, {"from_start", window.from_start}});
    }
    return all.dump();
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

// The signal of a counter that was freed comes too late.
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

// "w: counter 1: 2 -> 1, lowered by rank 3"
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

Trace::Trace(Sink sink, const TraceHead& head, const PacketVocabulary& vocabulary)
    : write_(std::move(sink)), ranks_(head.ranks), vocabulary_(vocabulary),
      in_use_(static_cast<std::size_t>(head.ranks) * 2) {
    for (const TracedWindow& window : head.windows) windows_.push_back(window.name);
    write_(R"({"displayTimeUnit":"ns","otherData":{"scenario":)" + json_text(head.scenario) +
           ",\"protocol\":" + head.protocol + fmt::format(",\"header_bytes\":{}", head.header_bytes) +
           ",\"windows\":" + json_of(head.windows) + ",\"mpi_names\":" + json_of_mpi_names() + "},\"traceEvents\":[\n");
    event(R"({"ph":"M","pid":1,"name":"process_name","args":{"name":"ranks"}})");
    for (Rank rank = 0; rank < ranks_; ++rank) {
        name_track(track(rank), fmt::format("rank {}", rank), rank);
    }
}

void Trace::event(const std::string& text) {
    if (!first_) write_(",\n");
    first_ = false;
    write_(text);
}

void Trace::name_track(int track_number, const std::string& name, Rank rank) {
    event(fmt::format(R"({{"ph":"M","pid":1,"tid":{},"name":"thread_name","args":{{"name":"{}"}}}})", track_number,
                      name));
    event(fmt::format(R"({{"ph":"M","pid":1,"tid":{},"name":"thread_sort_index","args":{{"sort_index":{}}}}})",
                      track_number, track(rank)));
}

// Tracks of threads and agents are made on first use and numbered after those of the ranks.
int Trace::own_track(Rank rank, const std::string& name) {
    const auto [known, is_new] = own_tracks_.try_emplace(name, track(ranks_) + static_cast<int>(own_tracks_.size()));
    if (is_new) name_track(known->second, name, rank);
    return known->second;
}

int Trace::track_of(Rank rank, std::optional<std::uint32_t> thread) {
    return thread ? own_track(rank, fmt::format("rank {} thread {}", rank, *thread)) : track(rank);
}

int Trace::track_of(Rank rank, bool agent) {
    return agent ? own_track(rank, fmt::format("rank {} agent", rank)) : track(rank);
}

Trace::ArrowKey Trace::key_of(const Packet& packet) {
    return {packet.source, packet.target, packet.type(), packet.round, packet.op, packet.own};
}

void Trace::call(int track, std::string_view name, const std::string& arguments, Time began, Time ended) {
    event(fmt::format(R"({{"ph":"X","pid":1,"tid":{},"name":"{}","cat":"call","ts":{},"dur":{},"args":{}}})", track,
                      name, microseconds(began), duration(began, ended), arguments));
}

void Trace::outside_mpi(Rank rank, std::optional<std::uint32_t> thread, std::string_view name, const std::string& place,
                        Time began, Time ended) {
    call(track_of(rank, thread), name, fmt::format(R"({{"place":{}}})", json_text(place)), began, ended);
}

void Trace::call_begins(Rank rank, std::optional<std::uint32_t> thread, const CallRequest& call) {
    calls_[{rank, thread}] = call;
}

void Trace::call_ended(Rank rank, std::optional<std::uint32_t> thread, const CallAnswer& answer,
                       const std::string& place, Time began, Time ended) {
    const CallRequest& ended_call = calls_[{rank, thread}];
    call(track_of(rank, thread), name_of(ended_call.call), call_arguments(ended_call, answer, place, windows_).dump(),
         began, ended);
}

void Trace::waited(Rank rank, std::string_view cause, Time began, Time ended) {
    event(fmt::format(R"({{"ph":"X","pid":1,"tid":{},"name":"{}","cat":"wait","ts":{},"dur":{}}})", track(rank), cause,
                      microseconds(began), duration(began, ended)));
}

void Trace::sent(const Packet& packet, bool by_agent, Time began, Time ended) {
    const int track = track_of(packet.source, by_agent);
    const std::string name = vocabulary_.name(packet.type());
    event(fmt::format(R"({{"ph":"X","pid":1,"tid":{},"name":"send {}","cat":"packet","ts":{},"dur":{},"args":{}}})",
                      track, name, microseconds(began), duration(began, ended), packet_arguments(packet)));
    event(fmt::format(R"({{"ph":"s","pid":1,"tid":{},"id":{},"name":"{}","cat":"packet","ts":{}}})", track, next_arrow_,
                      name, microseconds(began)));
    arrows_[key_of(packet)].push(next_arrow_++);
}

void Trace::handled(const Packet& packet, bool by_agent, Time began, Time ended) {
    const int track = track_of(packet.target, by_agent);
    const std::string name = vocabulary_.name(packet.type());
    std::queue<std::uint64_t>& under_way = arrows_[key_of(packet)];
    event(fmt::format(R"({{"ph":"X","pid":1,"tid":{},"name":"handle {}","cat":"packet","ts":{},"dur":{},"args":{}}})",
                      track, name, microseconds(began), duration(began, ended), packet_arguments(packet)));
    event(fmt::format(R"({{"ph":"f","bp":"e","pid":1,"tid":{},"id":{},"name":"{}","cat":"packet","ts":{}}})", track,
                      under_way.front(), name, microseconds(began)));
    under_way.pop();
}

void Trace::note(Rank rank, const std::string& text, Time at) {
    event(fmt::format(R"({{"ph":"i","s":"t","pid":1,"tid":{},"name":{},"cat":"state","ts":{}}})", track(rank),
                      json_text(text), microseconds(at)));
}

void Trace::elements(Rank rank, ElementKind kind, int change, Time at) {
    int& in_use = in_use_[static_cast<std::size_t>(rank) * 2 + static_cast<std::size_t>(kind)];
    in_use += change;
    counter(rank, fmt::format("{} elements", name_of(kind)), "in use", in_use, at);
}

void Trace::queue(Rank rank, int change, Time at) {
    counter(rank, "queued requests", "requests", queued_[rank] += change, at);
}

void Trace::lock_wait(Rank rank, std::int64_t waited_ns, Time at) { counter(rank, "lock waits", "ns", waited_ns, at); }

void Trace::agent_looks(Rank rank, Time at) { counter(rank, "agent looks", "looks", ++agent_looks_[rank], at); }

void Trace::counter_changed(const CounterChange& change, const std::string& window, Time at) {
    const Rank rank = change.owner;
    event(fmt::format(R"({{"ph":"i","s":"t","pid":1,"tid":{},"name":{},"cat":"counter","ts":{},"args":{}}})",
                      track(rank), json_text(text_of(change, window)), microseconds(at),
                      counter_arguments(change, window)));
    if (is_late(change)) return;
    const std::string name = fmt::format("{} counter {} of rank {}", window, change.counter, rank);
    event(fmt::format(R"({{"ph":"C","pid":1,"tid":{},"name":{},"ts":{},"args":{{"value":{}}}}})", track(rank),
                      json_text(name), microseconds(at), change.to));
}

void Trace::counter(Rank rank, std::string_view name, std::string_view unit, std::int64_t value, Time at) {
    event(fmt::format(R"({{"ph":"C","pid":1,"tid":{},"name":"{} of rank {}","ts":{},"args":{{"{}":{}}}}})", track(rank),
                      name, rank, microseconds(at), unit, value));
}

void Trace::end() { write_("\n]}\n"); }

}  // namespace rmasim::sim
