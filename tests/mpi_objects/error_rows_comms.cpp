// Wrong arguments of the functions for groups, communicators and topologies. MPI_COMM_WORLD has one process.
#include "tests/mpi_objects/error_rows.h"

#include <mpi.h>

#include <iterator>

namespace rmasim::mpi {

namespace {

int zero[] = {0, 0}, one[] = {1, 1}, twice[] = {0, 0}, negative[] = {-1, 0}, out[8], other[8];
int step_0[][3] = {{0, 0, 0}}, beyond[][3] = {{0, 1, 1}}, before[][3] = {{-1, 0, 1}},
    again[][3] = {{0, 0, 1}, {0, 0, 1}};
MPI_Comm made;
MPI_Group group_made;
MPI_Request request;
MPI_Info info;
const MPI_Comm world = MPI_COMM_WORLD, no_comm = MPI_COMM_NULL;
const MPI_Group no_group = MPI_GROUP_NULL;
const MPI_Info strange_info = reinterpret_cast<MPI_Info>(MPI_COMM_WORLD);

MPI_Group all() {
    static MPI_Group group = MPI_GROUP_NULL;
    if (group == MPI_GROUP_NULL) MPI_Comm_group(MPI_COMM_WORLD, &group);
    return group;
}

MPI_Comm grid() {
    static MPI_Comm comm = MPI_COMM_NULL;
    if (comm == MPI_COMM_NULL) MPI_Cart_create(MPI_COMM_WORLD, 2, one, zero, 0, &comm);
    return comm;
}

MPI_Comm graph() {
    static MPI_Comm comm = MPI_COMM_NULL;
    if (comm == MPI_COMM_NULL) MPI_Graph_create(MPI_COMM_WORLD, 1, one, zero, 0, &comm);
    return comm;
}

MPI_Comm freed() {
    MPI_Comm comm = MPI_COMM_NULL;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    const MPI_Comm copy = comm;
    MPI_Comm_free(&comm);
    return copy;
}

}  // namespace

#define ROW(function, wrong, arguments, error)                     \
    {                                                              \
#function, wrong, [] { return function arguments; }, error \
    }

const ErrorRow group_rows[] = {
    ROW(MPI_Group_size, "null", (no_group, out), MPI_ERR_GROUP),
    ROW(MPI_Group_size, "size", (all(), nullptr), MPI_ERR_ARG),
    ROW(MPI_Group_rank, "null", (no_group, out), MPI_ERR_GROUP),
    ROW(MPI_Group_rank, "rank", (all(), nullptr), MPI_ERR_ARG),
    ROW(MPI_Group_compare, "group1", (no_group, all(), out), MPI_ERR_GROUP),
    ROW(MPI_Group_compare, "group2", (all(), no_group, out), MPI_ERR_GROUP),
    ROW(MPI_Group_compare, "result", (all(), all(), nullptr), MPI_ERR_ARG),
    ROW(MPI_Group_translate_ranks, "group1", (no_group, 1, zero, all(), out), MPI_ERR_GROUP),
    ROW(MPI_Group_translate_ranks, "group2", (all(), 1, zero, no_group, out), MPI_ERR_GROUP),
    ROW(MPI_Group_translate_ranks, "n", (all(), -1, zero, all(), out), MPI_ERR_ARG),
    ROW(MPI_Group_translate_ranks, "ranks1", (all(), 1, one, all(), out), MPI_ERR_RANK),
    ROW(MPI_Group_translate_ranks, "no ranks", (all(), 1, nullptr, all(), out), MPI_ERR_ARG),
    ROW(MPI_Group_translate_ranks, "no ranks2", (all(), 1, zero, all(), nullptr), MPI_ERR_ARG),
    ROW(MPI_Group_union, "group1", (no_group, all(), &group_made), MPI_ERR_GROUP),
    ROW(MPI_Group_union, "group2", (all(), no_group, &group_made), MPI_ERR_GROUP),
    ROW(MPI_Group_union, "newgroup", (all(), all(), nullptr), MPI_ERR_ARG),
    ROW(MPI_Group_intersection, "group1", (no_group, all(), &group_made), MPI_ERR_GROUP),
    ROW(MPI_Group_intersection, "newgroup", (all(), all(), nullptr), MPI_ERR_ARG),
    ROW(MPI_Group_difference, "group2", (all(), no_group, &group_made), MPI_ERR_GROUP),
    ROW(MPI_Group_incl, "null", (no_group, 1, zero, &group_made), MPI_ERR_GROUP),
    ROW(MPI_Group_incl, "n", (all(), -1, zero, &group_made), MPI_ERR_ARG),
    ROW(MPI_Group_incl, "rank", (all(), 1, one, &group_made), MPI_ERR_RANK),
    ROW(MPI_Group_incl, "twice", (all(), 2, twice, &group_made), MPI_ERR_RANK),
    ROW(MPI_Group_incl, "negative", (all(), 1, negative, &group_made), MPI_ERR_RANK),
    ROW(MPI_Group_excl, "null", (no_group, 1, zero, &group_made), MPI_ERR_GROUP),
    ROW(MPI_Group_excl, "n", (all(), -1, zero, &group_made), MPI_ERR_ARG),
    ROW(MPI_Group_excl, "rank", (all(), 1, one, &group_made), MPI_ERR_RANK),
    ROW(MPI_Group_excl, "twice", (all(), 2, twice, &group_made), MPI_ERR_RANK),
    ROW(MPI_Group_range_incl, "null", (no_group, 1, again, &group_made), MPI_ERR_GROUP),
    ROW(MPI_Group_range_incl, "n", (all(), -1, again, &group_made), MPI_ERR_ARG),
    ROW(MPI_Group_range_incl, "stride", (all(), 1, step_0, &group_made), MPI_ERR_ARG),
    ROW(MPI_Group_range_incl, "last", (all(), 1, beyond, &group_made), MPI_ERR_RANK),
    ROW(MPI_Group_range_incl, "first", (all(), 1, before, &group_made), MPI_ERR_RANK),
    ROW(MPI_Group_range_incl, "twice", (all(), 2, again, &group_made), MPI_ERR_RANK),
    ROW(MPI_Group_range_excl, "stride", (all(), 1, step_0, &group_made), MPI_ERR_ARG),
    ROW(MPI_Group_range_excl, "twice", (all(), 2, again, &group_made), MPI_ERR_RANK),
    {"MPI_Group_free", "null",
     [] {
         MPI_Group group = MPI_GROUP_NULL;
         return MPI_Group_free(&group);
     },
     MPI_ERR_GROUP},
    ROW(MPI_Group_free, "null pointer", (nullptr), MPI_ERR_ARG),
    ROW(MPI_Comm_group, "null", (no_comm, &group_made), MPI_ERR_COMM),
    ROW(MPI_Comm_group, "group", (world, nullptr), MPI_ERR_ARG),
    ROW(MPI_Comm_remote_group, "intracommunicator", (world, &group_made), MPI_ERR_COMM),
};
ErrorRows group_errors() { return {std::begin(group_rows), std::end(group_rows)}; }

const ErrorRow comm_rows[] = {
    ROW(MPI_Comm_size, "null", (no_comm, out), MPI_ERR_COMM),
    ROW(MPI_Comm_size, "freed", (freed(), out), MPI_ERR_COMM),
    ROW(MPI_Comm_size, "size", (world, nullptr), MPI_ERR_ARG),
    ROW(MPI_Comm_rank, "null", (no_comm, out), MPI_ERR_COMM),
    ROW(MPI_Comm_rank, "rank", (world, nullptr), MPI_ERR_ARG),
    ROW(MPI_Comm_remote_size, "intracommunicator", (world, out), MPI_ERR_COMM),
    ROW(MPI_Comm_test_inter, "null", (no_comm, out), MPI_ERR_COMM),
    ROW(MPI_Comm_test_inter, "flag", (world, nullptr), MPI_ERR_ARG),
    ROW(MPI_Comm_compare, "comm1", (no_comm, world, out), MPI_ERR_COMM),
    ROW(MPI_Comm_compare, "comm2", (world, no_comm, out), MPI_ERR_COMM),
    ROW(MPI_Comm_compare, "result", (world, world, nullptr), MPI_ERR_ARG),
    ROW(MPI_Comm_dup, "null", (no_comm, &made), MPI_ERR_COMM),
    ROW(MPI_Comm_dup, "newcomm", (world, nullptr), MPI_ERR_ARG),
    ROW(MPI_Comm_dup_with_info, "null", (no_comm, MPI_INFO_NULL, &made), MPI_ERR_COMM),
    ROW(MPI_Comm_dup_with_info, "info", (world, strange_info, &made), MPI_ERR_INFO),
    ROW(MPI_Comm_idup, "null", (no_comm, &made, &request), MPI_ERR_COMM),
    ROW(MPI_Comm_idup, "request", (world, &made, nullptr), MPI_ERR_ARG),
    ROW(MPI_Comm_idup_with_info, "info", (world, strange_info, &made, &request), MPI_ERR_INFO),
    ROW(MPI_Comm_split, "null", (no_comm, 0, 0, &made), MPI_ERR_COMM),
    ROW(MPI_Comm_split, "colour", (world, -1, 0, &made), MPI_ERR_ARG),
    ROW(MPI_Comm_split, "newcomm", (world, 0, 0, nullptr), MPI_ERR_ARG),
    ROW(MPI_Comm_split_type, "null", (no_comm, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &made), MPI_ERR_COMM),
    ROW(MPI_Comm_split_type, "type", (world, 1, 0, MPI_INFO_NULL, &made), MPI_ERR_ARG),
    ROW(MPI_Comm_split_type, "info", (world, MPI_COMM_TYPE_SHARED, 0, strange_info, &made), MPI_ERR_INFO),
    ROW(MPI_Comm_create, "null", (no_comm, all(), &made), MPI_ERR_COMM),
    ROW(MPI_Comm_create, "group", (world, no_group, &made), MPI_ERR_GROUP),
    ROW(MPI_Comm_create, "newcomm", (world, all(), nullptr), MPI_ERR_ARG),
    ROW(MPI_Comm_create_group, "null", (no_comm, all(), 0, &made), MPI_ERR_COMM),
    ROW(MPI_Comm_create_group, "group", (world, no_group, 0, &made), MPI_ERR_GROUP),
    ROW(MPI_Comm_create_group, "tag", (world, all(), -1, &made), MPI_ERR_TAG),
    ROW(MPI_Intercomm_create, "local_comm", (no_comm, 0, world, 0, 0, &made), MPI_ERR_COMM),
    ROW(MPI_Intercomm_create, "local_leader", (world, 1, world, 0, 0, &made), MPI_ERR_RANK),
    ROW(MPI_Intercomm_create, "peer_comm", (world, 0, no_comm, 0, 0, &made), MPI_ERR_COMM),
    ROW(MPI_Intercomm_create, "remote_leader", (world, 0, world, 5, 0, &made), MPI_ERR_RANK),
    ROW(MPI_Intercomm_create, "the own leader", (world, 0, world, 0, 0, &made), MPI_ERR_RANK),
    ROW(MPI_Intercomm_merge, "intracommunicator", (world, 0, &made), MPI_ERR_COMM),
    ROW(MPI_Intercomm_merge, "null", (no_comm, 0, &made), MPI_ERR_COMM),
    {"MPI_Comm_free", "null",
     [] {
         MPI_Comm comm = MPI_COMM_NULL;
         return MPI_Comm_free(&comm);
     },
     MPI_ERR_COMM},
    {"MPI_Comm_free", "world",
     [] {
         MPI_Comm comm = MPI_COMM_WORLD;
         return MPI_Comm_free(&comm);
     },
     MPI_ERR_COMM},
    {"MPI_Comm_free", "freed",
     [] {
         MPI_Comm comm = freed();
         return MPI_Comm_free(&comm);
     },
     MPI_ERR_COMM},
    ROW(MPI_Comm_free, "null pointer", (nullptr), MPI_ERR_ARG),
    ROW(MPI_Comm_set_name, "null", (no_comm, "a"), MPI_ERR_COMM),
    ROW(MPI_Comm_set_name, "name", (world, nullptr), MPI_ERR_ARG),
    ROW(MPI_Comm_get_name, "name", (world, nullptr, out), MPI_ERR_ARG),
    ROW(MPI_Comm_set_info, "null", (no_comm, MPI_INFO_ENV), MPI_ERR_COMM),
    ROW(MPI_Comm_set_info, "info", (world, MPI_INFO_NULL), MPI_ERR_INFO),
    ROW(MPI_Comm_get_info, "null", (no_comm, &info), MPI_ERR_COMM),
    ROW(MPI_Comm_get_info, "info", (world, nullptr), MPI_ERR_ARG),
};
ErrorRows comm_errors() { return {std::begin(comm_rows), std::end(comm_rows)}; }

const ErrorRow topology_rows[] = {
    ROW(MPI_Topo_test, "null", (no_comm, out), MPI_ERR_COMM),
    ROW(MPI_Topo_test, "status", (world, nullptr), MPI_ERR_ARG),
    {"MPI_Dims_create", "does not divide",
     [] {
         int dims[] = {3, 0};
         return MPI_Dims_create(8, 2, dims);
     },
     MPI_ERR_DIMS},
    {"MPI_Dims_create", "negative",
     [] {
         int dims[] = {-1, 0};
         return MPI_Dims_create(8, 2, dims);
     },
     MPI_ERR_DIMS},
    {"MPI_Dims_create", "nnodes",
     [] {
         int dims[] = {0, 0};
         return MPI_Dims_create(0, 2, dims);
     },
     MPI_ERR_ARG},
    {"MPI_Dims_create", "another product",
     [] {
         int dims[] = {2, 2};
         return MPI_Dims_create(8, 2, dims);
     },
     MPI_ERR_DIMS},
    ROW(MPI_Dims_create, "ndims", (8, -1, out), MPI_ERR_DIMS),
    ROW(MPI_Cart_create, "null", (no_comm, 1, one, zero, 0, &made), MPI_ERR_COMM),
    ROW(MPI_Cart_create, "ndims", (world, -1, one, zero, 0, &made), MPI_ERR_DIMS),
    ROW(MPI_Cart_create, "dims", (world, 1, negative, zero, 0, &made), MPI_ERR_DIMS),
    ROW(MPI_Cart_create, "no dims", (world, 1, nullptr, zero, 0, &made), MPI_ERR_ARG),
    {"MPI_Cart_create", "too large",
     [] {
         const int dims[] = {2};
         return MPI_Cart_create(world, 1, dims, zero, 0, &made);
     },
     MPI_ERR_ARG},
    ROW(MPI_Cart_sub, "no grid", (world, one, &made), MPI_ERR_TOPOLOGY),
    ROW(MPI_Cart_sub, "graph", (graph(), one, &made), MPI_ERR_TOPOLOGY),
    ROW(MPI_Cart_sub, "no array", (grid(), nullptr, &made), MPI_ERR_ARG),
    ROW(MPI_Cartdim_get, "null", (no_comm, out), MPI_ERR_COMM),
    ROW(MPI_Cartdim_get, "no grid", (world, out), MPI_ERR_TOPOLOGY),
    ROW(MPI_Cartdim_get, "ndims", (grid(), nullptr), MPI_ERR_ARG),
    ROW(MPI_Cart_get, "no grid", (world, 2, out, out, out), MPI_ERR_TOPOLOGY),
    ROW(MPI_Cart_get, "maxdims", (grid(), 1, out, out, out), MPI_ERR_DIMS),
    ROW(MPI_Cart_get, "no array", (grid(), 2, nullptr, out, out), MPI_ERR_ARG),
    ROW(MPI_Cart_rank, "no grid", (world, zero, out), MPI_ERR_TOPOLOGY),
    ROW(MPI_Cart_rank, "outside", (grid(), one, out), MPI_ERR_ARG),
    ROW(MPI_Cart_rank, "no coords", (grid(), nullptr, out), MPI_ERR_ARG),
    ROW(MPI_Cart_rank, "rank", (grid(), zero, nullptr), MPI_ERR_ARG),
    ROW(MPI_Cart_coords, "no grid", (world, 0, 2, out), MPI_ERR_TOPOLOGY),
    ROW(MPI_Cart_coords, "rank", (grid(), 1, 2, out), MPI_ERR_RANK),
    ROW(MPI_Cart_coords, "maxdims", (grid(), 0, 1, out), MPI_ERR_DIMS),
    ROW(MPI_Cart_shift, "no grid", (world, 0, 1, out, other), MPI_ERR_TOPOLOGY),
    ROW(MPI_Cart_shift, "direction", (grid(), 2, 1, out, other), MPI_ERR_DIMS),
    ROW(MPI_Cart_shift, "negative direction", (grid(), -1, 1, out, other), MPI_ERR_DIMS),
    ROW(MPI_Cart_shift, "rank_source", (grid(), 0, 1, nullptr, other), MPI_ERR_ARG),
    ROW(MPI_Cart_map, "null", (no_comm, 1, one, zero, out), MPI_ERR_COMM),
    ROW(MPI_Cart_map, "dims", (world, 1, zero, zero, out), MPI_ERR_DIMS),
    ROW(MPI_Graph_create, "null", (no_comm, 1, one, zero, 0, &made), MPI_ERR_COMM),
    ROW(MPI_Graph_create, "nnodes", (world, -1, one, zero, 0, &made), MPI_ERR_ARG),
    ROW(MPI_Graph_create, "too large", (world, 2, one, zero, 0, &made), MPI_ERR_ARG),
    ROW(MPI_Graph_create, "edges", (world, 1, one, one, 0, &made), MPI_ERR_ARG),
    ROW(MPI_Graph_create, "index", (world, 1, negative, zero, 0, &made), MPI_ERR_ARG),
    ROW(MPI_Graph_map, "edges", (world, 1, one, one, out), MPI_ERR_ARG),
    ROW(MPI_Graphdims_get, "no graph", (grid(), out, other), MPI_ERR_TOPOLOGY),
    ROW(MPI_Graph_get, "no graph", (world, 1, 1, out, other), MPI_ERR_TOPOLOGY),
    ROW(MPI_Graph_get, "maxindex", (graph(), -1, 1, out, other), MPI_ERR_ARG),
    ROW(MPI_Graph_neighbors_count, "no graph", (world, 0, out), MPI_ERR_TOPOLOGY),
    ROW(MPI_Graph_neighbors_count, "rank", (graph(), 1, out), MPI_ERR_RANK),
    ROW(MPI_Graph_neighbors, "rank", (graph(), -1, 1, out), MPI_ERR_RANK),
    ROW(MPI_Graph_neighbors, "maxneighbors", (graph(), 0, -1, out), MPI_ERR_ARG),
    ROW(MPI_Dist_graph_create_adjacent, "null", (no_comm, 0, zero, zero, 0, zero, zero, MPI_INFO_NULL, 0, &made),
        MPI_ERR_COMM),
    ROW(MPI_Dist_graph_create_adjacent, "indegree", (world, -1, zero, zero, 0, zero, zero, MPI_INFO_NULL, 0, &made),
        MPI_ERR_ARG),
    ROW(MPI_Dist_graph_create_adjacent, "sources", (world, 1, one, one, 0, zero, zero, MPI_INFO_NULL, 0, &made),
        MPI_ERR_ARG),
    ROW(MPI_Dist_graph_create_adjacent, "weights", (world, 1, zero, negative, 0, zero, zero, MPI_INFO_NULL, 0, &made),
        MPI_ERR_ARG),
    ROW(MPI_Dist_graph_create_adjacent, "info", (world, 0, zero, zero, 0, zero, zero, strange_info, 0, &made),
        MPI_ERR_INFO),
    ROW(MPI_Dist_graph_create, "n", (world, -1, zero, one, zero, one, MPI_INFO_NULL, 0, &made), MPI_ERR_ARG),
    ROW(MPI_Dist_graph_create, "degrees", (world, 1, zero, negative, zero, one, MPI_INFO_NULL, 0, &made), MPI_ERR_ARG),
    ROW(MPI_Dist_graph_create, "destinations", (world, 1, zero, one, one, one, MPI_INFO_NULL, 0, &made), MPI_ERR_ARG),
    ROW(MPI_Dist_graph_neighbors_count, "no graph", (world, out, out, out), MPI_ERR_TOPOLOGY),
    ROW(MPI_Dist_graph_neighbors, "no graph", (grid(), 1, out, out, 1, out, out), MPI_ERR_TOPOLOGY),
};
ErrorRows topology_errors() { return {std::begin(topology_rows), std::end(topology_rows)}; }

}  // namespace rmasim::mpi
