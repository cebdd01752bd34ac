#include "sim/frontend/cli/compilers.h"

#include "sim/frontend/cli/host_compiler.h"
#include "sim/frontend/cli/process/exit_code.h"
#include "sim/frontend/output/print.h"
#include "sim/scenario/json/errors.h"

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

// The path of a file or folder that the compiler needs. In a checkout, the file is in sim/mpi. Otherwise it is in the
// folder of the program `rmasim-exec`. The path is empty if the file does not exist.
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
    return std::ranges::none_of(arguments, prevents_linking);
}

// True if the arguments name no input, as in `cc -v`. SMPI's scripts would then link an empty program.
bool are_options_only(char** argv) {
    for (char** argument = argv + 2; *argument != nullptr; ++argument) {
        const std::string_view name = *argument;
        if (!name.starts_with('-') || name == "-") return false;
    }
    return argv[2] != nullptr;
}

bool has_argument(char** argv, std::string_view wanted) {
    for (char** argument = argv + 2; *argument != nullptr; ++argument) {
        if (*argument == wanted) return true;
    }
    return false;
}

// A shell command that runs one of SMPI's scripts with clang. It changes the line of the script that names the
// compiler.
constexpr const char* with_clang =
    "eval \"$(sed 's|^CC=.*|CC=clang|; s|^CXX=.*|CXX=clang++|' \"$(command -v \"$0\")\")\"";

// The compiler options for --watch. They select the assembler that adds hooks to loads and stores, and prevent the
// inlining of libc functions.
std::vector<std::string> options_of_watching(bool fortran, bool clang) {
    const std::string folder = part_of_compiling("watch");
    std::vector<std::string> options{"-B" + folder + '/'};
    if (clang) {
        options.push_back('@' + folder + "/clang.options");
    } else {
        options.push_back("-specs=" + folder + "/thread.specs");
        options.push_back('@' + folder + "/gcc.options");
    }
    if (fortran) return options;
    options.push_back('@' + folder + "/calls.options");
    options.emplace_back("-include");
    options.push_back(folder + "/functions.inc");
    return options;
}

int compile_program(const Compiler& compiler, bool clang, const std::vector<std::string>& watching, char** argv) {
    std::vector<std::string> arguments;
    for (char** argument = argv + 2; *argument != nullptr; ++argument) {
        const std::string_view name = *argument;
        if (name == "--count") {
            arguments.emplace_back("-fsanitize-coverage=trace-pc");
            arguments.push_back("-B" + part_of_compiling("count") + '/');
        } else if (name == "--watch") {
            arguments.insert(arguments.end(), watching.begin(), watching.end());
        } else if (name != "--clang") {
            arguments.emplace_back(name);
        }
    }
    return compile_for_host(clang ? compiler.clang : compiler.gcc, arguments);
}

// The help on what this subcommand adds to the compiler.
void print_help(const Compiler& compiler) {
    print_line("{}", compiler.about);
    print_line("Usage: rmasim {} [ARGUMENTS...]", compiler.subcommand);
    print_line("");
    print_line("Runs {} -g with these arguments. The program runs in exec's own host.", compiler.gcc);
    print_line("");
    print_line("  -h        print only this text; after --help, the help of the compiler follows");
    print_line("  --count   the program counts its instructions, for exec --compute RATE (with gcc)");
    print_line("  --watch   exec --semantics also checks the program's loads and stores (not with --count)");
    if (!std::string_view(compiler.clang).empty()) {
        print_line("  --clang   compile with clang instead of gcc");
    }
    print_line("  --smpi    build for SimGrid's SMPI, with {}", compiler.command);
    print_line("  -show     print the compiler's command; also -compile_info, -link_info and -showme:WHAT,");
    print_line("            as wrappers of MPICH and Open MPI do");
}

}  // namespace

int become_compiler(const Compiler& compiler, char** argv) {
    const std::string_view first = argv[2] == nullptr ? "" : argv[2];
    if (argv[2] != nullptr && argv[3] == nullptr && (first == "--help" || first == "-h")) {
        print_help(compiler);
        if (first == "-h") return success;
        print_line("");
        flush_output();
        ::execlp(compiler.gcc, compiler.gcc, "--help", nullptr);
        return success;  // the compiler is not installed
    }
    const bool fortran = std::string_view(compiler.subcommand) == "fc";
    const bool clang = has_argument(argv, "--clang");
    if (clang && fortran) throw BadInput("--clang", "fc", "cc, c++");
    if (has_argument(argv, "--count") && has_argument(argv, "--watch")) {
        throw BadInput("--count", "with --watch", "either --count or --watch, because both replace the assembler");
    }
    const std::vector<std::string> watching = options_of_watching(fortran, clang);
    if (!has_argument(argv, "--smpi")) return compile_program(compiler, clang, watching, argv);
    std::vector<const char*> arguments{compiler.command, "-g"};
    if (clang) arguments = {"sh", "-c", with_clang, compiler.command, "-g"};
    const std::string counting = "-B" + part_of_compiling("count") + '/';
    for (char** argument = argv + 2; *argument != nullptr; ++argument) {
        const std::string_view name = *argument;
        if (name == "--count") {
            arguments.insert(arguments.end(), {"-fsanitize-coverage=trace-pc", counting.c_str()});
        } else if (name == "--watch") {
            for (const std::string& option : watching) arguments.push_back(option.c_str());
        } else if (name != "--clang" && name != "--smpi") {
            arguments.push_back(*argument);
        }
    }
    if (are_options_only(argv)) arguments.push_back("-c");
    const std::vector<std::string> marking = fortran ? options_of_smpi_objects() : std::vector<std::string>();
    for (const std::string& option : marking) arguments.push_back(option.c_str());
    const std::string names = part_of_compiling("fortran_names.s");
    if (fortran && !names.empty() && links(arguments)) {
        arguments.push_back(names.c_str());
    }
    arguments.push_back(nullptr);
    ::execvp(arguments.front(), const_cast<char* const*>(arguments.data()));
    complain_line("rmasim: {}, of Debian's package libsimgrid-dev: {}", compiler.command, std::strerror(errno));
    return bad_input;
}

}  // namespace rmasim::sim
