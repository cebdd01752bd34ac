#include "sim/mpi/loaded_files.h"

#include "sim/mpi/program_functions.h"

#include <dlfcn.h>
#include <unwind.h>

#include <filesystem>

namespace rmasim::sim {

namespace {

void* base_of(const void* address) {
    Dl_info info{};
    return ::dladdr(address, &info) != 0 ? info.dli_fbase : nullptr;
}

constexpr int frame_pointer = 6;  // number of %rbp in DWARF
constexpr int max_frames = 256;

// The search for the stack frame that has an address. A frame begins at the stack pointer of its function and ends
// where the function's caller continues: at the caller's stack pointer.
struct FrameSearch {
    std::uint64_t address;
    int left = max_frames;  // number of frames that the search may still inspect
    const void* instruction = nullptr;
    std::uint64_t stack_pointer = 0;
    FrameRegisters registers{};
    bool found = false;
};

_Unwind_Reason_Code look_for_frame(_Unwind_Context* frame, void* data) {
    auto& search = *static_cast<FrameSearch*>(data);
    const std::uint64_t stack_pointer = _Unwind_GetCFA(frame);
    if (search.instruction != nullptr && search.address >= search.stack_pointer && search.address < stack_pointer) {
        search.registers.canonical_frame_address = stack_pointer;
        search.found = true;
        return _URC_END_OF_STACK;
    }
    search.instruction = reinterpret_cast<const void*>(_Unwind_GetIP(frame));
    if (search.instruction == nullptr || --search.left == 0) return _URC_END_OF_STACK;
    search.registers = {0, _Unwind_GetGR(frame, frame_pointer)};
    search.stack_pointer = stack_pointer;
    return _URC_NO_REASON;
}

// Finds the frame of a function of the program.
FrameSearch frame_of(const void* address) {
    FrameSearch search{.address = reinterpret_cast<std::uintptr_t>(address)};
    _Unwind_Backtrace(look_for_frame, &search);
    const void* const base = base_of(search.instruction);
    search.found = search.found && base != nullptr && !LoadedFiles::is_of_simulator(search.instruction);
    return search;
}

}  // namespace

FileOffset LoadedFiles::offset_of(const void* address) {
    Dl_info info{};
    FileOffset at{"", reinterpret_cast<std::uintptr_t>(address)};
    if (::dladdr(address, &info) == 0) return at;
    at.offset -= reinterpret_cast<std::uintptr_t>(info.dli_fbase);
    // The files of the program's copies are deleted after loading. For a deleted file, the name stays empty, which
    // stands for the program.
    if (std::filesystem::exists(info.dli_fname)) at.file = info.dli_fname;
    return at;
}

bool LoadedFiles::is_of_simulator(const void* address) {
    static const void* const ours = base_of(reinterpret_cast<const void*>(&base_of));
    static const void* const simgrid = base_of(::dlsym(RTLD_DEFAULT, "PMPI_Init"));
    const void* const base = base_of(address);
    return base == ours || base == simgrid;
}

bool LoadedFiles::is_of_program(const void* address) {
    Dl_info info{};
    return ::dladdr(address, &info) != 0 && !is_of_simulator(address) && !is_of_system(info.dli_fname);
}

DebugInformation& LoadedFiles::of(const FileOffset& at) {
    const std::string& name = name_of(at);
    return files_.try_emplace(name, name).first->second;
}

std::optional<VariableByte> LoadedFiles::variable_at(const void* address) {
    if (base_of(address) != nullptr) {
        if (is_of_simulator(address)) return std::nullopt;
        const FileOffset at = offset_of(address);
        return of(at).static_variable(at.offset);
    }
    const FrameSearch search = frame_of(address);
    if (!search.found) return std::nullopt;
    // The call instruction is before its return address.
    const FileOffset at = offset_of(search.instruction);
    return of(at).local_variable(at.offset - 1, search.registers, search.address);
}

std::optional<std::uint64_t> LoadedFiles::return_slot_of(const void* address) {
    constexpr std::uint64_t bytes_of_address = 8;
    const FrameSearch search = frame_of(address);
    if (!search.found) return std::nullopt;
    return search.registers.canonical_frame_address - bytes_of_address;
}

}  // namespace rmasim::sim
