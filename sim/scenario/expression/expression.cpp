#include "sim/scenario/expression/expression.h"

#include "sim/scenario/expression/expression_parser.h"

namespace rmasim::sim {

Expression Expression::compile(std::string_view text, const Scope& scope) {
    if (text.size() > max_expression_length) {
        throw ExpressionError("expected at most " + std::to_string(max_expression_length) + " characters, found " +
                              std::to_string(text.size()));
    }
    return ExpressionParser(text, scope).parse();
}

}  // namespace rmasim::sim
