// The variables of a program while it is compiled: visible names and their slots.
#pragma once

#include "sim/scenario/expression/expression.h"
#include "sim/scenario/json/json_reader.h"
#include "sim/scenario/model/program.h"

#include <algorithm>
#include <utility>

namespace rmasim::sim {

// Refuses, at `value`, what is no name: of a variable, a window, a buffer or a parameter.
void check_name(const std::string& name, const JsonValue& value);
// Refuses names of the language.
void check_free_name(const std::string& name, const JsonValue& value);

class Names {
public:
    // The scope of names declared while a Block exists. Their slots are not reused, because a GET into one may still be
    // in flight.
    class Block {
    public:
        explicit Block(Names& names) : names_(names), visible_(names.scope_.names.size()) {}
        ~Block() { names_.scope_.names.resize(visible_); }
        Block(const Block&) = delete;
        Block& operator=(const Block&) = delete;

    private:
        Names& names_;
        std::size_t visible_;
    };

    // `scope`: parameters, rank and size.
    explicit Names(Scope scope) : scope_(std::move(scope)), next_slot_(scope_.first_free_slot()) {
        scope_.names.push_back({"thread", thread_slot});
    }

    const Scope& scope() const { return scope_; }
    std::size_t slots() const { return next_slot_; }

    // The slot of a visible variable, or of a new one. Refuses, at `value`, loop variables, names of the language, and
    // names that start with an underscore unless `value` is generated.
    Slot assigned(const std::string& name, const JsonValue& value);
    // A visible array, or a new one of `length` variables. Refuses what `assigned` refuses, and another length.
    Slot array(const std::string& name, Slot length, const JsonValue& value);
    bool is_loop(Slot slot) const { return std::find(loops_.begin(), loops_.end(), slot) != loops_.end(); }
    // All that were ever visible, in the order of their slots.
    const std::vector<NamedSlots>& all() const { return all_; }
    // A new loop variable, which hides variables of the same name; the slot after it holds its limit.
    Slot loop(const JsonValue* name, const JsonValue& repeat);

private:
    Slot reserve(std::size_t count, const JsonValue& value);
    void declare(const std::string& name, Slot slot, Slot length = 0);

    Scope scope_;
    std::size_t next_slot_;
    std::vector<Slot> loops_;
    std::vector<NamedSlots> all_;
};

}  // namespace rmasim::sim
