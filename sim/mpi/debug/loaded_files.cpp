#include "sim/mpi/debug/loaded_files.h"

#include <dlfcn.h>
#include <unwind.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <string>
#include <string_view>

namespace rmasim::sim {

namespace {

void* base_of(const void* address) {
    Dl_info info{};
    return ::dladdr(address, &info) != 0 ? info.dli_fbase : nullptr;
}

constexpr std::array kept_registers{3, 6, 12, 13, 14, 15};  // that each function keeps; numbers of DWARF
constexpr int max_frames = 256;

// The search for the stack frame that has an address. A frame begins at the stack pointer of its function and ends
// where the function's caller continues: at the caller's stack pointer.
struct FrameSearch {
    std::uint64_t address;
    int left = max_frames;  // number of frames that the search may still inspect
    StackFrame frame{}, called{};
    bool found = false;
};

_Unwind_Reason_Code inspect_frame(_Unwind_Context* context, void* data) {
    auto& search = *static_cast<FrameSearch*>(data);
    StackFrame& frame = search.frame;
    const std::uint64_t stack_pointer = _Unwind_GetCFA(context);
    frame.registers.canonical_frame_address = stack_pointer;
    if (frame.instruction != nullptr && search.address >= frame.begin && search.address < frame.end()) {
        search.found = true;
        return _URC_END_OF_STACK;
    }
    const auto* const instruction = reinterpret_cast<const void*>(_Unwind_GetIP(context));
    if (instruction == nullptr || --search.left == 0) return _URC_END_OF_STACK;
    search.called = frame;
    frame = {stack_pointer, {.stack_pointer = stack_pointer}, instruction};
    for (const int one : kept_registers) {
        frame.registers.kept[static_cast<std::size_t>(one)] = _Unwind_GetGR(context, one);
    }
    return _URC_NO_REASON;
}

}  // namespace

FileOffset LoadedFiles::offset_of(const void* address) {
    Dl_info info{};
    FileOffset at{"", reinterpret_cast<std::uintptr_t>(address)};
    if (::dladdr(address, &info) == 0) return at;
    at.offset -= reinterpret_cast<std::uintptr_t>(info.dli_fbase);
    // The files of the program's copies are deleted after loading. For a deleted file, the name stays empty, which
    // stands for the program.
    const std::string file = original_of == nullptr ? std::string() : original_of(address);
    if (!file.empty()) at.file = file;
    else if (std::filesystem::exists(info.dli_fname)) at.file = info.dli_fname;
    return at;
}

std::string (*LoadedFiles::original_of)(const void* address) = nullptr;

bool is_of_system(std::string_view file) {
    constexpr std::array folders{"/lib/", "/lib64/", "/usr/lib/", "linux-vdso"};
    return std::ranges::any_of(folders, [&](const char* folder) { return file.starts_with(folder); });
}

bool LoadedFiles::is_of_simulator(const void* address) {
    static const void* const ours = base_of(reinterpret_cast<const void*>(&base_of));
    static const void* const simgrid = base_of(::dlsym(RTLD_DEFAULT, "PMPI_Init"));
    const void* const base = base_of(address);
    return base == ours || base == simgrid;
}

bool LoadedFiles::is_of_program(const void* address) {
    Dl_info info{};
    if (::dladdr(address, &info) == 0 || is_of_simulator(address)) return false;
    const std::string file = original_of == nullptr ? std::string() : original_of(address);
    return !is_of_system(file.empty() ? info.dli_fname : file);
}

DebugInformation& LoadedFiles::of(const FileOffset& at) {
    const std::string& name = name_of(at);
    return files_.try_emplace(name, name).first->second;
}

std::optional<VariableInMemory> LoadedFiles::static_variable_at(const void* address) {
    if (base_of(address) == nullptr || is_of_simulator(address)) return std::nullopt;
    const FileOffset at = offset_of(address);
    std::optional<VariableInMemory> found = of(at).static_variable(at.offset);
    if (found) found->begin += reinterpret_cast<std::uintptr_t>(address) - at.offset;
    return found;
}

std::optional<VariableInMemory> LoadedFiles::local_variable_at(const StackFrame& frame, std::uint64_t address) {
    // The call instruction is before its return address, and has two bytes or more. Descriptions that hold until the
    // function is called end at the last byte of the instruction.
    const FileOffset at = offset_of(frame.instruction);
    return of(at).local_variable(at.offset - 2, frame.registers, address);
}

std::optional<LoadedFiles::FoundFrame> LoadedFiles::frame_at(std::uint64_t address, std::uint64_t& end_of_stack) {
    FrameSearch search{.address = address};
    _Unwind_Backtrace(inspect_frame, &search);
    if (!search.found) {
        if (search.left > 0) end_of_stack = search.frame.end();
        return std::nullopt;
    }
    const auto is_in_program = [](const StackFrame& frame) {
        return base_of(frame.instruction) != nullptr && !is_of_simulator(frame.instruction);
    };
    if (!is_in_program(search.frame)) return std::nullopt;
    if (!is_in_program(search.called)) search.called = {};
    return FoundFrame{search.frame, search.called};
}

}  // namespace rmasim::sim
