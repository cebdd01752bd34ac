#include "sim/frontend/cli/arguments/python_subcommands.h"

#include "sim/frontend/cli/process/exit_code.h"
#include "sim/frontend/components/own_arguments.h"
#include "sim/frontend/output/print.h"

#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <optional>
#include <sstream>
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

// Inserts a folder before the other folders of PYTHONPATH. An empty entry, which means the current folder, is removed.
void prepend_to_python_path(const std::string& folder) {
    const char* const before = std::getenv("PYTHONPATH");
    std::string folders = folder;
    std::istringstream entries(before == nullptr ? "" : before);
    for (std::string entry; std::getline(entries, entry, ':');) {
        if (!entry.empty()) folders += ':' + entry;
    }
    ::setenv("PYTHONPATH", folders.c_str(), 1);
}

}  // namespace

int become_python() {
    std::vector<std::string> own = own_arguments();
    std::error_code unreadable;
    const fs::path program = fs::read_symlink("/proc/self/exe", unreadable);
    const std::optional<fs::path> folder = folder_of_package(program);
    if (!folder) {
        complain_line("rmasim: {} is written in Python, and its package rmasim_analysis is not installed",
                      own.at(1));
        return internal_error;
    }
    prepend_to_python_path(*folder);
    ::setenv("RMASIM_PROGRAM", program.c_str(), 0);

    // With -P, no file of the current folder, such as a json.py, replaces a module.
    std::vector<const char*> arguments{python, "-P", "-m", "rmasim_analysis"};
    for (std::size_t i = 1; i < own.size(); ++i) arguments.push_back(own[i].c_str());
    arguments.push_back(nullptr);
    ::execv(python, const_cast<char* const*>(arguments.data()));
    complain_line("rmasim: {}: {}", python, std::strerror(errno));
    return internal_error;
}

}  // namespace rmasim::sim
