#include "sim/mpi/selected_findings.h"

#include "sim/mpi/debug/call_sites.h"
#include "sim/scenario/json/errors.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>
#include <string_view>

namespace rmasim::sim::semantics {

namespace {

constexpr std::string_view between = " in ";  // "halo.c:42 in exchange(int)"

std::string_view file_of(std::string_view location) { return location.substr(0, location.find(':')); }

std::string_view function_of(std::string_view location) {
    const std::size_t found = location.find(between);
    if (found == std::string_view::npos) return {};
    std::string_view function = location.substr(found + between.size());
    function = function.substr(0, function.find(inlined_at));
    return function.substr(0, function.find('('));
}

bool is_at(const ReportedAccess& access, const Suppression& one) {
    return (one.of == Suppression::Of::file ? file_of(access.location) : function_of(access.location)) == one.name;
}

}  // namespace

std::vector<Suppression> suppressions_in(const std::string& text, const std::string& path) {
    std::vector<Suppression> found;
    std::istringstream lines(text);
    std::string line;
    for (std::size_t number = 1; std::getline(lines, line); ++number) {
        if (line.empty() || line.starts_with('#')) continue;
        const std::size_t colon = line.find(':');
        const std::string kind = line.substr(0, colon);
        if (colon == std::string::npos || colon + 1 == line.size() || (kind != "file" && kind != "function")) {
            throw BadInput(fmt::format("{}:{}", path, number), line, "file:NAME, function:NAME, or # and a comment");
        }
        found.push_back({kind == "file" ? Suppression::Of::file : Suppression::Of::function, line.substr(colon + 1)});
    }
    return found;
}

void select(Report& report, const std::vector<Suppression>& suppressions, std::size_t max) {
    std::vector<ReportedFinding> kept;
    for (ReportedFinding& found : report.findings) {
        const bool is_suppressed = std::ranges::any_of(suppressions, [&](const Suppression& suppression) {
            return is_at(found.first, suppression) || is_at(found.second, suppression);
        });
        if (is_suppressed) ++report.suppressed;
        else kept.push_back(std::move(found));
    }
    report.count = kept.size();
    if (kept.size() > max) kept.erase(kept.begin() + static_cast<std::ptrdiff_t>(max), kept.end());
    report.findings = std::move(kept);
}

}  // namespace rmasim::sim::semantics
