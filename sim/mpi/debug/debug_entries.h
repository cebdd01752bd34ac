// Functions that read the entries of debug information (DWARF), for the other files that read it.
#pragma once

#include <dwarf.h>
#include <elfutils/libdw.h>

#include <cstdint>
#include <optional>
#include <string>

namespace rmasim::sim {

// Returns an attribute of the entry, of its abstract origin, or of its declaration.
std::optional<Dwarf_Attribute> attribute_of(Dwarf_Die& entry, unsigned name);
// Returns the value of an attribute that is a constant number.
std::optional<Dwarf_Word> number_of(Dwarf_Die& entry, unsigned name);
// Returns the name of a variable or a member; empty if it has none.
std::string name_of_entry(Dwarf_Die& entry);
// Returns the type of a variable, member or element, without names of typedef and without const and volatile.
std::optional<Dwarf_Die> type_of(Dwarf_Die& entry);
// Returns the size of a type, or 0 if the size is not constant.
std::uint64_t bytes_of_type(Dwarf_Die& type);

template <class Visit>
void for_each_child(Dwarf_Die& parent, Visit visit) {
    Dwarf_Die child;
    if (::dwarf_child(&parent, &child) != 0) return;
    do visit(child);
    while (::dwarf_siblingof(&child, &child) == 0);
}

// Returns the part of the variable `name`, which has this type, that has the bytes: "x[3]", "grid.left". The bytes are
// counted from the first byte of the variable.
std::string part_of_variable(std::string name, Dwarf_Die type, std::uint64_t first, std::uint64_t end);

}  // namespace rmasim::sim
