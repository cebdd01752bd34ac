#include "tests/schema/schema_text.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace rmasim::schema {

namespace {

using sim::Json;

constexpr std::size_t widest_line = 117;

std::string quoted(const std::string& text) { return Json(text).dump(); }

std::string on_one_line(const Json& value) {
    if (!value.is_structured()) return value.dump();
    std::string text;
    for (const auto& [key, item] : value.items()) {
        text += text.empty() ? "" : ", ";
        text += (value.is_object() ? quoted(key) + ": " : "") + on_one_line(item);
    }
    return value.is_object() ? '{' + text + '}' : '[' + text + ']';
}

bool is_plain_list(const Json& value) {
    return value.is_array() &&
           std::none_of(value.begin(), value.end(), [](const Json& item) { return item.is_structured(); });
}

// `taken`: columns of the line before the value.
std::string value_text(const Json& value, std::size_t indent, std::size_t taken) {
    std::string line = on_one_line(value);
    if (!value.is_structured() || value.empty() || is_plain_list(value)) return line;
    if (taken + line.size() <= widest_line) return line;
    const std::string margin(indent + 2, ' ');
    std::string text;
    for (const auto& [key, item] : value.items()) {
        text += text.empty() ? "\n" : ",\n";
        text +=
            value.is_object() ? member_text(key, item, indent + 2) : margin + value_text(item, indent + 2, indent + 2);
    }
    text += '\n' + std::string(indent, ' ');
    return value.is_object() ? '{' + text + '}' : '[' + text + ']';
}

}  // namespace

std::string member_text(const std::string& name, const Json& value, std::size_t indent) {
    const std::string before = std::string(indent, ' ') + quoted(name) + ": ";
    return before + value_text(value, indent, before.size());
}

}  // namespace rmasim::schema
