#include "sim/input/program/names.h"

#include "sim/input/model/limits.h"

#include <algorithm>

namespace rmasim::sim {

namespace {

void check_name(const std::string& name, const JsonValue& value) {
    if (value.is_generated()) return;
    if (is_reserved(name)) {
        throw BadInput(value.place(), "the name \"" + name + "\"", "a name that means nothing else in expressions");
    }
    if (!is_identifier(name) || name.size() > limits::longest_identifier) {
        throw BadInput(value.place(), "the name \"" + name + "\"",
                       "a letter, then letters, digits and underscores, 64 in all at most");
    }
}

}  // namespace

Slot Names::reserve(std::size_t count, const JsonValue& value) {
    if (next_slot_ + count > limits::most_variables) {
        throw BadInput(value.place(), "one variable more",
                       "at most " + std::to_string(limits::most_variables) + " variables in a program");
    }
    const auto slot = static_cast<Slot>(next_slot_);
    next_slot_ += count;
    return slot;
}

Slot Names::assigned(const std::string& name, const JsonValue& value) {
    check_name(name, value);
    const auto known = std::find_if(scope_.names.rbegin(), scope_.names.rend(),
                                    [&](const auto& visible) { return visible.first == name; });
    if (known == scope_.names.rend()) {
        const Slot slot = reserve(1, value);
        scope_.names.emplace_back(name, slot);
        return slot;
    }
    if (std::find(loops_.begin(), loops_.end(), known->second) != loops_.end()) {
        throw BadInput(value.place(), "an assignment to the loop variable \"" + name + "\"", "another name");
    }
    return known->second;
}

Slot Names::loop(const JsonValue* name, const JsonValue& repeat) {
    const Slot slot = reserve(2, repeat);
    loops_.push_back(slot);
    if (name != nullptr) {
        const std::string text = name->text(limits::longest_identifier, 1);
        check_name(text, *name);
        scope_.names.emplace_back(text, slot);
    }
    return slot;
}

}  // namespace rmasim::sim
