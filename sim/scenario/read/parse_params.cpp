#include "sim/scenario/expression/expression_lexer.h"
#include "sim/scenario/json/json_reader.h"
#include "sim/scenario/model/limits.h"
#include "sim/scenario/program/names.h"
#include "sim/scenario/read/parse_parts.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <set>
#include <utility>

namespace rmasim::sim {

namespace {

// The parameters that the expression of the parameter `name` uses.
std::vector<std::string> params_in(const JsonValue& params, const std::string& name) {
    const auto expression = params.find(name);
    std::vector<std::string> found;
    if (!expression || !expression->is_text()) return found;
    const std::string text = expression->text(max_expression_length);
    try {
        ExpressionLexer lexer(text);
        for (Token token = lexer.next(); token.kind != Token::Kind::end; token = lexer.next()) {
            const std::string word(token.text);
            if (token.kind == Token::Kind::name && params.find(word)) found.push_back(word);
        }
    } catch (const ExpressionError&) {
        // The expression is not valid. Its compilation reports the error.
        return {};
    }
    return found;
}

// A cycle of parameters. Example: "a, b, a" means that a uses b, and that b uses a. Empty if `name` is in no cycle.
std::string cycle_of(const JsonValue& params, const std::string& name) {
    std::vector<std::vector<std::string>> ways{{name}};
    std::set<std::string> seen;
    for (std::size_t next = 0; next < ways.size(); ++next) {
        const std::vector<std::string> way = ways[next];
        for (const std::string& needed : params_in(params, way.back())) {
            if (needed == name) return fmt::format("{}, {}", fmt::join(way, ", "), name);
            if (!seen.insert(needed).second) continue;
            ways.push_back(way);
            ways.back().push_back(needed);
        }
    }
    return {};
}

// Raises BadInput for a parameter whose expression uses the parameter itself or a later parameter.
void check_order(const JsonValue& params, const std::string& name, const JsonValue& value, const Scope& known) {
    for (const std::string& needed : params_in(params, name)) {
        if (known.find(needed) != nullptr) continue;
        const std::string cycle = cycle_of(params, name);
        throw BadInput(value.location(), value.quoted(),
                       cycle.empty() ? fmt::format("earlier parameters, but \"{}\" is a later parameter", needed)
                                     : fmt::format("earlier parameters, but these parameters form a cycle: {}", cycle));
    }
}

}  // namespace

Scope parse_params(const JsonValue& scenario) {
    Scope known;
    const std::vector<VisibleName> others = std::exchange(known.names, {});
    if (const auto params = scenario.find("params")) {
        Complaints complaints;
        for (const auto& [name, value] : params->members(limits::max_params)) {
            complaints.attempt([&, &name = name, &value = value] {
                check_free_name(name, value);
                check_name(name, value);
                check_order(*params, name, value, known);
                known.names.push_back({name, 0, 0, value.within(known).integer()});
            });
        }
        complaints.raise_any();
    }
    known.names.insert(known.names.end(), others.begin(), others.end());
    return known;
}

}  // namespace rmasim::sim
