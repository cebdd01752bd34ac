// Reads JSON values together with their place: every error says where it is, what was found and what is allowed.
//
// All readers raise BadInput. Where the scenario has parameters (`within`), a number may also be a text, an expression
// over them. An integer may be written 8, 8.0 or 8e0, which JSON Schema treats as the same number.
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

// Both ends are included.
template <class Number>
struct Bounds {
    Number least;
    Number most;
};
using IntegerBounds = Bounds<std::int64_t>;
inline constexpr IntegerBounds any_integer{INT64_MIN, INT64_MAX};

// A value and its place. The document must outlive it.
class JsonValue {
public:
    JsonValue(const Json& json, std::string place) : json_(&json), place_(std::move(place)) {}
    // A document that was generated from this value: all errors inside are reported at this place.
    JsonValue generated(const Json& json) const;
    // The same value in a scenario with parameters: a number in it and in its parts may be an expression over them.
    // `scope` has the parameters, then rank and size, and must outlive all these values.
    JsonValue within(const Scope& scope) const;
    // The names that expressions in this value may use: parameters, rank and size.
    const Scope& scope() const;

    // Another value at this place, such as the key of a member. `json` must outlive it.
    JsonValue renamed(const Json& json) const {
        JsonValue other(json, place_);
        other.generated_ = generated_;
        other.scope_ = scope_;
        return other;
    }

    // "programs[0].calls[2].put.disp"; "the scenario" for the document itself.
    std::string place() const { return place_.empty() ? "the scenario" : place_; }
    bool is_generated() const { return generated_; }
    bool is_text() const;
    bool is_number() const;
    bool is_array() const;
    std::string quoted() const;  // as JSON, truncated if long

    bool boolean() const;
    std::int64_t integer(IntegerBounds bounds = any_integer) const;
    double number(Bounds<double> bounds) const;
    std::string text(std::size_t longest, std::size_t shortest = 0) const;  // lengths in characters
    std::vector<JsonValue> items(std::size_t most, std::size_t least = 0) const;
    // A member, if it is there; other members are not checked.
    std::optional<JsonValue> find(std::string_view key) const;
    // A required member; other members are not checked.
    JsonValue member(std::string_view key) const;
    // All members, in the order of the file.
    std::vector<std::pair<std::string, JsonValue>> members(std::size_t most, std::size_t least = 0) const;

    // The value in `choices`, pairs of name and value, that this text names.
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

    [[noreturn]] void fail(const std::string& allowed) const { throw BadInput(place(), quoted(), allowed); }

private:
    friend class JsonObject;

    JsonValue child(const Json& json, const std::string& step) const;
    std::string_view choice_among(std::span<const std::string_view> names) const;
    std::int64_t value_of_parameters(const std::string& allowed) const;

    const Json* json_;
    std::string place_;
    const Scope* scope_ = nullptr;  // null: there are no parameters
    bool generated_ = false;
};

// An object with a known set of keys; other keys are refused.
class JsonObject {
public:
    JsonObject(const JsonValue& value, std::initializer_list<std::string_view> keys)
        : JsonObject(value, std::span(keys.begin(), keys.size())) {}
    JsonObject(const JsonValue& value, std::span<const std::string_view> keys);
    // The object again, whose keys have been checked: unknown ones are an error that has been kept for later.
    explicit JsonObject(const JsonValue& value);

    const JsonValue& value() const { return value_; }
    std::string place() const { return value_.place(); }
    bool has(std::string_view key) const { return find(key).has_value(); }
    std::optional<JsonValue> find(std::string_view key) const { return value_.find(key); }
    JsonValue at(std::string_view key) const { return value_.member(key); }  // must be present

    // These leave `result` unchanged if the key is not present.
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
