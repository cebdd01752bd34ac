// Lines and columns for the locations in a report, such as "programs[0].calls[2].put". They refer to the scenario's
// file.
#pragma once

#include "sim/frontend/cli/input/load.h"

#include <nlohmann/json_fwd.hpp>

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace rmasim::sim {

class SourceLocations {
public:
    // The functions add nothing if the changes may affect programs, or if the file cannot be read again.
    SourceLocations(const std::string& file, const Changes& changes);

    // The report with lines and columns. Each indented line of the result begins with the position of the line's first
    // location: "FILE:12:9: ". Line and column follow every other location: "(12:9)".
    std::string located(const std::string& report) const;
    // Adds "line" and "column" to each waiting call. The member "stuck" of the result lists these calls.
    void locate(nlohmann::ordered_json& result) const;

private:
    struct Position {
        std::uint32_t line = 0, column = 0;  // 0 if the position is not known
    };
    std::map<std::string, Position> positions_of(const std::vector<std::string>& locations) const;

    std::string file_;
    bool known_;
};

}  // namespace rmasim::sim
