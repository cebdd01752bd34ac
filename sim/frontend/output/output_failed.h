// The exception for an output that could not be written completely. The exit code is 5.
#pragma once

#include <stdexcept>
#include <string>

namespace rmasim::sim {

// `what`: "standard output", or an option and its path. `error`: a value of errno.
class OutputFailed : public std::runtime_error {
public:
    OutputFailed(const std::string& what, int error);
    // True if the reader of a pipe has closed it, as `| head` does. This is no error of the program.
    bool reader_has_closed;
};

}  // namespace rmasim::sim
