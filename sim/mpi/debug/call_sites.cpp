#include "sim/mpi/debug/call_sites.h"

#include "sim/machine/arena/arena.h"

#include <dlfcn.h>
#include <fmt/format.h>
#include <unwind.h>

#include <filesystem>
#include <string_view>

namespace rmasim::sim {

namespace {

// Returns the file name without the suffix of SMPI's Fortran compiler. smpif90 compiles a copy of "halo.f90" with a
// name such as "halo.f90_a1B2c3D4e5.f90".
std::string without_copy(std::string name) {
    constexpr std::string_view suffix = ".f90";
    constexpr std::size_t added = 11 + suffix.size();
    if (name.size() <= added) return name;
    const std::size_t first = name.size() - added;
    const bool is_copy = name[first] == '_' && name.ends_with(suffix) && name.find('.') < first;
    return is_copy ? name.erase(first, added) : name;
}

std::string text_of(const SourceLine& line) {
    if (line.file.empty()) return line.function;
    return fmt::format("{}:{} in {}", without_copy(line.file), line.line, line.function.empty() ? "??" : line.function);
}

struct Search {
    const void* found = nullptr;
    int left = 64;  // number of frames that the search may still inspect
};

_Unwind_Reason_Code look_at(_Unwind_Context* frame, void* search) {
    auto& at = *static_cast<Search*>(search);
    const void* const address = reinterpret_cast<const void*>(_Unwind_GetIP(frame));
    if (address == nullptr || --at.left == 0) return _URC_END_OF_STACK;
    if (LoadedFiles::is_of_simulator(address)) return _URC_NO_REASON;
    at.found = address;
    return _URC_END_OF_STACK;
}

// Visits the frames from the innermost one up to the first frame of the program. Stores the name of the last function
// of MPI among them.
_Unwind_Reason_Code look_for_function(_Unwind_Context* frame, void* name) {
    const void* const address = reinterpret_cast<const void*>(_Unwind_GetIP(frame));
    if (address == nullptr || LoadedFiles::is_of_program(address)) return _URC_END_OF_STACK;
    Dl_info found{};
    if (::dladdr(address, &found) == 0 || found.dli_sname == nullptr) return _URC_NO_REASON;
    const std::string_view symbol = found.dli_sname;
    const std::string_view function = symbol.starts_with("PMPI_") ? symbol.substr(1) : symbol;
    if (function.starts_with("MPI_")) *static_cast<std::string*>(name) = function;
    return _URC_NO_REASON;
}

_Unwind_Reason_Code look_for_program(_Unwind_Context* frame, void* search) {
    auto& at = *static_cast<Search*>(search);
    const void* const address = reinterpret_cast<const void*>(_Unwind_GetIP(frame));
    if (address == nullptr || --at.left == 0) return _URC_END_OF_STACK;
    if (!LoadedFiles::is_of_program(address)) return _URC_NO_REASON;
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
std::uint32_t CallSites::search_number(const void* return_address) {
    auto found = known_.find(return_address);
    if (found == known_.end() && LoadedFiles::is_of_simulator(return_address)) {
        return_address = first_of_program(return_address);
        found = known_.find(return_address);
    }
    if (found != known_.end()) {
        recent_[reinterpret_cast<std::uintptr_t>(return_address) % recent_.size()] = {return_address, found->second};
        return found->second;
    }
    const Arena::Pause pause;  // checkpoints do not contain the table
    const FileOffset offset = LoadedFiles::offset_of(return_address);
    const auto [at, is_new] = numbers_.try_emplace(offset, count());
    if (is_new) offsets_.push_back(offset);
    known_.emplace(return_address, at->second);
    return at->second;
}

std::uint32_t CallSites::number_of_fault(const void* instruction) {
    // The lookup is for return addresses, which are behind their instruction.
    if (LoadedFiles::is_of_program(instruction)) return number(static_cast<const char*>(instruction) + 1);
    Search search;
    _Unwind_Backtrace(look_for_program, &search);
    return number(search.found != nullptr ? search.found : instruction);
}

std::string CallSites::function_of_smpi() {
    std::string name;
    _Unwind_Backtrace(look_for_function, &name);
    return name;
}

void CallSites::look_up() {
    const Arena::Pause pause;
    for (auto number = static_cast<std::uint32_t>(lines_.size()); number < count(); ++number) {
        texts_.push_back(read(offsets_[number]));
        lines_.push_back(number_of_text_.try_emplace(texts_.back(), number).first->second);
    }
}

// Returns the text of a call site. Without debug information, this is the function's name; without symbols, the file
// and the offset.
std::string CallSites::read(const FileOffset& at) {
    // The call instruction is before its return address, so the lookup uses the offset minus one.
    const std::vector<SourceLine> lines = files_.of(at).lines(at.offset - 1);
    if (lines.empty()) {
        return fmt::format("{}+{:#x}", std::filesystem::path(files_.name_of(at)).filename().string(), at.offset);
    }
    std::vector<std::string> callers;
    for (std::size_t i = 1; i < lines.size(); ++i) callers.push_back(text_of(lines[i]));
    const std::string text = text_of(lines.front());
    return callers.empty() ? text : fmt::format("{}{}{})", text, inlined_at, fmt::join(callers, ", inlined at "));
}

}  // namespace rmasim::sim
