// Lines and columns of the locations in a report, such as "programs[0].calls[2].put", in the scenario's file.
#pragma once

#include "sim/frontend/cli/load.h"

#include <nlohmann/json_fwd.hpp>

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace rmasim::sim {

class SourceLocations {
public:
    // If the changes may affect programs, or if the file cannot be read again, the functions add nothing.
    SourceLocations(const std::string& file, const Changes& changes);

    // The report with positions. An indented line begins with the position of its first location, "FILE:12:9: ". All
    // other locations are followed by line and column, "(12:9)".
    std::string located(const std::string& report) const;
    // Adds "line" and "column" to each call in "stuck" of the result.
    void locate(nlohmann::ordered_json& result) const;

private:
    struct Position {
        std::uint32_t line = 0, column = 0;  // 0: not known
    };
    std::map<std::string, Position> positions_of(const std::vector<std::string>& locations) const;

    std::string file_;
    bool known_;
};

}  // namespace rmasim::sim
