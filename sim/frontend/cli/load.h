// Reads a scenario file and applies the changes of the command line.
#pragma once

#include "sim/frontend/groups/group_scenarios.h"
#include "sim/frontend/output/same_file.h"
#include "sim/scenario/json/errors.h"
#include "sim/scenario/model/scenario.h"

#include <string>
#include <vector>

namespace rmasim::sim {

// What the command line makes of a scenario file: first its variant, then the patches, then the settings, each in the
// order given.
struct Changes {
    std::vector<std::string> patches;   // files: a list is a JSON Patch (RFC 6902), an object a Merge Patch (RFC 7386)
    std::vector<std::string> settings;  // "protocol.slots=4"
    std::string variant{};              // empty: the file as it is

    // Whether the scenario is neither that of the file nor one of its variants.
    bool any() const { return !patches.empty() || !settings.empty(); }
};

// These raise BadInput.
// The scenario; its first group, if it has several.
Scenario load_scenario(const std::string& file, const Changes& changes = {});
// The scenarios of all its groups.
GroupScenarios load_groups(const std::string& file, const Changes& changes = {}, GroupScenarios::Choose choose = {});

// The names of its variants.
std::vector<std::string> variants_in(const std::string& file);
// Whether every call stands in the file, at its place there.
bool has_programs_of_file(const std::string& file, const Changes& changes);

// Adds lines and columns to an error. After changes its place need not be one of the file.
void locate(BadInput& error, const std::string& file, const Changes& changes);
// "FILE:LINE:COLUMN: PLACE: found ...; allowed: ...", a line for each error that was found.
void complain_about(const std::string& file, const BadInput& error);

// --semantics: off, separate or unified; empty: as the scenario says.
Semantics model_named(const std::string& name);
// --propagation. Raises BadInput if the model has one copy only.
Propagation propagation_named(const std::string& name, Semantics semantics);
void choose_model(Scenario& scenario, const std::string& semantics);
// After --semantics.
void choose_propagation(Scenario& scenario, const std::string& propagation);

// The files that were read for a scenario, which outputs must not overwrite.
std::vector<NamedFile> inputs_of(const std::string& file, const Changes& changes, const Scenario& scenario);

// "8 ranks with 4,096 bytes of windows each, 12 instructions", for the message that memory does not suffice.
std::string size_of(const Scenario& scenario);

}  // namespace rmasim::sim
