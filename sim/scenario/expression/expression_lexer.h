// The lexer of expressions: it splits a text into tokens.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace rmasim::sim {

struct Token {
    enum class Kind : std::uint8_t { number, name, symbol, end };

    Kind kind = Kind::end;
    std::string_view text;  // the text of the token as written; empty at the end of the input
    std::int64_t number = 0;
    std::size_t column = 1;  // the column of the first character, from 1

    bool is_decimal() const { return kind == Kind::number && !text.starts_with("0x") && !text.starts_with("0X"); }
    bool is(std::string_view symbol) const { return kind == Kind::symbol && text == symbol; }
};

class ExpressionLexer {
public:
    explicit ExpressionLexer(std::string_view text) : text_(text) {}
    // The next token. Raises ExpressionError for a number of 2^63 or more, and for a number that contains letters. An
    // unknown character becomes a symbol, which the parser refuses.
    Token next();

private:
    Token number(Token token) const;
    std::size_t member_length() const;
    std::size_t symbol_length() const;

    std::string_view text_;
    std::size_t at_ = 0;
};

// The text of a syntax error: "column 5: expected ..., found '...'".
std::string expression_complaint(const Token& found, const std::string& expected);
[[noreturn]] void expression_error(const Token& found, const std::string& expected);

}  // namespace rmasim::sim
