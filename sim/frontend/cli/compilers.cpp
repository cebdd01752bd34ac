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

// Of functions that SMPI lacks in Fortran: in a checkout two folders above this program's, else beside `rmasim_mpi`.
std::string fortran_names() {
    namespace fs = std::filesystem;
    std::error_code unreadable;
    const fs::path folder = fs::read_symlink("/proc/self/exe", unreadable).parent_path();
    for (const char* const where : {"../../sim/mpi/fortran_names.s", RMASIM_MODULE_FROM_PROGRAM "/fortran_names.s"}) {
        if (fs::exists(folder / where, unreadable)) return (folder / where).string();
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
        return success;
    }
    std::vector<const char*> arguments{compiler.command, "-g"};
    for (char** argument = argv + 2; *argument != nullptr; ++argument) arguments.push_back(*argument);
    const std::string names = fortran_names();
    if (std::string_view(compiler.subcommand) == "fc" && !names.empty() && links(arguments)) {
        arguments.push_back(names.c_str());
    }
    arguments.push_back(nullptr);
    ::execvp(compiler.command, const_cast<char* const*>(arguments.data()));
    complain_line("rmasim: {}, of Debian's package libsimgrid-dev: {}", compiler.command, std::strerror(errno));
    return bad_input;
}

}  // namespace rmasim::sim
