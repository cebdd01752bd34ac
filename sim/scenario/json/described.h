// Descriptions of settings. Each struct of settings has one function template, `describe`, that names the struct's
// members. Reading, writing, the known keys, the numbers in the schema and the simplification of random programs all
// use this description:
//
//   void describe(auto& visit, Described<Config> auto& config) {
//       auto& [slots, pool, cleanup, in_order] = config;  // all members, or this does not compile
//       visit.number("slots", slots, IntegerBounds{1, 64});
//       visit.group("pool", pool);                        // a struct with its own description
//       visit.choice("cleanup", cleanup, cleanups);       // pairs of a name and a value
//       visit.flag("in_order", in_order);
//   }
//
// Error messages, reading and writing use the order of this function. Each call may have a Rule as its last argument.
// The rule refuses values that bounds cannot exclude.
#pragma once

#include "sim/scenario/json/json_reader.h"

#include <concepts>
#include <type_traits>
#include <variant>

namespace rmasim::sim {

// Requires that the argument of `describe` is a `Wanted`, const or not.
template <class T, class Wanted>
concept Described = std::same_as<std::remove_const_t<T>, Wanted>;

// A condition on a member in addition to its bounds. `allowed` is its text for error messages.
template <class T>
struct Rule {
    bool (*holds)(const T&) = nullptr;
    const char* allowed = "";
};

// One setting with its key, value and permitted values.
struct DescribedSetting {
    using Names = std::vector<std::string_view>;

    std::string_view key;
    std::variant<bool, std::int64_t, double, std::string_view, Names, std::vector<DescribedSetting>> value;
    // the permitted range, if the value is a number
    std::variant<std::monostate, IntegerBounds, Bounds<double>> bounds{};
    // the permitted names, if the value is a name or a list of names
    Names choices{};
};
using SettingList = std::vector<DescribedSetting>;

// The settings as a JSON object. Its members have the order of the list.
Json json_of(const SettingList& settings);

// A visitor for `describe` that collects the settings of a struct and their values.
class SettingCollector {
public:
    template <class Integer, class R = Rule<Integer>>
    void number(std::string_view key, const Integer& value, IntegerBounds bounds, R = {}) {
        settings_.push_back({key, static_cast<std::int64_t>(value), bounds, {}});
    }
    void number(std::string_view key, double value, Bounds<double> bounds) {
        settings_.push_back({key, value, bounds, {}});
    }
    void flag(std::string_view key, bool value) { settings_.push_back({key, value, {}, {}}); }
    template <class Value, class Choices>
    void choice(std::string_view key, const Value& value, const Choices& choices) {
        settings_.push_back({key, name_among(choices, value), {}, names_of(choices)});
    }
    template <class Value, class Choices>
    void choice_list(std::string_view key, const std::vector<Value>& values, const Choices& choices) {
        DescribedSetting::Names names;
        for (const Value& value : values) names.push_back(name_among(choices, value));
        settings_.push_back({key, std::move(names), {}, names_of(choices)});
    }
    template <class Group, class R = Rule<Group>>
    void group(std::string_view key, const Group& group, R = {}) {
        SettingCollector inner;
        describe(inner, group);
        settings_.push_back({key, std::move(inner.settings_), {}, {}});
    }

    SettingList take() && { return std::move(settings_); }

private:
    template <class Choices>
    static DescribedSetting::Names names_of(const Choices& choices) {
        DescribedSetting::Names names;
        for (const auto& [name, value] : choices) names.push_back(name);
        return names;
    }
    template <class Choices, class Value>
    static std::string_view name_among(const Choices& choices, const Value& value) {
        auto at = choices.begin();
        while (at->second != value) ++at;
        return at->first;
    }

    SettingList settings_;
};

template <class Config>
SettingList settings_of(const Config& config) {
    SettingCollector collector;
    describe(collector, config);
    return std::move(collector).take();
}

// A visitor for `describe` that reads settings from a JSON object. Settings that the object does not have keep their
// values. The visitor collects errors; `raise_any` raises them as one BadInput.
class SettingReader {
public:
    explicit SettingReader(const JsonObject& object) : object_(object) {}

    template <class Number, class Limit>
    void number(std::string_view key, Number& value, Bounds<Limit> bounds, Rule<Number> rule = {}) {
        complaints_.attempt([&] {
            object_.read(key, value, bounds);
            require(key, value, rule);
        });
    }
    void flag(std::string_view key, bool& value) {
        complaints_.attempt([&] { object_.read(key, value); });
    }
    template <class Value, class Choices>
    void choice(std::string_view key, Value& value, const Choices& choices) {
        complaints_.attempt([&] {
            if (const auto member = object_.find(key)) value = member->one_of(choices);
        });
    }
    template <class Value, class Choices>
    void choice_list(std::string_view key, std::vector<Value>& values, const Choices& choices) {
        const auto list = object_.find(key);
        if (!list) return;
        values.clear();
        complaints_.attempt([&] {
            for (const JsonValue& item : list->items(choices.size())) values.push_back(item.one_of(choices));
        });
    }
    template <class Group>
    void group(std::string_view key, Group& group, Rule<Group> rule = {});
    void raise_any() { complaints_.raise_any(); }

private:
    template <class T>
    void require(std::string_view key, const T& value, const Rule<T>& rule) const {
        if (rule.holds != nullptr && !rule.holds(value)) object_.at(key).fail(rule.allowed);
    }

    const JsonObject& object_;
    Complaints complaints_;
};

// Reads the settings of `config` from a JSON object. Raises BadInput. A key is an error if it is neither a setting nor
// listed in `others`. The caller reads the keys in `others`.
template <class Config>
void read_settings(const JsonValue& value, Config& config, std::initializer_list<std::string_view> others = {}) {
    std::vector<std::string_view> keys(others);
    for (const DescribedSetting& setting : settings_of(config)) keys.push_back(setting.key);
    Complaints complaints;
    const bool is_object = complaints.attempt([&] { (void)JsonObject(value); });
    if (!is_object) complaints.raise_any();
    complaints.attempt([&] { (void)JsonObject(value, keys); });
    const JsonObject object(value);
    complaints.attempt([&] {
        SettingReader reader(object);
        describe(reader, config);
        reader.raise_any();
    });
    complaints.raise_any();
}

template <class Group>
void SettingReader::group(std::string_view key, Group& group, Rule<Group> rule) {
    const auto member = object_.find(key);
    if (!member) return;
    complaints_.attempt([&] {
        read_settings(*member, group);
        require(key, group, rule);
    });
}

}  // namespace rmasim::sim
