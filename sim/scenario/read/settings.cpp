// Settings from the command line: "protocol.slots=4".
#include "sim/scenario/json/json_text.h"
#include "sim/scenario/read/parse.h"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <charconv>
#include <string_view>
#include <utility>

namespace rmasim::sim {

namespace {

class Setting {
public:
    explicit Setting(const std::string& text) : text_(text) {
        const std::size_t equals = text.find('=');
        if (equals == std::string::npos || equals == 0) fail("PATH=VALUE, such as protocol.slots=4");
        rest_ = std::string_view(text).substr(0, equals);
        value_ = text.substr(equals + 1);
    }

    void apply(Json& json) {
        Json* at = &json;
        if (json.contains("params")) params_ = &json["params"];
        else if (rest_.starts_with("params")) fail("a setting: the scenario has no \"params\"");
        for (std::size_t steps = 0; !rest_.empty(); ++steps) {
            if (steps == deepest_json) fail(fmt::format("a path of at most {} steps", deepest_json));
            at = rest_.front() == '[' ? &item(*at) : &member(*at, steps == 0);
        }
        *at = value();
    }

private:
    // Removes "name" or ".name" from the front of the path.
    Json& member(Json& json, bool first) {
        if (!first && rest_.front() == '.') rest_.remove_prefix(1);
        const std::string key(rest_.substr(0, rest_.find_first_of(".[")));
        if (key.empty()) fail("a path such as windows.w.bytes or programs[0].calls[2].put.count");
        rest_.remove_prefix(key.size());
        if (&json == params_ && !json.contains(key)) fail("a parameter that the scenario has under \"params\"");
        if (!json.is_object() && !json.is_null()) fail(fmt::format("a path; there is no object around \"{}\"", key));
        return json[key];
    }

    // Removes "[2]" from the front of the path.
    Json& item(Json& json) {
        rest_.remove_prefix(1);
        std::size_t index = 0;
        const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), index);
        rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
        if (error != std::errc{} || !rest_.starts_with(']')) fail("a path such as programs[0].calls[2].put.count");
        rest_.remove_prefix(1);
        if (!json.is_array() || json.empty()) fail(fmt::format("a path; there is no list to take item {} of", index));
        if (index >= json.size()) fail(fmt::format("items 0 to {} of that list", json.size() - 1));
        return json[index];
    }

    Json value() const {
        if (!Json::accept(value_)) return value_;
        try {
            return parse_json(value_);
        } catch (const BadInput& error) {
            throw BadInput("--set", error.found, error.allowed);
        }
    }

    [[noreturn]] void fail(const std::string& allowed) const { throw BadInput("--set", text_, allowed); }

    const std::string& text_;
    std::string_view rest_;  // the rest of the path
    std::string value_;
    const Json* params_ = nullptr;  // where nothing new is made: nothing would use it
};

}  // namespace

void apply_setting(Json& json, const std::string& setting) {
    Json changed = json;
    Setting(setting).apply(changed);
    json = std::move(changed);
}

}  // namespace rmasim::sim
