#include "sim/scenario/json/nearest.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

namespace rmasim::sim {

namespace {

// The Levenshtein distance: the least number of insertions, deletions and substitutions of characters. The algorithm
// computes the table row by row.
std::size_t edit_distance(std::string_view from, std::string_view to) {
    std::vector<std::size_t> row(to.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 1; i <= from.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i;
        for (std::size_t j = 1; j <= to.size(); ++j) {
            const std::size_t substituted = diagonal + (from[i - 1] == to[j - 1] ? 0 : 1);
            diagonal = row[j];
            row[j] = std::min({row[j] + 1, row[j - 1] + 1, substituted});
        }
    }
    return row.back();
}

// Names in MPI, in C or in common use, and the corresponding names of scenarios. The first names are in lower case and
// without "mpi_". If a name has several rows, the first row whose second name is allowed applies.
using OtherName = std::pair<std::string_view, std::string_view>;
constexpr std::array<OtherName, 94> other_names{{
    // datatypes
    {"char", "int8"},
    {"signed_char", "int8"},
    {"unsigned_char", "uint8"},
    {"unsigned char", "uint8"},
    {"bool", "logical8"},
    {"logical", "logical32"},
    {"long_double", "float80"},
    {"long double", "float80"},
    {"float_complex", "complex64"},
    {"double_complex", "complex128"},
    {"short", "int16"},
    {"unsigned_short", "uint16"},
    {"int", "int32"},
    {"unsigned", "uint32"},
    {"long", "int64"},
    {"unsigned_long", "uint64"},
    {"float", "float32"},
    {"double", "float64"},
    {"2int", "int32_int32"},
    {"float_int", "float32_int32"},
    {"double_int", "float64_int32"},
    {"long_int", "int64_int32"},
    {"short_int", "int16_int32"},
    // reductions
    {"add", "sum"},
    {"plus", "sum"},
    {"increment", "sum"},
    {"mul", "prod"},
    {"multiply", "prod"},
    {"product", "prod"},
    {"minimum", "min"},
    {"maximum", "max"},
    {"and", "band"},
    {"or", "bor"},
    {"xor", "bxor"},
    {"set", "replace"},
    {"swap", "replace"},
    {"write", "replace"},
    {"nop", "no_op"},
    {"read", "no_op"},
    // calls
    {"write", "put"},
    {"read", "get"},
    {"add", "accumulate"},
    {"cas", "compare_and_swap"},
    {"fetch_and_add", "fetch_and_op"},
    {"faa", "fetch_and_op"},
    {"swap", "fetch_and_op"},
    {"set", "let"},
    {"assign", "let"},
    {"var", "let"},
    {"for", "repeat"},
    {"loop", "repeat"},
    {"sleep", "compute"},
    {"work", "compute"},
    {"delay", "compute"},
    {"exposure", "post"},
    {"receive", "recv"},
    {"ireceive", "irecv"},
    {"allocate", "win_create"},
    {"create", "win_create"},
    {"free", "win_free"},
    // arguments
    {"rank", "target"},
    {"dest", "target"},
    {"destination", "target"},
    {"dst", "target"},
    {"to", "target"},
    {"peer", "target"},
    {"rank", "source"},
    {"src", "source"},
    {"from", "source"},
    {"offset", "disp"},
    {"displacement", "disp"},
    {"length", "count"},
    {"elements", "count"},
    {"n", "count"},
    {"type", "datatype"},
    {"dtype", "datatype"},
    {"operation", "op"},
    {"data", "value"},
    {"assertions", "assert"},
    {"asserts", "assert"},
    {"condition", "when"},
    {"cond", "when"},
    {"count", "times"},
    {"iterations", "times"},
    {"body", "calls"},
    {"then", "calls"},
    {"variable", "as"},
    {"targets", "group"},
    {"excl", "exclusive"},
    // the scenario
    {"processes", "ranks"},
    {"nprocs", "ranks"},
    {"description", "about"},
    {"program", "programs"},
    {"size", "bytes"},
}};

// The scenario's name for a name of MPI or in common use. "MPI_Win_lock" gives "lock", "MPI_LOCK_EXCLUSIVE" gives
// "exclusive", and "MPI_DOUBLE" or "double" gives "float64".
std::optional<std::string_view> name_in_mpi(std::string_view written, std::span<const std::string_view> names) {
    std::string text(written);
    for (char& c : text) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    std::string_view rest = text;
    if (rest.starts_with("mpi_")) rest.remove_prefix(4);
    if (rest.ends_with("_t")) rest.remove_suffix(2);
    const auto is_allowed = [&](std::string_view name) {
        return std::find(names.begin(), names.end(), name) != names.end();
    };
    for (const auto& [other, name] : other_names) {
        if (rest == other && is_allowed(name)) return name;
    }
    for (const std::string_view prefix : {"", "win_", "lock_", "mode_"}) {
        if (!rest.starts_with(prefix)) continue;
        const auto name = std::find(names.begin(), names.end(), rest.substr(prefix.size()));
        if (name != names.end()) return *name;
    }
    return std::nullopt;
}

// The name that the user probably meant. nullopt if no name is close to `written`.
std::optional<std::string_view> meant(std::string_view written, std::span<const std::string_view> names) {
    const std::string_view start = written.substr(0, 64);  // bounds the time; no name is longer
    if (const auto name = name_in_mpi(start, names)) return name;
    const auto nearest = std::min_element(names.begin(), names.end(), [&](std::string_view a, std::string_view b) {
        return edit_distance(start, a) < edit_distance(start, b);
    });
    const bool close = edit_distance(start, *nearest) <= nearest->size() / 2 + 1;
    return close ? std::optional(*nearest) : std::nullopt;
}

}  // namespace

std::string names_allowed(std::string_view written, std::span<const std::string_view> names) {
    if (names.empty()) return "nothing here";
    constexpr std::size_t max_listed = 64;
    std::string list;
    std::size_t listed = 0;
    for (const std::string_view name : names) {
        if (listed++ < max_listed) list += (list.empty() ? "one of \"" : ", \"") + std::string(name) + '"';
    }
    if (listed > max_listed) list += ", ...";
    const auto name = meant(written, names);
    return name ? list + "; did you mean \"" + std::string(*name) + "\"?" : list;
}

}  // namespace rmasim::sim
