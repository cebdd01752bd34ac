// Changes of settings. They are made by the command line ("protocol.slots=4") and by variants.
#include "sim/scenario/json/json_text.h"
#include "sim/scenario/read/parse.h"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <charconv>
#include <string_view>
#include <utility>

namespace rmasim::sim {

namespace {

constexpr const char* a_path = "a path such as windows.w.bytes or programs[0].calls[2].put.count";

// A change of one setting.
class Setting {
public:
    // `location` and `found` are the texts of errors.
    Setting(std::string_view path, const Json& value, const std::string& location, const std::string& found)
        : rest_(path), value_(value), location_(location), found_(found) {
        if (path.starts_with("variants")) fail("a setting; use --variant to choose a variant");
    }

    void apply(Json& json) {
        Json* at = &json;
        if (rest_.empty()) fail(a_path);
        if (json.contains("params")) params_ = &json["params"];
        else if (rest_.starts_with("params")) fail("another setting, because the scenario has no \"params\"");
        for (std::size_t steps = 0; !rest_.empty(); ++steps) {
            if (steps == max_json_depth) fail(fmt::format("a path of at most {} steps", max_json_depth));
            at = rest_.front() == '[' ? &item(*at) : &member(*at, steps == 0);
        }
        *at = value_;
    }

private:
    // Removes "name" or ".name" from the front of the path, and returns this member of `json`.
    Json& member(Json& json, bool first) {
        if (!first && rest_.front() == '.') rest_.remove_prefix(1);
        const std::string key(rest_.substr(0, rest_.find_first_of(".[")));
        if (key.empty()) fail(a_path);
        rest_.remove_prefix(key.size());
        if (&json == params_ && !json.contains(key)) fail("a parameter that is in the scenario's \"params\"");
        if (!json.is_object() && !json.is_null())
            fail(fmt::format(
                "a path in which an object contains \"{}\"; the value before that name in the path is not an object",
                key));
        return json[key];
    }

    // Removes "[2]" from the front of the path, and returns this item of `json`.
    Json& item(Json& json) {
        rest_.remove_prefix(1);
        std::size_t index = 0;
        const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), index);
        rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
        if (error != std::errc{} || !rest_.starts_with(']')) fail("a path such as programs[0].calls[2].put.count");
        rest_.remove_prefix(1);
        if (!json.is_array() || json.empty())
            fail(fmt::format("a path in which [{}] follows the name of a list that is not empty", index));
        if (index >= json.size())
            fail(fmt::format("0 to {} instead of [{}], because the list has {} {}", json.size() - 1, index, json.size(),
                             json.size() == 1 ? "item" : "items"));
        return json[index];
    }

    [[noreturn]] void fail(const std::string& allowed) const { throw BadInput(location_, found_, allowed); }

    std::string_view rest_;  // the part of the path that is not applied yet
    const Json& value_;
    const std::string& location_;
    const std::string& found_;
    // The scenario's `params`; null if there are none. No member may be added to them, because no expression would use
    // it.
    const Json* params_ = nullptr;
};

// The value of a setting. A text that is valid JSON is this JSON. Any other text is a string.
Json value_of(const std::string& text) {
    if (!Json::accept(text)) return text;
    try {
        return parse_json(text);
    } catch (const BadInput& error) {
        throw BadInput("--set", error.found, error.allowed);
    }
}

}  // namespace

void apply_setting(Json& json, const std::string& setting) {
    const std::size_t equals = setting.find('=');
    if (equals == std::string::npos || equals == 0) {
        throw BadInput("--set", setting, "PATH=VALUE, such as protocol.slots=4");
    }
    const Json value = value_of(setting.substr(equals + 1));
    Json changed = json;
    Setting(std::string_view(setting).substr(0, equals), value, "--set", setting).apply(changed);
    json = std::move(changed);
}

void apply_setting(Json& json, const std::string& path, const Json& value, const std::string& location) {
    Setting(path, value, location, '"' + path + '"').apply(json);
}

}  // namespace rmasim::sim
