#include "sim/frontend/cli/run/run_head.h"

#include "sim/frontend/cli/text/grouped.h"
#include "sim/frontend/cli/text/time_text.h"
#include "sim/scenario/families/family.h"
#include "sim/scenario/model/network_presets.h"

namespace rmasim::sim {

namespace {

// The text "64 groups of ". Empty if the scenario has no groups.
std::string groups_of(const RunResult& result) {
    if (!result.groups) return "";
    return counted(static_cast<std::uint64_t>(result.groups->count), "group") + " of ";
}

std::string network_name(const PlatformSettings& platform) {
    const std::string model = platform.network.model == NetworkModel::loggp ? "loggp" : "flow";
    if (is_invented(platform)) return model + " (invented)";
    return platform.preset == nullptr ? model : fmt::format("{} ({})", model, platform.preset->name);
}

std::string links_of(const PlatformSettings& platform) {
    if (platform.topology == Topology::file) return "latency and bandwidth of " + platform.file;
    return fmt::format("latency {} ns, bandwidth {:g} Gbit/s",
                       grouped(static_cast<std::uint64_t>(platform.network.latency_ns)),
                       platform.network.bandwidth_gbps);
}

void add_preset(Text& text, const PlatformSettings& platform) {
    if (platform.preset == nullptr) return;
    text.line("  {}: {}", platform.preset->name, platform.preset->source);
    const auto changed = changed_from(*platform.preset, platform.network);
    if (!changed.empty()) text.line("  The scenario has its own platform.network.{}", fmt::join(changed, ", "));
}

void add_computation(Text& text, const std::string& computation) {
    if (computation == "counted") text.line("  time of computation from the number of executed instructions");
    if (computation == "measured") text.line("  time of computation as measured on this machine (not reproducible)");
}

}  // namespace

void add_head(ExplainedText& text, const Scenario& scenario, const RunResult& result, const std::string& verdict,
              double wall_s) {
    text.line("{}: {}. {}", result.scenario, name_of(result.outcome), verdict);
    if (!scenario.about.empty()) text.line("  {}", scenario.about);
    text.line("  {}{}, family {}, {} network, {}", groups_of(result),
              counted(static_cast<std::uint64_t>(result.ranks), "rank"), scenario.family->name(),
              network_name(scenario.platform), links_of(scenario.platform));
    text.line("  {} of virtual time, {:.2f} s to simulate, seed {}", duration(to_ns(result.time)), wall_s, result.seed);
    text.explain({"time_ns", "wall_s"});
    add_preset(text, scenario.platform);
    add_computation(text, result.computation);
}

}  // namespace rmasim::sim
