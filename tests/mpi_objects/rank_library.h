// A library of MPI objects for a test, which is current while it lives. Errors are returned.
#pragma once

#include "sim/mpi/objects/library.h"

#include <mpi.h>

#include <string>

namespace rmasim::mpi {

class RankLibrary {
public:
    RankLibrary() : library_([this](int, int code, const std::string& text) { aborted_with = code, reason = text; }) {
        use_library(&library_);
        library_.default_handler = predefined_handler(to_int(MPI_ERRORS_RETURN));
    }
    RankLibrary(const RankLibrary&) = delete;
    RankLibrary& operator=(const RankLibrary&) = delete;
    ~RankLibrary() { use_library(nullptr); }

    Library& operator*() { return library_; }
    Library* operator->() { return &library_; }

    int aborted_with = 0;
    std::string reason;

private:
    Library library_;
};

}  // namespace rmasim::mpi
