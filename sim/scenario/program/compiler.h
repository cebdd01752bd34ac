// The compiler's state, and the readers of arguments that several calls share. compile.h is the interface. For
// sim/scenario only.
#pragma once

#include "protocol/base/types.h"
#include "sim/scenario/families/family.h"
#include "sim/scenario/model/vocabulary.h"
#include "sim/scenario/program/compile.h"
#include "sim/scenario/program/names.h"
#include "sim/scenario/program/verbs.h"

namespace rmasim::sim {

// The elements that a call sends or receives.
struct TransferredElements {
    Call call;
    const Expression* count;  // null for one element
    Datatype datatype;
};

// The compiler of one program.
class Compiler {
public:
    Compiler(RankReader& ranks, const std::vector<WindowSettings>& windows, const std::vector<WindowSettings>& buffers,
             const CommunicatorTable* communicators, std::span<const ReductionOperator> operators, const Family& family,
             std::vector<std::string>& flags)
        : ranks_(ranks), windows_(windows), buffers_(buffers), communicators_(communicators), operators_(operators),
          family_(family), flags_(flags), names_(ranks.scope()) {}

    // Appends the instructions of a list. Names that the list declares are visible only in this list.
    void calls(const JsonValue& list);
    // Returns the program, or raises all errors as one BadInput.
    Program finish() &&;

    const Family& family() const { return family_; }
    Rank ranks() const { return ranks_.ranks(); }
    RankReader& rank_reader() { return ranks_; }
    const std::vector<WindowSettings>& windows() const { return windows_; }
    const CommunicatorTable* communicators() const { return communicators_; }
    std::span<const ReductionOperator> operators() const { return operators_; }
    Names& names() { return names_; }

    // Returns the location of the call with these `arguments`: an index of Program::locations.
    std::uint32_t locate(const JsonValue& arguments);
    // Appends an instruction and returns its index. `call` is the MPI call; none for an action of a rank.
    std::size_t append(std::uint32_t location, InstructionBody body, Call call = Call::none);
    // Sets a jump of the instruction at index `position` to the instruction that is appended next.
    template <class Body>
    void land(std::size_t position, std::uint32_t Body::*jump) {
        std::get<Body>(program_.code[position].body).*jump = here();
    }
    std::uint32_t here() const { return static_cast<std::uint32_t>(program_.code.size()); }

    // Raises BadInput at `value` if the family does not have the feature. `what` names the value in the message.
    void require(CallFeature feature, const JsonValue& value, const std::string& what) const {
        const std::string_view reason = family_.unsupported_reason(feature);
        if (reason.empty()) return;
        value.fail("no " + what + " with family " + std::string(family_.name()) + ": " + std::string(reason));
    }

    // Reads an integer or an expression. A constant must be within `bounds`. The interpreter checks other values when
    // the program runs.
    Expression expression(const JsonValue& value, IntegerBounds bounds = any_integer) const;
    // Reads a member into `result`. Leaves `result` unchanged if the member is not present.
    void read(const JsonObject& call, std::string_view key, Expression& result,
              IntegerBounds bounds = any_integer) const;

    WindowId window(const JsonObject& call) const;
    // The number of the communicator that a call names. `no_window`, the number of MPI_COMM_WORLD, if the call names
    // none.
    WindowId communicator(const JsonObject& call) const;
    // The permitted peers of messages: the ranks of the communicator, and MPI_PROC_NULL.
    IntegerBounds peers(WindowId comm) const;
    // The number that identifies the communicators of the call's window (CommunicatorTable::number_of). `no_window` if
    // any rank may have the window.
    WindowId comm_of_window(const JsonObject& call) const;
    // The size of the largest communicator that the number `comm` identifies.
    Rank comm_size(WindowId comm) const {
        return comm == no_window ? ranks() : communicators_->numbered(comm).max_size();
    }
    // The permitted targets of calls that do not accept MPI_PROC_NULL.
    IntegerBounds targets(WindowId comm = no_window) const { return {0, comm_size(comm) - 1}; }
    // The permitted members of groups, and the permitted targets of calls that accept MPI_PROC_NULL.
    IntegerBounds targets_or_null(WindowId comm = no_window) const { return {proc_null, comm_size(comm) - 1}; }
    // The window or the buffer that the call names: for a load, for a store, or for the local data of an operation.
    // Raises BadInput for a dynamic window.
    SpaceId space(const JsonObject& call) const;
    // The window or the buffer that the call names, for calls that need the address of this memory or attach the
    // memory. Raises BadInput if the memory has no address. `value` is the JSON value of `call`, for errors.
    SpaceId space_with_address(const JsonValue& value, const JsonObject& call) const;
    // Reads the memory of a load or store: win or buffer, disp and datatype. `count` is null for a load. Otherwise
    // reads it, too. Raises BadInput if the accessed region exceeds the window.
    void read_access(const JsonObject& call, AccessInstruction& access, Expression* count) const;
    // Reads the accessed region of an operation: win, disp, count, datatype, and block_length and stride if present.
    // Raises BadInput if the region exceeds the window.
    void read_region(const JsonObject& call, TargetElement& element) const;
    void read_region(const JsonObject& call, TargetElements& elements) const;
    // Reads count and datatype, and checks the number of bytes. `transfers` is the call if the datatype may be
    // handle_sync.
    void read_elements(const JsonObject& call, Expression& count, Datatype& datatype,
                       Call transfers = Call::none) const;
    // Reads `value` and `step`. Element k is value + k * step.
    void read_affine(const JsonObject& call, Expression& value, Expression& step) const;
    // Reads the source of the data that the call sends: computed values, or the caller's window or buffer.
    void read_origin(const JsonObject& call, const TransferredElements& elements, LocalElements& origin) const;
    // Reads the destination of the data that the call receives: the caller's window or buffer, a variable, or none.
    void read_result(const JsonObject& call, const TransferredElements& elements, ReceivedData& result);
    // Reads `over` and `bytes`: the memory that WIN_ATTACH attaches to a dynamic window, or that WIN_DETACH detaches.
    void read_attached(const JsonObject& call, WindowId window, AttachedMemory& attached) const;
    // Reads `as`: the variable for a single received element.
    WrittenName variable(const JsonObject& call) { return written(call.at("as")); }

    // The variable or array element that an instruction writes: "r", "r[i + 1]". The function declares a new variable
    // if necessary.
    WrittenName written(const JsonValue& name);
    // The variable or array element that `text` names. nullopt if `text` is another expression, if the name is not
    // declared, or if it cannot be assigned.
    std::optional<WrittenName> known_name(const JsonValue& text);
    // The array of this name. Raises BadInput if there is no such array.
    VisibleName array_named(const JsonValue& name) const;

    // The number of the flag with this name. The function declares the flag if it is new.
    Slot flag(const JsonValue& name);

private:
    void call(const JsonValue& item);
    void read_vector(const JsonObject& call, TargetElements& elements) const;
    void read_local_elements(const JsonObject& call, std::string_view key, const TransferredElements& elements,
                             LocalElements& local) const;
    // A region that a call accesses. An argument is null if the instruction does not have it.
    struct AccessedRegion {
        SpaceId space;
        const Expression* target;
        const Expression& disp;
        Region region;  // without its displacement
        bool in_bytes;  // true if `disp` is in bytes; otherwise it is in units of the target
    };
    void check_access(const JsonObject& call, const AccessedRegion& accessed) const;
    void check_local_elements(const JsonValue& value, const TransferredElements& elements, bool is_origin,
                              const LocalElements& local) const;

    RankReader& ranks_;
    const std::vector<WindowSettings>& windows_;
    const std::vector<WindowSettings>& buffers_;
    const CommunicatorTable* communicators_;  // null if the scenario has no communicators
    std::span<const ReductionOperator> operators_;
    const Family& family_;
    std::vector<std::string>& flags_;
    Program program_;
    Names names_;
    Complaints complaints_;
};

// ---- Compilers for the entries of a call list. Each entry has one key, which selects the compiler.
// Compiles an MPI call.
void compile_call(Compiler&, const Verb& verb, const JsonValue& arguments);
// Compilers of local instructions and control flow.
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
// Compilers of synchronisation between the threads of a rank.
void compile_thread_barrier(Compiler&, const JsonValue& arguments);
void compile_join(Compiler&, const JsonValue& arguments);
void compile_set_flag(Compiler&, const JsonValue& arguments);
void compile_wait_flag(Compiler&, const JsonValue& arguments);

}  // namespace rmasim::sim
