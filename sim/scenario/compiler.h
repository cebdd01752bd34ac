// The state of a compilation, and the readers that calls share. For sim/scenario only; see compile.h.
#pragma once

#include "sim/scenario/compile.h"
#include "sim/scenario/names.h"
#include "sim/scenario/vocabulary.h"

namespace rmasim::sim {

class Compiler {
public:
    Compiler(Rank ranks, const std::vector<WindowSettings>& windows) : ranks_(ranks), windows_(windows) {}

    // Appends a list's instructions. Names that it declares end with it.
    void calls(const JsonValue& list);
    Program finish() &&;

    Rank ranks() const { return ranks_; }
    const std::vector<WindowSettings>& windows() const { return windows_; }
    Names& names() { return names_; }

    // An instruction of the call at `arguments`, not yet appended.
    Instruction start(InstructionKind kind, const JsonValue& arguments);
    // Returns its position.
    std::size_t append(Instruction instruction);
    // Makes the instruction at `position` jump to the next one appended.
    void land(std::size_t position) { program_.code[position].jump = here(); }
    std::uint32_t here() const { return static_cast<std::uint32_t>(program_.code.size()); }

    // An integer or an expression. Constant ones must lie in `bounds`; the interpreter checks the others.
    Expression expression(const JsonValue& value, IntegerBounds bounds = any_integer) const;
    // Leaves `result`, the default, when the member is not there.
    void read(const JsonObject& call, std::string_view key, Expression& result,
              IntegerBounds bounds = any_integer) const;

    WindowId window(const JsonObject& call) const;
    IntegerBounds targets() const { return {0, ranks_ - 1}; }
    // The members win, disp, count and datatype, those of them that the call has, and that they fit the window.
    void read_access(const JsonObject& call, Instruction& instruction) const;
    // The members value and step: element k is value + k * step.
    void read_affine(const JsonObject& call, Instruction& instruction) const;
    // The member `key`, an object of win, disp and stride: where in the caller's window the elements are.
    void read_local_window(const JsonObject& call, std::string_view key, Instruction& instruction) const;
    // The member `as`: the variable that gets the one element fetched.
    void read_variable(const JsonObject& call, Instruction& instruction);

private:
    void call(const JsonValue& item);
    void check_access(const JsonObject& call, const Instruction& instruction) const;
    void check_local_window(const JsonValue& value, const Instruction& instruction) const;

    Rank ranks_;
    const std::vector<WindowSettings>& windows_;
    Program program_;
    Names names_;
};

// One function for each call, by its name; unknown names are refused with the list of those known.
using CallCompiler = void (*)(Compiler&, const JsonValue& arguments);

void compile_put(Compiler&, const JsonValue& arguments);
void compile_get(Compiler&, const JsonValue& arguments);
void compile_accumulate(Compiler&, const JsonValue& arguments);
void compile_fence(Compiler&, const JsonValue& arguments);
void compile_lock(Compiler&, const JsonValue& arguments);
void compile_unlock(Compiler&, const JsonValue& arguments);
void compile_flush(Compiler&, const JsonValue& arguments);
void compile_barrier(Compiler&, const JsonValue& arguments);
void compile_compute(Compiler&, const JsonValue& arguments);
void compile_store(Compiler&, const JsonValue& arguments);
void compile_load(Compiler&, const JsonValue& arguments);
void compile_let(Compiler&, const JsonValue& arguments);
void compile_repeat(Compiler&, const JsonValue& arguments);
void compile_if(Compiler&, const JsonValue& arguments);
void compile_generate(Compiler&, const JsonValue& arguments);

}  // namespace rmasim::sim
