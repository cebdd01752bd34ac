// The functions of MPI that return and set properties of communicators (MPI 4.1, 7.4.1, 7.4.4, 7.6.1 and 7.8).
#include "sim/mpi/objects/library.h"

#include <cstddef>
#include <cstring>
#include <string>

namespace rmasim::mpi {

namespace {

// Copies a name with its end. `length` does not count the end.
void return_name(const std::string& name, char* text, int* length) {
    checked(text);
    checked(length) = static_cast<int>(name.size());
    std::memcpy(text, name.c_str(), name.size() + 1);
}

// Null handles have names since MPI 4.1.
int name_of_null(const char* function, const char* name, char* text, int* length) {
    return call(function, 0, [&](Library&) { return_name(name, text, length); });
}

std::string checked_name(const char* name) {
    require(name != nullptr, MPI_ERR_ARG, "the name is a null pointer");
    return std::string(name).substr(0, MPI_MAX_OBJECT_NAME - 1);
}

// Congruent communicators differ in the context only.
int compare_comms(const Comm& a, const Comm& b) {
    if (a.shared == b.shared) return MPI_IDENT;
    if (a.shared->groups.size() != b.shared->groups.size()) return MPI_UNEQUAL;
    int worst = compare(a.group(), b.group());
    if (a.shared->is_inter()) {
        const int remote = compare(*a.remote(), *b.remote());
        if (worst == MPI_UNEQUAL || remote == MPI_UNEQUAL) return MPI_UNEQUAL;
        if (remote == MPI_SIMILAR) worst = MPI_SIMILAR;
    }
    return worst == MPI_IDENT ? MPI_CONGRUENT : worst;
}

}  // namespace

}  // namespace rmasim::mpi

using namespace rmasim::mpi;

int PMPI_Comm_size(MPI_Comm comm, int* size) {
    return call("MPI_Comm_size", to_int(comm),
                [&](Library& own) { checked(size) = own.comms.find(to_int(comm)).group().size(); });
}

int PMPI_Comm_rank(MPI_Comm comm, int* rank) {
    return call("MPI_Comm_rank", to_int(comm),
                [&](Library& own) { checked(rank) = own.comms.find(to_int(comm)).rank; });
}

int PMPI_Comm_remote_size(MPI_Comm comm, int* size) {
    return call("MPI_Comm_remote_size", to_int(comm),
                [&](Library& own) { checked(size) = own.comms.find_inter(to_int(comm)).remote()->size(); });
}

int PMPI_Comm_test_inter(MPI_Comm comm, int* flag) {
    return call("MPI_Comm_test_inter", to_int(comm),
                [&](Library& own) { checked(flag) = own.comms.find(to_int(comm)).shared->is_inter() ? 1 : 0; });
}

int PMPI_Comm_compare(MPI_Comm comm1, MPI_Comm comm2, int* result) {
    return call("MPI_Comm_compare", to_int(comm1), [&](Library& own) {
        checked(result) = compare_comms(own.comms.find(to_int(comm1)), own.comms.find(to_int(comm2)));
    });
}

int PMPI_Comm_set_name(MPI_Comm comm, const char* comm_name) {
    return call("MPI_Comm_set_name", to_int(comm),
                [&](Library& own) { own.comms.find(to_int(comm)).name = checked_name(comm_name); });
}

int PMPI_Comm_get_name(MPI_Comm comm, char* comm_name, int* resultlen) {
    if (comm == MPI_COMM_NULL) return name_of_null("MPI_Comm_get_name", "MPI_COMM_NULL", comm_name, resultlen);
    return call("MPI_Comm_get_name", to_int(comm),
                [&](Library& own) { return_name(own.comms.find(to_int(comm)).name, comm_name, resultlen); });
}

int PMPI_Type_set_name(MPI_Datatype datatype, const char* type_name) {
    return call("MPI_Type_set_name", 0,
                [&](Library& own) { own.types.find(to_int(datatype)).name = checked_name(type_name); });
}

int PMPI_Type_get_name(MPI_Datatype datatype, char* type_name, int* resultlen) {
    if (datatype == MPI_DATATYPE_NULL) {
        return name_of_null("MPI_Type_get_name", "MPI_DATATYPE_NULL", type_name, resultlen);
    }
    return call("MPI_Type_get_name", 0,
                [&](Library& own) { return_name(own.types.find(to_int(datatype)).name, type_name, resultlen); });
}

int PMPI_Comm_set_info(MPI_Comm comm, MPI_Info info) {
    return call("MPI_Comm_set_info", to_int(comm), [&](Library& own) {
        Comm& changed = own.comms.find(to_int(comm));
        set_hints(changed.info, own.infos.find(to_int(info)));
    });
}

int PMPI_Comm_get_info(MPI_Comm comm, MPI_Info* info_used) {
    return call("MPI_Comm_get_info", to_int(comm), [&](Library& own) {
        const Comm& from = own.comms.find(to_int(comm));
        checked(info_used) = to_handle<MPI_Info>(own.infos.add(from.info));
    });
}
