#include "sim/mpi/debug_information.h"

#include "sim/mpi/debug_entries.h"

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

// Returns the name in C++ of a symbol. Other symbols, such as those of C, are names already.
std::string demangled(const char* name) {
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
    const std::string file = without_folder(::dwarf_decl_file(&entry));
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

// Returns the address of a variable that is in memory. `base` is the frame base of its function. Addresses that refer
// to the stack pointer are not supported: while arguments of a call are on the stack, clang's descriptions are wrong.
std::optional<std::uint64_t> address_of(const Dwarf_Op& location, std::uint64_t base, const FrameRegisters& registers) {
    switch (location.atom) {
        case DW_OP_fbreg: return base + location.number;
        case DW_OP_breg6: return registers.frame_pointer + location.number;
        default: return std::nullopt;
    }
}

// Returns the address to which the offsets of the function's variables refer.
std::optional<std::uint64_t> frame_base(const Dwarf_Op& base, const FrameRegisters& registers) {
    switch (base.atom) {
        case DW_OP_call_frame_cfa: return registers.canonical_frame_address;
        case DW_OP_reg6: return registers.frame_pointer;
        default: return std::nullopt;
    }
}

template <class Visit>
void for_each_variable_below(Dwarf_Die& parent, Visit& visit) {
    for_each_child(parent, [&](Dwarf_Die& child) {
        if (::dwarf_tag(&child) == DW_TAG_variable) visit(child);
        else for_each_variable_below(child, visit);
    });
}

constexpr int any_component = -1;

}  // namespace

// A local variable. `location` is the description of its address, and `base` that of the frame base of its function.
struct DebugInformation::LocalVariable {
    Variable variable;
    Dwarf_Op location, base;
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
    Dwarf_Files* files = nullptr;
    ::dwarf_getsrcfiles(&*unit, &files, nullptr);
    const Scopes scopes(*unit, offset);
    for (Dwarf_Die& scope : scopes.all()) {
        if (!is_function(scope)) continue;
        line.function = function_name(scope);
        found.push_back(line);
        if (::dwarf_tag(&scope) == DW_TAG_subprogram) return found;
        const std::size_t file = number_of(scope, DW_AT_call_file).value_or(0);
        line.file = files != nullptr ? without_folder(::dwarf_filesrc(files, file, nullptr, nullptr)) : "";
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
    for (Dwarf_Die& scope : scopes.all()) {
        if (::dwarf_tag(&scope) != DW_TAG_subprogram) continue;
        std::optional<Dwarf_Attribute> described = attribute_of(scope, DW_AT_frame_base);
        if (described) base = only_operation(*described, offset);
        break;
    }
    if (!base) return at->second;
    for (Dwarf_Die& scope : scopes.all()) {
        for_each_child(scope, [&](Dwarf_Die& variable) {
            const int tag = ::dwarf_tag(&variable);
            if (tag != DW_TAG_variable && tag != DW_TAG_formal_parameter) return;
            std::optional<Dwarf_Attribute> location = attribute_of(variable, DW_AT_location);
            const std::optional<Dwarf_Op> operation = location ? only_operation(*location, offset) : std::nullopt;
            if (operation) at->second.push_back({variable_of(variable), *operation, *base});
        });
    }
    return at->second;
}

std::optional<VariableInMemory> DebugInformation::local_variable(std::uint64_t offset, const FrameRegisters& registers,
                                                                 std::uint64_t address) {
    for (const LocalVariable& one : local_variables(offset)) {
        const std::optional<std::uint64_t> base = frame_base(one.base, registers);
        const std::optional<std::uint64_t> first = base ? address_of(one.location, *base, registers) : std::nullopt;
        if (!first || address < *first || address - *first >= one.variable.bytes) continue;
        if (!one.variable.name.empty()) return VariableInMemory{&one.variable, *first};
    }
    return std::nullopt;
}

std::string DebugInformation::part_of(const Variable& variable, std::uint64_t first, std::uint64_t end) const {
    Dwarf_Die entry, unit;
    if (::dwarf_offdie(file_->dwarf, variable.entry, &entry) == nullptr) return variable.name;
    if (::dwarf_diecu(&entry, &unit, nullptr, nullptr) != nullptr && is_fortran(unit)) return variable.name;
    const std::optional<Dwarf_Die> type = type_of(entry);
    return type ? part_of_variable(variable.name, *type, first, end) : variable.name;
}

}  // namespace rmasim::sim
