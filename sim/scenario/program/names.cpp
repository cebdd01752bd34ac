#include "sim/scenario/program/names.h"

#include "sim/scenario/model/limits.h"

#include <algorithm>

namespace rmasim::sim {

void check_name(const std::string& name, const JsonValue& value) {
    if (is_identifier(name) && name.size() <= limits::max_identifier_length) return;
    throw BadInput(value.location(), "the name \"" + name + "\"",
                   "a letter, then letters, digits and underscores, at most 64 in total");
}

void check_free_name(const std::string& name, const JsonValue& value) {
    if (!is_reserved(name)) return;
    throw BadInput(value.location(), "the name \"" + name + "\"", "a name that is not reserved in expressions");
}

namespace {

void check_variable(const std::string& name, const JsonValue& value) {
    if (value.is_generated()) return;
    check_free_name(name, value);
    check_name(name, value);
}

}  // namespace

Slot Names::reserve(std::size_t count, const JsonValue& value) {
    if (next_slot_ + count > limits::max_variables) {
        throw BadInput(value.location(), "too many variables",
                       "at most " + std::to_string(limits::max_variables) + " variables in a program");
    }
    const auto slot = static_cast<Slot>(next_slot_);
    next_slot_ += count;
    return slot;
}

void Names::declare(const std::string& name, Slot slot, Slot length) {
    scope_.names.push_back({name, slot, length});
    all_.push_back({name, slot, length});
}

Slot Names::assigned(const std::string& name, const JsonValue& value) {
    check_variable(name, value);
    const VisibleName* const known = scope_.find(name);
    if (known == nullptr) {
        const Slot slot = reserve(1, value);
        declare(name, slot);
        return slot;
    }
    if (known->constant) {
        throw BadInput(value.location(), "an assignment to the parameter \"" + name + "\"", "another name");
    }
    if (is_loop(known->slot)) {
        throw BadInput(value.location(), "an assignment to the loop variable \"" + name + "\"", "another name");
    }
    if (known->length > 0) {
        throw BadInput(value.location(), "the array \"" + name + "\"", "an element of it, such as \"" + name + "[0]\"");
    }
    return known->slot;
}

Slot Names::array(const std::string& name, Slot length, const JsonValue& value) {
    check_variable(name, value);
    const VisibleName* const known = scope_.find(name);
    if (known == nullptr) {
        const Slot slot = reserve(length, value);
        declare(name, slot, length);
        return slot;
    }
    if (known->length != length || known->constant) {
        throw BadInput(value.location(), "the name \"" + name + "\"", "a name that is not in use here");
    }
    return known->slot;
}

Slot Names::loop(const JsonValue* name, const JsonValue& repeat) {
    const Slot slot = reserve(2, repeat);
    loops_.push_back(slot);
    if (name != nullptr) {
        const std::string text = name->text(limits::max_identifier_length, 1);
        check_variable(text, *name);
        declare(text, slot);
    }
    return slot;
}

}  // namespace rmasim::sim
