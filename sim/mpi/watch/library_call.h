// One call of a function of libc: the arguments, and the reports of loads and stores. The member functions without
// arguments are the effects of the table sim/mpi/library_functions.inc, which has their meanings.
#pragma once

#include "sim/mpi/watch/library_calls.h"

#include <cstdarg>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace rmasim::sim {

class LibraryCall {
public:
    LibraryCall(ProgramEvents& events, const LibraryArguments& arguments) : events_(events), arguments_(arguments) {}

#define RMASIM_LIBRARY_EFFECT(effect, when, loads, stores) void effect();
#define RMASIM_LIBRARY_FUNCTION(header, function, effect)
#include "sim/mpi/library_functions.inc"
#undef RMASIM_LIBRARY_EFFECT
#undef RMASIM_LIBRARY_FUNCTION

private:
    static constexpr std::size_t no_limit = SIZE_MAX;

    // ---- The arguments, counted from 0, and the result.
    std::uint64_t argument(unsigned number) const { return arguments_.registers[number]; }
    const char* text(unsigned number) const { return reinterpret_cast<const char*>(argument(number)); }
    int character(unsigned number) const { return static_cast<int>(argument(number)); }
    std::int64_t result() const { return static_cast<std::int64_t>(arguments_.result); }
    int int_result() const { return static_cast<int>(arguments_.result); }
    const char* text_result() const { return reinterpret_cast<const char*>(arguments_.result); }

    // ---- Reports. A null pointer or no bytes are no access.
    void loads(const void* first, std::uint64_t bytes) { accesses(first, bytes, false); }
    void stores(const void* first, std::uint64_t bytes) { accesses(first, bytes, true); }
    void changes(const void* first, std::uint64_t bytes) {
        loads(first, bytes);
        stores(first, bytes);
    }
    void loads_string(const char* string) {
        if (string != nullptr) loads(string, std::strlen(string) + 1);
    }
    void stores_string(const char* string) {
        if (string != nullptr) stores(string, std::strlen(string) + 1);
    }
    void loads_both(std::uint64_t bytes) {
        loads(text(0), bytes);
        loads(text(1), bytes);
    }
    void accesses(const void* first, std::uint64_t bytes, bool stores);

    // ---- Functions that several effects share.
    void loads_equal_part(std::size_t max, int (*fold)(int));
    void loads_match(const char* match);
    void loads_number(const char* end);
    void ends_token(const char* token, const char* next);
    // The arguments of a format: from registers and the stack, or from the va_list that an argument points to.
    // (library_formats.cpp)
    void begin_arguments(unsigned first, std::va_list& list) const;
    void print(unsigned format, std::va_list& list);
    void scan(unsigned format, std::va_list& list);
    void prints_from(unsigned format);
    void prints_from_list(unsigned format);
    void scans_from(unsigned format);
    void scans_from_list(unsigned format);
    void prints_text_from(unsigned format, std::uint64_t max);
    void prints_text_from_list(unsigned format, std::uint64_t max);
    void loads_printed(const char* string, bool wide, std::uint64_t precision);
    void stores_text(unsigned format, std::va_list& list, std::uint64_t max);

    ProgramEvents& events_;
    const LibraryArguments& arguments_;
};

}  // namespace rmasim::sim
