// Where the places that a report names, "programs[0].calls[2].put", stand in the scenario's file.
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
    // Nothing is located if the scenario's programs are not those of the file, or if it is no file.
    SourceLocations(const std::string& file, const Changes& changes);

    // The report: in an indented line "FILE:12:9: " before what the line says is where its first place stands; all
    // other places are followed by their line and column, "(12:9)".
    std::string located(const std::string& report) const;
    // The result: each of the calls in "stuck" gets "line" and "column".
    void locate(nlohmann::ordered_json& result) const;

private:
    struct Position {
        std::uint32_t line = 0, column = 0;  // 0: not known
    };
    std::map<std::string, Position> positions_of(const std::vector<std::string>& places) const;

    std::string file_;
    bool known_;
};

}  // namespace rmasim::sim
