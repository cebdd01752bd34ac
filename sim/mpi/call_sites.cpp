#include "sim/mpi/call_sites.h"

#include "sim/mpi/shell.h"

#include <dlfcn.h>
#include <fmt/format.h>
#include <unwind.h>

#include <algorithm>
#include <filesystem>
#include <string_view>

namespace rmasim::sim {

namespace {

// Returns the file name without the suffix of SMPI's Fortran compiler. smpif90 compiles a copy of "halo.f90" with a
// name such as "halo.f90_a1B2c3D4e5.f90".
std::string file_of(const std::string& position) {
    constexpr std::string_view suffix = ".f90";
    constexpr std::size_t added = 11 + suffix.size();
    std::string name = std::filesystem::path(position.substr(0, position.find(" ("))).filename().string();
    const std::size_t colon = name.rfind(':');
    if (colon == std::string::npos || colon <= added) return name;
    const std::size_t first = colon - added;
    const bool is_copy =
        name[first] == '_' && name.compare(colon - suffix.size(), suffix.size(), suffix) == 0 && name.find('.') < first;
    return is_copy ? name.erase(first, added) : name;
}

// Combines the two lines that addr2line prints for an offset: the function and "FILE:LINE". Returns "FILE:LINE in
// FUNCTION". Returns only the function if the line is unknown, and an empty string if both are unknown.
std::string location_text(const std::string& function, const std::string& position) {
    const std::string file = file_of(position);
    if (file.starts_with("??")) return function == "??" ? std::string() : function;
    return file + " in " + function;
}

void* base_of(const void* address) {
    Dl_info info{};
    return ::dladdr(address, &info) != 0 ? info.dli_fbase : nullptr;
}

// True if the address is in the simulator or in SimGrid's library, so not in the program.
bool is_between(const void* address) {
    static const void* const ours = base_of(reinterpret_cast<const void*>(&base_of));
    static const void* const simgrid = base_of(::dlsym(RTLD_DEFAULT, "PMPI_Init"));
    const void* const base = base_of(address);
    return base == ours || base == simgrid;
}

struct Search {
    const void* found = nullptr;
    int left = 64;  // number of frames that the search may still inspect
};

_Unwind_Reason_Code look_at(_Unwind_Context* frame, void* search) {
    auto& at = *static_cast<Search*>(search);
    const void* const address = reinterpret_cast<const void*>(_Unwind_GetIP(frame));
    if (address == nullptr || --at.left == 0) return _URC_END_OF_STACK;
    if (is_between(address)) return _URC_NO_REASON;
    at.found = address;
    return _URC_END_OF_STACK;
}

const void* first_of_program(const void* otherwise) {
    Search search;
    _Unwind_Backtrace(look_at, &search);
    return search.found != nullptr ? search.found : otherwise;
}

}  // namespace

// Returns the number of the call site. A Fortran program calls MPI through functions of the simulator or of SimGrid's
// library. Its call site is the first frame of the stack outside of both.
std::uint32_t CallSites::number(Rank rank, const void* return_address) {
    auto& known = of_rank_[static_cast<std::size_t>(rank)];
    auto found = known.find(return_address);
    if (found == known.end() && is_between(return_address)) {
        return_address = first_of_program(return_address);
        found = known.find(return_address);
    }
    if (found != known.end()) return found->second;
    Dl_info info{};
    Offset offset{"", static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(return_address))};
    if (::dladdr(return_address, &info) != 0) {
        offset.offset -= static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(info.dli_fbase));
        // The files of the program's copies are deleted after loading. For a deleted file, `offset.file` stays empty,
        // which stands for the program.
        if (std::filesystem::exists(info.dli_fname)) offset.file = info.dli_fname;
    }
    const auto [at, is_new] = numbers_.try_emplace(offset, count());
    if (is_new) offsets_.push_back(offset);
    known.emplace(return_address, at->second);
    return at->second;
}

// Looks up many offsets with one addr2line process, because starting the process takes longer than looking up an
// offset.
void CallSites::look_up() {
    constexpr std::size_t at_once = 1000;  // the command must fit into one argument of the shell
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
    for (auto number = static_cast<std::uint32_t>(lines_.size()); number < count(); ++number) {
        lines_.push_back(number_of_text_.try_emplace(texts_[number], number).first->second);
    }
}

void CallSites::look_up(const std::string& file, std::span<const std::size_t> numbers) {
    std::string command = fmt::format("addr2line -C -f -e {}", quoted(file));
    // The call instruction is before its return address, so the lookup uses the address minus one.
    for (const std::size_t number : numbers) command += fmt::format(" {:#x}", offsets_[number].offset - 1);
    const std::vector<std::string> lines = lines_of(command + " 2>/dev/null");
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        std::string text = lines.size() < 2 * i + 2 ? std::string() : location_text(lines[2 * i], lines[2 * i + 1]);
        if (text.empty()) {
            text =
                fmt::format("{}+{:#x}", std::filesystem::path(file).filename().string(), offsets_[numbers[i]].offset);
        }
        texts_[numbers[i]] = std::move(text);
    }
}

}  // namespace rmasim::sim
