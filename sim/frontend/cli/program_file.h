// Files that name an MPI program instead of rank programs. `rmasim cc` builds the program:
//
//     {"name": "halo", "ranks": 64, "exec": ["./halo", "1000"], "protocol": {"slots": 4}, "expect": {...}}
//
// `run` executes the program as `exec` does. Other members are those of a scenario, except windows, programs and other
// members that the MPI program determines. The subcommands check, sweep, tune, compare and report accept such files.
#pragma once

#include "sim/scenario/json/errors.h"
#include "sim/scenario/json/json_text.h"

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace rmasim::sim {

// An exception that the readers of scenarios raise for such a file. Commands that cannot run MPI programs do not catch
// it, and report it as the error BadInput.
class ProgramFile : public BadInput {
public:
    // `document` must have "exec". `folder`: the folder of the file; the program's path is relative to it. Raises
    // BadInput.
    ProgramFile(Json document, const std::string& folder);

    std::string folder;  // paths in the document are relative to this folder

    static bool is_one(const Json& document) { return document.is_object() && document.contains("exec"); }

    Json document{};                     // without "exec" and "compute"
    std::vector<std::string> command{};  // the program's file, then its arguments
    std::string compute = "none";        // a value of --compute
};

// A scenario with these settings, a placeholder window and empty programs. The MPI program creates the actual windows
// and calls. Raises BadInput for members that an MPI program determines.
Json scenario_of_program(Json settings);

}  // namespace rmasim::sim
