// The exception for an output that could not be written completely. The exit code is 5.
#pragma once

#include <stdexcept>
#include <string>

namespace rmasim::sim {

// `what` is "standard output", or an option with its path. `error` is a value of errno.
class OutputFailed : public std::runtime_error {
public:
    OutputFailed(const std::string& what, int error);
    // True if the reader of a pipe has closed the pipe, as `| head` does. The program does not report this as an error.
    bool reader_has_closed;
};

}  // namespace rmasim::sim
