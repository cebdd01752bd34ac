// An error of an MPI call: its class, and a text for the user. Functions of this folder throw it, and the functions
// that a program calls convert it to an error code (MPI 4.1, 9.3 and 9.4).
#pragma once

#include <stdexcept>
#include <string>

namespace rmasim::mpi {

class Error : public std::runtime_error {
public:
    // `comm` is the handle of the communicator whose error handler is called; 0: that of the call's arguments.
    Error(int error_class, const std::string& text, int comm = 0)
        : std::runtime_error(text), error_class_(error_class), comm_(comm) {}
    int error_class() const { return error_class_; }
    int comm() const { return comm_; }

private:
    int error_class_, comm_;
};

// Throws an error of this class unless the condition holds.
inline void require(bool holds, int error_class, const char* text) {
    if (!holds) throw Error(error_class, text);
}

}  // namespace rmasim::mpi
