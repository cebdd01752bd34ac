// A library of MPI objects for a test, which is current while it lives. Errors are returned.
#pragma once

#include "sim/mpi/objects/library.h"

#include <mpi.h>

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace rmasim::mpi {

class RankLibrary {
public:
    explicit RankLibrary(std::vector<int> node_of = {0})
        : job_(std::move(node_of)),
          library_(job_, 0,
                   {[this](int, int code, const std::string& text) { aborted_with = code, reason = text; },
                    [] { throw std::logic_error("a process waits for others that do not run"); },
                    [this](const std::string& text) { warnings.push_back(text); }}) {
        use_library(&library_);
        for (const MPI_Comm comm : {MPI_COMM_WORLD, MPI_COMM_SELF}) MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    }
    RankLibrary(const RankLibrary&) = delete;
    RankLibrary& operator=(const RankLibrary&) = delete;
    ~RankLibrary() { use_library(nullptr); }

    Library& operator*() { return library_; }
    Library* operator->() { return &library_; }

    int aborted_with = 0;
    std::string reason;
    std::vector<std::string> warnings;

private:
    Job job_;
    Library library_;
};

}  // namespace rmasim::mpi
