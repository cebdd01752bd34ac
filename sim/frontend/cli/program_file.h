// A file in place of a scenario that has an MPI program, built by `rmasim cc`, instead of programs of its own:
//
//     {"name": "halo", "ranks": 64, "exec": ["./halo", "1000"], "protocol": {"slots": 4}, "expect": {...}}
//
// `run` runs it as `exec` does; everything else stays as in a scenario, but for windows and programs, which come from
// the program. So check, sweep, tune, compare and report take it.
#pragma once

#include "sim/scenario/json/errors.h"
#include "sim/scenario/json/json_text.h"

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace rmasim::sim {

// Raised by whatever reads scenarios. Who cannot run programs lets it pass, as the error that it is then.
class ProgramFile : public BadInput {
public:
    // `document` has "exec"; `folder`: which its program is relative to. Raises BadInput.
    ProgramFile(Json document, const std::string& folder);

    std::string folder;  // that names of files in it start from

    static bool is_one(const Json& document) { return document.is_object() && document.contains("exec"); }

    Json document{};                     // without these
    std::vector<std::string> command{};  // the program's file, then its arguments
    std::string compute = "none";        // what --compute takes
};

// The scenario that has the settings in it, and ranks that do nothing: their program brings the rest.
Json scenario_of_program(Json settings);

}  // namespace rmasim::sim
