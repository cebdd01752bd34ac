// Layouts of MPI's datatypes. A layout has the runs of bytes, in the order of the type map, and the basic datatype.
#pragma once

#include "protocol/base/operation.h"

#include <mpi.h>

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace rmasim::sim {

struct TypeRun {
    std::int64_t offset = 0;  // bytes from the buffer's address
    std::uint64_t bytes = 0;
    auto operator<=>(const TypeRun&) const = default;
};

struct TypeMap {
    bool named = false;             // true: the datatype is predefined
    bool text = false;              // true: the basic type is MPI_CHAR
    std::optional<Datatype> basic;  // nullopt if there are several basic types, or one without arithmetic
    std::uint64_t bytes = 0;        // size of one element, without gaps
    std::int64_t extent = 0;        // distance of consecutive elements, in bytes
    std::vector<TypeRun> runs;      // the runs of one element
    auto operator<=>(const TypeMap&) const = default;

    // True if elements follow each other without gaps, from the buffer's address on.
    bool dense() const {
        return runs.empty() ||
               (runs.size() == 1 && runs[0].offset == 0 && static_cast<std::int64_t>(runs[0].bytes) == extent);
    }
    // Returns the datatype in whose elements the core counts the data.
    Datatype unit() const { return basic.value_or(Datatype::byte); }
    // Return the offsets of the first byte of `count` elements, and of the byte after the last one, relative to the
    // buffer's address.
    std::int64_t first(std::uint64_t count) const;
    std::int64_t end(std::uint64_t count) const;
    // Returns the runs of `count` elements. Adjacent runs are merged.
    std::vector<TypeRun> runs_of(std::uint64_t count) const;
};

// Returns the core's datatype of a predefined datatype; nullopt if the core has none, or the handle is another one.
std::optional<Datatype> basic_type_of(MPI_Datatype type);
// Appends a run, which is merged with the last one if it follows that one without a gap.
void add_run(std::vector<TypeRun>& runs, std::int64_t offset, std::uint64_t bytes);

// Converts elements of a datatype in a window to a Region. A Region describes one run of bytes or a vector of blocks.
// For any other layout, this object stores the runs, and the region refers to them.
class TargetMaps {
public:
    // Returns the region of `count` elements. `disp` is the operation's displacement in units of `unit`, the target's
    // displacement unit in bytes.
    Region region(const TypeMap& type, std::uint64_t count, std::uint64_t disp, std::uint32_t unit);
    // Returns the runs of a region whose layout this object stores.
    const std::vector<TypeRun>& runs(const Region& region) const { return *maps_[region.stride]; }

private:
    std::map<std::vector<TypeRun>, std::uint32_t> numbers_;  // of all stored lists of runs
    std::vector<const std::vector<TypeRun>*> maps_;          // by number
};

// The layouts of the program's datatypes. Operations refer to a layout after their datatype has been freed, so layouts
// are kept. Datatypes with equal layouts share one: a program that creates and frees equal datatypes in a loop does not
// grow.
class TypeMaps {
public:
    // Returns the layout of a committed datatype, for reductions. The reference stays valid. A predefined pair, such as
    // MPI_DOUBLE_INT, has the size that the core gives it, with the padding behind its parts.
    const TypeMap& of(MPI_Datatype type);
    // Returns the layout for data that are only moved. A pair has the bytes of its two parts, as the same parts in a
    // structure have.
    const TypeMap& moved(MPI_Datatype type);
    // True for a predefined datatype. The handle may be invalid.
    bool is_named(MPI_Datatype type);

private:
    const TypeMap& keep(TypeMap map) { return *maps_.insert(std::move(map)).first; }

    std::set<TypeMap> maps_;
    // ---- For our own objects.
    struct Layouts {
        const TypeMap* combined = nullptr;
        const TypeMap* moved = nullptr;
    };
    struct OfDatatype {
        std::weak_ptr<const void> datatype;
        Layouts layouts;
    };
    const Layouts& layouts_of(MPI_Datatype type);
    // Removes the records of datatypes that no longer exist.
    void forget_freed();

    std::vector<Layouts> predefined_;              // in the order of mpi::basic_types()
    std::map<const void*, OfDatatype> datatypes_;  // derived ones, by address
    std::size_t max_datatypes_ = 64;               // number of records at which `forget_freed` is called
    // ---- For those of SMPI.
    std::map<MPI_Datatype, const TypeMap*> named_;
    int keyval_ = MPI_KEYVAL_INVALID;  // an attribute of each derived datatype points to its layout
};

}  // namespace rmasim::sim
