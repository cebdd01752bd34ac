// The parser of expressions. It builds a tree by precedence climbing, with a table of the binary operators. It bounds
// the nesting, because hostile input could otherwise exhaust the stack.
#pragma once

#include "sim/scenario/expression/expression_lexer.h"
#include "sim/scenario/expression/expression_tree.h"

namespace rmasim::sim {

class ExpressionParser {
public:
    ExpressionParser(std::string_view text, const Scope& scope) : lexer_(text), scope_(scope) { advance(); }
    Expression parse();

private:
    using Node = ExpressionTree::Node;

    Node choice();
    Node binary(int loosest);
    Node unary();
    Node primary();
    Node call(const Token& name);
    Node variable(const Token& name);

    Token advance();
    void refuse_power() const;
    void expect(std::string_view symbol);
    void enter();
    void leave() { --nesting_; }

    ExpressionLexer lexer_;
    const Scope& scope_;
    ExpressionTree tree_;
    Token before_;  // the last token that the parser has consumed
    Token token_;   // the next token
    int nesting_ = 0;
};

}  // namespace rmasim::sim
