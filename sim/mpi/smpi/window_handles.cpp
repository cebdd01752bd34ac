// The checks of handles of SMPI, and error handlers of windows in SMPI.
#include "sim/mpi/smpi/smpi_world.h"
#include "sim/mpi/windows/checked_call.h"
#include "sim/mpi/windows/window_object.h"

#include <map>
#include <numeric>

namespace rmasim::sim {

namespace {

std::map<MPI_Errhandler, FortranErrorFunction>& fortran_handlers() {
    static std::map<MPI_Errhandler, FortranErrorFunction> all;
    return all;
}

}  // namespace

void note_fortran_handler(MPI_Errhandler handler, FortranErrorFunction function) {
    fortran_handlers()[handler] = function;
}

void call_handler(const ProgramWindow& window, int code) {
    const auto fortran = fortran_handlers().find(window.handler);
    if (fortran == fortran_handlers().end()) {
        call_window_handler(window.key, code);
        return;
    }
    MPI_Fint win = PMPI_Win_c2f(window.key);
    fortran->second(&win, &code);
}

std::optional<Wrong> wrong_type(MPI_Datatype type) {
    if (type == MPI_DATATYPE_NULL || type == nullptr) return Wrong{MPI_ERR_TYPE, "MPI_DATATYPE_NULL", "a datatype"};
    if (world().types().is_named(type) || SmpiWorld::get().handles().committed.contains(type)) return std::nullopt;
    return Wrong{MPI_ERR_TYPE, "a datatype that is not committed, or that was freed", "a committed datatype"};
}

std::optional<Wrong> wrong_info(MPI_Info info) {
    if (!SmpiWorld::get().handles().infos.is_freed(info)) return std::nullopt;
    return Wrong{MPI_ERR_INFO, "an info object that was freed", "an info object that exists, or MPI_INFO_NULL"};
}

std::optional<Wrong> wrong_group(MPI_Group group) {
    if (group == MPI_GROUP_NULL) return Wrong{MPI_ERR_GROUP, "MPI_GROUP_NULL", "a group"};
    if (!SmpiWorld::get().handles().groups.is_freed(group)) return std::nullopt;
    return Wrong{MPI_ERR_GROUP, "a group that was freed", "a group that exists"};
}

std::optional<Wrong> wrong_handler(MPI_Errhandler handler) {
    const std::string allowed = "one of MPI_Win_create_errhandler, MPI_ERRORS_RETURN or MPI_ERRORS_ARE_FATAL";
    if (handler == MPI_ERRHANDLER_NULL) return Wrong{MPI_ERR_ARG, "MPI_ERRHANDLER_NULL", allowed};
    const ProgramHandles& handles = SmpiWorld::get().handles();
    if (handles.handlers.is_freed(handler)) return Wrong{MPI_ERR_ARG, "an error handler that was freed", allowed};
    if (!handles.handlers_of_comms.contains(handler)) return std::nullopt;
    return Wrong{MPI_ERR_ARG, "an error handler for communicators or files", allowed};
}

std::vector<Rank> ranks_of(MPI_Group group) {
    int size = 0;
    PMPI_Group_size(group, &size);
    std::vector<int> comm_ranks(static_cast<std::size_t>(size)), ranks(static_cast<std::size_t>(size));
    std::iota(comm_ranks.begin(), comm_ranks.end(), 0);
    MPI_Group world = MPI_GROUP_NULL;
    PMPI_Comm_group(MPI_COMM_WORLD, &world);
    PMPI_Group_translate_ranks(group, size, comm_ranks.data(), world, ranks.data());
    PMPI_Group_free(&world);
    return {ranks.begin(), ranks.end()};
}

std::optional<Wrong> wrong_comm(MPI_Comm comm) {
    if (comm == MPI_COMM_NULL) return Wrong{MPI_ERR_COMM, "MPI_COMM_NULL", "a communicator"};
    if (!SmpiWorld::get().handles().comms.is_freed(comm)) return std::nullopt;
    return Wrong{MPI_ERR_COMM, "a communicator that was freed", "a communicator that exists"};
}

void note_obtained(MPI_Group group) { SmpiWorld::get().handles().groups.obtained(group); }
void note_obtained(MPI_Errhandler handler) { SmpiWorld::get().handles().handlers.obtained(handler); }
void note_obtained(MPI_Info info) { SmpiWorld::get().handles().infos.obtained(info); }

// ---- The objects of windows: in SMPI, dynamic windows over MPI_COMM_SELF.

MPI_Win new_window_object() {
    MPI_Win win = MPI_WIN_NULL;
    PMPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_SELF, &win);
    return win;
}
void free_window_object(MPI_Win win) { PMPI_Win_free(&win); }

int get_window_attribute(MPI_Win win, int keyval, void* value, int* found) {
    return PMPI_Win_get_attr(win, keyval, value, found);
}
int set_window_attribute(MPI_Win win, int keyval, void* value) { return PMPI_Win_set_attr(win, keyval, value); }
int delete_window_attribute(MPI_Win win, int keyval) { return PMPI_Win_delete_attr(win, keyval); }
int set_window_name(MPI_Win win, const char* name) { return PMPI_Win_set_name(win, name); }
int get_window_name(MPI_Win win, char* name, int* length) { return PMPI_Win_get_name(win, name, length); }
int set_window_info(MPI_Win win, MPI_Info info) { return PMPI_Win_set_info(win, info); }
int get_window_info(MPI_Win win, MPI_Info* info) { return PMPI_Win_get_info(win, info); }
int set_window_handler(MPI_Win win, MPI_Errhandler handler) { return PMPI_Win_set_errhandler(win, handler); }
MPI_Errhandler get_window_handler(MPI_Win win) {
    MPI_Errhandler handler = MPI_ERRHANDLER_NULL;
    PMPI_Win_get_errhandler(win, &handler);
    return ProgramWorld::get().find(win)->handler;
}
void call_window_handler(MPI_Win win, int code) { PMPI_Win_call_errhandler(win, code); }

}  // namespace rmasim::sim
