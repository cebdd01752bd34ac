#include "sim/mpi/debug/debug_entries.h"

#include <fmt/format.h>

#include <vector>

namespace rmasim::sim {

std::optional<Dwarf_Attribute> attribute_of(Dwarf_Die& entry, unsigned name) {
    Dwarf_Attribute found;
    if (::dwarf_attr_integrate(&entry, name, &found) == nullptr) return std::nullopt;
    return found;
}

std::optional<Dwarf_Word> number_of(Dwarf_Die& entry, unsigned name) {
    std::optional<Dwarf_Attribute> found = attribute_of(entry, name);
    Dwarf_Word value = 0;
    if (!found || ::dwarf_formudata(&*found, &value) != 0) return std::nullopt;
    return value;
}

std::optional<Dwarf_Die> type_of(Dwarf_Die& entry) {
    std::optional<Dwarf_Attribute> found = attribute_of(entry, DW_AT_type);
    Dwarf_Die type, peeled;
    if (!found || ::dwarf_formref_die(&*found, &type) == nullptr) return std::nullopt;
    if (::dwarf_peel_type(&type, &peeled) != 0) return std::nullopt;
    return peeled;
}

std::uint64_t bytes_of_type(Dwarf_Die& type) {
    Dwarf_Word bytes = 0;
    return ::dwarf_aggregate_size(&type, &bytes) == 0 ? bytes : 0;
}

std::string name_of_entry(Dwarf_Die& variable) {
    std::optional<Dwarf_Attribute> found = attribute_of(variable, DW_AT_name);
    const char* const name = found ? ::dwarf_formstring(&*found) : nullptr;
    return name != nullptr ? name : "";
}

namespace {

// A component of a variable: an element of an array, or a member of a struct.
struct Component {
    std::string text;  // "[2][3]", ".left"; empty for a member without a name
    Dwarf_Die type;
    std::uint64_t begin, bytes;  // counted from the beginning of the array or struct
};

// Returns the element of an array that has the byte. The number of elements in the first dimension may be unknown.
std::optional<Component> element_at(Dwarf_Die& array, std::uint64_t byte) {
    std::optional<Dwarf_Die> element = type_of(array);
    const std::uint64_t bytes = element ? bytes_of_type(*element) : 0;
    if (bytes == 0) return std::nullopt;
    std::vector<std::uint64_t> counts;
    for_each_child(array, [&](Dwarf_Die& dimension) {
        if (::dwarf_tag(&dimension) != DW_TAG_subrange_type) return;
        const std::optional<Dwarf_Word> count = number_of(dimension, DW_AT_count);
        const std::optional<Dwarf_Word> last = number_of(dimension, DW_AT_upper_bound);
        counts.push_back(count ? *count : last ? *last + 1 : 0);
    });
    std::uint64_t index = byte / bytes;
    std::string text;
    for (std::size_t i = counts.size(); i-- > 0;) {
        const bool is_first = i == 0;
        if (!is_first && counts[i] == 0) return std::nullopt;
        text.insert(0, fmt::format("[{}]", is_first ? index : index % counts[i]));
        if (!is_first) index /= counts[i];
    }
    return Component{text, *element, byte / bytes * bytes, bytes};
}

// Returns the member of a struct, union or class that has the byte.
std::optional<Component> member_at(Dwarf_Die& type, std::uint64_t byte) {
    std::optional<Component> found;
    for_each_child(type, [&](Dwarf_Die& member) {
        const int tag = ::dwarf_tag(&member);
        if (found || (tag != DW_TAG_member && tag != DW_TAG_inheritance)) return;
        const bool is_static = ::dwarf_hasattr(&member, DW_AT_external) != 0;
        if (is_static || ::dwarf_hasattr(&member, DW_AT_data_bit_offset) != 0) return;
        const std::uint64_t begin = number_of(member, DW_AT_data_member_location).value_or(0);
        std::optional<Dwarf_Die> its_type = type_of(member);
        const std::uint64_t bytes = its_type ? bytes_of_type(*its_type) : 0;
        if (byte < begin || byte - begin >= bytes) return;
        const std::string name = tag == DW_TAG_member ? name_of_entry(member) : "";
        found = Component{name.empty() ? "" : "." + name, *its_type, begin, bytes};
    });
    return found;
}

std::optional<Component> component_at(Dwarf_Die& type, std::uint64_t byte) {
    switch (::dwarf_tag(&type)) {
        case DW_TAG_array_type: return element_at(type, byte);
        case DW_TAG_structure_type:
        case DW_TAG_class_type:
        case DW_TAG_union_type: return member_at(type, byte);
        default: return std::nullopt;
    }
}

}  // namespace

std::string part_of_variable(std::string name, Dwarf_Die type, std::uint64_t first, std::uint64_t end) {
    for (;;) {
        if (first == 0 && end == bytes_of_type(type)) return name;
        std::optional<Component> part = component_at(type, first);
        if (!part) return name;
        if (end > part->begin + part->bytes) break;
        name += part->text;
        first -= part->begin;
        end -= part->begin;
        type = part->type;
    }
    return part_of_variable(name, type, first, first + 1) + " to " + part_of_variable(name, type, end - 1, end);
}

}  // namespace rmasim::sim
