#include "sim/scenario/expression/expression_lexer.h"

#include "sim/scenario/expression/expression.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace rmasim::sim {

namespace {

// Character classes of ASCII. They do not depend on the locale.
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_word(char c) { return is_digit(c) || is_letter(c) || c == '_'; }
bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

}  // namespace

bool is_identifier(std::string_view name) {
    return !name.empty() && is_letter(name.front()) && std::all_of(name.begin(), name.end(), is_word);
}

std::string expression_complaint(const Token& found, const std::string& expected) {
    const std::string what = found.kind == Token::Kind::end ? "the end" : "'" + std::string(found.text) + "'";
    return "column " + std::to_string(found.column) + ": expected " + expected + ", found " + what;
}

void expression_error(const Token& found, const std::string& expected) {
    throw ExpressionError(expression_complaint(found, expected));
}

Token ExpressionLexer::next() {
    while (at_ < text_.size() && is_space(text_[at_])) ++at_;
    Token token;
    token.column = at_ + 1;
    if (at_ == text_.size()) return token;
    const std::size_t start = at_;
    if (is_word(text_[at_])) {
        while (at_ < text_.size() && is_word(text_[at_])) ++at_;
        if (is_letter(text_[start])) at_ += member_length();
        token.kind = is_digit(text_[start]) ? Token::Kind::number : Token::Kind::name;
    } else {
        at_ += symbol_length();
        token.kind = Token::Kind::symbol;
    }
    token.text = text_.substr(start, at_ - start);
    return token.kind == Token::Kind::number ? number(token) : token;
}

Token ExpressionLexer::number(Token token) const {
    const bool hexadecimal = token.text.starts_with("0x") || token.text.starts_with("0X");
    const std::string_view digits = hexadecimal ? token.text.substr(2) : token.text;
    const char* end = digits.data() + digits.size();
    const auto [stop, error] = std::from_chars(digits.data(), end, token.number, hexadecimal ? 16 : 10);
    if (error == std::errc::result_out_of_range) expression_error(token, "a number below 2^63");
    if (error != std::errc{} || stop != end) expression_error(token, "a decimal number or one like 0x1f");
    return token;
}

// The length of ".rank" behind a name. The suffix then belongs to the name. 0 if no such suffix follows.
std::size_t ExpressionLexer::member_length() const {
    if (at_ + 1 >= text_.size() || text_[at_] != '.' || !is_letter(text_[at_ + 1])) return 0;
    std::size_t length = 1;
    while (at_ + length < text_.size() && is_word(text_[at_ + length])) ++length;
    return length;
}

std::size_t ExpressionLexer::symbol_length() const {
    constexpr std::array<std::string_view, 8> pairs{"||", "&&", "==", "!=", "<=", ">=", "<<", ">>"};
    const std::string_view rest = text_.substr(at_);
    for (const std::string_view pair : pairs) {
        if (rest.starts_with(pair)) return pair.size();
    }
    // An error message quotes all bytes of a multi-byte character.
    std::size_t length = 1;
    while (length < rest.size() && (static_cast<unsigned char>(rest[length]) & 0xC0) == 0x80) ++length;
    return length;
}

}  // namespace rmasim::sim
