#include "sim/scenario/json/json_reader.h"

#include "sim/scenario/expression/expression.h"
#include "sim/scenario/json/nearest.h"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace rmasim::sim {

namespace {

std::size_t characters(std::string_view utf8) {
    return static_cast<std::size_t>(
        std::count_if(utf8.begin(), utf8.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

// The value of a JSON number. nullopt if the number is not a 64-bit integer.
std::optional<std::int64_t> whole(const Json& json) {
    if (json.is_number_unsigned()) {
        const auto value = json.get<std::uint64_t>();
        if (value > static_cast<std::uint64_t>(INT64_MAX)) return std::nullopt;
        return static_cast<std::int64_t>(value);
    }
    if (json.is_number_integer()) return json.get<std::int64_t>();
    if (!json.is_number_float()) return std::nullopt;
    const double value = json.get<double>();
    // The JSON library reads integers beyond 64 bits as doubles. It rounds -2^63 - 1 to the limit, so the limit itself
    // is refused.
    constexpr double limit = 9223372036854775808.0;  // 2^63
    if (value != std::trunc(value) || value <= -limit || value >= limit) return std::nullopt;
    return static_cast<std::int64_t>(value);
}

constexpr const char* needs_params = " (a string only with \"params\")";

std::string described(IntegerBounds bounds) {
    if (bounds.min == INT64_MIN && bounds.max == INT64_MAX) return "an integer of 64 bits";
    if (bounds.min == bounds.max) return fmt::format("{}", bounds.min);
    if (bounds.max < bounds.min) return "no value";
    return fmt::format("an integer from {} to {}", bounds.min, bounds.max);
}

std::string described(std::string_view what, std::size_t min, std::size_t max) {
    return min == 0 ? fmt::format("at most {} {}", max, what) : fmt::format("{} to {} {}", min, max, what);
}

}  // namespace

JsonValue JsonValue::generated(const Json& json) const {
    JsonValue value = renamed(json);
    value.generated_ = true;
    return value;
}

JsonValue JsonValue::within(const Scope& scope) const {
    JsonValue value = *this;
    value.scope_ = &scope;
    return value;
}

const Scope& JsonValue::scope() const {
    static const Scope without_parameters;
    return scope_ == nullptr ? without_parameters : *scope_;
}

JsonValue JsonValue::child(const Json& json, const std::string& step) const {
    JsonValue value = renamed(json);
    if (!generated_) value.location_ = location_.empty() && step.front() == '.' ? step.substr(1) : location_ + step;
    return value;
}

// The value of a string that the scenario has instead of a number: an expression over the parameters. `allowed`
// describes the allowed numbers.
std::int64_t JsonValue::value_of_parameters(const std::string& allowed) const {
    try {
        const Expression expression = Expression::compile(text(max_expression_length, 1), *scope_);
        if (!expression.is_constant()) throw ExpressionError("rank, size and random() are not allowed here");
        Random unused(0, 0);
        return expression.evaluate({}, unused);
    } catch (const ExpressionError& error) {
        fail(fmt::format("{}, or an expression over params ({})", allowed, error.what()));
    }
}

std::string JsonValue::quoted() const {
    constexpr std::size_t max_length = 80;
    if (json_->is_object() && json_->size() > 16) return "an object of " + std::to_string(json_->size()) + " members";
    if (json_->is_array() && json_->size() > 16) return "a list of " + std::to_string(json_->size()) + " items";
    std::string text = json_->dump(-1, ' ', true, Json::error_handler_t::replace);
    if (text.size() > max_length) text = text.substr(0, max_length) + "...";
    return text;
}

bool JsonValue::is_text() const { return json_->is_string(); }
bool JsonValue::is_number() const { return json_->is_number(); }
bool JsonValue::is_array() const { return json_->is_array(); }
bool JsonValue::is_object() const { return json_->is_object(); }

bool JsonValue::boolean() const {
    if (!json_->is_boolean()) fail("true or false");
    return json_->get<bool>();
}

std::int64_t JsonValue::integer(IntegerBounds bounds) const {
    if (scope_ != nullptr && is_text()) {
        const std::int64_t value = value_of_parameters(described(bounds));
        if (value >= bounds.min && value <= bounds.max) return value;
        throw BadInput(location(), fmt::format("{} = {}", quoted(), value), described(bounds));
    }
    if (is_text()) fail(described(bounds) + needs_params);
    const auto value = whole(*json_);
    if (!value || *value < bounds.min || *value > bounds.max) fail(described(bounds));
    return *value;
}

double JsonValue::number(Bounds<double> bounds) const {
    const std::string allowed = fmt::format("a number from {} to {}", bounds.min, bounds.max);
    double value = json_->is_number() ? json_->get<double>() : std::nan("");
    if (scope_ != nullptr && is_text()) value = static_cast<double>(value_of_parameters(allowed));
    if (!(value >= bounds.min && value <= bounds.max)) fail(is_text() ? allowed + needs_params : allowed);
    return value;
}

std::string JsonValue::text(std::size_t max_length, std::size_t min_length) const {
    const std::string* text = json_->get_ptr<const std::string*>();
    if (text == nullptr) fail("a string of " + described("characters", min_length, max_length));
    const std::size_t length = characters(*text);
    if (length < min_length || length > max_length)
        fail("a string of " + described("characters", min_length, max_length));
    return *text;
}

std::vector<JsonValue> JsonValue::items(std::size_t max, std::size_t min) const {
    if (!json_->is_array() || json_->size() < min || json_->size() > max) {
        fail("a list of " + described("items", min, max));
    }
    std::vector<JsonValue> items;
    items.reserve(json_->size());
    for (const Json& item : *json_) items.push_back(child(item, fmt::format("[{}]", items.size())));
    return items;
}

std::vector<std::pair<std::string, JsonValue>> JsonValue::members(std::size_t max, std::size_t min) const {
    if (!json_->is_object() || json_->size() < min || json_->size() > max) {
        fail("an object of " + described("members", min, max));
    }
    std::vector<std::pair<std::string, JsonValue>> members;
    for (const auto& [key, member] : json_->items()) members.emplace_back(key, child(member, "." + key));
    return members;
}

std::string_view JsonValue::choice_among(std::span<const std::string_view> names) const {
    const std::string* text = json_->get_ptr<const std::string*>();
    if (text == nullptr) fail(names_allowed("", names));
    const auto found = std::find(names.begin(), names.end(), *text);
    if (found == names.end()) fail(names_allowed(*text, names));
    return *found;
}

std::optional<JsonValue> JsonValue::find(std::string_view key) const {
    if (!json_->is_object()) fail("an object");
    const auto found = json_->find(std::string(key));
    if (found == json_->end()) return std::nullopt;
    return child(*found, "." + std::string(key));
}

JsonValue JsonValue::member(std::string_view key) const {
    if (auto found = find(key)) return *std::move(found);
    throw BadInput(location(), fmt::format("no \"{}\"", key), fmt::format("\"{}\" is required", key));
}

JsonObject::JsonObject(const JsonValue& value, std::span<const std::string_view> keys) : value_(value) {
    if (!value.json_->is_object()) value.fail("an object");
    Complaints complaints;
    for (const auto& [key, member] : value.json_->items()) {
        if (std::find(keys.begin(), keys.end(), key) != keys.end()) continue;
        complaints.attempt([&, &key = key, &member = member] {
            throw BadInput(value.child(member, "." + key).location(), "an unknown key", names_allowed(key, keys));
        });
    }
    complaints.raise_any();
}

JsonObject::JsonObject(const JsonValue& value) : value_(value) {
    if (!value.json_->is_object()) value.fail("an object");
}

void JsonObject::read(std::string_view key, bool& result) const {
    if (const auto member = find(key)) result = member->boolean();
}

void JsonObject::read(std::string_view key, double& result, Bounds<double> bounds) const {
    if (const auto member = find(key)) result = member->number(bounds);
}

}  // namespace rmasim::sim
