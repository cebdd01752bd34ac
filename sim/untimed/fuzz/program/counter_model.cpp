#include "sim/untimed/fuzz/program/counter_model.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>

namespace rmasim::fuzz {

CounterModel::CounterModel(const RandomProgram& program)
    : windows_(program.windows), compares_values_(program.threads == 1),
      counts_(static_cast<std::size_t>(program.ranks) * program.windows) {
    if (program.units.empty()) return;
    for (Rank rank = 0; rank < program.ranks; ++rank) take(program, rank);
}

void CounterModel::take(const RandomProgram& program, Rank rank) {
    struct Request {
        bool restart;
        Rank target;          // no_rank for the request of a counter
        std::size_t counter;  // index of the counter
        std::int64_t count;
    };
    std::map<std::uint32_t, Request> requests;     // by variable
    std::map<std::uint32_t, std::size_t> indices;  // index of each counter, by variable
    const auto signals = [&](const Request& request, WindowId window) {
        ++counts(rank, window).sent;
        ++counts(request.target, window).applied;
    };
    for (const Step& step : program.steps[static_cast<std::size_t>(rank)]) {
        if (!step.more.essential) continue;  // no result, or a result that another call must report, too
        Counts& mine = counts(rank, step.window);
        switch (step.call) {
            case Call::win_alloc_sync_objects: {
                ++mine.allocated;
                const auto freed = std::find_if(mine.counters.begin(), mine.counters.end(),
                                                [](const Counts::Counter& counter) { return !counter.live; });
                indices[step.more.handles.front()] = static_cast<std::size_t>(freed - mine.counters.begin());
                if (freed == mine.counters.end()) mine.counters.emplace_back();
                else *freed = {};
                break;
            }
            case Call::win_free_sync_objects: mine.counters[indices[step.more.handles.front()]].live = false; break;
            case Call::win_sync_object_init: {
                const std::size_t index = indices[step.more.handles.front()];
                mine.counters[index].value = step.more.count;
                requests[step.more.requests.front()] = {step.more.restart, no_rank, index, step.more.count};
                break;
            }
            case Call::win_sync_ops_init:
                requests[step.more.requests.front()] = {step.more.restart, step.target, 0, 0};
                break;
            case Call::request_start:
            case Call::request_startall:
                for (const std::uint32_t id : step.more.requests) {
                    const Request& request = requests[id];
                    if (request.target != no_rank && !request.restart) signals(request, step.window);
                }
                break;
            case Call::request_wait:
            case Call::request_waitall:
            case Call::request_waitany:
            case Call::request_waitsome:
                for (const std::uint32_t id : step.more.requests) {
                    const auto request = requests.find(id);
                    if (request == requests.end()) continue;  // the request of a message
                    const auto& [restart, target, index, count] = request->second;
                    if (target == no_rank) mine.counters[index].value = restart ? count : 0;
                    else if (restart) signals(request->second, step.window);
                }
                break;
            default: break;
        }
    }
}

std::optional<std::string> CounterModel::difference(const sim::Family& family, const Process& process, Rank rank,
                                                    WindowId window) const {
    const Counts& expected = counts_[static_cast<std::size_t>(rank) * windows_ + window];
    const std::vector<sim::CounterCounts> all = family.counters.signals(process);
    if (all.empty()) return std::nullopt;
    const sim::CounterCounts& got = all[window];
    const auto differs = [](const char* what, auto is, auto should) {
        return fmt::format("{}: {}, and should be {}", what, is, should);
    };
    if (got.allocated != expected.allocated) return differs("counters allocated", got.allocated, expected.allocated);
    if (got.sent != expected.sent) return differs("signals sent", got.sent, expected.sent);
    if (got.applied != expected.applied) return differs("signals applied", got.applied, expected.applied);
    if (got.lost != 0) return differs("signals lost", got.lost, 0);
    if (got.negative != 0) return differs("values below zero", got.negative, 0);
    for (std::size_t number = 0; number < expected.counters.size() && compares_values_; ++number) {
        const auto counter = family.counters.counter_value(process, window, static_cast<std::uint32_t>(number));
        const std::int64_t should = expected.counters[number].value;
        if (counter && counter->value == should) continue;
        return fmt::format("counter {}: {}", number, differs("value", counter ? counter->value : -1, should));
    }
    return std::nullopt;
}

}  // namespace rmasim::fuzz
