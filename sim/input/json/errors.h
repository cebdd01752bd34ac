// Errors of the input, as opposed to errors of the simulated MPI program or of rmasim itself.
#pragma once

#include <stdexcept>
#include <string>

namespace rmasim::sim {

// Bad input, exit code 2. `place` is a JSON path such as "programs[0].calls[2].put.disp", or "line 3, column 7" if the
// text is not JSON; `found` quotes the input; `allowed` says what is allowed there.
class BadInput : public std::runtime_error {
public:
    BadInput(std::string place, std::string found, std::string allowed)
        : std::runtime_error(place + ": found " + found + "; allowed: " + allowed), place(std::move(place)),
          found(std::move(found)), allowed(std::move(allowed)) {}

    std::string place;
    std::string found;
    std::string allowed;
};

}  // namespace rmasim::sim
