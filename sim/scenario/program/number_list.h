// Readers of lists of numbers and of names: requests, handles, ranks.
#pragma once

#include "sim/scenario/program/compiler.h"

namespace rmasim::sim {

// Appends one number to a list: an integer or an expression. If it is a variable, its name is stored, too.
void add_number(Compiler& compiler, const JsonValue& value, IntegerList& list);
// Appends an element of an array.
void add_element(const VisibleName& array, Slot index, IntegerList& list);
// A list of numbers. The name of an array, such as "r", stands for all its elements.
IntegerList numbers_in(Compiler& compiler, const JsonValue& value);
// True if the text is the name of an array.
bool is_array(Compiler& compiler, const JsonValue& text);
// Returns the value of the expression if the value is known before the run. Otherwise returns `otherwise`.
std::int64_t constant_or(const Expression& expression, std::int64_t otherwise);

}  // namespace rmasim::sim
