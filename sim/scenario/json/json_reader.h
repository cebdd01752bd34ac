// Readers of JSON values. A value includes its location in the document. Every error therefore has a location, the
// value that was found and a description of the allowed values.
//
// All readers raise BadInput. In a scenario with parameters (`within`), a number may also be a string with an
// expression over the parameters. An integer may be written 8, 8.0 or 8e0: JSON Schema treats these as the same number.
#pragma once

#include "sim/scenario/json/errors.h"
#include "sim/scenario/json/json.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rmasim::sim {

struct Scope;

// A range of numbers that includes both ends.
template <class Number>
struct Bounds {
    Number min;
    Number max;
};
using IntegerBounds = Bounds<std::int64_t>;
inline constexpr IntegerBounds any_integer{INT64_MIN, INT64_MAX};

// A JSON value and its location in the document. The document must outlive the object.
class JsonValue {
public:
    JsonValue(const Json& json, std::string location) : json_(&json), location_(std::move(location)) {}
    // A generated document that replaces this value. All errors inside it are reported at the location of this value.
    JsonValue generated(const Json& json) const;
    // The same value in a scenario with parameters. Numbers inside it may be expressions over the parameters. `scope`
    // has the parameters, then rank and size. `scope` must outlive this value and all values read from it.
    JsonValue within(const Scope& scope) const;
    // The names that expressions in this value may use: the parameters, rank and size.
    const Scope& scope() const;

    // Another value at the location of this one, such as the key of a member. `json` must outlive the result.
    JsonValue renamed(const Json& json) const {
        JsonValue other(json, location_);
        other.generated_ = generated_;
        other.scope_ = scope_;
        return other;
    }

    // The location: "programs[0].calls[2].put.disp", or "the scenario" for the document itself.
    std::string location() const { return location_.empty() ? "the scenario" : location_; }
    bool is_generated() const { return generated_; }
    bool is_text() const;
    bool is_number() const;
    bool is_array() const;
    bool is_object() const;
    std::string quoted() const;  // the value as JSON text, truncated if it is long

    bool boolean() const;
    std::int64_t integer(IntegerBounds bounds = any_integer) const;
    double number(Bounds<double> bounds) const;
    std::string text(std::size_t max_length, std::size_t min_length = 0) const;  // the lengths are in characters
    std::vector<JsonValue> items(std::size_t max, std::size_t min = 0) const;
    // A member, or nullopt if the object has no such member. Other members are not checked.
    std::optional<JsonValue> find(std::string_view key) const;
    // A required member. Other members are not checked.
    JsonValue member(std::string_view key) const;
    // All members, in the order of the file.
    std::vector<std::pair<std::string, JsonValue>> members(std::size_t max, std::size_t min = 0) const;

    // The value in `choices` whose name is this string. `choices` are pairs of name and value.
    template <class Choices>
    auto one_of(const Choices& choices) const {
        std::vector<std::string_view> names;
        names.reserve(choices.size());
        for (const auto& [name, value] : choices) names.push_back(name);
        const std::string_view written = choice_among(names);
        auto at = choices.begin();
        while (at->first != written) ++at;
        return at->second;
    }

    [[noreturn]] void fail(const std::string& allowed) const { throw BadInput(location(), quoted(), allowed); }

private:
    friend class JsonObject;

    JsonValue child(const Json& json, const std::string& step) const;
    std::string_view choice_among(std::span<const std::string_view> names) const;
    std::int64_t value_of_parameters(const std::string& allowed) const;

    const Json* json_;
    std::string location_;
    const Scope* scope_ = nullptr;  // null if the scenario has no parameters
    bool generated_ = false;
};

// A JSON object with a fixed set of keys. Other keys are errors.
class JsonObject {
public:
    JsonObject(const JsonValue& value, std::initializer_list<std::string_view> keys)
        : JsonObject(value, std::span(keys.begin(), keys.size())) {}
    JsonObject(const JsonValue& value, std::span<const std::string_view> keys);
    // Does not check the keys. Use it for an object whose unknown keys are already stored as errors.
    explicit JsonObject(const JsonValue& value);

    const JsonValue& value() const { return value_; }
    std::string location() const { return value_.location(); }
    bool has(std::string_view key) const { return find(key).has_value(); }
    std::optional<JsonValue> find(std::string_view key) const { return value_.find(key); }
    JsonValue at(std::string_view key) const { return value_.member(key); }  // the member must be present

    // Reads a member into `result`. Leaves `result` unchanged if the key is not present.
    void read(std::string_view key, bool& result) const;
    void read(std::string_view key, double& result, Bounds<double> bounds) const;
    template <class Integer>
    void read(std::string_view key, Integer& result, IntegerBounds bounds) const {
        if (const auto member = find(key)) result = static_cast<Integer>(member->integer(bounds));
    }

private:
    JsonValue value_;
};

}  // namespace rmasim::sim
