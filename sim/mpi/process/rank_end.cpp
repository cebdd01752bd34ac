#include "sim/mpi/process/rank_end.h"

#include <array>
#include <charconv>
#include <csignal>
#include <cstring>

namespace rmasim::hosting {

namespace {

std::string hexadecimal(std::uint64_t value) {
    std::array<char, 20> digits{};
    const auto result = std::to_chars(digits.data(), digits.data() + digits.size(), value, 16);
    return "0x" + std::string(digits.data(), result.ptr);
}

std::string name_of_signal(int signal) {
    const char* const name = ::sigabbrev_np(signal);
    return name == nullptr ? "signal " + std::to_string(signal) : std::string("signal SIG") + name;
}

}  // namespace

std::string text_of(const RankEnd& end) {
    const std::string code = std::to_string(end.code);
    switch (end.kind) {
        case EndKind::none: return "has not ended";
        case EndKind::returned: return "returned " + code;
        case EndKind::exited: return "called exit(" + code + ")";
        case EndKind::exited_at_once: return "called _exit(" + code + ")";
        case EndKind::exited_quickly: return "called quick_exit(" + code + ")";
        case EndKind::exited_in_library: return "was ended by the C library with code " + code;
        case EndKind::exited_by_kernel: return "ended by a system call with code " + code;
        case EndKind::threads_exited: return "ended by pthread_exit";
        case EndKind::aborted: return "called abort()";
        case EndKind::uncaught: return "did not catch " + end.text;
        case EndKind::signalled: return "was ended by " + name_of_signal(end.signal);
        case EndKind::faulted:
            return "was ended by " + name_of_signal(end.signal) +
                   (end.has_address ? " at address " + hexadecimal(end.address) : "");
        case EndKind::stack_overflow: return "has left its stack" + (end.text.empty() ? "" : ": " + end.text);
        case EndKind::heap_error: return end.text;
        case EndKind::replaced: return "called " + end.text + ", which would replace the simulation";
        case EndKind::refused: return end.text;
    }
    return {};
}

}  // namespace rmasim::hosting
