// The state of a compilation, and the readers that calls share. For sim/scenario only; see compile.h.
#pragma once

#include "protocol/base/proc_null.h"
#include "sim/scenario/families/family.h"
#include "sim/scenario/model/vocabulary.h"
#include "sim/scenario/program/compile.h"
#include "sim/scenario/program/names.h"
#include "sim/scenario/program/verbs.h"

namespace rmasim::sim {

class Compiler {
public:
    Compiler(RankReader& ranks, const std::vector<WindowSettings>& windows, const std::vector<WindowSettings>& buffers,
             const CommunicatorTable* communicators, const Family& family, std::vector<std::string>& flags)
        : ranks_(ranks), windows_(windows), buffers_(buffers), communicators_(communicators), family_(family),
          flags_(flags), names_(ranks.scope()) {}

    // Appends the instructions of a list. The scope of names declared in the list ends with it.
    void calls(const JsonValue& list);
    // Raises all errors that were found.
    Program finish() &&;

    const Family& family() const { return family_; }
    Rank ranks() const { return ranks_.ranks(); }
    RankReader& rank_reader() { return ranks_; }
    const std::vector<WindowSettings>& windows() const { return windows_; }
    const CommunicatorTable* communicators() const { return communicators_; }
    Names& names() { return names_; }

    // A new instruction for the call at `arguments`, not appended yet.
    Instruction start(InstructionKind kind, const JsonValue& arguments);
    // Returns the position of the instruction.
    std::size_t append(Instruction instruction);
    // Makes the instruction at `position` jump to the next one appended.
    void land(std::size_t position) { program_.code[position].jump = here(); }
    std::uint32_t here() const { return static_cast<std::uint32_t>(program_.code.size()); }

    // Refuses `value`, named `what`, if the family lacks the feature.
    void require(CallFeature feature, const JsonValue& value, const std::string& what) const {
        const std::string_view reason = family_.unsupported_reason(feature);
        if (reason.empty()) return;
        value.fail("no " + what + " with family " + std::string(family_.name()) + ": " + std::string(reason));
    }

    // An integer or an expression. A constant must be within `bounds`; the interpreter checks other values.
    Expression expression(const JsonValue& value, IntegerBounds bounds = any_integer) const;
    // Leaves `result` unchanged if the member is not present.
    void read(const JsonObject& call, std::string_view key, Expression& result,
              IntegerBounds bounds = any_integer) const;

    WindowId window(const JsonObject& call) const;
    // The communicator that a call names; no_window if it names none.
    WindowId communicator(const JsonObject& call) const;
    // Peers in a communicator, or MPI_PROC_NULL.
    IntegerBounds peers(WindowId comm) const;
    // The communicators of the window that a call names; no_window: all ranks.
    WindowId comm_of_window(const JsonObject& call) const;
    // How many ranks the largest of them has.
    Rank places(WindowId comm) const { return comm == no_window ? ranks() : communicators_->numbered(comm).most(); }
    IntegerBounds targets(WindowId comm = no_window) const { return {0, places(comm) - 1}; }
    // Those of a group, and of calls that take MPI_PROC_NULL.
    IntegerBounds targets_or_null(WindowId comm = no_window) const { return {proc_null, places(comm) - 1}; }
    // The window or the buffer of a load or store, or of local elements.
    SpaceId space(const JsonObject& call) const;
    // Likewise, for a call that works with addresses; `value` is all that `call` reads.
    SpaceId space_with_address(const JsonValue& value, const JsonObject& call) const;
    // Reads those members of win, disp, count, datatype, block_length and stride that the call has, and checks that the
    // region fits into the window.
    void read_access(const JsonObject& call, Instruction& instruction) const;
    // Reads count and datatype, and checks the number of bytes.
    void read_elements(const JsonObject& call, Instruction& instruction) const;
    // Reads value and step: element k is value + k * step.
    void read_affine(const JsonObject& call, LocalElements& elements) const;
    // Reads the source of the data sent: affine, or the caller's window or buffer.
    void read_origin(const JsonObject& call, Instruction& instruction) const;
    // Reads the destination of received data: the caller's window or buffer, a variable, or none.
    void read_result(const JsonObject& call, Instruction& instruction);
    // Reads `over` and `bytes`: the memory that a dynamic window gets, or loses.
    void read_attached(const JsonObject& call, Instruction& instruction) const;
    // Reads `as`: the variable for the single element received.
    void read_variable(const JsonObject& call, Instruction& instruction);

    // A variable, or an element of an array: "r", "r[i + 1]". Declares a variable that is new.
    WrittenName written(const JsonValue& name);
    // The same if the text is no more than a name that is known already, or an element.
    std::optional<WrittenName> known_name(const JsonValue& text);
    // The array of this name; raises BadInput if there is none.
    VisibleName array_named(const JsonValue& name) const;

    std::uint32_t add_list(IntegerList list);
    const IntegerList& list(std::uint32_t number) const { return program_.lists[number]; }
    // The number of the flag with this name.
    Slot flag(const JsonValue& name);

private:
    void call(const JsonValue& item);
    void read_datatype(const JsonObject& call, const JsonValue& datatype, Instruction& instruction) const;
    void read_vector(const JsonObject& call, Instruction& instruction) const;
    void read_local_elements(const JsonObject& call, std::string_view key, const Instruction& instruction,
                             LocalElements& elements) const;
    void check_access(const JsonObject& call, const Instruction& instruction) const;
    void check_local_elements(const JsonValue& value, const Instruction& instruction,
                              const LocalElements& elements) const;

    RankReader& ranks_;
    const std::vector<WindowSettings>& windows_;
    const std::vector<WindowSettings>& buffers_;
    const CommunicatorTable* communicators_;  // null: there are none
    const Family& family_;
    std::vector<std::string>& flags_;
    Program program_;
    Names names_;
    Complaints complaints_;
};

// ---- Compilers for the entries of a call list, by their only key.
void compile_call(Compiler&, const Verb& verb, const JsonValue& arguments);
// Local instructions, and control flow.
void compile_compute(Compiler&, const JsonValue& arguments);
void compile_store(Compiler&, const JsonValue& arguments);
void compile_load(Compiler&, const JsonValue& arguments);
void compile_array(Compiler&, const JsonValue& arguments);
void compile_let(Compiler&, const JsonValue& arguments);
void compile_get_address(Compiler&, const JsonValue& arguments);
void compile_repeat(Compiler&, const JsonValue& arguments);
void compile_while(Compiler&, const JsonValue& arguments);
void compile_if(Compiler&, const JsonValue& arguments);
void compile_generate(Compiler&, const JsonValue& arguments);
// Among the threads of a rank.
void compile_thread_barrier(Compiler&, const JsonValue& arguments);
void compile_join(Compiler&, const JsonValue& arguments);
void compile_set_flag(Compiler&, const JsonValue& arguments);
void compile_wait_flag(Compiler&, const JsonValue& arguments);

}  // namespace rmasim::sim
