// The functions of MPI that construct datatypes (MPI 4.1, 5.1).
#include "sim/mpi/objects/datatypes/type_arguments.h"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace rmasim::mpi {

namespace {

// Executes a constructor: `construct` returns the new datatype.
template <class Construct>
int construct(const char* function, MPI_Datatype* newtype, Construct&& make) {
    return call(function, 0, [&](Library& own) {
        checked(newtype);
        store_type(newtype, own, make(own));
    });
}

template <class Count, class Disp>
int make_indexed(const char* function, Count count, const Count* lengths, const Disp* disps, MPI_Datatype old,
                 MPI_Datatype* made, TypeRef (*make)(Numbers, Numbers, const TypeRef&, Form)) {
    return construct(function, made, [&](Library& own) {
        const std::size_t n = entries(count);
        return make(widened(lengths, n), widened(disps, n), old_type(own, old), form_of<Count>());
    });
}

template <class Count, class Disp>
int make_blocks(const char* function, Count count, Count length, const Disp* disps, MPI_Datatype old,
                MPI_Datatype* made, TypeRef (*make)(std::int64_t, Numbers, const TypeRef&, Form)) {
    return construct(function, made, [&](Library& own) {
        return make(length, widened(disps, entries(count)), old_type(own, old), form_of<Count>());
    });
}

template <class Count, class Disp>
int make_struct(const char* function, Count count, const Count* lengths, const Disp* disps, const MPI_Datatype* types,
                MPI_Datatype* made) {
    return construct(function, made, [&](Library& own) {
        const std::size_t n = entries(count);
        const auto all_lengths = widened(lengths, n), all_disps = widened(disps, n);
        std::vector<TypeRef> old;
        old.reserve(n);
        for (const MPI_Datatype type : checked_array(types, n)) old.push_back(old_type(own, type));
        return structure(all_lengths, all_disps, old, form_of<Count>());
    });
}

std::size_t dimensions(int count) {
    require(count > 0, MPI_ERR_ARG, "the number of dimensions is not positive");
    return static_cast<std::size_t>(count);
}

template <class Count>
int make_subarray(const char* function, int ndims, const Count* sizes, const Count* subsizes, const Count* starts,
                  int order, MPI_Datatype old, MPI_Datatype* made) {
    return construct(function, made, [&](Library& own) {
        const std::size_t n = dimensions(ndims);
        return subarray(widened(sizes, n), widened(subsizes, n), widened(starts, n), order, old_type(own, old),
                        form_of<Count>());
    });
}

template <class Count>
int make_darray(const char* function, Distribution distribution, int ndims, const Count* sizes, const int* kinds,
                const int* arguments, const int* grid, int order, MPI_Datatype old, MPI_Datatype* made) {
    return construct(function, made, [&](Library& own) {
        const std::size_t n = dimensions(ndims);
        distribution.kinds = checked_array(kinds, n);
        distribution.arguments = checked_array(arguments, n);
        distribution.grid = checked_array(grid, n);
        return darray(distribution, widened(sizes, n), order, old_type(own, old), form_of<Count>());
    });
}

}  // namespace

}  // namespace rmasim::mpi

using namespace rmasim::mpi;

int PMPI_Type_dup(MPI_Datatype oldtype, MPI_Datatype* newtype) {
    return call("MPI_Type_dup", 0, [&](Library& own) {
        checked(newtype) = MPI_DATATYPE_NULL;
        const TypeObject& old = own.types.find(to_int(oldtype));
        TypeObject copy{duplicate(old.type), old.committed, false, "", {}};
        copy.attributes = copied_attributes(old.attributes, to_int(oldtype));
        *newtype = to_handle<MPI_Datatype>(own.types.add(std::move(copy)));
    });
}

int PMPI_Type_contiguous(int count, MPI_Datatype oldtype, MPI_Datatype* newtype) {
    return construct("MPI_Type_contiguous", newtype,
                     [&](Library& own) { return contiguous(count, old_type(own, oldtype), Form::small); });
}

int PMPI_Type_contiguous_c(MPI_Count count, MPI_Datatype oldtype, MPI_Datatype* newtype) {
    return construct("MPI_Type_contiguous_c", newtype,
                     [&](Library& own) { return contiguous(count, old_type(own, oldtype), Form::large); });
}

int PMPI_Type_vector(int count, int blocklength, int stride, MPI_Datatype oldtype, MPI_Datatype* newtype) {
    return construct("MPI_Type_vector", newtype, [&](Library& own) {
        return rmasim::mpi::vector(count, blocklength, stride, old_type(own, oldtype), Form::small);
    });
}

int PMPI_Type_vector_c(MPI_Count count, MPI_Count blocklength, MPI_Count stride, MPI_Datatype oldtype,
                       MPI_Datatype* newtype) {
    return construct("MPI_Type_vector_c", newtype, [&](Library& own) {
        return rmasim::mpi::vector(count, blocklength, stride, old_type(own, oldtype), Form::large);
    });
}

int PMPI_Type_create_hvector(int count, int blocklength, MPI_Aint stride, MPI_Datatype oldtype, MPI_Datatype* newtype) {
    return construct("MPI_Type_create_hvector", newtype, [&](Library& own) {
        return hvector(count, blocklength, stride, old_type(own, oldtype), Form::small);
    });
}

int PMPI_Type_create_hvector_c(MPI_Count count, MPI_Count blocklength, MPI_Count stride, MPI_Datatype oldtype,
                               MPI_Datatype* newtype) {
    return construct("MPI_Type_create_hvector_c", newtype, [&](Library& own) {
        return hvector(count, blocklength, stride, old_type(own, oldtype), Form::large);
    });
}

int PMPI_Type_indexed(int count, const int lengths[], const int disps[], MPI_Datatype oldtype, MPI_Datatype* newtype) {
    return make_indexed("MPI_Type_indexed", count, lengths, disps, oldtype, newtype, indexed);
}

int PMPI_Type_indexed_c(MPI_Count count, const MPI_Count lengths[], const MPI_Count disps[], MPI_Datatype oldtype,
                        MPI_Datatype* newtype) {
    return make_indexed("MPI_Type_indexed_c", count, lengths, disps, oldtype, newtype, indexed);
}

int PMPI_Type_create_hindexed(int count, const int lengths[], const MPI_Aint disps[], MPI_Datatype oldtype,
                              MPI_Datatype* newtype) {
    return make_indexed("MPI_Type_create_hindexed", count, lengths, disps, oldtype, newtype, hindexed);
}

int PMPI_Type_create_hindexed_c(MPI_Count count, const MPI_Count lengths[], const MPI_Count disps[],
                                MPI_Datatype oldtype, MPI_Datatype* newtype) {
    return make_indexed("MPI_Type_create_hindexed_c", count, lengths, disps, oldtype, newtype, hindexed);
}

int PMPI_Type_create_indexed_block(int count, int blocklength, const int disps[], MPI_Datatype oldtype,
                                   MPI_Datatype* newtype) {
    return make_blocks("MPI_Type_create_indexed_block", count, blocklength, disps, oldtype, newtype, indexed_block);
}

int PMPI_Type_create_indexed_block_c(MPI_Count count, MPI_Count blocklength, const MPI_Count disps[],
                                     MPI_Datatype oldtype, MPI_Datatype* newtype) {
    return make_blocks("MPI_Type_create_indexed_block_c", count, blocklength, disps, oldtype, newtype, indexed_block);
}

int PMPI_Type_create_hindexed_block(int count, int blocklength, const MPI_Aint disps[], MPI_Datatype oldtype,
                                    MPI_Datatype* newtype) {
    return make_blocks("MPI_Type_create_hindexed_block", count, blocklength, disps, oldtype, newtype, hindexed_block);
}

int PMPI_Type_create_hindexed_block_c(MPI_Count count, MPI_Count blocklength, const MPI_Count disps[],
                                      MPI_Datatype oldtype, MPI_Datatype* newtype) {
    return make_blocks("MPI_Type_create_hindexed_block_c", count, blocklength, disps, oldtype, newtype, hindexed_block);
}

int PMPI_Type_create_struct(int count, const int lengths[], const MPI_Aint disps[], const MPI_Datatype types[],
                            MPI_Datatype* newtype) {
    return make_struct("MPI_Type_create_struct", count, lengths, disps, types, newtype);
}

int PMPI_Type_create_struct_c(MPI_Count count, const MPI_Count lengths[], const MPI_Count disps[],
                              const MPI_Datatype types[], MPI_Datatype* newtype) {
    return make_struct("MPI_Type_create_struct_c", count, lengths, disps, types, newtype);
}

int PMPI_Type_create_resized(MPI_Datatype oldtype, MPI_Aint lb, MPI_Aint extent, MPI_Datatype* newtype) {
    return construct("MPI_Type_create_resized", newtype,
                     [&](Library& own) { return resized(old_type(own, oldtype), lb, extent, Form::small); });
}

int PMPI_Type_create_resized_c(MPI_Datatype oldtype, MPI_Count lb, MPI_Count extent, MPI_Datatype* newtype) {
    return construct("MPI_Type_create_resized_c", newtype,
                     [&](Library& own) { return resized(old_type(own, oldtype), lb, extent, Form::large); });
}

int PMPI_Type_create_subarray(int ndims, const int sizes[], const int subsizes[], const int starts[], int order,
                              MPI_Datatype oldtype, MPI_Datatype* newtype) {
    return make_subarray("MPI_Type_create_subarray", ndims, sizes, subsizes, starts, order, oldtype, newtype);
}

int PMPI_Type_create_subarray_c(int ndims, const MPI_Count sizes[], const MPI_Count subsizes[],
                                const MPI_Count starts[], int order, MPI_Datatype oldtype, MPI_Datatype* newtype) {
    return make_subarray("MPI_Type_create_subarray_c", ndims, sizes, subsizes, starts, order, oldtype, newtype);
}

int PMPI_Type_create_darray(int size, int rank, int ndims, const int gsizes[], const int distribs[], const int dargs[],
                            const int psizes[], int order, MPI_Datatype oldtype, MPI_Datatype* newtype) {
    return make_darray("MPI_Type_create_darray", {size, rank, {}, {}, {}}, ndims, gsizes, distribs, dargs, psizes,
                       order, oldtype, newtype);
}

int PMPI_Type_create_darray_c(int size, int rank, int ndims, const MPI_Count gsizes[], const int distribs[],
                              const int dargs[], const int psizes[], int order, MPI_Datatype oldtype,
                              MPI_Datatype* newtype) {
    return make_darray("MPI_Type_create_darray_c", {size, rank, {}, {}, {}}, ndims, gsizes, distribs, dargs, psizes,
                       order, oldtype, newtype);
}
