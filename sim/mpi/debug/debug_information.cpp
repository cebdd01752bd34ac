#include "sim/mpi/debug/debug_information.h"

#include "sim/mpi/debug/debug_entries.h"

#include <cxxabi.h>
#include <elfutils/libdwfl.h>
#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <span>
#include <string_view>
#include <utility>

namespace rmasim::sim {

namespace {

struct Free {
    void operator()(void* memory) const { std::free(memory); }
};

// Returns the name of a procedure of a Fortran module. gfortran's symbol is __module_MOD_procedure.
std::optional<std::string> procedure_of_module(std::string_view symbol) {
    constexpr std::string_view begin = "__", middle = "_MOD_";
    const std::size_t at = symbol.find(middle, begin.size());
    if (!symbol.starts_with(begin) || at == std::string_view::npos) return std::nullopt;
    return std::string(symbol.substr(begin.size(), at - begin.size())) + "::" +
           std::string(symbol.substr(at + middle.size()));
}

// Returns the name in C++ or Fortran of a symbol. Other symbols, such as those of C, are names already.
std::string demangled(const char* name) {
    if (const std::optional<std::string> found = procedure_of_module(name)) return *found;
    if (!std::string_view(name).starts_with("_Z")) return name;
    int status = 0;
    const std::unique_ptr<char, Free> found(abi::__cxa_demangle(name, nullptr, nullptr, &status));
    return found != nullptr ? found.get() : name;
}

// Returns the name of a function with its namespaces, classes and parameters, if the function has a linkage name.
std::string function_name(Dwarf_Die& function) {
    std::optional<Dwarf_Attribute> linkage = attribute_of(function, DW_AT_linkage_name);
    const char* const mangled = linkage ? ::dwarf_formstring(&*linkage) : nullptr;
    if (mangled != nullptr) return demangled(mangled);
    std::optional<Dwarf_Attribute> plain = attribute_of(function, DW_AT_name);
    const char* const name = plain ? ::dwarf_formstring(&*plain) : nullptr;
    return name != nullptr ? name : "";
}

std::string without_folder(const char* file) {
    return file != nullptr ? std::filesystem::path(file).filename().string() : std::string();
}

// Returns the name of the file whose number is the attribute `name`, such as DW_AT_decl_file; empty if unknown. Since
// DWARF 5, number 0 is the first file of the unit, and clang uses this number. `dwarf_decl_file` has no name for it.
std::string file_of(Dwarf_Die& entry, unsigned name) {
    const std::optional<Dwarf_Attribute> attribute = attribute_of(entry, name);
    const std::optional<Dwarf_Word> number = number_of(entry, name);
    if (!attribute || !number) return "";
    Dwarf_Die unit;
    Dwarf_Half version = 0;
    ::dwarf_cu_die(attribute->cu, &unit, &version, nullptr, nullptr, nullptr, nullptr, nullptr);
    Dwarf_Files* files = nullptr;
    std::size_t count = 0;
    if (::dwarf_getsrcfiles(&unit, &files, &count) != 0 || *number >= count || (*number == 0 && version < 5)) return "";
    return without_folder(::dwarf_filesrc(files, *number, nullptr, nullptr));
}

bool is_function(Dwarf_Die& scope) {
    const int tag = ::dwarf_tag(&scope);
    return tag == DW_TAG_subprogram || tag == DW_TAG_inlined_subroutine;
}

// Sets `found` to the innermost scope below `parent` that has the instruction. A function that gcc makes of the body of
// an OpenMP construct is below the function with the construct, although this function does not have its instructions.
void find_innermost(Dwarf_Die& parent, Dwarf_Addr address, std::optional<Dwarf_Die>& found) {
    for_each_child(parent, [&](Dwarf_Die& child) {
        if (::dwarf_haschildren(&child) != 1 && !is_function(child)) return;
        if (::dwarf_haspc(&child, address) == 1) found = child;
        find_innermost(child, address, found);
    });
}

// The scopes around an instruction, the innermost one first. The scopes of an inlined function are followed by those of
// the function into which it was inlined.
class Scopes {
public:
    Scopes(Dwarf_Die& unit, Dwarf_Addr address) {
        Dwarf_Die* found = nullptr;
        const int at_instruction = ::dwarf_getscopes(&unit, address, &found);
        const std::unique_ptr<Dwarf_Die, Free> some(found);
        std::optional<Dwarf_Die> innermost;
        if (at_instruction > 1) innermost = *some;
        else find_innermost(unit, address, innermost);
        if (!innermost) return;
        found = nullptr;
        const int around = ::dwarf_getscopes_die(&*innermost, &found);
        scopes_.reset(found);
        count_ = around > 0 ? static_cast<std::size_t>(around) : 0;
    }
    std::span<Dwarf_Die> all() const { return {scopes_.get(), count_}; }

private:
    std::unique_ptr<Dwarf_Die, Free> scopes_;
    std::size_t count_ = 0;
};

std::uint64_t size_of(Dwarf_Die& variable) {
    std::optional<Dwarf_Die> type = type_of(variable);
    return type ? bytes_of_type(*type) : 0;
}

Variable variable_of(Dwarf_Die& entry) {
    Variable made{name_of_entry(entry), "", size_of(entry), ::dwarf_dieoffset(&entry)};
    int line = 0;
    const std::string file = file_of(entry, DW_AT_decl_file);
    if (!file.empty() && ::dwarf_decl_line(&entry, &line) == 0) made.declared_at = fmt::format("{}:{}", file, line);
    return made;
}

bool is_fortran(Dwarf_Die& unit) {
    switch (::dwarf_srclang(&unit)) {
        case DW_LANG_Fortran77:
        case DW_LANG_Fortran90:
        case DW_LANG_Fortran95:
        case DW_LANG_Fortran03:
        case DW_LANG_Fortran08: return true;
        default: return false;
    }
}

// Returns the only operation of a location description that is valid at the address.
std::optional<Dwarf_Op> only_operation(Dwarf_Attribute& location, Dwarf_Addr address) {
    Dwarf_Op* operations = nullptr;
    std::size_t count = 0;
    const bool found = ::dwarf_getlocation_addr(&location, address, &operations, &count, 1) == 1;
    return found && count == 1 ? std::optional(*operations) : std::nullopt;
}

// Returns the offset of a variable with static storage. Variables of threads have no such offset.
std::optional<std::uint64_t> static_offset(Dwarf_Die& variable) {
    std::optional<Dwarf_Attribute> location = attribute_of(variable, DW_AT_location);
    Dwarf_Op* operations = nullptr;
    std::size_t count = 0;
    if (!location || ::dwarf_getlocation(&*location, &operations, &count) != 0 || count != 1) return std::nullopt;
    if (operations->atom == DW_OP_addr) return operations->number;
    Dwarf_Attribute address;
    Dwarf_Addr value = 0;
    if (operations->atom != DW_OP_addrx || ::dwarf_getlocation_attr(&*location, operations, &address) != 0 ||
        ::dwarf_formaddr(&address, &value) != 0)
        return std::nullopt;
    return value;
}

// Returns the address of a variable that is in memory. `base` is the frame base of its function, and `stack_pointer`
// the value that the stack pointer has in its function outside of calls.
std::optional<std::uint64_t> address_of(const Dwarf_Op& location, std::uint64_t base,
                                        std::optional<std::uint64_t> stack_pointer, const FrameRegisters& registers) {
    switch (location.atom) {
        case DW_OP_breg7: return stack_pointer ? std::optional(*stack_pointer + location.number) : std::nullopt;
        case DW_OP_fbreg: return base + location.number;
        case DW_OP_breg3:
        case DW_OP_breg6:
        case DW_OP_breg12:
        case DW_OP_breg13:
        case DW_OP_breg14:
        case DW_OP_breg15: return registers.kept[location.atom - DW_OP_breg0] + location.number;
        default: return std::nullopt;
    }
}

// Returns the location of a variable relative to the frame, which the description has for any instruction.
std::optional<Dwarf_Op> location_in_frame(Dwarf_Attribute& location) {
    Dwarf_Addr base = 0, begin = 0, end = 0;
    Dwarf_Op* operations = nullptr;
    std::size_t count = 0;
    for (std::ptrdiff_t at = 0;
         (at = ::dwarf_getlocations(&location, at, &base, &begin, &end, &operations, &count)) > 0;) {
        if (count == 1 && operations->atom == DW_OP_fbreg) return *operations;
    }
    return std::nullopt;
}

// Returns the address to which the offsets of the function's variables refer.
std::optional<std::uint64_t> frame_base(const Dwarf_Op& base, std::optional<std::uint64_t> stack_pointer,
                                        const FrameRegisters& registers) {
    switch (base.atom) {
        case DW_OP_reg7: return stack_pointer;
        case DW_OP_call_frame_cfa: return registers.canonical_frame_address;
        case DW_OP_reg6: return registers.kept[6];
        default: return std::nullopt;
    }
}

// Returns the first instruction of a function after those that set up its frame. nullopt if the compiler does not mark
// it: of clang and gcc, only clang does.
std::optional<Dwarf_Addr> body_of(Dwarf_Die& unit, Dwarf_Die& function) {
    Dwarf_Lines* lines = nullptr;
    std::size_t count = 0;
    if (::dwarf_getsrclines(&unit, &lines, &count) != 0) return std::nullopt;
    for (std::size_t i = 0; i < count; ++i) {
        Dwarf_Line* const line = ::dwarf_onesrcline(lines, i);
        bool ends_prologue = false;
        Dwarf_Addr address = 0;
        if (::dwarf_lineprologueend(line, &ends_prologue) != 0 || !ends_prologue) continue;
        if (::dwarf_lineaddr(line, &address) == 0 && ::dwarf_haspc(&function, address) == 1) return address;
    }
    return std::nullopt;
}

template <class Visit>
void for_each_variable_below(Dwarf_Die& parent, Visit& visit) {
    for_each_child(parent, [&](Dwarf_Die& child) {
        if (::dwarf_tag(&child) == DW_TAG_variable) visit(child);
        else for_each_variable_below(child, visit);
    });
}

constexpr int any_component = -1;
constexpr std::uint64_t max_alignment = 64;  // of frames, in bytes

}  // namespace

// A local variable. `location` is the description of its address, and `base` that of the frame base of its function.
struct DebugInformation::LocalVariable {
    Variable variable;
    std::optional<Dwarf_Op> location;  // nullopt if the variable is not described as in memory
    Dwarf_Op base;
    // The distance of the stack pointer from the canonical frame address, if the function does not change the stack
    // pointer except for the arguments of calls. nullopt if it is not known.
    std::optional<std::uint64_t> frame_bytes;
    bool is_parameter;  // of the function itself, and not of an inlined one
    bool is_lasting;    // true if it has the same location at all instructions
};

struct DebugInformation::File {
    Dwfl* session = nullptr;
    Dwfl_Module* module = nullptr;
    Dwarf* dwarf = nullptr;

    explicit File(const std::string& name) {
        static const Dwfl_Callbacks callbacks{.find_elf = ::dwfl_build_id_find_elf,
                                              .find_debuginfo = ::dwfl_standard_find_debuginfo,
                                              .section_address = ::dwfl_offline_section_address,
                                              .debuginfo_path = nullptr};
        session = ::dwfl_begin(&callbacks);
        if (session == nullptr) return;
        module = ::dwfl_report_offline(session, name.c_str(), name.c_str(), any_component);
        ::dwfl_report_end(session, nullptr, nullptr);
        Dwarf_Addr bias = 0;
        if (module != nullptr) dwarf = ::dwfl_module_getdwarf(module, &bias);
    }
    ~File() {
        if (session != nullptr) ::dwfl_end(session);
    }
    File(const File&) = delete;
    File& operator=(const File&) = delete;

    template <class Visit>
    void for_each_unit(Visit visit) const {
        Dwarf_Off at = 0, next = 0;
        std::size_t head = 0;
        while (dwarf != nullptr && ::dwarf_nextcu(dwarf, at, &next, &head, nullptr, nullptr, nullptr) == 0) {
            Dwarf_Die unit;
            if (::dwarf_offdie(dwarf, at + head, &unit) != nullptr && !visit(unit)) return;
            at = next;
        }
    }
    // Returns the compilation unit that has the instruction. Searches all units, because clang writes no index of them.
    std::optional<Dwarf_Die> unit_of(Dwarf_Addr address) const {
        std::optional<Dwarf_Die> found;
        for_each_unit([&](Dwarf_Die& unit) {
            if (::dwarf_haspc(&unit, address) == 1) found = unit;
            return !found;
        });
        return found;
    }
    // Returns the distance of the stack pointer from the canonical frame address at an instruction.
    std::optional<std::uint64_t> frame_bytes(std::uint64_t offset) const {
        Dwarf_Addr bias = 0, bias_of_frames = 0;
        if (module == nullptr || ::dwfl_module_getelf(module, &bias) == nullptr) return std::nullopt;
        Dwarf_CFI* const frames = ::dwfl_module_eh_cfi(module, &bias_of_frames);
        Dwarf_Frame* found = nullptr;
        if (frames == nullptr || ::dwarf_cfi_addrframe(frames, offset + bias - bias_of_frames, &found) != 0)
            return std::nullopt;
        const std::unique_ptr<Dwarf_Frame, Free> frame(found);
        Dwarf_Op* operations = nullptr;
        std::size_t count = 0;
        const bool known = ::dwarf_frame_cfa(frame.get(), &operations, &count) == 0 && count == 1;
        // The operation has the register and the offset.
        const bool by_stack_pointer = known && operations->atom == DW_OP_bregx && operations->number == 7;
        return by_stack_pointer ? std::optional(operations->number2) : std::nullopt;
    }
    // Returns the function's name in the table of symbols.
    std::string symbol(std::uint64_t offset) const {
        Dwarf_Addr bias = 0;
        if (module == nullptr || ::dwfl_module_getelf(module, &bias) == nullptr) return {};
        const char* const name = ::dwfl_module_addrname(module, offset + bias);
        return name != nullptr ? demangled(name) : std::string();
    }
};

DebugInformation::DebugInformation(const std::string& file) : file_(std::make_unique<File>(file)) {}

DebugInformation::~DebugInformation() = default;

std::vector<SourceLine> DebugInformation::lines(std::uint64_t offset) const {
    std::vector<SourceLine> found;
    std::optional<Dwarf_Die> unit = file_->unit_of(offset);
    Dwarf_Line* const innermost = unit ? ::dwarf_getsrc_die(&*unit, offset) : nullptr;
    if (innermost == nullptr) {
        const std::string function = file_->symbol(offset);
        if (!function.empty()) found.push_back({"", 0, function});
        return found;
    }
    SourceLine line{without_folder(::dwarf_linesrc(innermost, nullptr, nullptr)), 0, ""};
    ::dwarf_lineno(innermost, &line.line);
    const Scopes scopes(*unit, offset);
    for (Dwarf_Die& scope : scopes.all()) {
        if (!is_function(scope)) continue;
        line.function = function_name(scope);
        found.push_back(line);
        if (::dwarf_tag(&scope) == DW_TAG_subprogram) return found;
        line.file = file_of(scope, DW_AT_call_file);
        line.line = static_cast<int>(number_of(scope, DW_AT_call_line).value_or(0));
    }
    line.function = file_->symbol(offset);
    found.push_back(line);
    return found;
}

void DebugInformation::read_static_variables() {
    auto add = [this](Dwarf_Die& variable) {
        const std::optional<std::uint64_t> offset = static_offset(variable);
        if (offset) variables_.try_emplace(*offset, variable_of(variable));
    };
    file_->for_each_unit([&](Dwarf_Die& unit) {
        for_each_variable_below(unit, add);
        return true;
    });
}

std::optional<VariableInMemory> DebugInformation::static_variable(std::uint64_t offset) {
    if (!std::exchange(has_read_variables_, true)) read_static_variables();
    const auto behind = variables_.upper_bound(offset);
    if (behind == variables_.begin()) return std::nullopt;
    const auto& [first, variable] = *std::prev(behind);
    if (offset - first >= variable.bytes || variable.name.empty()) return std::nullopt;
    return VariableInMemory{&variable, first};
}

// Returns the local variables that are in memory while the function executes the instruction, those of the innermost
// scope first.
const std::vector<DebugInformation::LocalVariable>& DebugInformation::local_variables(std::uint64_t offset) {
    const auto [at, is_new] = of_frames_.try_emplace(offset);
    std::optional<Dwarf_Die> unit = is_new ? file_->unit_of(offset) : std::nullopt;
    if (!unit) return at->second;
    const Scopes scopes(*unit, offset);
    std::optional<Dwarf_Op> base;
    std::optional<std::uint64_t> frame_bytes;
    for (Dwarf_Die& scope : scopes.all()) {
        if (::dwarf_tag(&scope) != DW_TAG_subprogram) continue;
        std::optional<Dwarf_Attribute> described = attribute_of(scope, DW_AT_frame_base);
        if (described) base = only_operation(*described, offset);
        const std::optional<Dwarf_Addr> body = body_of(*unit, scope);
        if (body) frame_bytes = file_->frame_bytes(*body);
        break;
    }
    if (!base) return at->second;
    for (Dwarf_Die& scope : scopes.all()) {
        const bool is_function_itself = ::dwarf_tag(&scope) == DW_TAG_subprogram;
        for_each_child(scope, [&](Dwarf_Die& variable) {
            const int tag = ::dwarf_tag(&variable);
            if (tag != DW_TAG_variable && tag != DW_TAG_formal_parameter) return;
            const bool is_parameter = is_function_itself && tag == DW_TAG_formal_parameter;
            std::optional<Dwarf_Attribute> location = attribute_of(variable, DW_AT_location);
            std::optional<Dwarf_Op> operation = location ? only_operation(*location, offset) : std::nullopt;
            // gcc describes no address of a parameter after the first call to which the parameter's address is passed.
            // A parameter stays where it is.
            if (!operation && location && is_parameter && base->atom == DW_OP_call_frame_cfa)
                operation = location_in_frame(*location);
            if (operation || is_parameter)
                at->second.push_back({variable_of(variable), operation, *base, frame_bytes, is_parameter,
                                      location && ::dwarf_whatform(&*location) == DW_FORM_exprloc});
        });
    }
    return at->second;
}

// Returns the address of a parameter that is not described as in memory at this call, if it was at another call.
std::optional<std::uint64_t> DebugInformation::slot_of(const LocalVariable& parameter,
                                                       const FrameRegisters& registers) const {
    const std::uint64_t frame = registers.canonical_frame_address;
    const auto found = slots_.find({parameter.variable.entry, frame % max_alignment});
    return found == slots_.end() ? std::nullopt : std::optional(frame + found->second);
}

std::optional<VariableInMemory> DebugInformation::local_variable(std::uint64_t offset, const FrameRegisters& registers,
                                                                 std::uint64_t address) {
    std::optional<VariableInMemory> lasting, described, known;
    const std::uint64_t frame = registers.canonical_frame_address;
    for (const LocalVariable& one : local_variables(offset)) {
        const std::optional<std::uint64_t> stack_pointer =
            one.frame_bytes ? std::optional(frame - *one.frame_bytes) : std::nullopt;
        const std::optional<std::uint64_t> base = frame_base(one.base, stack_pointer, registers);
        const std::optional<std::uint64_t> first =
            base && one.location ? address_of(*one.location, *base, stack_pointer, registers) : std::nullopt;
        const bool in_frame = first && *first >= registers.stack_pointer && *first < frame;
        if (in_frame && one.is_parameter) slots_[{one.variable.entry, frame % max_alignment}] = *first - frame;
        const std::optional<std::uint64_t> slot = first || !one.is_parameter ? std::nullopt : slot_of(one, registers);
        for (auto& [begin, found] : {std::pair(first, &described), std::pair(slot, &known)}) {
            const bool has_byte = begin && address >= *begin && address - *begin < one.variable.bytes;
            if (!has_byte || one.variable.name.empty()) continue;
            const VariableInMemory variable{&one.variable, *begin};
            if (!*found) *found = variable;
            if (one.is_lasting && !lasting) lasting = variable;
        }
    }
    // While a copy of a parameter is in memory, gcc may describe the parameter as there.
    return lasting ? lasting : described ? described : known;
}

std::string DebugInformation::part_of(const Variable& variable, std::uint64_t first, std::uint64_t end) const {
    Dwarf_Die entry, unit;
    if (::dwarf_offdie(file_->dwarf, variable.entry, &entry) == nullptr) return variable.name;
    if (::dwarf_diecu(&entry, &unit, nullptr, nullptr) != nullptr && is_fortran(unit)) return variable.name;
    const std::optional<Dwarf_Die> type = type_of(entry);
    return type ? part_of_variable(variable.name, *type, first, end) : variable.name;
}

}  // namespace rmasim::sim
