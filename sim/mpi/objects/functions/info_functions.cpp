// The functions of MPI for info objects (MPI 4.1, chapter 10).
#include "sim/mpi/objects/library.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <string>

namespace rmasim::mpi {

namespace {

// Copies as much as fits with its end.
void copy_text(const std::string& text, std::size_t room, char* to) {
    const std::size_t length = std::min(text.size(), room - 1);
    std::memcpy(to, text.data(), length);
    to[length] = '\0';
}

InfoList& list_of(Library& own, MPI_Info info) { return own.infos.find(to_int(info)); }

}  // namespace

}  // namespace rmasim::mpi

using namespace rmasim::mpi;

int PMPI_Info_create(MPI_Info* info) {
    return call("MPI_Info_create", 0, [&](Library& own) { checked(info) = to_handle<MPI_Info>(own.infos.add({})); });
}

int PMPI_Info_create_env(int, char**, MPI_Info* info) {
    return call("MPI_Info_create_env", 0,
                [&](Library& own) { checked(info) = to_handle<MPI_Info>(own.infos.add(own.infos.environment())); });
}

int PMPI_Info_dup(MPI_Info info, MPI_Info* newinfo) {
    return call("MPI_Info_dup", 0, [&](Library& own) {
        checked(newinfo);
        InfoList copy = list_of(own, info);
        *newinfo = to_handle<MPI_Info>(own.infos.add(std::move(copy)));
    });
}

int PMPI_Info_free(MPI_Info* info) {
    return call("MPI_Info_free", 0, [&](Library& own) {
        own.infos.free(to_int(checked(info)));
        *info = MPI_INFO_NULL;
    });
}

int PMPI_Info_set(MPI_Info info, const char* key, const char* value) {
    return call("MPI_Info_set", 0, [&](Library& own) {
        set_info(own.infos.find_changeable(to_int(info)), checked_key(key), checked_value(value));
    });
}

int PMPI_Info_delete(MPI_Info info, const char* key) {
    return call("MPI_Info_delete", 0,
                [&](Library& own) { delete_info(own.infos.find_changeable(to_int(info)), checked_key(key)); });
}

int PMPI_Info_get(MPI_Info info, const char* key, int valuelen, char* value, int* flag) {
    return call("MPI_Info_get", 0, [&](Library& own) {
        const std::string* const found = find_info(list_of(own, info), checked_key(key));
        require(valuelen >= 0, MPI_ERR_ARG, "the length is negative");
        checked(flag) = found != nullptr ? 1 : 0;
        if (found != nullptr) copy_text(*found, static_cast<std::size_t>(valuelen) + 1, &checked(value));
    });
}

// The length includes the end; it is replaced by what the whole value needs.
int PMPI_Info_get_string(MPI_Info info, const char* key, int* buflen, char* value, int* flag) {
    return call("MPI_Info_get_string", 0, [&](Library& own) {
        const std::string* const found = find_info(list_of(own, info), checked_key(key));
        require(checked(buflen) >= 0, MPI_ERR_ARG, "the length is negative");
        checked(flag) = found != nullptr ? 1 : 0;
        if (found == nullptr) return;
        if (*buflen > 0) copy_text(*found, static_cast<std::size_t>(*buflen), &checked(value));
        *buflen = static_cast<int>(found->size()) + 1;
    });
}

int PMPI_Info_get_valuelen(MPI_Info info, const char* key, int* valuelen, int* flag) {
    return call("MPI_Info_get_valuelen", 0, [&](Library& own) {
        const std::string* const found = find_info(list_of(own, info), checked_key(key));
        checked(valuelen);
        checked(flag) = found != nullptr ? 1 : 0;
        if (found != nullptr) *valuelen = static_cast<int>(found->size());
    });
}

int PMPI_Info_get_nkeys(MPI_Info info, int* nkeys) {
    return call("MPI_Info_get_nkeys", 0,
                [&](Library& own) { checked(nkeys) = static_cast<int>(list_of(own, info).size()); });
}

int PMPI_Info_get_nthkey(MPI_Info info, int n, char* key) {
    return call("MPI_Info_get_nthkey", 0, [&](Library& own) {
        const InfoList& list = list_of(own, info);
        require(n >= 0 && n < static_cast<int>(list.size()), MPI_ERR_ARG, "the info has no such key");
        copy_text(list[static_cast<std::size_t>(n)].first, MPI_MAX_INFO_KEY, &checked(key));
    });
}
