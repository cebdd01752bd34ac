#include "sim/frontend/cli/host_compiler.h"

#include "sim/frontend/cli/process/exit_code.h"
#include "sim/frontend/components/component.h"
#include "sim/frontend/output/print.h"

#include <elf.h>
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string_view>
#include <system_error>

namespace rmasim::sim {

namespace {

namespace fs = std::filesystem;

// Returns the path of a file that the compiler needs: in a checkout below the program's folder or in sim/mpi, otherwise
// in the folder of modules.
std::string part(const std::string& in_build, const std::string& in_sources) {
    std::error_code unreadable;
    const fs::path folder = fs::read_symlink("/proc/self/exe", unreadable).parent_path();
    for (const fs::path& path :
         {folder / in_build, folder / "../../sim/mpi" / in_sources, folder / RMASIM_MODULE_FROM_PROGRAM / in_build,
          folder / RMASIM_MODULE_FROM_PROGRAM / in_sources}) {
        if (fs::exists(path, unreadable)) return fs::weakly_canonical(path, unreadable).string();
    }
    throw ComponentMissing(in_build + " of rmasim-host is not installed beside this program");
}

bool links(const std::vector<std::string>& arguments) {
    bool has_input = false;
    for (const std::string& argument : arguments) {
        if (argument == "-c" || argument == "-S" || argument == "-E" || argument == "--version" ||
            argument.starts_with("-fsyntax-only") || argument.starts_with("-M")) {
            return false;
        }
        has_input = has_input || !argument.starts_with('-');
    }
    return has_input && std::ranges::find(arguments, "-shared") == arguments.end();
}

// Returns the object file with the beginning of a program, which a shared library does not have.
std::string start_file(const std::string& compiler) {
    std::string path;
    std::FILE* const output = ::popen((compiler + " -print-file-name=Scrt1.o").c_str(), "re");
    if (output == nullptr) return path;
    for (int letter = 0; (letter = std::fgetc(output)) != EOF && letter != '\n';) path += static_cast<char>(letter);
    ::pclose(output);
    return path;
}

// Runs a program and returns its exit code. Passes its standard error on, and calls `see` for each line of it.
template <class See>
int run(std::vector<std::string> command, See see) {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) return internal_error;
    posix_spawn_file_actions_t actions;
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_adddup2(&actions, ends[1], STDERR_FILENO);
    std::vector<char*> words;
    for (std::string& word : command) words.push_back(word.data());
    words.push_back(nullptr);
    pid_t child = 0;
    const int error = ::posix_spawnp(&child, words.front(), &actions, nullptr, words.data(), environ);
    ::posix_spawn_file_actions_destroy(&actions);
    ::close(ends[1]);
    if (error != 0) {
        complain_line("rmasim: {}: {}", command.front(), std::strerror(error));
        return bad_input;
    }
    std::string line;
    std::array<char, 4096> read{};
    for (ssize_t count = 0; (count = ::read(ends[0], read.data(), read.size())) > 0 || (count < 0 && errno == EINTR);) {
        for (ssize_t i = 0; i < count; ++i) {
            line += read[static_cast<std::size_t>(i)];
            if (line.back() != '\n') continue;
            see(line);
            std::fputs(line.c_str(), stderr);
            line.clear();
        }
    }
    std::fputs(line.c_str(), stderr);
    ::close(ends[0]);
    int status = 0;
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : internal_error;
}

// Returns the function of MPI that a line of the linker misses; otherwise an empty text.
std::string missing_in(const std::string& line) {
    constexpr std::string_view words = "undefined reference to `";
    const std::size_t at = line.find(words);
    if (at == std::string::npos) return {};
    const std::string name = line.substr(at + words.size(), line.find('\'', at) - at - words.size());
    return name.starts_with("MPI_") || name.starts_with("PMPI_") ? name : std::string();
}

}  // namespace

int compile_for_host(const std::string& compiler, const std::vector<std::string>& arguments) {
    path_of_component(host_program);
    const fs::path header = part("generated/mpi/mpi.h", "api/mpi.h");
    std::vector<std::string> command{compiler, "-g", "-fPIC"};
    command.insert(command.end(), arguments.begin(), arguments.end());
    command.insert(command.end(), {"-isystem", header.parent_path().string()});
    if (links(arguments)) {
        const std::string library = part("libmpi_abi.so.1", "libmpi_abi.so.1");
        command.insert(command.end(),
                       {"-shared", "-Wl,-Bsymbolic", "-Wl,-z,defs", "-Wl,-e,_start", start_file(compiler),
                        part("process/interpreter.s", "process/interpreter.s"), "-Wl,--push-state,--as-needed", library,
                        "-Wl,--pop-state", "-Wl,-rpath," + fs::path(library).parent_path().string()});
    }
    std::set<std::string> missing;
    const int code = run(std::move(command), [&](const std::string& line) {
        if (std::string name = missing_in(line); !name.empty()) missing.insert(std::move(name));
    });
    for (const std::string& name : missing) {
        complain_line(
            "rmasim: {} is not a function of rmasim's own host: `--smpi` instead of `--host` builds the "
            "program for SimGrid's SMPI",
            name);
    }
    return code;
}

// Reads the names of needed libraries in the dynamic section.
bool needs_host(const std::string& program) {
    std::error_code unreadable;
    if (!fs::is_regular_file(program, unreadable)) return false;
    std::ifstream file(program, std::ios::binary);
    const std::vector<char> bytes{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    if (bytes.size() < sizeof(Elf64_Ehdr) || std::memcmp(bytes.data(), ELFMAG, SELFMAG) != 0) return false;
    Elf64_Ehdr head;
    std::memcpy(&head, bytes.data(), sizeof head);
    const auto header = [&](std::size_t index) {
        Elf64_Shdr one{};
        const std::size_t at = head.e_shoff + index * sizeof one;
        if (index < head.e_shnum && at + sizeof one <= bytes.size()) std::memcpy(&one, &bytes[at], sizeof one);
        return one;
    };
    for (std::size_t i = 0; i < head.e_shnum; ++i) {
        const Elf64_Shdr dynamic = header(i);
        if (dynamic.sh_type != SHT_DYNAMIC) continue;
        const Elf64_Shdr names = header(dynamic.sh_link);
        for (std::size_t at = dynamic.sh_offset; at + sizeof(Elf64_Dyn) <= dynamic.sh_offset + dynamic.sh_size;
             at += sizeof(Elf64_Dyn)) {
            Elf64_Dyn entry;
            if (at + sizeof entry > bytes.size()) return false;
            std::memcpy(&entry, &bytes[at], sizeof entry);
            if (entry.d_tag != DT_NEEDED) continue;
            const std::size_t name = names.sh_offset + entry.d_un.d_val;
            const std::string_view wanted = library_of_host;
            if (name + wanted.size() <= bytes.size() && wanted == std::string_view(&bytes[name], wanted.size())) {
                return true;
            }
        }
    }
    return false;
}

}  // namespace rmasim::sim
