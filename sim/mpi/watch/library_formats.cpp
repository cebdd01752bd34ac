// The part of LibraryCall for printf, scanf and their variants. The format of a call tells which of its arguments are
// pointers.
#include "sim/mpi/watch/library_call.h"

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <cstring>
#include <cwchar>
#include <string_view>
#include <vector>

namespace rmasim::sim {

namespace {

// The elements of a va_list (System V ABI for x86-64, 3.5.7).
struct ArgumentList {
    unsigned integer_offset;  // of the next integer argument in the saved registers
    unsigned vector_offset;
    void* on_stack;
    void* registers;
};
static_assert(sizeof(ArgumentList) == sizeof(std::va_list));
constexpr unsigned bytes_of_register = 8, integer_registers = 6;

enum class Length : std::uint8_t { none, hh, h, l, ll, big, j, z, t };

// Reads the length modifier of a conversion, and moves `at` behind it.
Length length_at(const char*& at) {
    constexpr std::string_view single = "Lqjzt";
    constexpr Length lengths[] = {Length::big, Length::ll, Length::j, Length::z, Length::t};
    if (*at == 'h' || *at == 'l') {
        const bool twice = at[1] == at[0];
        const Length once = *at == 'h' ? Length::h : Length::l, both = *at == 'h' ? Length::hh : Length::ll;
        at += twice ? 2 : 1;
        return twice ? both : once;
    }
    const std::size_t found = *at == 0 ? std::string_view::npos : single.find(*at);
    if (found == std::string_view::npos) return Length::none;
    ++at;
    return lengths[found];
}

std::uint64_t bytes_of_integer(Length length) {
    switch (length) {
        case Length::hh: return sizeof(char);
        case Length::h: return sizeof(short);
        case Length::none: return sizeof(int);
        default: return sizeof(long);
    }
}

std::uint64_t bytes_of_real(Length length) {
    if (length == Length::big) return sizeof(long double);
    return length == Length::none ? sizeof(float) : sizeof(double);
}

constexpr std::string_view flags = "-+ #0'I";
constexpr std::size_t unset = SIZE_MAX;  // no argument, or no limit

bool is_digit(char character) { return std::isdigit(static_cast<unsigned char>(character)) != 0; }

// Reads the digits at `at`, and moves `at` behind them.
std::size_t number_at(const char*& at) {
    std::size_t value = 0;
    for (; is_digit(*at); ++at) value = 10 * value + static_cast<std::size_t>(*at - '0');
    return value;
}

// The kinds of arguments that a va_list passes in different registers.
enum class Passed : std::uint8_t { integer, real, long_real };

// The arguments of a format. Formats number either all of their arguments ("%2$s"), or none.
class ArgumentsOfFormat {
public:
    // Reads "2$" at `at`, and moves `at` behind it. Returns the position of the argument, or `unset`.
    static std::size_t position_at(const char*& at) {
        const char* behind = at;
        const std::size_t number = number_at(behind);
        if (*behind != '$' || number == 0 || number > max_arguments) return unset;
        at = behind + 1;
        return number - 1;
    }
    // Adds an argument. `position` is `unset` if the format does not number it. Returns the position.
    std::size_t add(std::size_t position, Passed passed) {
        if (position == unset) position = next_++;
        if (passed_.size() <= position) passed_.resize(position + 1, Passed::integer);
        passed_[position] = passed;
        return position;
    }
    // Reads all arguments. The values of real numbers are not needed.
    std::vector<std::uint64_t> values(std::va_list& list) const {
        std::vector<std::uint64_t> values;
        for (const Passed one : passed_) {
            if (one == Passed::real) (void)va_arg(list, double);
            else if (one == Passed::long_real) (void)va_arg(list, long double);
            values.push_back(one == Passed::integer ? va_arg(list, std::uint64_t) : 0);
        }
        return values;
    }

private:
    static constexpr std::size_t max_arguments = 4096;  // NL_ARGMAX of glibc
    std::vector<Passed> passed_;
    std::size_t next_ = 0;
};

// A conversion of a format with the position of its value; `unset` if it has no value.
struct Conversion {
    char letter = 0;
    Length length = Length::none;
    std::size_t value = unset;
    std::size_t width = 0;                                  // scanf
    std::size_t precision = unset, precision_from = unset;  // printf: the number, or the position of the argument
    bool allocates = false;                                 // scanf: "%ms"
};

Passed passed_of(const Conversion& conversion) {
    const bool real = std::strchr("aAeEfFgG", conversion.letter) != nullptr;
    if (!real) return Passed::integer;
    return conversion.length == Length::big ? Passed::long_real : Passed::real;
}

// Reads a width or precision of printf, which is a number or a star. Returns the position of the star's argument, or
// `unset`.
std::size_t star_or_number_at(const char*& at, ArgumentsOfFormat& arguments, std::size_t& number) {
    if (*at != '*') {
        number = number_at(at);
        return unset;
    }
    ++at;
    return arguments.add(ArgumentsOfFormat::position_at(at), Passed::integer);
}

// Reads a conversion of printf, and moves `at` from the character behind its "%" to its end.
Conversion printed_at(const char*& at, ArgumentsOfFormat& arguments) {
    Conversion made;
    const std::size_t position = ArgumentsOfFormat::position_at(at);
    while (*at != 0 && flags.find(*at) != std::string_view::npos) ++at;
    star_or_number_at(at, arguments, made.width);
    if (*at == '.') made.precision_from = star_or_number_at(++at, arguments, made.precision);
    made.length = length_at(at);
    made.letter = *at;
    if (made.letter == 0) return made;
    ++at;
    if (made.letter != '%' && made.letter != 'm') made.value = arguments.add(position, passed_of(made));
    return made;
}

// Moves `at` behind the set of a conversion, which `at` follows: "[^]a-z]".
void skip_set(const char*& at) {
    if (*at == '^') ++at;
    if (*at == ']') ++at;
    while (*at != 0 && *at != ']') ++at;
    if (*at != 0) ++at;
}

// Reads a conversion of scanf, and moves `at` from the character behind its "%" to its end.
Conversion scanned_at(const char*& at, ArgumentsOfFormat& arguments) {
    Conversion made;
    const std::size_t position = ArgumentsOfFormat::position_at(at);
    const bool dropped = *at == '*';
    if (dropped) ++at;
    made.width = number_at(at);
    made.allocates = *at == 'm';
    if (made.allocates) ++at;
    made.length = length_at(at);
    made.letter = *at;
    if (made.letter == 0) return made;
    ++at;
    if (made.letter == '[') skip_set(at);
    if (!dropped && made.letter != '%') made.value = arguments.add(position, Passed::integer);
    return made;
}

// Reads all conversions of a format.
template <class Read>
std::vector<Conversion> conversions_of(const char* format, ArgumentsOfFormat& arguments, Read read) {
    std::vector<Conversion> conversions;
    for (const char* at = std::strchr(format, '%'); at != nullptr && at[1] != 0; at = std::strchr(at, '%')) {
        ++at;
        conversions.push_back(read(at, arguments));
    }
    return conversions;
}

// Returns the bytes that scanf stores for a conversion. The length of a string is not known yet: one character.
std::uint64_t bytes_of_result(const Conversion& conversion) {
    const std::uint64_t character = conversion.length == Length::l ? sizeof(wchar_t) : sizeof(char);
    switch (conversion.letter) {
        case 'p': return sizeof(void*);
        case 'c': return std::max<std::size_t>(conversion.width, 1) * character;
        case 's':
        case '[': return character;
        default: break;
    }
    const bool real = passed_of(conversion) != Passed::integer;
    return real ? bytes_of_real(conversion.length) : bytes_of_integer(conversion.length);
}

}  // namespace

void LibraryCall::begin_arguments(unsigned first, std::va_list& list) const {
    auto* const registers = const_cast<std::uint64_t*>(arguments_.registers);
    const ArgumentList made{first * bytes_of_register, integer_registers * bytes_of_register,
                            const_cast<void*>(arguments_.on_stack), registers};
    std::memcpy(static_cast<void*>(&list), &made, sizeof(made));
}

void LibraryCall::loads_printed(const char* string, bool wide, std::uint64_t precision) {
    if (string == nullptr) return;
    if (wide) loads(string, (std::wcslen(reinterpret_cast<const wchar_t*>(string)) + 1) * sizeof(wchar_t));
    else loads(string, std::min(::strnlen(string, precision) + 1, precision));
}

// Reports the loads and stores of printf's arguments.
void LibraryCall::print(unsigned format, std::va_list& list) {
    loads_string(text(format));
    ArgumentsOfFormat arguments;
    const std::vector<Conversion> conversions = conversions_of(text(format), arguments, printed_at);
    const std::vector<std::uint64_t> values = arguments.values(list);
    for (const Conversion& one : conversions) {
        if (one.value == unset) continue;
        const std::uint64_t value = values[one.value];
        if (one.letter == 'n') stores(reinterpret_cast<void*>(value), bytes_of_integer(one.length));
        if (one.letter != 's' && one.letter != 'S') continue;
        const int from_argument = one.precision_from == unset ? -1 : static_cast<int>(values[one.precision_from]);
        const std::size_t precision = from_argument >= 0 ? static_cast<std::size_t>(from_argument) : one.precision;
        loads_printed(reinterpret_cast<const char*>(value), one.letter == 'S' || one.length == Length::l, precision);
    }
}

// Reports the loads of scanf's format and the stores to its results. The number of results that the function will find
// is not known yet: all of them are reported.
void LibraryCall::scan(unsigned format, std::va_list& list) {
    loads_string(text(format));
    ArgumentsOfFormat arguments;
    const std::vector<Conversion> conversions = conversions_of(text(format), arguments, scanned_at);
    const std::vector<std::uint64_t> values = arguments.values(list);
    for (const Conversion& one : conversions) {
        if (one.value == unset) continue;
        stores(reinterpret_cast<void*>(values[one.value]), one.allocates ? sizeof(void*) : bytes_of_result(one));
    }
}

void LibraryCall::prints_from(unsigned format) {
    std::va_list list;
    begin_arguments(format + 1, list);
    print(format, list);
}
void LibraryCall::prints_from_list(unsigned format) {
    std::va_list list;
    va_copy(list, *reinterpret_cast<std::va_list*>(argument(format + 1)));
    print(format, list);
    va_end(list);
}
void LibraryCall::scans_from(unsigned format) {
    std::va_list list;
    begin_arguments(format + 1, list);
    scan(format, list);
}
void LibraryCall::scans_from_list(unsigned format) {
    std::va_list list;
    va_copy(list, *reinterpret_cast<std::va_list*>(argument(format + 1)));
    scan(format, list);
    va_end(list);
}

// Reports the stores of the text that is printed, at most `max` bytes. A format with %n is not printed twice, because
// it stores results.
void LibraryCall::stores_text(unsigned format, std::va_list& list, std::uint64_t max) {
    ArgumentsOfFormat arguments;
    const std::vector<Conversion> conversions = conversions_of(text(format), arguments, printed_at);
    if (std::ranges::any_of(conversions, [](const Conversion& one) { return one.letter == 'n'; })) {
        return stores(text(0), std::min<std::uint64_t>(max, 1));
    }
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    const int length = std::vsnprintf(nullptr, 0, text(format), list);
#pragma GCC diagnostic pop
    stores(text(0), std::min<std::uint64_t>(max, static_cast<std::uint64_t>(std::max(length, 0)) + 1));
}

void LibraryCall::prints_text_from(unsigned format, std::uint64_t max) {
    prints_from(format);
    std::va_list list;
    begin_arguments(format + 1, list);
    stores_text(format, list, max);
}
void LibraryCall::prints_text_from_list(unsigned format, std::uint64_t max) {
    prints_from_list(format);
    std::va_list list;
    va_copy(list, *reinterpret_cast<std::va_list*>(argument(format + 1)));
    stores_text(format, list, max);
    va_end(list);
}

void LibraryCall::prints() { prints_from(0); }
void LibraryCall::prints_to_file() { prints_from(1); }
void LibraryCall::prints_checked_to_file() { prints_from(2); }
void LibraryCall::prints_to_string() { prints_text_from(1, no_limit); }
void LibraryCall::prints_checked_to_string() { prints_text_from(3, no_limit); }
void LibraryCall::prints_up_to() { prints_text_from(2, argument(1)); }
void LibraryCall::prints_checked_up_to() { prints_text_from(4, argument(1)); }
void LibraryCall::prints_to_new() {
    stores(text(0), sizeof(char*));
    prints_from(1);
}
void LibraryCall::prints_checked_to_new() {
    stores(text(0), sizeof(char*));
    prints_from(2);
}
void LibraryCall::prints_list() { prints_from_list(0); }
void LibraryCall::prints_list_to_file() { prints_from_list(1); }
void LibraryCall::prints_checked_list_to_file() { prints_from_list(2); }
void LibraryCall::prints_list_to_string() { prints_text_from_list(1, no_limit); }
void LibraryCall::prints_checked_list_to_string() { prints_text_from_list(3, no_limit); }
void LibraryCall::prints_list_up_to() { prints_text_from_list(2, argument(1)); }
void LibraryCall::prints_checked_list_up_to() { prints_text_from_list(4, argument(1)); }
void LibraryCall::prints_list_to_new() {
    stores(text(0), sizeof(char*));
    prints_from_list(1);
}
void LibraryCall::prints_checked_list_to_new() {
    stores(text(0), sizeof(char*));
    prints_from_list(2);
}
void LibraryCall::scans() { scans_from(0); }
void LibraryCall::scans_file() { scans_from(1); }
void LibraryCall::scans_string() {
    loads_string(text(0));
    scans_from(1);
}
void LibraryCall::scans_list() { scans_from_list(0); }
void LibraryCall::scans_list_of_file() { scans_from_list(1); }
void LibraryCall::scans_list_of_string() {
    loads_string(text(0));
    scans_from_list(1);
}

}  // namespace rmasim::sim
