#include "sim/mpi/objects/fortran/fortran_variables.h"

#include <string>

namespace rmasim::mpi {

namespace {

constexpr char no_variable = 0;
FortranVariables variables{&no_variable, &no_variable, &no_variable, &no_variable, &no_variable,
                           &no_variable, &no_variable, &no_variable, &no_variable};

}  // namespace

const FortranVariables& fortran_variables() { return variables; }

void find_fortran_variables(const std::function<const void*(const char* name)>& find) {
    const auto found = [&](const char* name) {
        const void* const address = find(("mpi_fortran_" + std::string(name) + "_").c_str());
        return address == nullptr ? &no_variable : address;
    };
    variables = {found("bottom"),          found("same_buffer"),       found("buffer_automatic"),
                 found("unweighted"),      found("weights_empty"),     found("status_ignore"),
                 found("statuses_ignore"), found("f08_status_ignore"), found("f08_statuses_ignore")};
}

}  // namespace rmasim::mpi
