#include "sim/frontend/cli/input/shell_command.h"

#include <algorithm>
#include <cstdlib>
#include <string_view>

namespace rmasim::sim {

namespace {

constexpr const char* command_variable = "RMASIM_COMMAND";

bool is_plain(char c) {
    constexpr std::string_view plain = "@%+=:,./-_";
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           plain.find(c) != std::string_view::npos;
}

void add_option(std::string& command, const char* option, const std::string& value) {
    if (!value.empty()) command += std::string(" ") + option + ' ' + shell_word(value);
}

}  // namespace

std::string shell_word(const std::string& text) {
    if (!text.empty() && std::all_of(text.begin(), text.end(), is_plain)) return text;
    std::string word = "'";
    for (const char c : text) word += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return word + "'";
}

std::string shell_command(const std::string& verb, const std::string& file, const Changes& changes,
                          const std::string& semantics, const std::string& propagation) {
    const char* const called_as = std::getenv(command_variable);
    std::string command = shell_word(called_as == nullptr ? "rmasim" : called_as) + ' ' + verb + ' ' + shell_word(file);
    add_option(command, "--variant", changes.variant);
    for (const std::string& patch : changes.patches) add_option(command, "--patch", patch);
    for (const std::string& setting : changes.settings) add_option(command, "--set", setting);
    add_option(command, "--semantics", semantics);
    add_option(command, "--propagation", propagation);
    return command;
}

void note_command(const char* called_as) { ::setenv(command_variable, called_as, 0); }

}  // namespace rmasim::sim
