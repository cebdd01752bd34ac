#include "sim/frontend/cli/host_compiler.h"

#include "sim/frontend/cli/process/exit_code.h"
#include "sim/frontend/components/component.h"
#include "sim/frontend/output/print.h"
#include "sim/scenario/json/errors.h"

#include <elf.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
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

// The result that the arguments ask for.
enum class Wanted { object, library, program };

Wanted wanted(const std::vector<std::string>& arguments) {
    bool has_input = false, is_library = false;
    for (const std::string& argument : arguments) {
        if (prevents_linking(argument)) return Wanted::object;
        has_input = has_input || !argument.starts_with('-') || argument.starts_with("-l");
        is_library = is_library || argument == "-shared";
    }
    if (!has_input) return Wanted::object;
    return is_library ? Wanted::library : Wanted::program;
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

// Returns the function of MPI that a line of the linker misses; otherwise an empty text. Names of Fortran have small
// letters and end with an underscore, or with _f08_.
std::string missing_in(const std::string& line) {
    constexpr std::string_view words = "undefined reference to `";
    const std::size_t at = line.find(words);
    if (at == std::string::npos) return {};
    std::string name = line.substr(at + words.size(), line.find('\'', at) - at - words.size());
    if (name.starts_with("MPI_") || name.starts_with("PMPI_")) return name;
    const std::size_t prefix = name.starts_with("mpi_") ? 4 : name.starts_with("pmpi_") ? 5 : 0;
    if (prefix == 0 || !name.ends_with('_') || name.starts_with("mpi_fortran_")) return {};
    for (const std::string_view end : {"_", "_f08"}) {
        if (name.ends_with(end)) name.resize(name.size() - end.size());
    }
    for (std::size_t i = 0; i <= prefix; ++i) name[i] = static_cast<char>(std::toupper(name[i]));
    return name;
}

// Objects that include mpi.h refer to this name (api/mpi.h.in).
constexpr const char* mark_of_smpi = "compiled_for_smpi__use_rmasim_fc_smpi";  // objects of `rmasim fc --smpi`
constexpr const char* defines_mark = "-Wl,--defsym=compiled_without_smpi__use_rmasim_cc_smpi=0";

// The folder with mpi.h, and the library with the names of functions.
struct Parts {
    std::string headers;
    fs::path functions;

    Parts()
        : headers(fs::path(part("generated/mpi/mpi.h", "api/mpi.h")).parent_path().string()),
          functions(part("libmpi_abi.so.1", "libmpi_abi.so.1")) {}
    std::string folder() const { return functions.parent_path().string(); }
    std::string search() const { return "-Wl,-rpath," + folder(); }
    // The options that a compiler needs without this program: the result is an executable of the compiler's own form.
    std::string compile_options() const { return "-I" + headers; }
    std::string link_options() const {
        return std::string(defines_mark) + " -L" + folder() + ' ' + search() + " -lmpi_abi";
    }
};

bool is_fortran(const std::string& compiler) { return compiler == "gfortran"; }

// Returns the option by which the assembler reads a file before the compiler's.
std::string mark_of_fortran(const std::string& file) { return "-Wa," + part(file, file); }

// Options that choose another form of program, or code that only this form may have. `rmasim cc` replaces them. The
// host finds variables of Fortran by name, such as MPI_IN_PLACE, so they are visible.
bool is_of_form(const std::string& compiler, const std::string& argument) {
    if (is_fortran(compiler) && argument.starts_with("-fvisibility=")) return true;
    constexpr std::array forms{"-pie",  "-no-pie",  "-static-pie", "-fPIE",    "-fpie",   "-fPIC",
                               "-fpic", "-fno-pie", "-fno-PIE",    "-fno-pic", "-fno-PIC"};
    return std::ranges::find(forms, argument) != forms.end();
}

std::vector<std::string> command_for(const std::string& compiler, const std::vector<std::string>& arguments) {
    const Parts parts;
    std::vector<std::string> command{compiler, "-g", "-fPIC", "-DRMASIM_CC"};
    std::ranges::copy_if(arguments, std::back_inserter(command),
                         [&](const std::string& argument) { return !is_of_form(compiler, argument); });
    // In Fortran, only -I has a meaning for modules and for INCLUDE.
    if (is_fortran(compiler))
        command.insert(command.end(), {parts.compile_options(), mark_of_fortran("own_host.mark")});
    else command.insert(command.end(), {"-isystem", parts.headers});
    const Wanted what = wanted(arguments);
    if (what != Wanted::object) command.emplace_back("-xnone");  // the language of the user's last file ends here
    if (what == Wanted::program) {
        command.insert(command.end(), {"-shared", "-Wl,-Bsymbolic", "-Wl,-z,defs", "-Wl,-e,_start",
                                       start_file(compiler), part("process/interpreter.s", "process/interpreter.s")});
    }
    if (what != Wanted::object) {
        command.insert(command.end(), {defines_mark, "-Wl,--push-state,--as-needed", parts.functions.string(),
                                       "-Wl,--pop-state", parts.search()});
    }
    return command;
}

// Handles the options of the wrappers of MPICH and Open MPI that print commands. Returns false if there is none.
bool answers(const std::string& compiler, std::vector<std::string> arguments) {
    const auto question = std::ranges::find_if(arguments, [](std::string_view argument) {
        return argument == "-show" || argument == "-compile_info" || argument == "-compile-info" ||
               argument == "-link_info" || argument == "-link-info" || argument.starts_with("-showme") ||
               argument.starts_with("--showme");
    });
    if (question == arguments.end()) return false;
    const std::string asked = *question;
    arguments.erase(question);
    const std::string_view what = std::string_view(asked).substr(asked.starts_with("--") ? 2 : 1);
    const Parts parts;
    std::string answer;
    if (what == "show" || what == "showme") {
        const std::vector<std::string> command = command_for(compiler, arguments);
        answer = fmt::format("{}", fmt::join(command, " "));
    } else if (what == "compile_info" || what == "compile-info") {
        answer = compiler + ' ' + parts.compile_options();
    } else if (what == "link_info" || what == "link-info") {
        answer = compiler + ' ' + parts.link_options();
    } else if (what == "showme:command") {
        answer = compiler;
    } else if (what == "showme:compile") {
        answer = parts.compile_options();
    } else if (what == "showme:link") {
        answer = parts.link_options();
    } else if (what == "showme:incdirs") {
        answer = parts.headers;
    } else if (what == "showme:libdirs") {
        answer = parts.folder();
    } else if (what == "showme:libs") {
        answer = "mpi_abi";
    } else if (what == "showme:version") {
        answer = "rmasim " RMASIM_VERSION;
    } else {
        throw BadInput("-showme", asked,
                       "-showme, -showme:command, -showme:compile, -showme:link, -showme:incdirs, -showme:libdirs, "
                       "-showme:libs, -showme:version");
    }
    print_line("{}", answer);
    return true;
}

// True for the name of a handle such as MPI_COMM_WORLD, which is a variable in SMPI only.
bool is_constant(const std::string& name) {
    return std::ranges::none_of(name, [](char letter) { return letter >= 'a' && letter <= 'z'; });
}

}  // namespace

int compile_for_host(const std::string& compiler, const std::vector<std::string>& arguments) {
    path_of_component(host_program);
    if (is_fortran(compiler) && !fs::exists(fs::path(Parts().headers) / "mpi.mod")) {
        throw ComponentMissing("the modules mpi and mpi_f08 are missing: rmasim was built without gfortran");
    }
    if (answers(compiler, arguments)) return success;
    std::set<std::string> missing;
    bool any_of_smpi = false;
    const int code = run(command_for(compiler, arguments), [&](const std::string& line) {
        any_of_smpi = any_of_smpi || line.find(mark_of_smpi) != std::string::npos;
        if (std::string name = missing_in(line); !name.empty()) missing.insert(std::move(name));
    });
    if (any_of_smpi || std::ranges::any_of(missing, is_constant)) {
        complain_line(
            "rmasim: an object file is for SimGrid's SMPI (--smpi), and others are for exec's own host: "
            "compile or link all of them with --smpi");
        return code;
    }
    for (const std::string& name : missing) {
        complain_line(
            "rmasim: {} is not a function of exec's own host: `rmasim {} --smpi` compiles and links the program for "
            "SimGrid's SMPI",
            name, is_fortran(compiler) ? "fc" : "cc");
    }
    return code;
}

std::vector<std::string> options_of_smpi_objects() {
    return {mark_of_fortran("smpi_host.mark"), fmt::format("-Wl,--defsym={}=0", mark_of_smpi)};
}

namespace {

// The sections of a file of the machine's own form. The bytes and the offsets are the file's: nothing in it is trusted.
class Sections {
public:
    explicit Sections(const std::string& path) {
        std::ifstream file(path, std::ios::binary);
        bytes_.assign(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
        if (std::string_view(bytes_.data(), bytes_.size()).starts_with(ELFMAG)) head_ = read<Elf64_Ehdr>(0);
    }
    std::size_t count() const { return head_.e_shnum; }
    Elf64_Shdr at(std::size_t index) const {
        return index < count() ? read<Elf64_Shdr>(head_.e_shoff + index * sizeof(Elf64_Shdr)) : Elf64_Shdr{};
    }
    // Returns zeros if the bytes are outside of the file.
    template <class Read>
    Read read(std::size_t offset) const {
        Read value{};
        if (holds(offset, sizeof value)) std::memcpy(&value, &bytes_[offset], sizeof value);
        return value;
    }
    bool has_text(std::size_t offset, std::string_view text) const {
        return holds(offset, text.size()) && text == std::string_view(&bytes_[offset], text.size());
    }

private:
    bool holds(std::size_t offset, std::size_t bytes) const {
        return offset <= bytes_.size() && bytes <= bytes_.size() - offset;
    }
    std::vector<char> bytes_;
    Elf64_Ehdr head_{};
};

bool needs_library_of_host(const Sections& file, const Elf64_Shdr& dynamic) {
    const Elf64_Shdr names = file.at(dynamic.sh_link);
    for (std::size_t at = 0; at + sizeof(Elf64_Dyn) <= dynamic.sh_size; at += sizeof(Elf64_Dyn)) {
        const auto entry = file.read<Elf64_Dyn>(dynamic.sh_offset + at);
        if (entry.d_tag == DT_NULL) return false;
        if (entry.d_tag == DT_NEEDED && file.has_text(names.sh_offset + entry.d_un.d_val, library_of_host)) return true;
    }
    return false;
}

}  // namespace

bool prevents_linking(std::string_view argument) {
    return argument == "-c" || argument == "-S" || argument == "-E" || argument == "-M" || argument == "-MM" ||
           argument == "-r" || argument == "--version" || argument.starts_with("-fsyntax-only");
}

// The note is that of interpreter.s.
bool needs_host(const std::string& program) {
    std::error_code unreadable;
    if (!fs::is_regular_file(program, unreadable)) return false;
    const Sections file(program);
    for (std::size_t i = 0; i < file.count(); ++i) {
        const Elf64_Shdr section = file.at(i);
        if (section.sh_type == SHT_DYNAMIC && needs_library_of_host(file, section)) return true;
        if (section.sh_type == SHT_NOTE && file.has_text(section.sh_offset + sizeof(Elf64_Nhdr), name_of_note))
            return true;
    }
    return false;
}

}  // namespace rmasim::sim
