// An output that could not be written to its end: exit code 5.
#pragma once

#include <stdexcept>
#include <string>

namespace rmasim::sim {

// `what`: "standard output", or an option and its path. `error`: a value of errno.
class OutputFailed : public std::runtime_error {
public:
    OutputFailed(const std::string& what, int error);
    // The reader of a pipe has gone, as after `| head`: no failure of ours.
    bool reader_has_gone;
};

}  // namespace rmasim::sim
