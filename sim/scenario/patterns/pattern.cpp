#include "sim/scenario/patterns/pattern.h"

#include "sim/scenario/model/parse_window.h"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace rmasim::sim {

Json written_out(std::string_view pattern, const Replacements& replacements) {
    std::string text(pattern);
    for (const auto& [name, value] : replacements) {
        const std::string mark = "$" + name;
        for (std::size_t at = text.find(mark); at != std::string::npos; at = text.find(mark, at + value.size())) {
            text.replace(at, mark.size(), value);
        }
    }
    return Json::parse(text);
}

std::string window_with_room(const JsonObject& call, std::string_view member, std::int64_t needed,
                             const Surroundings& around) {
    const WindowSettings& window = around.windows[parse_window(call, around.windows)];
    if (window.comm != no_window) {
        throw BadInput(call.place(), "a pattern for window \"" + window.name + "\", which communicators have",
                       "a window of all ranks");
    }
    if (needed > static_cast<std::int64_t>(window.bytes.least())) {
        throw BadInput(call.at(member).place(), fmt::format("a pattern that uses {} bytes", needed),
                       fmt::format("the {} bytes of window \"{}\"", window.bytes.least(), window.name));
    }
    if (window.disp_unit.most() > 1) {
        throw BadInput(call.place(), "a pattern for window \"" + window.name + "\", whose disp_unit is not 1",
                       "a window with displacements in bytes");
    }
    return window.name;
}

std::string lock_type_or(const JsonObject& call, LockType otherwise) {
    if (const auto type = call.find("type")) otherwise = type->one_of(lock_types());
    return std::string(name_of(otherwise));
}

}  // namespace rmasim::sim
