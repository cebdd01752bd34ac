#include "tests/mpi_objects/type_map.h"

#include <algorithm>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace rmasim::reference {

namespace {

template <class Value>
BasicFact fact(MPI_Datatype handle, int external_bytes, int external_parts = 1) {
    return {handle, sizeof(Value), alignof(Value), external_bytes, external_parts};
}

// The lowest element; 0 if there is none.
template <class List, class Get>
std::int64_t lowest(const List& list, Get get) {
    std::int64_t found = list.empty() ? 0 : get(list[0]);
    for (const auto& one : list) found = std::min(found, get(one));
    return found;
}

std::int64_t entry_end(const Entry& entry) { return entry.disp + entry.basic->bytes; }

}  // namespace

std::span<const BasicFact> basic_facts() {
    static const std::vector<BasicFact> facts{
        fact<char>(MPI_CHAR, 1),
        fact<short>(MPI_SHORT, 2),
        fact<int>(MPI_INT, 4),
        fact<double>(MPI_DOUBLE, 8),
        fact<float>(MPI_FLOAT, 4),
        fact<char>(MPI_BYTE, 1),
        fact<long long>(MPI_LONG_LONG, 8),
        fact<std::complex<float>>(MPI_C_FLOAT_COMPLEX, 8, 2),
        fact<std::complex<double>>(MPI_C_DOUBLE_COMPLEX, 16, 2),
        fact<std::int64_t>(MPI_AINT, 8),
        fact<std::uint16_t>(MPI_UINT16_T, 2),
        fact<bool>(MPI_C_BOOL, 1),
    };
    return facts;
}

std::int64_t TypeMap::size() const {
    std::int64_t bytes = 0;
    for (const Entry& entry : entries) bytes += entry.basic->bytes;
    return bytes;
}

std::int64_t TypeMap::true_lb() const {
    return lowest(entries, [](const Entry& entry) { return entry.disp; });
}

std::int64_t TypeMap::true_ub() const {
    return -lowest(entries, [](const Entry& entry) { return -entry_end(entry); });
}

std::int64_t TypeMap::lb() const {
    if (!lower_markers.empty()) return *std::min_element(lower_markers.begin(), lower_markers.end());
    return true_lb();
}

// Without a marker, the extent is the next multiple of the strictest alignment.
std::int64_t TypeMap::ub() const {
    if (!upper_markers.empty()) return *std::max_element(upper_markers.begin(), upper_markers.end());
    std::int64_t strictest = 1, end = true_ub();
    for (const Entry& entry : entries) strictest = std::max(strictest, entry.basic->alignment);
    while ((end - lb()) % strictest != 0) ++end;
    return end;
}

void TypeMap::append(const TypeMap& other, std::int64_t disp) {
    for (const Entry& entry : other.entries) entries.push_back({entry.basic, entry.disp + disp});
    for (const std::int64_t marker : other.lower_markers) lower_markers.push_back(marker + disp);
    for (const std::int64_t marker : other.upper_markers) upper_markers.push_back(marker + disp);
}

void TypeMap::mark(std::int64_t lower, std::int64_t upper) {
    lower_markers = {lower};
    upper_markers = {upper};
}

std::vector<std::int64_t> listed_bytes(const TypeMap& map, std::int64_t count) {
    std::vector<std::int64_t> disps;
    const std::int64_t extent = map.extent();
    for (std::int64_t i = 0; i < count; ++i)
        for (const Entry& entry : map.entries)
            for (std::int64_t byte = 0; byte < entry.basic->bytes; ++byte)
                disps.push_back(i * extent + entry.disp + byte);
    return disps;
}

bool has_equal(std::vector<std::int64_t> disps) {
    std::sort(disps.begin(), disps.end());
    return std::adjacent_find(disps.begin(), disps.end()) != disps.end();
}

TypeMap map_of(const BasicFact& basic) { return {{{&basic, 0}}, {}, {}}; }

TypeMap contiguous(std::int64_t count, const TypeMap& old) {
    TypeMap map;
    const std::int64_t extent = old.extent();
    for (std::int64_t i = 0; i < count; ++i) map.append(old, i * extent);
    return map;
}

TypeMap blocks(std::int64_t count, const Number& length, const Number& disp,
               const std::function<const TypeMap&(std::int64_t)>& old) {
    TypeMap map;
    for (std::int64_t i = 0; i < count; ++i) map.append(contiguous(length(i), old(i)), disp(i));
    return map;
}

TypeMap resized(const TypeMap& old, std::int64_t lb, std::int64_t extent) {
    TypeMap map = old;
    map.mark(lb, lb + extent);
    return map;
}

TypeMap array_part(std::span<const std::int64_t> sizes, bool fortran, const Selects& selects, const TypeMap& old) {
    TypeMap map;
    std::int64_t elements = 1;
    for (const std::int64_t size : sizes) elements *= size;
    const std::int64_t extent = old.extent();
    std::vector<std::int64_t> index(sizes.size());
    for (std::int64_t element = 0; element < elements; ++element) {
        std::int64_t rest = element;
        for (std::size_t i = 0; i < sizes.size(); ++i) {
            const std::size_t dimension = fortran ? i : sizes.size() - 1 - i;
            index[dimension] = rest % sizes[dimension];
            rest /= sizes[dimension];
        }
        if (selects(index)) map.append(old, element * extent);
    }
    map.mark(0, elements * extent);
    return map;
}

}  // namespace rmasim::reference
