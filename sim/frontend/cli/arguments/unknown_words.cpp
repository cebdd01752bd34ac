#include "sim/frontend/cli/arguments/unknown_words.h"

#include "sim/scenario/json/nearest.h"

#include <fmt/format.h>

#include <string_view>
#include <vector>

namespace rmasim::sim {

namespace {

[[noreturn]] void refuse(const std::string& text) { throw CLI::ParseError(text, CLI::ExitCodes::ExtrasError); }

}  // namespace

void refuse_unknown_option(const CLI::App& subcommand, const std::string& argument) {
    if (!argument.starts_with('-')) return;
    std::vector<std::string> options;
    for (const CLI::Option* const option : subcommand.get_options()) {
        if (!option->get_group().empty()) options.push_back(option->get_name());
    }
    const std::vector<std::string_view> names(options.begin(), options.end());
    refuse(fmt::format("{}: unknown option {}; allowed: {}", subcommand.get_name(), argument,
                       names_allowed(argument.substr(0, argument.find('=')), names)));
}

void refuse_unknown_subcommand(const CLI::App& app, int argc, char** argv) {
    if (argc < 2 || *argv[1] == '-') return;
    std::vector<std::string> known;
    for (const CLI::App* const subcommand : app.get_subcommands([](const CLI::App*) { return true; })) {
        if (subcommand->get_name() == argv[1]) return;
        if (!subcommand->get_group().empty()) known.push_back(subcommand->get_name());
    }
    const std::vector<std::string_view> names(known.begin(), known.end());
    refuse(fmt::format("found {}; allowed: {}", argv[1], names_allowed(argv[1], names)));
}

}  // namespace rmasim::sim
