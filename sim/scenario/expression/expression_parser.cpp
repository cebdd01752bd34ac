#include "sim/scenario/expression/expression_parser.h"

#include <algorithm>
#include <array>

namespace rmasim::sim {

namespace {

struct Binary {
    std::string_view symbol;
    int tightness;
    ExpressionOp op;
};

// The binary operators. The table has && and || only for their precedence: the tree represents them as choices.
constexpr std::array<Binary, 18> binaries{{
    {"||", 1, ExpressionOp::choose},
    {"&&", 2, ExpressionOp::choose},
    {"==", 3, ExpressionOp::equal},
    {"!=", 3, ExpressionOp::unequal},
    {"<", 4, ExpressionOp::less},
    {"<=", 4, ExpressionOp::less_equal},
    {">", 4, ExpressionOp::greater},
    {">=", 4, ExpressionOp::greater_equal},
    {"|", 5, ExpressionOp::bit_or},
    {"^", 6, ExpressionOp::bit_xor},
    {"&", 7, ExpressionOp::bit_and},
    {"<<", 8, ExpressionOp::shift_left},
    {">>", 8, ExpressionOp::shift_right},
    {"+", 9, ExpressionOp::add},
    {"-", 9, ExpressionOp::subtract},
    {"*", 10, ExpressionOp::multiply},
    {"/", 10, ExpressionOp::divide},
    {"%", 10, ExpressionOp::modulo},
}};

struct Function {
    std::string_view name;
    ExpressionOp op;
};

constexpr std::array<Function, 5> functions{{
    {"min", ExpressionOp::minimum},
    {"max", ExpressionOp::maximum},
    {"pow", ExpressionOp::power},
    {"abs", ExpressionOp::absolute},
    {"random", ExpressionOp::random},
}};

const Binary* find_binary(const Token& token) {
    if (token.kind != Token::Kind::symbol) return nullptr;
    const auto* found = std::find_if(binaries.begin(), binaries.end(),
                                     [&](const Binary& binary) { return binary.symbol == token.text; });
    return found == binaries.end() ? nullptr : found;
}

const Function* find_function(std::string_view name) {
    const auto* found = std::find_if(functions.begin(), functions.end(),
                                     [&](const Function& function) { return function.name == name; });
    return found == functions.end() ? nullptr : found;
}

std::string names_of(const Scope& scope) {
    std::string list;
    for (const VisibleName& known : scope.names) {
        list += (list.empty() ? "" : ", ") + known.name + (known.length > 0 ? "[]" : "");
    }
    return list;
}

}  // namespace

bool is_reserved(std::string_view name) {
    return name == "rank" || name == "size" || name == "thread" || find_function(name) != nullptr;
}

Expression ExpressionParser::parse() {
    const Node root = choice();
    if (token_.kind != Token::Kind::end) expression_error(token_, "an operator or the end");
    return tree_.finish(root);
}

ExpressionParser::Node ExpressionParser::choice() {
    enter();
    Node result = binary(1);
    if (token_.is("?")) {
        advance();
        const Node yes = choice();
        expect(":");
        result = tree_.choose(result, yes, choice());
    }
    leave();
    return result;
}

ExpressionParser::Node ExpressionParser::binary(int loosest) {
    Node left = unary();
    for (const Binary* next = find_binary(token_); next != nullptr && next->tightness >= loosest;
         next = find_binary(token_)) {
        if (token_.is("^")) refuse_power();
        advance();
        const Node right = binary(next->tightness + 1);
        if (next->symbol == "&&") {
            left = tree_.logical_and(left, right);
        } else if (next->symbol == "||") {
            left = tree_.logical_or(left, right);
        } else {
            left = tree_.binary(next->op, left, right);
        }
    }
    return left;
}

// Refuses "2^10", which is 8 in C and 1,024 in text books. The message names an unambiguous form for each meaning.
void ExpressionParser::refuse_power() const {
    if (!before_.is_decimal()) return;
    const std::string base(before_.text);
    const std::string shift = base == "2" ? "1 << n or " : "";
    throw ExpressionError("column " + std::to_string(before_.column) + ": '" + base +
                          "^...' is exclusive or, not a power: write a power as " + shift + "pow(" + base +
                          ", n), and exclusive or with the number on the right or in parentheses: (" + base + ") ^ n");
}

ExpressionParser::Node ExpressionParser::unary() {
    constexpr std::array<std::pair<std::string_view, ExpressionOp>, 3> signs{
        {{"-", ExpressionOp::negate}, {"!", ExpressionOp::logical_not}, {"~", ExpressionOp::complement}}};
    for (const auto& [symbol, op] : signs) {
        if (!token_.is(symbol)) continue;
        enter();
        advance();
        const Node result = tree_.unary(op, unary());
        leave();
        return result;
    }
    return primary();
}

ExpressionParser::Node ExpressionParser::primary() {
    if (token_.kind == Token::Kind::number) return tree_.constant(advance().number);
    if (token_.kind == Token::Kind::name) {
        const Token name = advance();
        return token_.is("(") ? call(name) : variable(name);
    }
    if (!token_.is("(")) expression_error(token_, "a number, a name or '('");
    advance();
    const Node inner = choice();
    expect(")");
    return inner;
}

ExpressionParser::Node ExpressionParser::call(const Token& name) {
    const Function* function = find_function(name.text);
    if (function == nullptr) expression_error(name, "one of the functions min, max, pow, abs, random");
    expect("(");
    const Node first = choice();
    if (has_one_operand(function->op)) {
        expect(")");
        return tree_.unary(function->op, first);
    }
    expect(",");
    const Node second = choice();
    expect(")");
    return tree_.binary(function->op, first, second);
}

ExpressionParser::Node ExpressionParser::variable(const Token& name) {
    const VisibleName* const found = scope_.find(name.text);
    if (found == nullptr) throw UnknownName(expression_complaint(name, "one of the names " + names_of(scope_)));
    if (found->constant) return tree_.constant(*found->constant);
    if (found->length == 0) {
        const Node variable = tree_.variable(found->slot);
        return found->absence_text == nullptr ? variable : tree_.present(variable, *found->absence_text);
    }
    const VisibleName array = *found;
    expect("[");
    const Node index = choice();
    expect("]");
    return tree_.element(array, index);
}

// Consumes the current token and returns it.
Token ExpressionParser::advance() {
    before_ = token_;
    token_ = lexer_.next();
    return before_;
}

void ExpressionParser::expect(std::string_view symbol) {
    if (!token_.is(symbol)) expression_error(token_, "'" + std::string(symbol) + "'");
    advance();
}

void ExpressionParser::enter() {
    if (++nesting_ > max_expression_depth) {
        expression_error(token_, "at most " + std::to_string(max_expression_depth) + " levels of nesting");
    }
}

}  // namespace rmasim::sim
