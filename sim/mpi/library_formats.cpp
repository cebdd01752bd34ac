// The part of LibraryCall for printf, scanf and their variants. The format of a call tells which of its arguments are
// pointers.
#include "sim/mpi/library_call.h"

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <cstring>
#include <cwchar>
#include <string_view>

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

constexpr std::string_view flags = "-+ #0'I";

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

// Returns a number of the format, and moves `at` behind it. A star stands for the next argument.
std::size_t number_at(const char*& at, std::va_list& list, std::size_t none) {
    if (*at == '*') {
        ++at;
        const int value = va_arg(list, int);
        return value < 0 ? none : static_cast<std::size_t>(value);
    }
    if (std::isdigit(static_cast<unsigned char>(*at)) == 0) return none;
    std::size_t value = 0;
    for (; std::isdigit(static_cast<unsigned char>(*at)) != 0; ++at)
        value = 10 * value + static_cast<std::size_t>(*at - '0');
    return value;
}

// Moves `at` behind the set of a conversion, which `at` follows: "[^]a-z]".
void skip_set(const char*& at) {
    if (*at == '^') ++at;
    if (*at == ']') ++at;
    while (*at != 0 && *at != ']') ++at;
    if (*at != 0) ++at;
}

}  // namespace

void LibraryCall::begin_arguments(unsigned first, std::va_list& list) const {
    auto* const registers = const_cast<std::uint64_t*>(arguments_.registers);
    const ArgumentList made{first * bytes_of_register, integer_registers * bytes_of_register,
                            const_cast<void*>(arguments_.on_stack), registers};
    std::memcpy(static_cast<void*>(&list), &made, sizeof(made));
}

// Reports the loads and stores of printf's arguments. A format with numbered arguments, as in "%1$s", ends the reports.
void LibraryCall::print(unsigned format, std::va_list& list) {
    loads_string(text(format));
    for (const char* at = std::strchr(text(format), '%'); at != nullptr && at[1] != 0; at = std::strchr(at, '%')) {
        ++at;
        while (*at != 0 && flags.find(*at) != std::string_view::npos) ++at;
        number_at(at, list, 0);
        if (*at == '$') return;
        std::size_t precision = no_limit;
        if (*at == '.') {
            ++at;
            precision = number_at(at, list, *at == '*' ? no_limit : 0);
        }
        const Length length = length_at(at);
        const char conversion = *at;
        if (conversion == 0) return;
        ++at;
        switch (conversion) {
            case '%':
            case 'm': break;
            case 'a':
            case 'A':
            case 'e':
            case 'E':
            case 'f':
            case 'F':
            case 'g':
            case 'G':
                if (length == Length::big) (void)va_arg(list, long double);
                else (void)va_arg(list, double);
                break;
            case 's':
            case 'S': {
                const auto* const string = va_arg(list, const char*);
                const bool wide = conversion == 'S' || length == Length::l;
                if (string == nullptr) break;
                if (wide) loads(string, (std::wcslen(reinterpret_cast<const wchar_t*>(string)) + 1) * sizeof(wchar_t));
                else loads(string, std::min(::strnlen(string, precision) + 1, precision));
                break;
            }
            case 'n': stores(va_arg(list, void*), bytes_of_integer(length)); break;
            default: (void)va_arg(list, long); break;
        }
    }
}

// Reports the loads of scanf's format and the stores to its results. The number of results that the function will find
// is not known yet: all of them are reported.
void LibraryCall::scan(unsigned format, std::va_list& list) {
    loads_string(text(format));
    for (const char* at = std::strchr(text(format), '%'); at != nullptr && at[1] != 0; at = std::strchr(at, '%')) {
        ++at;
        const bool dropped = *at == '*';
        if (dropped) ++at;
        std::size_t width = 0;
        for (; std::isdigit(static_cast<unsigned char>(*at)) != 0; ++at)
            width = 10 * width + static_cast<std::size_t>(*at - '0');
        if (*at == '$') return;
        const bool allocates = *at == 'm';
        if (allocates) ++at;
        const Length length = length_at(at);
        const char conversion = *at;
        if (conversion == 0) return;
        ++at;
        if (conversion == '[') skip_set(at);
        if (dropped || conversion == '%') continue;
        void* const to = va_arg(list, void*);
        const std::uint64_t character = length == Length::l ? sizeof(wchar_t) : sizeof(char);
        if (allocates || conversion == 'p') stores(to, sizeof(void*));
        else if (conversion == 'c') stores(to, std::max<std::size_t>(width, 1) * character);
        else if (conversion == 's' || conversion == '[') stores(to, character);
        else if (std::strchr("aAeEfFgG", conversion) != nullptr) stores(to, bytes_of_real(length));
        else stores(to, bytes_of_integer(length));
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
    for (const char* at = std::strchr(text(format), '%'); at != nullptr; at = std::strchr(at + 1, '%')) {
        if (at[1 + std::strspn(at + 1, "hlqjzt")] == 'n') return stores(text(0), std::min<std::uint64_t>(max, 1));
    }
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    const int length = std::vsnprintf(nullptr, 0, text(format), list);
#pragma GCC diagnostic pop
    stores(text(0), std::min<std::uint64_t>(max, static_cast<std::uint64_t>(std::max(length, 0)) + 1));
}

void LibraryCall::prints() { prints_from(0); }
void LibraryCall::prints_to_file() { prints_from(1); }
void LibraryCall::prints_to_string() {
    prints_from(1);
    std::va_list list;
    begin_arguments(2, list);
    stores_text(1, list, no_limit);
}
void LibraryCall::prints_up_to() {
    prints_from(2);
    std::va_list list;
    begin_arguments(3, list);
    stores_text(2, list, argument(1));
}
void LibraryCall::prints_to_new() {
    stores(text(0), sizeof(char*));
    prints_from(1);
}
void LibraryCall::prints_list() { prints_from_list(0); }
void LibraryCall::prints_list_to_file() { prints_from_list(1); }
void LibraryCall::prints_list_to_string() {
    prints_from_list(1);
    std::va_list list;
    va_copy(list, *reinterpret_cast<std::va_list*>(argument(2)));
    stores_text(1, list, no_limit);
    va_end(list);
}
void LibraryCall::prints_list_up_to() {
    prints_from_list(2);
    std::va_list list;
    va_copy(list, *reinterpret_cast<std::va_list*>(argument(3)));
    stores_text(2, list, argument(1));
    va_end(list);
}
void LibraryCall::prints_list_to_new() {
    stores(text(0), sizeof(char*));
    prints_from_list(1);
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
