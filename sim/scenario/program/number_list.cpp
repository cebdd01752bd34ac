#include "sim/scenario/program/number_list.h"

#include "sim/scenario/model/limits.h"

namespace rmasim::sim {

void add_number(Compiler& compiler, const JsonValue& value, IntegerList& list) {
    list.names.push_back(compiler.known_name(value));
    list.expressions.push_back(compiler.expression(value));
}

void add_element(const VisibleName& array, Slot index, IntegerList& list) {
    const Expression which(std::int64_t{index});
    list.names.push_back(WrittenName{.variable = array.slot, .element = {array.length, which}});
    const std::string text = array.name + '[' + std::to_string(index) + ']';
    list.expressions.push_back(Expression::compile(text, Scope{{array}}));
}

IntegerList numbers_in(Compiler& compiler, const JsonValue& value) {
    IntegerList list;
    if (value.is_text()) {
        const VisibleName array = compiler.array_named(value);
        list.whole_array = array.slot;
        for (Slot index = 0; index < array.length; ++index) add_element(array, index, list);
    } else {
        for (const JsonValue& item : value.items(limits::max_requests, 1)) add_number(compiler, item, list);
    }
    return list;
}

bool is_array(Compiler& compiler, const JsonValue& text) {
    const VisibleName* const known = compiler.names().scope().find(text.text(max_expression_length, 1));
    return known != nullptr && known->length > 0;
}

std::int64_t constant_or(const Expression& expression, std::int64_t otherwise) {
    Random unused(0, 0);
    return expression.is_constant() ? expression.evaluate({}, unused) : otherwise;
}

}  // namespace rmasim::sim
