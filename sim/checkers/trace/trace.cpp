#include "sim/checkers/trace/trace.h"

#include "protocol/base/call_table.h"
#include "sim/checkers/trace/call_arguments.h"

#include <nlohmann/json.hpp>

namespace rmasim::sim {

Trace::Trace(const TraceHead& head, TraceSelection selection) : kept_(std::move(selection), head.ranks) {
    for (const TracedWindow& window : head.windows) windows_.add(window.name);
    for (const TracedCommunicators& one : head.communicators) communicators_.push_back(one.name);
}

void Trace::window_created(WindowId number, const TracedWindow& window, const std::vector<Rank>& members) {
    windows_.window_created(number, members, window.name);
}

const std::string* Trace::window_of(Rank rank, const CallRequest& call) const {
    return description_of(call.call).has(Argument::window) ? &windows_.of(rank, call.window) : nullptr;
}

void Trace::call_begins(Rank rank, std::optional<std::uint32_t> thread, const CallRequest& call) {
    if (kept_.has(TraceKind::calls) && kept_.has(rank)) calls_[{rank, thread}] = call;
}

void Trace::call_ended(Rank rank, std::optional<std::uint32_t> thread, const CallAnswer& answer,
                       const std::string& location, Time began, Time ended) {
    const auto ended_call = calls_.extract({rank, thread});
    if (!kept_.has(TraceKind::calls, rank, began, ended)) return;
    const CallRequest& request = ended_call.mapped();
    called(rank, thread, name_of(request.call),
           call_arguments(request, &answer, location, window_of(rank, request), communicators_).dump(), began, ended);
}

void Trace::call_never_ended(const UnfinishedCall& unfinished, Time began, Time end_of_run) {
    if (!kept_.has(TraceKind::calls, unfinished.rank, began, end_of_run)) return;
    nlohmann::ordered_json arguments{{"place", unfinished.location}};
    const auto inside_of = calls_.find({unfinished.rank, unfinished.thread});
    if (inside_of != calls_.end()) {
        const CallRequest& request = inside_of->second;
        arguments =
            call_arguments(request, nullptr, unfinished.location, window_of(unfinished.rank, request), communicators_);
    }
    arguments["stuck"] = unfinished.reason;
    called(unfinished.rank, unfinished.thread, unfinished.name, arguments.dump(), began, end_of_run);
}

}  // namespace rmasim::sim
