// Files that name an MPI program instead of rank programs. `rmasim cc` has compiled the program:
//
//     {"name": "halo", "ranks": 64, "exec": ["./halo", "1000"], "protocol": {"slots": 4}, "expect": {...}}
//
// `run` executes the MPI program as `exec` does. A scenario's other members may be present, except windows, programs
// and further members that the MPI program determines. The subcommands check, sweep, tune, compare and report accept
// such files.
#pragma once

#include "sim/scenario/json/errors.h"
#include "sim/scenario/json/json_text.h"

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace rmasim::sim {

struct ProgramFile {
    // `document` must have "exec". `folder` is the folder of the file; the program's path is relative to this folder.
    // Raises BadInput.
    ProgramFile(Json document, const std::string& folder);

    std::string folder;                // paths in the document are relative to this folder
    Json document;                     // the file's members without "exec" and "compute"
    std::vector<std::string> command;  // the path of the program, then its arguments
    std::string compute = "none";      // a value of --compute
};

inline bool names_program(const Json& document) { return document.is_object() && document.contains("exec"); }
// Raises BadInput. A command that cannot run MPI programs calls the function for a file that names one.
[[noreturn]] void refuse_program();

// A scenario with these settings, a window as a placeholder, and empty programs. The MPI program creates the actual
// windows and calls. Raises BadInput for members that the MPI program determines.
Json scenario_of_program(Json settings);

}  // namespace rmasim::sim
