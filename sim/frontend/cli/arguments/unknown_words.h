// Parts of the command line that CLI11 lacks: suggestions for misspelt words, and the usage of `exec`.
#pragma once

#include <CLI/CLI.hpp>

#include <string>
#include <utility>

namespace rmasim::sim {

// The help of `exec`. CLI11 does not name the arguments after the options in the line "Usage: ...".
class UsageWithProgram : public CLI::Formatter {
public:
    std::string make_usage(const CLI::App* app, std::string name) const override {
        std::string usage = CLI::Formatter::make_usage(app, std::move(name));
        return usage.insert(usage.find_last_not_of('\n') + 1, " PROGRAM [ARGUMENTS...]");
    }
};

// Raises an error if the first argument that CLI11 did not recognise is an option instead of a program.
void refuse_unknown_option(const CLI::App& subcommand, const std::string& argument);
// Raises an error if the first argument of the program is neither a subcommand nor an option.
void refuse_unknown_subcommand(const CLI::App& app, int argc, char** argv);

}  // namespace rmasim::sim
