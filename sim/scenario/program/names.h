// The variables of a program during its compilation: the visible names and their slots.
#pragma once

#include "sim/scenario/expression/expression.h"
#include "sim/scenario/json/json_reader.h"
#include "sim/scenario/model/program.h"

#include <algorithm>
#include <utility>

namespace rmasim::sim {

// Raises BadInput at `value` if `name` is not a valid name of a variable, window, buffer, communicator or parameter.
void check_name(const std::string& name, const JsonValue& value);
// Raises BadInput at `value` if `name` is reserved in expressions (is_reserved).
void check_free_name(const std::string& name, const JsonValue& value);

// The names of a program.
class Names {
public:
    // A scope. The names that are declared during the lifetime of a Block disappear with the Block. Their slots are not
    // reused, because the data of a GET into such a variable may still be in flight.
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

    // `scope` has the parameters, rank and size.
    explicit Names(Scope scope) : scope_(std::move(scope)), next_slot_(scope_.first_free_slot()) {
        scope_.names.push_back({"thread", thread_slot});
    }

    const Scope& scope() const { return scope_; }
    std::size_t slots() const { return next_slot_; }

    // The slot of a visible variable, or of a new variable. Raises BadInput at `value` for parameters, loop variables,
    // arrays and reserved names. A name that starts with an underscore is also an error, unless `value` is from the
    // expansion of a `generate` call.
    Slot assigned(const std::string& name, const JsonValue& value);
    // The first slot of a visible array, or of a new array of `length` variables. Raises BadInput at `value` if the
    // name is an array of another length, a plain variable, a parameter, or a name that `assigned` refuses.
    Slot array(const std::string& name, Slot length, const JsonValue& value);
    bool is_loop(Slot slot) const { return std::find(loops_.begin(), loops_.end(), slot) != loops_.end(); }
    // All names that were ever visible, in the order of their slots.
    const std::vector<NamedSlots>& all() const { return all_; }
    // Declares a loop variable, and returns its slot. The variable hides variables of the same name. The next slot
    // holds the limit of the loop. `name` is null for a loop without `as`.
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
