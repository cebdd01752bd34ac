#include "sim/frontend/cli/input/load.h"

#include "sim/frontend/cli/input/kept_pipe.h"
#include "sim/frontend/cli/input/program_file.h"
#include "sim/frontend/cli/process/memory.h"
#include "sim/frontend/cli/text/grouped.h"
#include "sim/frontend/output/print.h"
#include "sim/scenario/json/json_patch.h"
#include "sim/scenario/model/setting_names.h"
#include "sim/scenario/read/parse.h"
#include "sim/scenario/read/variants.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <utility>

namespace rmasim::sim {

namespace {

Json read_patch(const std::string& path) {
    try {
        return read_scenario_file(path);
    } catch (const BadInput& error) {
        throw BadInput("--patch " + (error.location == path ? path : path + ": " + error.location), error.found,
                       "a JSON Patch or Merge Patch");
    }
}

void apply_patch(Json& json, const std::string& path) {
    now_making("the changes of --patch " + path + " to the scenario");
    apply_json_patch(json, read_patch(path), "--patch " + path);
}

// The setting with this name. `otherwise` if the name is unknown.
template <class Setting, std::size_t count>
Setting named(const std::array<Named<Setting>, count>& settings, const std::string& name, Setting otherwise) {
    for (const auto& [known, setting] : settings) {
        if (name == known) return setting;
    }
    return otherwise;
}

Json read_document(const std::string& file) {
    std::error_code unknown;  // set if the size is unknown, as for a pipe
    const auto bytes = std::filesystem::file_size(file, unknown);
    now_making("the document in " + file + (unknown ? "" : ", " + grouped(bytes) + " bytes"));
    return read_scenario_file(file);
}

void apply_changes(Json& json, const Changes& changes) {
    for (const std::string& patch : changes.patches) apply_patch(json, patch);
    for (const std::string& setting : changes.settings) apply_setting(json, setting);
}

}  // namespace

Document load_document(const std::string& file, const Changes& changes) {
    keep_pipe(file);
    for (const std::string& patch : changes.patches) keep_pipe(patch);
    Json document = read_document(file);
    ChosenVariant(document, changes.variant).apply(document);
    apply_changes(document, changes);
    return {std::move(document), std::filesystem::path(file).parent_path().string()};
}

std::vector<std::string> variants_in(const std::string& file) { return variant_names(read_scenario_file(file)); }

bool has_programs_of_file(const std::string& file, const Changes& changes) {
    const auto is_of_programs = [](const std::string& setting) { return setting.starts_with("programs"); };
    if (!changes.patches.empty() || std::ranges::any_of(changes.settings, is_of_programs)) return false;
    if (changes.variant.empty()) return true;
    // The file is not read again if it is a pipe, because a pipe cannot be read twice.
    std::error_code unreadable;
    return std::filesystem::is_regular_file(file, unreadable) &&
           !ChosenVariant(read_scenario_file(file), changes.variant).changes_programs();
}

Scenario load_scenario(const std::string& file, const Changes& changes) {
    const Document document = load_document(file, changes);
    if (names_program(document.json)) refuse_program();
    Scenario scenario = parse_scenario(document.json, document.folder);
    scenario.variant = changes.variant;
    return scenario;
}

GroupScenarios groups_of(Document document, const std::string& variant, GroupScenarios::Choose choose) {
    if (names_program(document.json)) refuse_program();
    return GroupScenarios(std::move(document.json), std::move(document.folder),
                          [variant, choose](Scenario& scenario) {
                              scenario.variant = variant;
                              if (choose) choose(scenario);
                          });
}

void locate(BadInput& error, const std::string& file, const Changes& changes) {
    if (!changes.any() && error.line == 0) locate_in_file(error, file, changes.variant);
}

void complain_about(const std::string& file, const BadInput& error) {
    const std::string position = error.line == 0 ? "" : fmt::format(":{}:{}", error.line, error.column);
    // If the file cannot be read, the error's location is the file itself.
    if (error.location == file) complain_line("{}: found {}; allowed: {}", file, error.found, error.allowed);
    else complain_line("{}{}: {}", file, position, error.what());
    for (const BadInput& other : error.others) complain_about(file, other);
}

Semantics model_named(const std::string& name) { return named(memory_models, name, Semantics::off); }

Propagation propagation_named(const std::string& name, Semantics semantics) {
    const Propagation propagation = named(propagations, name, Propagation::eager);
    if (!can_choose(semantics, propagation)) throw BadInput("--propagation", name, std::string(propagation_needs));
    return propagation;
}

void choose_model(Scenario& scenario, const std::string& semantics) {
    if (!semantics.empty()) scenario.semantics = model_named(semantics);
}

void choose_propagation(Scenario& scenario, const std::string& propagation) {
    if (!propagation.empty()) scenario.propagation = propagation_named(propagation, scenario.semantics);
}

std::vector<NamedFile> inputs_of(const std::string& file, const Changes& changes, const Scenario& scenario) {
    std::vector<NamedFile> inputs{{"the scenario", file}, {"platform.file", scenario.platform.file}};
    for (const std::string& patch : changes.patches) inputs.push_back({"--patch", patch});
    return inputs;
}

std::string size_of(const Scenario& scenario) {
    const auto ranks = static_cast<std::uint64_t>(scenario.ranks);
    std::uint64_t window_bytes = 0;
    for (const WindowSettings& window : scenario.windows) window_bytes += window.bytes.max();
    std::size_t instructions = 0;
    for (const auto& threads : scenario.programs) {
        for (const Program& program : threads) instructions += program.code.size();
    }
    return fmt::format("{} with {} of windows each, {}", counted(ranks, "rank"), counted(window_bytes, "byte"),
                       counted(instructions, "instruction"));
}

}  // namespace rmasim::sim
