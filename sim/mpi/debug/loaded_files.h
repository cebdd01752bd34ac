// The files of the running program: its executable file and its libraries. The class converts addresses to offsets in
// these files, and reads their debug information when it is first needed. Every rank has its own copy of the program,
// at other addresses, but the offsets are the same in all copies.
#pragma once

#include "sim/mpi/debug/debug_information.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace rmasim::sim {

// A byte of a loaded file, as a distance from the address at which the file is loaded.
struct FileOffset {
    std::string file;  // empty for the program; offsets in no file have this name, too
    std::uint64_t offset = 0;
    auto operator<=>(const FileOffset&) const = default;
};

// The frame of a function that a thread of the program executes. It extends from `begin` to the caller's stack pointer,
// the canonical frame address. The function's own return address is in the last word of the frame. The word before
// `begin` has `instruction`, to which the function that it has called returns.
struct StackFrame {
    std::uint64_t begin = 0;
    FrameRegisters registers{};
    const void* instruction = nullptr;

    std::uint64_t end() const { return registers.canonical_frame_address; }
    // The address of the function's return address. The frame exists until the function returns.
    std::uint64_t return_slot() const { return end() - bytes_of_address; }
    std::uint64_t called_slot() const { return begin - bytes_of_address; }

    static constexpr std::uint64_t bytes_of_address = 8;
};

// True if the file is in a folder of the system.
bool is_of_system(std::string_view file);

class LoadedFiles {
public:
    // `program` is the program's file, which has the debug information.
    explicit LoadedFiles(std::string program) : program_(std::move(program)) {}

    // Returns the original of the file that has an address, if the file is a copy of the host's; otherwise an empty
    // text. Null unless there is such a host.
    static std::string (*original_of)(const void* address);

    // Returns the file and the offset of an address. An address that is in no file is its own offset.
    static FileOffset offset_of(const void* address);
    // True if the address is in the simulator or in SimGrid's library, so not in the program.
    static bool is_of_simulator(const void* address);
    // True if the address is in a file of the program: its executable file, or a library outside of the system's
    // folders.
    static bool is_of_program(const void* address);

    const std::string& name_of(const FileOffset& at) const { return at.file.empty() ? program_ : at.file; }
    // Returns the debug information of the file that has the offset.
    DebugInformation& of(const FileOffset& at);

    // Returns the variable with static storage that has the byte at `address`, with the address of its first byte.
    std::optional<VariableInMemory> static_variable_at(const void* address);
    // Returns the local variable that has the byte at `address`. The frame, or that of its caller, must have the byte.
    std::optional<VariableInMemory> local_variable_at(const StackFrame& frame, std::uint64_t address);
    // The frame that has a byte, and the frame of the function that it has called. The parameters of this function may
    // be in the frame of its caller. `called.instruction` is null if this function is not in the program.
    struct FoundFrame {
        StackFrame frame, called;
    };
    // Returns the frame of a function of the program that has the byte at `address`, if the calling thread executes
    // such a function. The caller must be a function that the program has called. Otherwise returns nullopt, and sets
    // `end_of_stack` to the address after the thread's oldest frame.
    static std::optional<FoundFrame> frame_at(std::uint64_t address, std::uint64_t& end_of_stack);

private:
    std::string program_;
    std::map<std::string, DebugInformation> files_;  // by name
};

}  // namespace rmasim::sim
