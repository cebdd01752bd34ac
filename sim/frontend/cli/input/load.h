// Functions that load scenario files, and that apply the changes from the command line.
#pragma once

#include "sim/frontend/groups/group_scenarios.h"
#include "sim/frontend/output/same_file.h"
#include "sim/scenario/json/errors.h"
#include "sim/scenario/model/scenario.h"

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace rmasim::sim {

// The changes of a scenario file from the command line. They are applied in this order: the variant, the patches, the
// settings.
struct Changes {
    // Paths of patches. A patch that is a list is a JSON Patch (RFC 6902). A patch that is an object is a Merge Patch
    // (RFC 7386).
    std::vector<std::string> patches;
    std::vector<std::string> settings;  // settings such as "protocol.slots=4"
    std::string variant{};              // the variant's name; empty without a variant

    // True if there are patches or settings.
    bool any() const { return !patches.empty() || !settings.empty(); }
};

// The document of a scenario file, with the changes applied. File names in the document are relative to `folder`.
struct Document {
    Json json;
    std::string folder;
};

// Raises BadInput. The document may name an MPI program (program_file.h).
Document load_document(const std::string& file, const Changes& changes = {});
// Loads a scenario. If the scenario has groups, loads the first group. Raises BadInput.
Scenario load_scenario(const std::string& file, const Changes& changes = {});
// The scenarios of all groups of a document. Raises BadInput.
GroupScenarios groups_of(Document document, const std::string& variant, GroupScenarios::Choose choose = {});

// The names of the file's variants. Raises BadInput.
std::vector<std::string> variants_in(const std::string& file);
// True if the locations of calls are locations in the file. False if the changes may affect programs, or if the file
// cannot be read again.
bool has_programs_of_file(const std::string& file, const Changes& changes);

// Adds lines and columns to an error. Does nothing if patches or settings may have changed the error's location.
void locate(BadInput& error, const std::string& file, const Changes& changes);
// Prints an error and its `others` on standard error, one line for each: "FILE:LINE:COLUMN: PLACE: found ...; allowed:
// ...".
void complain_about(const std::string& file, const BadInput& error);

// The memory model for a value of --semantics: separate or unified. Any other text means `off`.
Semantics model_named(const std::string& name);
// The propagation for a value of --propagation. Raises BadInput if the memory model does not permit it (can_choose).
Propagation propagation_named(const std::string& name, Semantics semantics);
// Applies --semantics. If the text is empty, the scenario keeps its own memory model.
void choose_model(Scenario& scenario, const std::string& semantics);
// Applies --propagation. If the text is empty, the scenario keeps its own propagation. Call this function after
// choose_model. Raises BadInput.
void choose_propagation(Scenario& scenario, const std::string& propagation);

// The files from which a scenario was read. Outputs must not overwrite them.
std::vector<NamedFile> inputs_of(const std::string& file, const Changes& changes, const Scenario& scenario);

// A text on the scenario's size for the message about exhausted memory: "8 ranks with 4,096 bytes of windows each, 12
// instructions".
std::string size_of(const Scenario& scenario);

}  // namespace rmasim::sim
