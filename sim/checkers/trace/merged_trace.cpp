#include "sim/checkers/trace/merged_trace.h"

#include "sim/checkers/trace/records.h"

#include <stdexcept>
#include <tuple>
#include <type_traits>

namespace rmasim::sim {

namespace {

// Removes the arguments of one report from the beginning of `records` and calls `report` with them.
template <class... Arguments>
void forward(std::string_view& records, Trace& to, void (Trace::*report)(Arguments...)) {
    const std::tuple<std::remove_cvref_t<Arguments>...> all{take<std::remove_cvref_t<Arguments>>(records)...};
    std::apply([&](const auto&... each) { (to.*report)(each...); }, all);
}

void report(Record record, std::string_view& records, Trace& to) {
    switch (record) {
        case Record::called: return forward(records, to, &Trace::called);
        case Record::outside_mpi: return forward(records, to, &Trace::outside_mpi);
        case Record::waited: return forward(records, to, &Trace::waited);
        case Record::sent: return forward(records, to, &Trace::sent);
        case Record::handled: return forward(records, to, &Trace::handled);
        case Record::note: return forward(records, to, &Trace::note);
        case Record::queue: return forward(records, to, &Trace::queue);
        case Record::lock_wait: return forward(records, to, &Trace::lock_wait);
        case Record::agent_looks: return forward(records, to, &Trace::agent_looks);
        case Record::elements: return forward(records, to, &Trace::elements);
        case Record::counter_changed: return forward(records, to, &Trace::counter_changed);
        case Record::end:
        case Record::schedules: break;
    }
    throw std::logic_error("no record of a trace");
}

}  // namespace

MergedTrace::MergedTrace(Trace& to, Rank ranks_per_node, std::uint32_t nodes)
    : to_(to), ranks_per_node_(static_cast<std::uint32_t>(ranks_per_node)), of_nodes_(nodes) {}

void MergedTrace::add(int from, std::string_view records) {
    const Bytes bytes = std::make_shared<std::string>(records);
    for (std::string_view left = *bytes; !left.empty();) {
        const auto head = take<RunHead>(left);
        const std::string_view run = left.substr(0, head.bytes);
        if (head.node == before_all_nodes) beginnings_[from] = run;
        else of_nodes_[head.node].push_back({bytes, run});
        left.remove_prefix(head.bytes);
    }
}

void MergedTrace::report_before(Time time) {
    if (!began_) begin();
    while (!queue_.empty() && queue_.next_time() < time) replay_next(queue_.pop());
}

// Repeats the records that precede the first event. They are repeated in the order of ranks, because one process would
// schedule the first events in this order.
void MergedTrace::begin() {
    began_ = true;
    for (const auto& [process, run] : beginnings_) {
        std::string_view records = run;
        replay(records);
    }
    beginnings_.clear();
}

void MergedTrace::replay_next(std::uint32_t node) {
    std::vector<Run>& runs = of_nodes_[node];
    if (runs.empty()) throw std::logic_error("an event of a trace has not been recorded");
    replay(runs.front().left);
    if (runs.front().left.empty()) runs.erase(runs.begin());
}

void MergedTrace::replay(std::string_view& records) {
    for (auto record = take<Record>(records); record != Record::end; record = take<Record>(records)) {
        if (record == Record::schedules) schedule(records);
        else report(record, records, to_);
    }
}

void MergedTrace::schedule(std::string_view& records) {
    const auto time = take<Time>(records);
    const auto tie = take<Tie>(records);
    const auto rank = static_cast<std::uint32_t>(take<Rank>(records));
    queue_.push(time, rank / ranks_per_node_, tie);
}

}  // namespace rmasim::sim
