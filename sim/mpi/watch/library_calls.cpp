#include "sim/mpi/watch/library_calls.h"

#include "sim/mpi/watch/library_call.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <cwchar>
#include <string_view>

#include <malloc.h>

namespace rmasim::sim {

namespace {

int same(int character) { return character; }

std::uint64_t if_positive(int result) { return result > 0 ? static_cast<std::uint64_t>(result) : 0; }

}  // namespace

void LibraryCall::accesses(const void* first, std::uint64_t bytes, bool stores) {
    if (first == nullptr || bytes == 0) return;
    const auto begin = static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(first));
    events_.accesses(arguments_.returns_to, {begin, begin + bytes}, stores);
}

// ---- string.h

void LibraryCall::copies() {
    loads(text(1), argument(2));
    stores(text(0), argument(2));
}
void LibraryCall::copies_to_second() {
    loads(text(0), argument(2));
    stores(text(1), argument(2));
}
void LibraryCall::copies_until() {
    const void* const found = std::memchr(text(1), character(2), argument(3));
    const std::uint64_t bytes =
        found != nullptr ? static_cast<std::uint64_t>(static_cast<const char*>(found) - text(1)) + 1 : argument(3);
    loads(text(1), bytes);
    stores(text(0), bytes);
}
void LibraryCall::fills() { stores(text(0), argument(2)); }
void LibraryCall::clears() { stores(text(0), argument(1)); }
void LibraryCall::scrambles() { changes(text(0), argument(1)); }
void LibraryCall::compares() {
    std::size_t bytes = 0;
    while (bytes < argument(2) && text(0)[bytes] == text(1)[bytes]) ++bytes;
    loads_both(std::min<std::uint64_t>(bytes + 1, argument(2)));
}
void LibraryCall::finds() {
    const void* const found = std::memchr(text(0), character(1), argument(2));
    if (found != nullptr) loads_match(static_cast<const char*>(found) + 1);
    else loads(text(0), argument(2));
}
void LibraryCall::finds_without_limit() {
    loads_match(static_cast<const char*>(::rawmemchr(text(0), character(1))) + 1);
}
void LibraryCall::finds_last() {
    const auto* const found = static_cast<const char*>(::memrchr(text(0), character(1), argument(2)));
    const char* const first = found != nullptr ? found : text(0);
    loads(first, static_cast<std::uint64_t>(text(0) + argument(2) - first));
}
void LibraryCall::finds_bytes() {
    const void* const found = ::memmem(text(0), argument(1), text(2), argument(3));
    if (found != nullptr) loads_match(static_cast<const char*>(found) + argument(3));
    else loads(text(0), argument(1));
    loads(text(2), argument(3));
}
void LibraryCall::measures() { loads_string(text(0)); }
void LibraryCall::measures_up_to() {
    loads(text(0), std::min<std::uint64_t>(::strnlen(text(0), argument(1)) + 1, argument(1)));
}
void LibraryCall::measures_second() { loads_string(text(1)); }
void LibraryCall::measures_both() {
    loads_string(text(0));
    loads_string(text(1));
}
void LibraryCall::measures_second_and_fourth() {
    loads_string(text(1));
    loads_string(text(3));
}
void LibraryCall::measures_first_and_third() {
    loads_string(text(0));
    loads_string(text(2));
}
void LibraryCall::finds_in_string() { loads_match(::strchrnul(text(0), character(1)) + 1); }
void LibraryCall::spans() {
    loads_match(text(0) + std::strspn(text(0), text(1)) + 1);
    loads_string(text(1));
}
void LibraryCall::spans_others() {
    loads_match(text(0) + std::strcspn(text(0), text(1)) + 1);
    loads_string(text(1));
}
void LibraryCall::finds_string() {
    const char* const found = std::strstr(text(0), text(1));
    if (found != nullptr) loads_match(found + std::strlen(text(1)));
    else loads_string(text(0));
    loads_string(text(1));
}
void LibraryCall::finds_string_in_any_case() {
    const char* const found = ::strcasestr(text(0), text(1));
    if (found != nullptr) loads_match(found + std::strlen(text(1)));
    else loads_string(text(0));
    loads_string(text(1));
}
void LibraryCall::copies_string() {
    const std::uint64_t bytes = std::strlen(text(1)) + 1;
    loads(text(1), bytes);
    stores(text(0), bytes);
}
void LibraryCall::copies_string_up_to() {
    loads(text(1), std::min<std::uint64_t>(::strnlen(text(1), argument(2)) + 1, argument(2)));
    stores(text(0), argument(2));
}
void LibraryCall::appends() {
    const std::size_t old = std::strlen(text(0));
    loads_string(text(0));
    loads_string(text(1));
    stores(text(0) + old, std::strlen(text(1)) + 1);
}
void LibraryCall::appends_up_to() {
    const std::size_t old = std::strlen(text(0)), added = ::strnlen(text(1), argument(2));
    loads_string(text(0));
    loads(text(1), std::min<std::uint64_t>(added + 1, argument(2)));
    stores(text(0) + old, added + 1);
}
void LibraryCall::compares_strings() { loads_equal_part(no_limit, same); }
void LibraryCall::compares_strings_up_to() { loads_equal_part(argument(2), same); }
void LibraryCall::compares_in_any_case() { loads_equal_part(no_limit, std::tolower); }
void LibraryCall::compares_in_any_case_up_to() { loads_equal_part(argument(2), std::tolower); }
void LibraryCall::transforms() {
    loads_string(text(1));
    stores(text(0), std::min(arguments_.result + 1, argument(2)));
}
void LibraryCall::shuffles() { changes(text(0), std::strlen(text(0)) + 1); }
void LibraryCall::tokenizes() {
    loads_string(text(1));
    if (text_result() != nullptr) ends_token(text_result(), text_result() + std::strlen(text_result()) + 1);
}
void LibraryCall::tokenizes_from() {
    loads_string(text(1));
    if (text(0) == nullptr) loads(text(2), sizeof(char*));
    stores(text(2), sizeof(char*));
    if (text_result() != nullptr) ends_token(text_result(), *reinterpret_cast<char* const*>(argument(2)));
}
void LibraryCall::separates() {
    loads_string(text(1));
    changes(text(0), sizeof(char*));
    if (text_result() != nullptr) ends_token(text_result(), *reinterpret_cast<char* const*>(argument(0)));
}
// The function of POSIX returns a number, the function of GNU returns a string that may be elsewhere.
void LibraryCall::describes_error() {
    if (int_result() == 0 || text_result() == text(1)) stores_string(text(1));
}

void LibraryCall::loads_equal_part(std::size_t max, int (*fold)(int)) {
    const auto at = [&](unsigned number, std::size_t position) {
        return fold(static_cast<unsigned char>(text(number)[position]));
    };
    std::size_t bytes = 0;
    while (bytes < max && at(0, bytes) == at(1, bytes) && text(0)[bytes] != 0) ++bytes;
    loads_both(std::min(bytes, max - 1) + (max > 0 ? 1 : 0));
}

// Reports loads of the first argument up to the end of a match.
void LibraryCall::loads_match(const char* end) { loads(text(0), static_cast<std::uint64_t>(end - text(0))); }

// Reports the loads of a token. If the next token begins behind the token's zero, the zero was stored.
void LibraryCall::ends_token(const char* token, const char* next) {
    const char* const end = token + std::strlen(token);
    loads_string(token);
    if (next == end + 1) stores(end, 1);
}

// ---- stdio.h; library_formats.cpp has printf and scanf.

void LibraryCall::reads_items() { stores(text(0), argument(1) * arguments_.result); }
void LibraryCall::reads_checked_items() { stores(text(0), argument(2) * arguments_.result); }
void LibraryCall::writes_items() { loads(text(0), argument(1) * argument(2)); }
void LibraryCall::reads_string() {
    if (text_result() != nullptr) stores_string(text(0));
}
void LibraryCall::reads_line() {
    changes(text(0), sizeof(char*));
    changes(text(1), sizeof(std::size_t));
    if (result() >= 0) stores(*reinterpret_cast<char* const*>(argument(0)), arguments_.result + 1);
}
void LibraryCall::writes_position() { stores(text(1), sizeof(std::fpos_t)); }
void LibraryCall::reads_position() { loads(text(1), sizeof(std::fpos_t)); }

// ---- stdlib.h

void LibraryCall::loads_number(const char* end) { loads(text(0), static_cast<std::uint64_t>(end - text(0)) + 1); }
void LibraryCall::parses() {
    char* end = nullptr;
    (void)std::strtol(text(0), &end, 10);
    loads_number(end);
}
void LibraryCall::parses_to() {
    char* end = nullptr;
    (void)std::strtol(text(0), &end, character(2));
    loads_number(end);
    stores(text(1), sizeof(char*));
}
void LibraryCall::parses_real() {
    char* end = nullptr;
    (void)std::strtod(text(0), &end);
    loads_number(end);
}
void LibraryCall::parses_real_to() {
    parses_real();
    stores(text(1), sizeof(char*));
}
void LibraryCall::formats_real() {
    loads_string(text(2));
    stores(text(0), std::min<std::uint64_t>(argument(1), 1));
}
// Freed memory counts as stored to, because another thread may allocate it afterwards.
void LibraryCall::frees() {
    if (text(0) == nullptr) return;
    const std::size_t bytes = ::malloc_usable_size(reinterpret_cast<void*>(argument(0)));
    events_.frees({"free", arguments_.returns_to}, {argument(0), argument(0) + bytes});
    stores(text(0), bytes);
}
void LibraryCall::reallocates() {
    if (text(0) == nullptr) return;
    loads(text(0), std::min<std::uint64_t>(::malloc_usable_size(reinterpret_cast<void*>(argument(0))), argument(1)));
    frees();
}
void LibraryCall::reallocates_array() {
    if (text(0) == nullptr) return;
    const std::uint64_t bytes = argument(1) * argument(2);
    loads(text(0), std::min<std::uint64_t>(::malloc_usable_size(reinterpret_cast<void*>(argument(0))), bytes));
    frees();
}
void LibraryCall::allocates_to() {
    if (int_result() == 0) stores(text(0), sizeof(void*));
}
void LibraryCall::sorts() { changes(text(0), argument(1) * argument(2)); }
namespace {
constexpr std::uint64_t letters = 6;  // of a file name that mkstemp replaces
}
void LibraryCall::makes_file() {
    loads_string(text(0));
    const std::size_t length = std::strlen(text(0));
    if (length >= letters) stores(text(0) + length - letters, letters);
}
void LibraryCall::makes_file_with_suffix() {
    loads_string(text(0));
    const std::size_t length = std::strlen(text(0)), kept = letters + static_cast<std::size_t>(character(1));
    if (length >= kept) stores(text(0) + length - kept, letters);
}
void LibraryCall::resolves() {
    loads_string(text(0));
    if (text_result() != nullptr) stores_string(text(1));
}
void LibraryCall::changes_seed() { changes(text(0), sizeof(unsigned)); }
void LibraryCall::changes_state() { changes(text(0), 3 * sizeof(unsigned short)); }
void LibraryCall::reads_seed() { loads(text(0), 3 * sizeof(unsigned short)); }
void LibraryCall::reads_parameters() { loads(text(0), 7 * sizeof(unsigned short)); }
void LibraryCall::draws_from() {
    changes(text(0), sizeof(::drand48_data));
    stores(text(1), sizeof(double));
}
void LibraryCall::initializes_state() { stores(text(1), argument(2)); }
void LibraryCall::measures_character() { loads(text(0), std::max<std::uint64_t>(if_positive(int_result()), 1)); }
void LibraryCall::widens_character() {
    loads(text(1), std::max<std::uint64_t>(if_positive(int_result()), 1));
    if (int_result() >= 0 && text(1) != nullptr) stores(text(0), sizeof(wchar_t));
}
void LibraryCall::narrows_character() { stores(text(0), if_positive(int_result())); }
void LibraryCall::widens_string() {
    if (result() < 0) return;
    loads_string(text(1));
    stores(text(0), std::min(arguments_.result + 1, argument(2)) * sizeof(wchar_t));
}
void LibraryCall::narrows_string() {
    if (result() < 0) return;
    loads(text(1), (std::wcslen(reinterpret_cast<const wchar_t*>(argument(1))) + 1) * sizeof(wchar_t));
    stores(text(0), std::min(arguments_.result + 1, argument(2)));
}
void LibraryCall::reads_loads() { stores(text(0), if_positive(int_result()) * sizeof(double)); }
void LibraryCall::splits_options() {
    changes(text(0), sizeof(char*));
    stores(text(2), sizeof(char*));
}

// ---- unistd.h

void LibraryCall::reads_descriptor() {
    if (result() > 0) stores(text(1), arguments_.result);
}
void LibraryCall::writes_descriptor() { loads(text(1), argument(2)); }
void LibraryCall::reads_link() {
    loads_string(text(0));
    if (result() > 0) stores(text(1), arguments_.result);
}
void LibraryCall::reads_link_at() {
    loads_string(text(1));
    if (result() > 0) stores(text(2), arguments_.result);
}
void LibraryCall::names_to_first() {
    if (int_result() == 0) stores_string(text(0));
}
void LibraryCall::names_to_second() {
    if (int_result() == 0) stores_string(text(1));
}
void LibraryCall::sets_name() { loads(text(0), argument(1)); }
void LibraryCall::reads_configuration() { stores(text(1), std::min(arguments_.result, argument(2))); }
void LibraryCall::reads_groups() {
    if (character(0) > 0) stores(text(1), if_positive(int_result()) * sizeof(::gid_t));
}
void LibraryCall::reads_identities() {
    for (unsigned number = 0; number < 3; ++number) stores(text(number), sizeof(::uid_t));
}
void LibraryCall::makes_pipe() {
    if (int_result() == 0) stores(text(0), 2 * sizeof(int));
}
void LibraryCall::copies_file() {
    changes(text(1), sizeof(::off64_t));
    changes(text(3), sizeof(::off64_t));
}

// ---- The table

namespace {

struct EffectRow {
    std::string_view name;
    void (LibraryCall::*reports)();
    std::string_view loads, stores;
};
struct FunctionRow {
    std::string_view header, name, effect;
};

#define RMASIM_LIBRARY_EFFECT(effect, when, loads, stores) EffectRow{#effect, &LibraryCall::effect, loads, stores},
#define RMASIM_LIBRARY_FUNCTION(header, function, effect)
constexpr std::array effects{
#include "sim/mpi/library_functions.inc"
};
#undef RMASIM_LIBRARY_EFFECT
#undef RMASIM_LIBRARY_FUNCTION
#define RMASIM_LIBRARY_EFFECT(effect, when, loads, stores)
#define RMASIM_LIBRARY_FUNCTION(header, function, effect) FunctionRow{#header, #function, #effect},
constexpr std::array functions{
#include "sim/mpi/library_functions.inc"
};
#undef RMASIM_LIBRARY_EFFECT
#undef RMASIM_LIBRARY_FUNCTION

}  // namespace

void report_library_call(ProgramEvents& events, const LibraryArguments& arguments, unsigned effect) {
    LibraryCall call(events, arguments);
    (call.*effects[effect].reports)();
}

// Each row has the functions of one header with the same loads and stores. Names with underscores in front are names of
// the same functions in other headers or compilers, so they are not in the table.
std::string library_functions_table() {
    std::string table;
    for (const std::string_view header : {"string_h", "stdio_h", "stdlib_h", "unistd_h"}) {
        for (const EffectRow& effect : effects) {
            std::string names;
            for (const FunctionRow& function : functions) {
                const bool here = function.header == header && function.effect == effect.name;
                if (!here || function.name.starts_with('_') || function.name.starts_with("smpi_")) continue;
                names += (names.empty() ? "" : ", ") + std::string(function.name);
            }
            if (names.empty()) continue;
            const std::string_view name = header.substr(0, header.find('_'));
            table += fmt::format("| {}.h | {} | {} | {} |\n", name, names, effect.loads, effect.stores);
        }
    }
    return table;
}

}  // namespace rmasim::sim
