#include "sim/frontend/cli/input/source_locations.h"

#include "sim/frontend/output/print.h"
#include "sim/scenario/read/parse.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace rmasim::sim {

namespace {

constexpr std::string_view beginning = "programs[";

// The end of the location that begins at `at`. A full stop at its end is not part of the location.
std::size_t end_of_location(const std::string& text, std::size_t at) {
    constexpr std::string_view of_locations = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_[].";
    std::size_t end = std::min(text.find_first_not_of(of_locations, at), text.size());
    while (text[end - 1] == '.') --end;
    return end;
}

std::vector<std::string> locations_in(const std::string& text) {
    std::vector<std::string> locations;
    for (std::size_t at = text.find(beginning); at != std::string::npos; at = text.find(beginning, at)) {
        const std::size_t end = end_of_location(text, at);
        locations.push_back(text.substr(at, end - at));
        at = end;
    }
    return locations;
}

}  // namespace

SourceLocations::SourceLocations(const std::string& file, const Changes& changes)
    : file_(file), known_(has_programs_of_file(file, changes)) {}

std::map<std::string, SourceLocations::Position> SourceLocations::positions_of(
    const std::vector<std::string>& locations) const {
    std::map<std::string, Position> positions;
    if (locations.empty() || !known_) return positions;
    // This error carries the locations, because add_positions_in_file takes an error.
    BadInput all(locations.front(), "", "");
    for (const std::string& location : locations) all.others.emplace_back(location, "", "");
    add_positions_in_file(all, file_);
    for (const BadInput& one : all.others) positions[one.location] = {one.line, one.column};
    return positions;
}

std::string SourceLocations::located(const std::string& report) const {
    const auto positions = positions_of(locations_in(report));
    std::string located;
    std::size_t begin = 0;  // the start of the current line
    while (begin < report.size()) {
        const std::size_t end = std::min(report.find('\n', begin), report.size() - 1) + 1;
        std::string line = report.substr(begin, end - begin);
        begin = end;
        const bool indented = line.starts_with(' ');
        std::string prefix;
        for (std::size_t at = line.find(beginning); at != std::string::npos; at = line.find(beginning, at)) {
            const std::size_t location_end = end_of_location(line, at);
            const auto found = positions.find(line.substr(at, location_end - at));
            at = location_end;
            if (found == positions.end() || found->second.line == 0) continue;
            const std::string position = fmt::format("{}:{}", found->second.line, found->second.column);
            if (indented && prefix.empty()) prefix = fmt::format("{}:{}: ", printable(file_), position);
            else line.insert(location_end, " (" + position + ")");
        }
        located += line.insert(std::min(line.find_first_not_of(' '), line.size()), prefix);
    }
    return located;
}

void SourceLocations::locate(nlohmann::ordered_json& result) const {
    if (!result.contains("stuck")) return;
    std::vector<std::string> locations;
    for (const auto& call : result["stuck"]) locations.push_back(call.at("place").get<std::string>());
    const auto positions = positions_of(locations);
    for (auto& call : result["stuck"]) {
        const auto found = positions.find(call.at("place").get<std::string>());
        if (found == positions.end() || found->second.line == 0) continue;
        call["line"] = found->second.line;
        call["column"] = found->second.column;
    }
}

}  // namespace rmasim::sim
