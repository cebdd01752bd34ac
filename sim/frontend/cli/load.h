// Functions that load scenario files and apply the changes of the command line.
#pragma once

#include "sim/frontend/groups/group_scenarios.h"
#include "sim/frontend/output/same_file.h"
#include "sim/scenario/json/errors.h"
#include "sim/scenario/model/scenario.h"

#include <string>
#include <vector>

namespace rmasim::sim {

// The changes of the command line to a scenario file. They are applied in this order: the variant, the patches, the
// settings.
struct Changes {
    std::vector<std::string> patches;   // files: a list is a JSON Patch (RFC 6902), an object a Merge Patch (RFC 7386)
    std::vector<std::string> settings;  // "protocol.slots=4"
    std::string variant{};              // empty: the file without a variant

    // True if there are patches or settings.
    bool any() const { return !patches.empty() || !settings.empty(); }
};

// Loads a scenario; if it has groups, the first of them. Raises BadInput.
Scenario load_scenario(const std::string& file, const Changes& changes = {});
// Loads the scenarios of all groups. Raises BadInput.
GroupScenarios load_groups(const std::string& file, const Changes& changes = {}, GroupScenarios::Choose choose = {});

// The names of the file's variants. Raises BadInput.
std::vector<std::string> variants_in(const std::string& file);
// True if all calls of the programs have the same locations as in the file.
bool has_programs_of_file(const std::string& file, const Changes& changes);

// Adds lines and columns to an error, unless patches or settings may have changed its location.
void locate(BadInput& error, const std::string& file, const Changes& changes);
// Prints an error and its `others` on standard error, one line each: "FILE:LINE:COLUMN: PLACE: found ...; allowed:
// ...".
void complain_about(const std::string& file, const BadInput& error);

// The memory model for a value of --semantics: separate, unified; off for any other text.
Semantics model_named(const std::string& name);
// The value of --propagation. Raises BadInput if the model does not allow it (can_choose).
Propagation propagation_named(const std::string& name, Semantics semantics);
// Applies --semantics; empty: the scenario keeps its own.
void choose_model(Scenario& scenario, const std::string& semantics);
// Applies --propagation; empty: the scenario keeps its own. Call it after choose_model. Raises BadInput.
void choose_propagation(Scenario& scenario, const std::string& propagation);

// The files that a scenario was read from. Outputs must not overwrite them.
std::vector<NamedFile> inputs_of(const std::string& file, const Changes& changes, const Scenario& scenario);

// A description for the message about exhausted memory: "8 ranks with 4,096 bytes of windows each, 12 instructions".
std::string size_of(const Scenario& scenario);

}  // namespace rmasim::sim
