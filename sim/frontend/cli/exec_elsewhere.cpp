// The command `exec` in programs that do not contain SimGrid's SMPI. Such a program replaces its process by
// rmasim_mpi. It does not contain SMPI, because loading SMPI takes longer than a small run.
#include "sim/frontend/cli/commands.h"
#include "sim/frontend/cli/exit_code.h"
#include "sim/frontend/output/print.h"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <system_error>
#include <vector>

namespace rmasim::sim {

namespace {

namespace fs = std::filesystem;

// The arguments of this process, including the program's name.
std::vector<std::string> own_arguments() {
    std::ifstream file("/proc/self/cmdline", std::ios::binary);
    const std::string all{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    std::vector<std::string> arguments;
    for (std::size_t at = 0; at < all.size(); at += arguments.back().size() + 1) arguments.emplace_back(&all[at]);
    return arguments;
}

// Replaces this process by rmasim_mpi, with the same arguments. Returns an exit code only if the replacement fails.
int become_mpi() {
    std::error_code unreadable;
    const fs::path folder = fs::read_symlink("/proc/self/exe", unreadable).parent_path();
    const std::vector<std::string> own = own_arguments();
    std::vector<const char*> arguments;
    for (const std::string& argument : own) arguments.push_back(argument.c_str());
    arguments.push_back(nullptr);
    for (const char* const where : {"rmasim_mpi", RMASIM_MPI_FROM_PROGRAM}) {
        ::execv((folder / where).c_str(), const_cast<char* const*>(arguments.data()));
    }
    complain_line("rmasim: {}, which runs MPI programs: {}", (folder / "rmasim_mpi").string(), std::strerror(errno));
    return internal_error;
}

}  // namespace

int run_program_file(const RunOptions&, const ProgramFile&) { return become_mpi(); }

int exec_command(const ExecOptions&) { return become_mpi(); }

}  // namespace rmasim::sim
