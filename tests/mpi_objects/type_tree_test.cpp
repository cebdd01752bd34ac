// Random datatypes: every property compared with the type map of the reference.
#include "sim/mpi/objects/datatypes/datatype.h"
#include "sim/mpi/objects/datatypes/external32.h"
#include "sim/mpi/objects/datatypes/overlap.h"
#include "sim/mpi/objects/datatypes/packing.h"
#include "tests/mpi_objects/random_types.h"
#include "tests/mpi_objects/rank_library.h"
#include "tests/mpi_objects/type_map.h"
#include "tests/random_rounds.h"

#include <gtest/gtest.h>
#include <mpi.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace rmasim::reference {
namespace {

// Memory around displacement 0, with different bytes everywhere.
class Memory {
public:
    explicit Memory(std::int64_t reach) : origin_(reach), bytes_(static_cast<std::size_t>(2 * reach)) {
        for (std::size_t i = 0; i < bytes_.size(); ++i) bytes_[i] = static_cast<std::byte>(i * 7 + i / 256);
    }
    std::byte* base() { return bytes_.data() + origin_; }
    std::byte at(std::int64_t disp) const { return bytes_[static_cast<std::size_t>(origin_ + disp)]; }
    std::byte& at(std::int64_t disp) { return bytes_[static_cast<std::size_t>(origin_ + disp)]; }
    bool operator==(const Memory&) const = default;

private:
    std::int64_t origin_;
    std::vector<std::byte> bytes_;
};

class Trees {
public:
    explicit Trees(std::uint64_t seed) : types_(seed) {}

    void check_next() {
        const RandomType& type = types_.next();
        MPI_Datatype handle = type.handle;
        ASSERT_EQ(MPI_Type_commit(&handle), MPI_SUCCESS);
        const mpi::Datatype& made = *library_->types.type(mpi::to_int(handle));
        check_bounds(type);
        check_contents(type);
        const auto count = static_cast<std::int64_t>(types_.twister().below(4));
        const std::vector<std::int64_t> disps = listed_bytes(type.map, count);
        check_packing(type, made, count, disps);
        check_part(made, count, disps);
        check_elements(made, type.map, count);
        EXPECT_EQ(mpi::overlaps(made, count), has_equal(disps));
        check_external(made, type.map, count);
        check_signature(made, type.map);
    }

private:
    static void check_bounds(const RandomType& type) {
        const TypeMap& map = type.map;
        MPI_Count size = 0, lb = 0, extent = 0, true_lb = 0, true_extent = 0;
        MPI_Type_size_c(type.handle, &size);
        MPI_Type_get_extent_c(type.handle, &lb, &extent);
        MPI_Type_get_true_extent_c(type.handle, &true_lb, &true_extent);
        EXPECT_EQ(size, map.size());
        EXPECT_EQ(lb, map.lb());
        EXPECT_EQ(lb + extent, map.ub());
        EXPECT_EQ(true_lb, map.true_lb());
        EXPECT_EQ(true_lb + true_extent, map.true_ub());
    }

    static void check_child(MPI_Datatype returned, const RandomType::Child& child) {
        MPI_Count size = 0, lb = 0, extent = 0;
        MPI_Type_size_c(returned, &size);
        MPI_Type_get_extent_c(returned, &lb, &extent);
        EXPECT_EQ(size, child.size);
        EXPECT_EQ(lb, child.lb);
        EXPECT_EQ(lb + extent, child.ub);
        MPI_Count a = 0, b = 0, c = 0, d = 0;
        int combiner = 0;
        MPI_Type_get_envelope_c(returned, &a, &b, &c, &d, &combiner);
        if (combiner == MPI_COMBINER_NAMED) EXPECT_EQ(returned, child.handle);
        else EXPECT_EQ(MPI_Type_free(&returned), MPI_SUCCESS);
    }

    static void check_contents(const RandomType& type) {
        MPI_Count integers = 0, addresses = 0, counts = 0, types = 0;
        int combiner = 0;
        ASSERT_EQ(MPI_Type_get_envelope_c(type.handle, &integers, &addresses, &counts, &types, &combiner), MPI_SUCCESS);
        ASSERT_EQ(combiner, type.combiner);
        std::vector<int> all_integers(static_cast<std::size_t>(integers));
        std::vector<MPI_Aint> all_addresses(static_cast<std::size_t>(addresses));
        std::vector<MPI_Count> all_counts(static_cast<std::size_t>(counts));
        std::vector<MPI_Datatype> all_types(static_cast<std::size_t>(types));
        ASSERT_EQ(MPI_Type_get_contents_c(type.handle, integers, addresses, counts, types, all_integers.data(),
                                          all_addresses.data(), all_counts.data(), all_types.data()),
                  MPI_SUCCESS);
        EXPECT_EQ(all_integers, type.integers);
        EXPECT_EQ(all_addresses, type.addresses);
        EXPECT_EQ(all_counts, type.counts);
        ASSERT_EQ(all_types.size(), type.children.size());
        for (std::size_t i = 0; i < all_types.size(); ++i) check_child(all_types[i], type.children[i]);
        int few[4] = {};
        const int error = MPI_Type_get_envelope(type.handle, &few[0], &few[1], &few[2], &few[3]);
        EXPECT_EQ(error, type.large ? MPI_ERR_TYPE : MPI_SUCCESS);
    }

    static constexpr std::int64_t reach = 5 * RandomTypes::max_span;

    // By MPI_PACK and MPI_UNPACK.
    void check_packing(const RandomType& type, const mpi::Datatype& made, std::int64_t count,
                       const std::vector<std::int64_t>& disps) {
        std::vector<std::byte> packed(disps.size() + 1);
        int position = 0;
        const int room = static_cast<int>(packed.size()), n = static_cast<int>(count);
        ASSERT_EQ(MPI_Pack(from_.base(), n, type.handle, packed.data(), room, &position, MPI_COMM_SELF), MPI_SUCCESS);
        ASSERT_EQ(position, static_cast<int>(disps.size()));
        for (std::size_t i = 0; i < disps.size(); ++i) ASSERT_EQ(packed[i], from_.at(disps[i])) << i;
        EXPECT_EQ(packed.back(), std::byte{0});
        for (std::size_t i = 0; i < packed.size(); ++i) packed[i] = static_cast<std::byte>(i * 11 + 3);
        for (std::size_t i = 0; i < disps.size(); ++i) expected_.at(disps[i]) = packed[i];
        position = 0;
        ASSERT_EQ(MPI_Unpack(packed.data(), room, &position, to_.base(), n, type.handle, MPI_COMM_SELF), MPI_SUCCESS);
        const std::int64_t first = std::min<std::int64_t>(0, made.extent()) * 4 - RandomTypes::max_span;
        const std::int64_t last = std::max<std::int64_t>(0, made.extent()) * 4 + RandomTypes::max_span;
        for (std::int64_t disp = std::max(first, -reach); disp < std::min(last, reach); disp += 1)
            if (to_.at(disp) != expected_.at(disp)) FAIL() << "byte " << disp;
    }

    // Any part of the data, without its beginning and end.
    void check_part(const mpi::Datatype& made, std::int64_t count, const std::vector<std::int64_t>& disps) {
        const auto begin = static_cast<std::int64_t>(types_.twister().below(disps.size() + 1));
        const auto end = begin + static_cast<std::int64_t>(
                                     types_.twister().below(disps.size() + 1 - static_cast<std::size_t>(begin)));
        std::vector<std::byte> part(static_cast<std::size_t>(end - begin));
        mpi::pack(from_.base(), count, made, begin, end, part.data());
        for (std::size_t i = 0; i < part.size(); ++i)
            ASSERT_EQ(part[i], from_.at(disps[static_cast<std::size_t>(begin) + i])) << begin << " " << end << " " << i;
    }

    void check_elements(const mpi::Datatype& made, const TypeMap& map, std::int64_t count) {
        const std::int64_t bytes = map.size() * count;
        const auto some = static_cast<std::int64_t>(types_.twister().below(static_cast<std::uint64_t>(bytes) + 1));
        std::int64_t elements = 0, left = some;
        while (left > 0) {
            for (const Entry& entry : map.entries) {
                if (left <= 0) break;
                left -= entry.basic->bytes;
                ++elements;
            }
        }
        EXPECT_EQ(mpi::elements_in(made, some), left == 0 ? elements : -1);
    }

    void check_external(const mpi::Datatype& made, const TypeMap& map, std::int64_t count) {
        std::vector<std::byte> expected;
        for (std::int64_t i = 0; i < count; ++i) {
            for (const Entry& entry : map.entries) {
                const std::int64_t part = entry.basic->bytes / entry.basic->external_parts;
                for (std::int64_t at = 0; at < entry.basic->bytes; at += part)
                    for (std::int64_t byte = part; byte-- > 0;)
                        expected.push_back(from_.at(i * map.extent() + entry.disp + at + byte));
            }
        }
        ASSERT_EQ(mpi::external_size(made, count), static_cast<std::int64_t>(expected.size()));
        std::vector<std::byte> external(expected.size());
        mpi::write_external(from_.base(), count, made, external.data());
        EXPECT_EQ(external, expected);
        mpi::read_external(external.data(), count, made, again_.base());
        for (const std::int64_t disp : listed_bytes(map, count)) ASSERT_EQ(again_.at(disp), from_.at(disp));
    }

    // Compares the signature with those of itself, of the beginning of an earlier datatype, and of its own beginning,
    // whose last element may be another one, or exchanged with an earlier one.
    void check_signature(const mpi::Datatype& made, const TypeMap& map) {
        std::vector<MPI_Datatype> sequence;
        for (const Entry& entry : map.entries) sequence.push_back(entry.basic->handle);
        const auto sent = static_cast<std::int64_t>(types_.twister().below(3));
        const auto room = static_cast<std::int64_t>(types_.twister().below(5));
        EXPECT_EQ(made.signature().elements(), static_cast<std::int64_t>(sequence.size()));
        EXPECT_EQ(mpi::matches(made, sent, made, room), sent <= room || sequence.empty());
        if (last_ != nullptr) {
            EXPECT_EQ(mpi::matches(made, sent, *last_, room), begins(sequence, sent, last_sequence_, room));
            EXPECT_EQ(mpi::matches(*last_, sent, made, room), begins(last_sequence_, sent, sequence, room));
        }
        std::vector<MPI_Datatype> beginning(
            sequence.begin(),
            sequence.begin() + static_cast<std::ptrdiff_t>(types_.twister().below(sequence.size() + 1)));
        const std::uint64_t change = beginning.empty() ? 0 : types_.twister().below(3);
        if (change == 1) beginning.back() = MPI_WCHAR;
        if (change == 2) std::swap(beginning.back(), beginning[types_.twister().below(beginning.size())]);
        last_sequence_ = beginning;
        std::vector<int> lengths(beginning.size(), 1);
        std::vector<MPI_Aint> disps(beginning.size(), 0);
        MPI_Datatype listed = MPI_DATATYPE_NULL;
        MPI_Type_create_struct(static_cast<int>(beginning.size()), lengths.data(), disps.data(), beginning.data(),
                               &listed);
        last_ = library_->types.type(mpi::to_int(listed));
        MPI_Type_free(&listed);
        EXPECT_EQ(mpi::matches(*last_, 1, made, 1), begins(beginning, 1, sequence, 1));
    }

    static bool begins(const std::vector<MPI_Datatype>& sent, std::int64_t count,
                       const std::vector<MPI_Datatype>& received, std::int64_t room) {
        const std::size_t all = sent.size() * static_cast<std::size_t>(count);
        if (all > received.size() * static_cast<std::size_t>(room)) return false;
        for (std::size_t i = 0; i < all; ++i)
            if (sent[i % sent.size()] != received[i % received.size()]) return false;
        return true;
    }

    mpi::RankLibrary library_;
    RandomTypes types_;
    Memory from_{reach}, to_{reach}, expected_{reach}, again_{reach};
    mpi::TypeRef last_;
    std::vector<MPI_Datatype> last_sequence_;
};

void check_trees(std::uint64_t seed, std::uint64_t count) {
    Trees trees(seed);
    for (std::uint64_t i = 0; i < count; ++i) {
        trees.check_next();
        if (::testing::Test::HasFailure()) FAIL() << "seed " << seed << ", tree " << i;
    }
}

TEST(RandomTrees, AreTheReferencesTypeMaps) {
    for (std::uint64_t seed = 0; seed < random_rounds(80); ++seed) check_trees(seed, 400);
}

TEST(LongRandomTrees, AMillion) {
    for (std::uint64_t seed = 1000; seed < 2000; ++seed) check_trees(seed, 1000);
}

}  // namespace
}  // namespace rmasim::reference
