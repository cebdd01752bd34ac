#include "sim/frontend/components/component.h"

#include "sim/frontend/components/own_arguments.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <optional>
#include <system_error>

namespace rmasim::sim {

namespace {

namespace fs = std::filesystem;

fs::path own_folder() {
    std::error_code unreadable;
    return fs::read_symlink("/proc/self/exe", unreadable).parent_path();
}

// A component is in the folder of the program. If the program is installed, it is in the folder of modules.
std::optional<std::string> existing(const std::string& name) {
    for (const fs::path& folder : {own_folder(), own_folder() / RMASIM_MODULE_FROM_PROGRAM}) {
        std::error_code unreadable;
        if (fs::exists(folder / name, unreadable)) return (folder / name).string();
    }
    return std::nullopt;
}

// Pointers to the words, and a null pointer, as exec requires. They are valid during the lifetime of `words`.
std::vector<char*> pointers_to(std::vector<std::string>& words) {
    std::vector<char*> pointers;
    for (std::string& word : words) pointers.push_back(word.data());
    pointers.push_back(nullptr);
    return pointers;
}

// Starts a program. `standard_output` replaces its standard output. Returns 0 if the start fails.
pid_t start(const std::string& path, std::vector<std::string> arguments, int standard_output) {
    posix_spawn_file_actions_t actions;
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_adddup2(&actions, standard_output, STDOUT_FILENO);
    pid_t child = 0;
    const int error = ::posix_spawn(&child, path.c_str(), &actions, nullptr, pointers_to(arguments).data(), environ);
    ::posix_spawn_file_actions_destroy(&actions);
    return error == 0 ? child : 0;
}

bool succeeds(pid_t child) {
    int status = 0;
    while (child > 0 && ::waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    return child > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

// The launcher of the checkout whose build this program is. The launcher builds only the folder build/release.
std::optional<std::string> launcher() {
    const fs::path folder = own_folder();
    if (folder.filename() != "release" || folder.parent_path().filename() != "build") return std::nullopt;
    const std::string path = (folder.parent_path().parent_path() / "rmasim").string();
    if (::access(path.c_str(), X_OK) != 0) return std::nullopt;
    return path;
}

}  // namespace

bool has_component(const std::string& name) { return existing(name).has_value(); }

std::string path_of_component(const std::string& name) {
    if (const auto path = existing(name)) return *path;
    const std::optional<std::string> builder = launcher();
    if (!builder) {
        const bool of_mpi = name == exec_program || name == host_program;
        const std::string package = of_mpi ? "; the package rmasim-mpi contains it" : "";
        throw ComponentMissing(name + " is not installed beside this program" + package);
    }
    // The launcher prints its messages on standard error.
    if (succeeds(start(*builder, {*builder, "--build", name}, STDERR_FILENO))) {
        if (const auto path = existing(name)) return *path;
    }
    throw ComponentMissing(name + " could not be built");
}

void* load_component(const std::string& name, const char* entry) {
    const std::string path = path_of_component(name);
    void* const module = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (module == nullptr) throw ComponentMissing(::dlerror());
    void* const address = ::dlsym(module, entry);
    if (address == nullptr) throw ComponentMissing(::dlerror());
    return address;
}

void become_component(const std::string& name) {
    const std::string path = path_of_component(name);
    std::vector<std::string> arguments = own_arguments();
    ::execv(path.c_str(), pointers_to(arguments).data());
    throw ComponentMissing(path + ": " + std::strerror(errno));
}

std::string output_of_component(const std::string& name, const std::vector<std::string>& further) {
    const std::string path = path_of_component(name);
    std::vector<std::string> arguments = own_arguments();
    arguments.insert(arguments.end(), further.begin(), further.end());
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) return {};
    const pid_t child = start(path, std::move(arguments), ends[1]);
    ::close(ends[1]);
    std::string output;
    std::array<char, 4096> read{};
    for (ssize_t count = 0; (count = ::read(ends[0], read.data(), read.size())) > 0 || (count < 0 && errno == EINTR);) {
        if (count > 0) output.append(read.data(), static_cast<std::size_t>(count));
    }
    ::close(ends[0]);
    return succeeds(child) ? output : std::string();
}

}  // namespace rmasim::sim
