// The files of the running program: its executable file and its libraries. The class converts addresses to offsets in
// these files, and reads their debug information when it is first needed. Every rank has its own copy of the program,
// at other addresses, but the offsets are the same in all copies.
#pragma once

#include "sim/mpi/debug_information.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace rmasim::sim {

// A byte of a loaded file, as a distance from the address at which the file is loaded.
struct FileOffset {
    std::string file;  // empty for the program; offsets in no file have this name, too
    std::uint64_t offset = 0;
    auto operator<=>(const FileOffset&) const = default;
};

class LoadedFiles {
public:
    // `program` is the program's file, which has the debug information.
    explicit LoadedFiles(std::string program) : program_(std::move(program)) {}

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

    // Returns the variable that has the byte at `address`: one with static storage, or a local one of a function that
    // the calling thread of the program is executing. The caller must be a function that the program has called.
    // Returns nullopt for other memory, such as that of malloc, and for variables without debug information.
    std::optional<VariableByte> variable_at(const void* address);

    // Returns the address of the return address of the function whose frame has the byte at `address`, if the calling
    // thread executes such a function. The frame exists until this function returns.
    static std::optional<std::uint64_t> return_slot_of(const void* address);

private:
    std::string program_;
    std::map<std::string, DebugInformation> files_;  // by name
};

}  // namespace rmasim::sim
