#include "sim/mpi/call_places.h"

#include "sim/frontend/output/print.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
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

// One process reads the debug information of many: it takes longer to start than to find them.
void CallPlaces::look_up() {
    constexpr std::size_t at_once = 1000;  // the command has to fit into one argument of the shell's
    std::map<std::string, std::vector<std::size_t>> by_file;
    for (std::size_t number = texts_.size(); number < offsets_.size(); ++number) {
        by_file[file_of(offsets_[number])].push_back(number);
    }
    texts_.resize(offsets_.size());
    for (const auto& [file, numbers] : by_file) {
        for (std::size_t first = 0; first < numbers.size(); first += at_once) {
            look_up(file, std::span(numbers).subspan(first, std::min(at_once, numbers.size() - first)));
        }
    }
}

void CallPlaces::look_up(const std::string& file, std::span<const std::size_t> numbers) {
    std::string command = fmt::format("addr2line -C -f -e {}", quoted(file));
    // The call itself is before the address that it returns to.
    for (const std::size_t number : numbers) command += fmt::format(" {:#x}", offsets_[number].offset - 1);
    const std::vector<std::string> lines = lines_of(command + " 2>/dev/null");
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        std::string text = lines.size() < 2 * i + 2 ? std::string() : place_of(lines[2 * i], lines[2 * i + 1]);
        if (text.empty()) {
            text =
                fmt::format("{}+{:#x}", std::filesystem::path(file).filename().string(), offsets_[numbers[i]].offset);
        }
        texts_[numbers[i]] = std::move(text);
    }
}

}  // namespace rmasim::sim
