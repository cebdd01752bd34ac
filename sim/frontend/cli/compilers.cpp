#include "sim/frontend/cli/compilers.h"

#include "sim/frontend/cli/exit_code.h"
#include "sim/frontend/output/print.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace rmasim::sim {

namespace {

// What belongs to compiling: in a checkout two folders above this program's, else beside `rmasim_mpi`.
std::string part_of_compiling(const std::string& name) {
    namespace fs = std::filesystem;
    std::error_code unreadable;
    const fs::path folder = fs::read_symlink("/proc/self/exe", unreadable).parent_path();
    for (const fs::path where : {"../../sim/mpi", RMASIM_MODULE_FROM_PROGRAM}) {
        if (fs::exists(folder / where / name, unreadable)) return (folder / where / name).string();
    }
    return {};
}

bool links(const std::vector<const char*>& arguments) {
    return std::ranges::none_of(arguments, [](std::string_view argument) {
        return argument == "-c" || argument == "-S" || argument == "-E" || argument.starts_with("-fsyntax-only") ||
               argument.starts_with("-M") || argument == "--version";
    });
}

}  // namespace

int become_compiler(const Compiler& compiler, char** argv) {
    if (argv[2] != nullptr && std::string_view(argv[2]) == "--help" && argv[3] == nullptr) {
        print_line("{}", compiler.about);
        print_line("Usage: rmasim {} [ARGUMENTS...]", compiler.subcommand);
        print_line("");
        print_line("This is {} -g, of SimGrid's SMPI, with the arguments.", compiler.command);
        print_line("");
        print_line("  --count   the program counts its instructions, for exec --compute RATE (with gcc)");
        print_line("  --watch   its loads and stores are seen by exec --semantics");
        return success;
    }
    std::vector<const char*> arguments{compiler.command, "-g"};
    const bool fortran = std::string_view(compiler.subcommand) == "fc";
    const std::string counting = "-B" + part_of_compiling("count") + '/';
    const std::string watching = "-B" + part_of_compiling("watch") + '/';
    const std::string specs = "-specs=" + part_of_compiling("watch/thread.specs");
    const std::string options = "@" + part_of_compiling("watch/gcc.options");
    const std::string calls = "@" + part_of_compiling("watch/calls.options");
    const std::string functions = part_of_compiling("watch/functions.inc");
    for (char** argument = argv + 2; *argument != nullptr; ++argument) {
        if (std::string_view(*argument) == "--count") {
            arguments.insert(arguments.end(), {"-fsanitize-coverage=trace-pc", counting.c_str()});
        } else if (std::string_view(*argument) == "--watch") {
            arguments.insert(arguments.end(), {specs.c_str(), watching.c_str(), options.c_str()});
            if (!fortran) arguments.insert(arguments.end(), {calls.c_str(), "-include", functions.c_str()});
        } else {
            arguments.push_back(*argument);
        }
    }
    const std::string names = part_of_compiling("fortran_names.s");
    if (fortran && !names.empty() && links(arguments)) {
        arguments.push_back(names.c_str());
    }
    arguments.push_back(nullptr);
    ::execvp(compiler.command, const_cast<char* const*>(arguments.data()));
    complain_line("rmasim: {}, of Debian's package libsimgrid-dev: {}", compiler.command, std::strerror(errno));
    return bad_input;
}

}  // namespace rmasim::sim
