// The reader of `operators`.
#include "sim/scenario/model/limits.h"
#include "sim/scenario/model/vocabulary.h"
#include "sim/scenario/read/parse_parts.h"

#include <fmt/format.h>

#include <algorithm>

namespace rmasim::sim {

namespace {

constexpr std::string_view allowed = "an expression in a, of lower ranks, and b, of higher ranks";

Expression read_value(const JsonValue& value, const Scope& scope) {
    try {
        Expression expression = Expression::compile(value.text(max_expression_length, 1), scope);
        if (expression.uses_random()) throw ExpressionError("random() is not allowed here");
        return expression;
    } catch (const ExpressionError& error) {
        throw BadInput(value.location(), fmt::format("{} ({})", value.quoted(), error.what()), std::string(allowed));
    }
}

ReductionOperator read_operator(const std::string& name, const JsonValue& value, const Scope& scope) {
    const auto ops = fetching_ops();
    if (!is_identifier(name) || std::ranges::any_of(ops, [&](const auto& op) { return op.first == name; })) {
        throw BadInput(value.location(), '"' + name + '"',
                       "the name of an operator: letters, digits and underscores, and none of MPI's operators");
    }
    const JsonObject object(value, {"value", "commutative"});
    ReductionOperator made{.name = name, .value = read_value(object.at("value"), scope)};
    object.read("commutative", made.commutative);
    return made;
}

}  // namespace

std::vector<ReductionOperator> parse_operators(const JsonValue& value, const Scope& params) {
    Scope scope;
    scope.names.clear();
    for (const VisibleName& name : params.names) {
        if (name.constant) scope.names.push_back(name);
    }
    for (Slot slot = 0; slot < ReductionOperator::operands.size(); ++slot) {
        scope.names.push_back({std::string(ReductionOperator::operands[slot]), slot});
    }
    std::vector<ReductionOperator> operators;
    Complaints complaints;
    for (const auto& [name, member] : value.members(limits::max_operators, 1)) {
        complaints.attempt(
            [&, &name = name, &member = member] { operators.push_back(read_operator(name, member, scope)); });
    }
    complaints.raise_any();
    return operators;
}

}  // namespace rmasim::sim
