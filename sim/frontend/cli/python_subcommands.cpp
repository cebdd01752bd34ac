#include "sim/frontend/cli/python_subcommands.h"

#include "sim/frontend/cli/exit_code.h"
#include "sim/frontend/output/print.h"

#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <optional>
#include <system_error>
#include <vector>

namespace rmasim::sim {

namespace {

namespace fs = std::filesystem;

constexpr const char* python = "/usr/bin/python3";

// The folders in which the Python package may be, relative to the program's folder. The first is that of an
// installation, the second that of a checkout.
constexpr std::array package_folders{RMASIM_PYTHON_FROM_PROGRAM, "../../analysis"};

std::optional<fs::path> folder_of_package(const fs::path& program) {
    for (const char* const folder : package_folders) {
        const fs::path candidate = (program.parent_path() / folder).lexically_normal();
        std::error_code absent;
        if (fs::exists(candidate / "rmasim_analysis", absent)) return candidate;
    }
    return std::nullopt;
}

// Inserts a path before the other paths of an environment variable.
void prepend_to(const char* variable, const std::string& path) {
    const char* const before = std::getenv(variable);
    const bool empty = before == nullptr || *before == '\0';
    ::setenv(variable, (empty ? path : path + ':' + before).c_str(), 1);
}

}  // namespace

int become_python(char** argv) {
    std::error_code unreadable;
    const fs::path program = fs::read_symlink("/proc/self/exe", unreadable);
    const std::optional<fs::path> folder = folder_of_package(program);
    if (!folder) {
        complain_line("rmasim: {} is written in Python, and its package rmasim_analysis is not installed", argv[1]);
        return internal_error;
    }
    prepend_to("PYTHONPATH", *folder);
    ::setenv("RMASIM_PROGRAM", program.c_str(), 0);

    std::vector<const char*> arguments{python, "-m", "rmasim_analysis"};
    for (char** argument = argv + 1; *argument != nullptr; ++argument) arguments.push_back(*argument);
    arguments.push_back(nullptr);
    ::execv(python, const_cast<char* const*>(arguments.data()));
    complain_line("rmasim: {}: {}", python, std::strerror(errno));
    return internal_error;
}

}  // namespace rmasim::sim
