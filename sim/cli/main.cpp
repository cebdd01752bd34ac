// The command line: arguments in, a verb's exit code out. Every error ends here, in one line on standard error.
#include "sim/cli/commands.h"
#include "sim/cli/exit_code.h"
#include "sim/scenario/errors.h"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <cstdio>
#include <exception>
#include <stdexcept>

namespace {

using namespace rmasim::sim;

int dispatch(const CLI::App& run, const RunOptions& options, const std::vector<std::string>& files) {
    try {
        return run.parsed() ? run_command(options) : validate_command(files);
    } catch (const BadInput& error) {
        fmt::print(stderr, "{}: {}\n", options.file, error.what());
        return bad_input;
    } catch (const std::overflow_error& error) {
        fmt::print(stderr, "{}: {}; allowed: shorter computations, fewer repetitions\n", options.file, error.what());
        return bad_input;
    } catch (const std::exception& error) {
        fmt::print(stderr, "rmasim: internal error: {}\n", error.what());
        return internal_error;
    }
}

}  // namespace

int main(int argc, char** argv) {
    CLI::App app("rmasim: a deterministic simulator of MPI one-sided communication");
    app.set_version_flag("--version", RMASIM_VERSION);
    app.require_subcommand(1);

    RunOptions options;
    CLI::App* const run = app.add_subcommand("run", "play one scenario");
    run->add_option("FILE", options.file, "the scenario")->required();
    run->add_option("--set", options.settings,
                    "change a setting, e.g. protocol.slots=4; expectations are not held then")
        ->allow_extra_args(false);
    run->add_option("--seed", options.seed, "the seed of all random choices; expectations are not held then");
    run->add_option("--format", options.format, "text, or json: one object on standard output")
        ->check(CLI::IsMember({"text", "json"}));
    run->add_flag("--check", options.check, "watch every invariant of the protocol; exit code 5 for a violation");
    run->add_option("--trace", options.trace, "write a Chrome/Perfetto trace (JSON)");
    run->add_option("--memory", options.memory, "write the windows' final bytes: window by window, rank by rank");

    std::vector<std::string> files;
    CLI::App* const validate = app.add_subcommand("validate", "only read scenarios and say what is wrong with them");
    validate->add_option("FILE", files, "scenarios")->required();

    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return app.exit(error) == 0 ? as_wished : bad_input;
    }
    return dispatch(*run, options, files);
}
