#include "sim/frontend/cli/old_spellings.h"

namespace rmasim::sim {

namespace {

std::string with_new_spelling(std::string_view subcommand, std::string_view argument) {
    const std::string_view name = argument.substr(0, argument.find('='));
    for (const OldSpelling& old : old_spellings) {
        if (old.subcommand != subcommand || old.before != name) continue;
        return std::string(old.now).append(argument.substr(name.size()));
    }
    return std::string(argument);
}

}  // namespace

std::vector<std::string> with_new_spellings(int argc, const char* const* argv) {
    std::vector<std::string> arguments(argv + 1, argv + argc);
    for (std::size_t i = 1; i < arguments.size() && arguments[i] != "--"; ++i) {
        arguments[i] = with_new_spelling(arguments[0], arguments[i]);
    }
    return arguments;
}

}  // namespace rmasim::sim
