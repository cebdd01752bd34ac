#include "sim/frontend/cli/compilers.h"

#include "sim/frontend/cli/exit_code.h"
#include "sim/frontend/output/print.h"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string_view>
#include <vector>

namespace rmasim::sim {

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
    arguments.push_back(nullptr);
    ::execvp(compiler.command, const_cast<char* const*>(arguments.data()));
    complain_line("rmasim: {}, of Debian's package libsimgrid-dev: {}", compiler.command, std::strerror(errno));
    return bad_input;
}

}  // namespace rmasim::sim
