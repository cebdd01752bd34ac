// rmasim platforms [NAME...]: prints the network presets. The output has the values that their sources report, and the
// derivation of rmasim's values.
#include "sim/frontend/cli/arguments/commands.h"
#include "sim/frontend/cli/process/exit_code.h"
#include "sim/frontend/cli/text/grouped.h"
#include "sim/frontend/output/print.h"
#include "sim/scenario/model/network_presets.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace rmasim::sim {

namespace {

using Json = nlohmann::ordered_json;

Json preset_json(const NetworkPreset& preset) {
    return {{"year", preset.year},
            {"network", preset.network},
            {"settings",
             {{"latency_ns", preset.latency_ns},
              {"bandwidth_gbps", preset.bandwidth_gbps},
              {"gap_ns", preset.gap_ns},
              {"overhead_ns", preset.overhead_ns},
              {"rendezvous_bytes", preset.rendezvous_bytes}}},
            {"reported", preset.reported},
            {"derived", preset.derived},
            {"leaves_out", preset.leaves_out},
            {"one_sided", preset.one_sided},
            {"source", preset.source}};
}

void add_sources(Text& text, const NetworkPreset& preset) {
    text.line("");
    text.line("{}: {}", preset.name, preset.network);
    text.line("  reported    {}", preset.reported);
    text.line("  derived     {}", preset.derived);
    text.line("  leaves out  {}", preset.leaves_out);
    text.line("  one-sided   {}", preset.one_sided);
    text.line("  source      {}", preset.source);
}

std::string text_of(const std::vector<const NetworkPreset*>& presets) {
    Text text;
    std::size_t width = 22;
    for (const NetworkPreset* preset : presets) width = std::max(width, preset->name.size());
    text.line("{:<{}} {:>10} {:>14} {:>7} {:>11} {:>16}", "platform.preset", width, "latency_ns", "bandwidth_gbps",
              "gap_ns", "overhead_ns", "rendezvous_bytes");
    for (const NetworkPreset* preset : presets) {
        text.line("{:<{}} {:>10} {:>14.3f} {:>7} {:>11} {:>16}", preset->name, width,
                  grouped(static_cast<std::uint64_t>(preset->latency_ns)), preset->bandwidth_gbps,
                  grouped(static_cast<std::uint64_t>(preset->gap_ns)),
                  grouped(static_cast<std::uint64_t>(preset->overhead_ns)),
                  grouped(static_cast<std::uint64_t>(preset->rendezvous_bytes)));
    }
    for (const NetworkPreset* preset : presets) add_sources(text, *preset);
    return text.take();
}

std::vector<const NetworkPreset*> chosen_of(const std::vector<std::string>& names) {
    std::vector<const NetworkPreset*> chosen;
    for (const auto& [name, preset] : network_presets()) {
        if (names.empty() || std::find(names.begin(), names.end(), name) != names.end()) chosen.push_back(preset);
    }
    return chosen;
}

}  // namespace

int platforms_command(const PlatformsOptions& options) {
    const std::vector<const NetworkPreset*> chosen = chosen_of(options.names);
    if (options.format != "json") {
        print(text_of(chosen));
        return success;
    }
    Json presets = Json::object();
    for (const NetworkPreset* preset : chosen) presets[std::string(preset->name)] = preset_json(*preset);
    print(Json{{"format", "rmasim platforms, 1"}, {"version", RMASIM_VERSION}, {"platforms", presets}}.dump(2) + '\n');
    return success;
}

}  // namespace rmasim::sim
