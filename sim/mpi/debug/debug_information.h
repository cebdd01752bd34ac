// The debug information (DWARF) of one program or library, read by elfutils' libdw: source lines with inlined
// functions, and variables.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace rmasim::sim {

// A source line of a function. `file` has no folder.
struct SourceLine {
    std::string file;  // empty if the file has no debug information; `line` is then 0
    int line = 0;
    std::string function;  // empty if the function is not known
};

struct Variable {
    std::string name;
    std::string declared_at;  // "halo.c:42"; empty if the debug information does not have the line
    std::uint64_t bytes = 0;  // size
    std::uint64_t entry = 0;  // identifies the variable in the debug information
};

// A variable in memory. `begin` is the address of its first byte, or the offset in its file if it has static storage.
struct VariableInMemory {
    const Variable* variable = nullptr;  // belongs to the DebugInformation that has returned it
    std::uint64_t begin = 0;
};

// The values from which a function computes the addresses of its local variables.
struct FrameRegisters {
    std::uint64_t stack_pointer = 0;            // at the call that the function executes
    std::uint64_t canonical_frame_address = 0;  // the value of the stack pointer before the function was called
    // By DWARF number. A function that is called keeps the registers 3 (%rbx), 6 (%rbp) and 12 to 15, so only these
    // have a value.
    std::array<std::uint64_t, 16> kept{};
};

// All offsets are distances in bytes from the address at which the file is loaded. A file that cannot be read counts as
// a file without debug information.
class DebugInformation {
public:
    explicit DebugInformation(const std::string& file);
    ~DebugInformation();
    DebugInformation(const DebugInformation&) = delete;
    DebugInformation& operator=(const DebugInformation&) = delete;

    // Returns the source lines of an instruction. The first line is that of the innermost inlined function. Each next
    // line is the line into which the function of the previous line was inlined. Without debug information, returns
    // only the function's name. Returns an empty list if the function is not known, too.
    std::vector<SourceLine> lines(std::uint64_t offset) const;
    // Returns the variable with static storage, global or local to a function, that has the byte.
    std::optional<VariableInMemory> static_variable(std::uint64_t offset);
    // Returns the local variable that has the byte at `address`. `offset` is the call that the function executes, and
    // `registers` are its values at this call. Returns only variables that the debug information describes as in memory
    // at this call, and parameters that it describes so at an earlier call of `local_variable` for the function, or
    // relative to the frame.
    std::optional<VariableInMemory> local_variable(std::uint64_t offset, const FrameRegisters& registers,
                                                   std::uint64_t address);
    // Returns the part of a variable that has these bytes, counted from its first byte: "x", "x[3]", "grid.left", or
    // "x[1] to x[4]". In Fortran, returns only the name.
    std::string part_of(const Variable& variable, std::uint64_t first, std::uint64_t end) const;

private:
    struct File;
    struct LocalVariable;

    std::optional<std::uint64_t> slot_of(const LocalVariable& parameter, const FrameRegisters& registers) const;
    void read_static_variables();
    const std::vector<LocalVariable>& local_variables(std::uint64_t offset);

    std::unique_ptr<File> file_;
    bool has_read_variables_ = false;
    std::map<std::uint64_t, Variable> variables_;                    // by the offset of the first byte
    std::map<std::uint64_t, std::vector<LocalVariable>> of_frames_;  // by the offset of an instruction
    // The addresses of parameters, relative to the canonical frame address. The key has the parameter, and the
    // alignment of the frame, on which these addresses may depend.
    std::map<std::pair<std::uint64_t, std::uint64_t>, std::uint64_t> slots_;
};

}  // namespace rmasim::sim
