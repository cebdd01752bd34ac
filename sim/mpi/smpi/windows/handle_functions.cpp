// MPI functions that return or free handles of communicators, groups, info objects, error handlers and datatypes. SMPI
// executes these functions, and ProgramHandles records the handles. other_functions.h has the functions that create
// communicators and may block.
#include "sim/mpi/smpi/smpi_world.h"

#include <dlfcn.h>

namespace rmasim::sim {

namespace {

// Returns the handles of the calling rank. Returns null before MPI_Init and after MPI_Finalize.
ProgramHandles* handles() {
    return SmpiWorld::exists() && SmpiWorld::get().has_joined() ? &SmpiWorld::get().handles() : nullptr;
}

void has_obtained(HandleCounts ProgramHandles::*kind, int code, const void* handle) {
    if (code != MPI_SUCCESS) return;
    if (ProgramHandles* const all = handles()) (all->*kind).obtained(handle);
}

void has_freed(HandleCounts ProgramHandles::*kind, int code, const void* handle) {
    if (code != MPI_SUCCESS) return;
    ProgramHandles* const all = handles();
    if (all == nullptr) return;
    (all->*kind).freed(handle);
    SmpiWorld::get().forget_communicators();
}

// Records an error handler that a function has created. The address of a freed handler may be used again, so the
// function also records if the new handler is for windows.
void has_created_handler(int code, MPI_Errhandler handler, bool of_windows) {
    has_obtained(&ProgramHandles::handlers, code, handler);
    ProgramHandles* const all = handles();
    if (code != MPI_SUCCESS || all == nullptr) return;
    if (of_windows) all->handlers_of_comms.erase(handler);
    else all->handlers_of_comms.insert(handler);
}

}  // namespace

}  // namespace rmasim::sim

using namespace rmasim::sim;

extern "C" {

#define RMASIM_NEXT(name) reinterpret_cast<decltype(&name)>(dlsym(RTLD_NEXT, #name))

// Defines a function that returns a handle of the given kind. Its last argument, `made`, is the address of the handle.
#define RMASIM_RETURNS(kind, name, parameters, arguments, made)                      \
    int name parameters {                                                            \
        static const auto next = RMASIM_NEXT(name);                                  \
        const int code = next arguments;                                             \
        if (code == MPI_SUCCESS) has_obtained(&ProgramHandles::kind, code, *(made)); \
        return code;                                                                 \
    }
#define RMASIM_FREES(kind, name, type)                                    \
    int name(type* handle) {                                              \
        static const auto next = RMASIM_NEXT(name);                       \
        const void* const before = handle == nullptr ? nullptr : *handle; \
        const int code = next(handle);                                    \
        has_freed(&ProgramHandles::kind, code, before);                   \
        return code;                                                      \
    }
#define RMASIM_CREATES_HANDLER(name, function_type, of_windows)                   \
    int name(function_type* function, MPI_Errhandler* handler) {                  \
        static const auto next = RMASIM_NEXT(name);                               \
        const int code = next(function, handler);                                 \
        if (code == MPI_SUCCESS) has_created_handler(code, *handler, of_windows); \
        return code;                                                              \
    }

// ---- Communicators.
RMASIM_FREES(comms, MPI_Comm_free, MPI_Comm)
RMASIM_FREES(comms, MPI_Comm_disconnect, MPI_Comm)

// ---- Groups.
RMASIM_RETURNS(groups, MPI_Comm_group, (MPI_Comm a, MPI_Group* b), (a, b), b)
RMASIM_RETURNS(groups, MPI_Comm_remote_group, (MPI_Comm a, MPI_Group* b), (a, b), b)
RMASIM_RETURNS(groups, MPI_File_get_group, (MPI_File a, MPI_Group* b), (a, b), b)
RMASIM_RETURNS(groups, MPI_Group_union, (MPI_Group a, MPI_Group b, MPI_Group* c), (a, b, c), c)
RMASIM_RETURNS(groups, MPI_Group_intersection, (MPI_Group a, MPI_Group b, MPI_Group* c), (a, b, c), c)
RMASIM_RETURNS(groups, MPI_Group_difference, (MPI_Group a, MPI_Group b, MPI_Group* c), (a, b, c), c)
RMASIM_RETURNS(groups, MPI_Group_incl, (MPI_Group a, int b, const int* c, MPI_Group* d), (a, b, c, d), d)
RMASIM_RETURNS(groups, MPI_Group_excl, (MPI_Group a, int b, const int* c, MPI_Group* d), (a, b, c, d), d)
RMASIM_RETURNS(groups, MPI_Group_range_incl, (MPI_Group a, int b, int c[][3], MPI_Group* d), (a, b, c, d), d)
RMASIM_RETURNS(groups, MPI_Group_range_excl, (MPI_Group a, int b, int c[][3], MPI_Group* d), (a, b, c, d), d)
RMASIM_FREES(groups, MPI_Group_free, MPI_Group)

// ---- Info objects.
RMASIM_RETURNS(infos, MPI_Info_create, (MPI_Info * a), (a), a)
RMASIM_RETURNS(infos, MPI_Info_dup, (MPI_Info a, MPI_Info* b), (a, b), b)
RMASIM_RETURNS(infos, MPI_Comm_get_info, (MPI_Comm a, MPI_Info* b), (a, b), b)
RMASIM_RETURNS(infos, MPI_File_get_info, (MPI_File a, MPI_Info* b), (a, b), b)
RMASIM_FREES(infos, MPI_Info_free, MPI_Info)

// ---- Error handlers.
RMASIM_CREATES_HANDLER(MPI_Win_create_errhandler, MPI_Win_errhandler_function, true)
RMASIM_CREATES_HANDLER(MPI_Comm_create_errhandler, MPI_Comm_errhandler_function, false)
RMASIM_CREATES_HANDLER(MPI_Errhandler_create, MPI_Handler_function, false)
RMASIM_CREATES_HANDLER(MPI_File_create_errhandler, MPI_File_errhandler_function, false)
RMASIM_RETURNS(handlers, MPI_Comm_get_errhandler, (MPI_Comm a, MPI_Errhandler* b), (a, b), b)
RMASIM_RETURNS(handlers, MPI_Errhandler_get, (MPI_Comm a, MPI_Errhandler* b), (a, b), b)
RMASIM_RETURNS(handlers, MPI_File_get_errhandler, (MPI_File a, MPI_Errhandler* b), (a, b), b)
RMASIM_FREES(handlers, MPI_Errhandler_free, MPI_Errhandler)

#undef RMASIM_CREATES_HANDLER
#undef RMASIM_FREES
#undef RMASIM_RETURNS

// ---- Datatypes.
int MPI_Type_commit(MPI_Datatype* type) {
    static const auto next = RMASIM_NEXT(MPI_Type_commit);
    const int code = next(type);
    ProgramHandles* const all = handles();
    if (code == MPI_SUCCESS && all != nullptr) all->committed.insert(*type);
    return code;
}

// Duplicates a datatype. The duplicate counts as committed if the original is committed.
int MPI_Type_dup(MPI_Datatype type, MPI_Datatype* made) {
    static const auto next = RMASIM_NEXT(MPI_Type_dup);
    const int code = next(type, made);
    ProgramHandles* const all = handles();
    const bool known = all != nullptr && (all->committed.contains(type) || is_predefined_object(type));
    if (code == MPI_SUCCESS && known) all->committed.insert(*made);
    return code;
}

int MPI_Type_free(MPI_Datatype* type) {
    static const auto next = RMASIM_NEXT(MPI_Type_free);
    const MPI_Datatype before = *type;
    const int code = next(type);
    ProgramHandles* const all = handles();
    if (code == MPI_SUCCESS && all != nullptr) all->committed.erase(before);
    return code;
}

#undef RMASIM_NEXT

}  // extern "C"
