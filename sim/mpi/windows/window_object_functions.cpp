// The MPI functions for the info, the attributes and the name of a window. They check the arguments before SMPI
// executes the function, because SMPI itself would access the object of a freed window.
#include "sim/mpi/windows/checked_call.h"
#include "sim/mpi/windows/window_object.h"

#include <fmt/format.h>

#include <string_view>

namespace rmasim::sim {

namespace {

std::optional<Wrong> wrong_key_to_change(MPI_Win win, int keyval) {
    switch (keyval) {
        case MPI_WIN_BASE:
        case MPI_WIN_SIZE:
        case MPI_WIN_DISP_UNIT:
        case MPI_WIN_CREATE_FLAVOR:
        case MPI_WIN_MODEL:
            return Wrong{MPI_ERR_KEYVAL, "an attribute that MPI predefines", "an attribute of the program"};
        default: return wrong_keyval(win, keyval);
    }
}

bool has_attribute(MPI_Win win, int keyval) {
    void* value = nullptr;
    int found = 0;
    get_window_attribute(win, keyval, &value, &found);
    return found != 0;
}

}  // namespace

std::optional<Wrong> wrong_keyval(MPI_Win win, int keyval) {
    void* value = nullptr;
    int found = 0;
    if (get_window_attribute(win, keyval, &value, &found) == MPI_SUCCESS) return std::nullopt;
    return Wrong{MPI_ERR_KEYVAL, fmt::format("key {}", keyval), "a key of MPI_Win_create_keyval that is not freed"};
}

}  // namespace rmasim::sim

using namespace rmasim::sim;

extern "C" {

// Sets the info of a window. With MPI_INFO_NULL, the function changes nothing.
int MPI_Win_set_info(MPI_Win win, MPI_Info info) {
    const LibraryCode inside(RMASIM_CALLER);
    int code = MPI_SUCCESS;
    const ProgramWindow* const window = window_of(RMASIM_CALLER, win, code);
    if (window == nullptr) return code;
    if (const auto wrong = wrong_info(info)) return raise(RMASIM_CALLER, window, *wrong);
    return info == MPI_INFO_NULL ? MPI_SUCCESS : set_window_info(win, info);
}

int MPI_Win_get_info(MPI_Win win, MPI_Info* info) {
    const LibraryCode inside(RMASIM_CALLER);
    int code = MPI_SUCCESS;
    const ProgramWindow* const window = window_of(RMASIM_CALLER, win, code);
    if (window == nullptr) return code;
    if (const auto wrong = wrong_result(info)) return raise(RMASIM_CALLER, window, *wrong);
    code = get_window_info(win, info);
    if (code == MPI_SUCCESS) note_obtained(*info);
    return code;
}

int MPI_Win_set_attr(MPI_Win win, int keyval, void* value) {
    const LibraryCode inside(RMASIM_CALLER);
    int code = MPI_SUCCESS;
    const ProgramWindow* const window = window_of(RMASIM_CALLER, win, code);
    if (window == nullptr) return code;
    if (const auto wrong = wrong_key_to_change(win, keyval)) return raise(RMASIM_CALLER, window, *wrong);
    return set_window_attribute(win, keyval, value);
}

int MPI_Win_delete_attr(MPI_Win win, int keyval) {
    const LibraryCode inside(RMASIM_CALLER);
    int code = MPI_SUCCESS;
    const ProgramWindow* const window = window_of(RMASIM_CALLER, win, code);
    if (window == nullptr) return code;
    if (const auto wrong = wrong_key_to_change(win, keyval)) return raise(RMASIM_CALLER, window, *wrong);
    return has_attribute(win, keyval) ? delete_window_attribute(win, keyval) : MPI_SUCCESS;
}

int MPI_Win_set_name(MPI_Win win, const char* name) {
    const LibraryCode inside(RMASIM_CALLER);
    int code = MPI_SUCCESS;
    ProgramWindow* const window = window_of(RMASIM_CALLER, win, code);
    if (window == nullptr) return code;
    if (name == nullptr) return raise(RMASIM_CALLER, window, {MPI_ERR_ARG, "a null pointer for a name", "a text"});
    window->name = name;
    return set_window_name(win, name);
}

int MPI_Win_get_name(MPI_Win win, char* name, int* length) {
    const LibraryCode inside(RMASIM_CALLER);
    int code = MPI_SUCCESS;
    // The null handle has a name since MPI 4.1.
    const ProgramWindow* const window = win == MPI_WIN_NULL ? nullptr : window_of(RMASIM_CALLER, win, code);
    if (window == nullptr && win != MPI_WIN_NULL) return code;
    for (const void* const result : {static_cast<const void*>(name), static_cast<const void*>(length)}) {
        if (const auto wrong = wrong_result(result)) return raise(RMASIM_CALLER, window, *wrong);
    }
    if (window == nullptr) {
        const std::string_view null_name = "MPI_WIN_NULL";
        *length = static_cast<int>(null_name.copy(name, null_name.size()));
        name[*length] = '\0';
        return MPI_SUCCESS;
    }
    return get_window_name(win, name, length);
}

}  // extern "C"
