// Rows of a table of errors: a call with one wrong argument, and the class that the standard names for it.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace rmasim::mpi {

struct ErrorRow {
    std::string function;
    std::string wrong;  // the argument
    std::function<int()> call;
    int error_class;
};

using ErrorRows = std::vector<ErrorRow>;

ErrorRows constructor_errors();
ErrorRows type_errors();
ErrorRows pack_errors();
ErrorRows group_errors();
ErrorRows comm_errors();
ErrorRows topology_errors();
ErrorRows attribute_errors();
ErrorRows error_handler_errors();
ErrorRows info_errors();
ErrorRows request_errors();

}  // namespace rmasim::mpi
