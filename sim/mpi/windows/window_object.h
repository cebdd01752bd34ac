// The object of a window that MPI_Win handles name: its attributes, error handler, info and name. The functions of this
// header expect valid handles, and return codes of MPI.
#pragma once

#include <mpi.h>

namespace rmasim::sim {

// Creates the object of a window, whose error handler is MPI_ERRORS_ARE_FATAL.
MPI_Win new_window_object();
// Deletes the attributes, then the object.
void free_window_object(MPI_Win win);

int get_window_attribute(MPI_Win win, int keyval, void* value, int* found);
int set_window_attribute(MPI_Win win, int keyval, void* value);
int delete_window_attribute(MPI_Win win, int keyval);
int set_window_name(MPI_Win win, const char* name);
int get_window_name(MPI_Win win, char* name, int* length);
int set_window_info(MPI_Win win, MPI_Info info);
// Creates an info object, which the program frees.
int get_window_info(MPI_Win win, MPI_Info* info);
int set_window_handler(MPI_Win win, MPI_Errhandler handler);
// Returns a handle that the program frees.
MPI_Errhandler get_window_handler(MPI_Win win);
// Calls the function of the error handler, which must be the program's.
void call_window_handler(MPI_Win win, int code);

}  // namespace rmasim::sim
