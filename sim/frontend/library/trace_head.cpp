#include "sim/frontend/library/trace_head.h"

#include "sim/scenario/read/settings_json.h"

#include <nlohmann/json.hpp>

namespace rmasim::sim {

namespace {

TracedCommunicators traced(const Split& split) {
    TracedCommunicators all{split.name(), {}};
    for (std::size_t index = 0; index < split.count(); ++index) {
        std::vector<Rank>& ranks = all.ranks.emplace_back();
        for (Rank comm_rank = 0; comm_rank < split.group(index).size(); ++comm_rank) {
            ranks.push_back(split.group(index).member(comm_rank));
        }
    }
    return all;
}

}  // namespace

TraceHead trace_head(const Scenario& scenario) {
    TraceHead head{scenario.name,
                   settings_json(scenario)["protocol"].dump(),
                   scenario.ranks,
                   scenario.platform.network.header_bytes,
                   {}};
    head.variant = scenario.variant;
    for (const WindowSettings& window : scenario.windows) {
        head.windows.push_back({window.name, window.ranks == 0 ? scenario.ranks : window.ranks, !window.by_call});
        if (window.comm == no_window || window.changes_comm) continue;
        head.windows.back().comm = scenario.communicators->numbered(window.comm).name();
    }
    for (std::size_t name = 0; scenario.communicators != nullptr && name < scenario.communicators->size(); ++name) {
        head.communicators.push_back(traced(scenario.communicators->split(name)));
    }
    return head;
}

}  // namespace rmasim::sim
