#include "sim/mpi/call_places.h"

#include "sim/frontend/output/print.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <memory>

namespace rmasim::sim {

namespace {

// For the shell.
std::string quoted(const std::string& text) {
    std::string quoted = "'";
    for (const char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return quoted + '\'';
}

std::vector<std::string> lines_of(const std::string& command) {
    struct Close {
        void operator()(std::FILE* pipe) const { ::pclose(pipe); }
    };
    const std::unique_ptr<std::FILE, Close> pipe(::popen(command.c_str(), "r"));
    std::vector<std::string> lines;
    std::string line;
    std::array<char, 512> part;
    while (pipe && std::fgets(part.data(), static_cast<int>(part.size()), pipe.get()) != nullptr) {
        line += part.data();
        if (line.back() != '\n') continue;
        line.pop_back();
        lines.push_back(std::move(line));
        line.clear();
    }
    return lines;
}

// Of the two lines that addr2line has for an offset: the function, and the file with the line.
std::string place_of(const std::string& function, const std::string& position) {
    const std::string file = std::filesystem::path(position.substr(0, position.find(" ("))).filename().string();
    if (file.starts_with("??")) return function == "??" ? std::string() : function;
    return file + " in " + function;
}

}  // namespace

std::uint32_t CallPlaces::number(Rank rank, const void* return_address) {
    auto& known = of_rank_[static_cast<std::size_t>(rank)];
    const auto found = known.find(return_address);
    if (found != known.end()) return found->second;
    Dl_info info{};
    Offset offset{"", static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(return_address))};
    if (::dladdr(return_address, &info) != 0) {
        offset.offset -= static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(info.dli_fbase));
        // The copies of the program have names that nobody knows, and are gone.
        if (std::filesystem::exists(info.dli_fname)) offset.file = info.dli_fname;
    }
    const auto [at, is_new] = numbers_.try_emplace(offset, count());
    if (is_new) offsets_.push_back(offset);
    known.emplace(return_address, at->second);
    return at->second;
}

void CallPlaces::look_up() {
    for (std::size_t number = texts_.size(); number < offsets_.size(); ++number) {
        const Offset& offset = offsets_[number];
        const std::string file = offset.file.empty() ? program_ : offset.file;
        // The call itself is before the address that it returns to.
        const std::vector<std::string> lines =
            lines_of(fmt::format("addr2line -C -f -e {} {:#x} 2>/dev/null", quoted(file), offset.offset - 1));
        std::string text = lines.size() < 2 ? std::string() : place_of(lines[0], lines[1]);
        if (text.empty()) {
            text = fmt::format("{}+{:#x}", std::filesystem::path(file).filename().string(), offset.offset);
        }
        texts_.push_back(std::move(text));
    }
}

}  // namespace rmasim::sim
