// The hunt for one mutant of the memory model's checker or of its reference model, in a process of its own.
#pragma once

#include <cstdint>
#include <string>

namespace rmasim::memmodel_test {

struct Detected {
    std::string by;  // "directed", "random 253", "random 253, which crashes"; empty if nothing detected the mutant
    std::uint64_t programs = 0;  // number of programs that were run until then
};

// Activates mutant `number` (0: none) and runs programs until one detects it: the directed programs, games with copies,
// then random programs, at most `max` of each kind. A program that crashes, or does not end within 20 seconds of CPU
// time, detects it as well.
Detected hunt(int number, std::uint64_t max);
// True if the programs that `by` names detect the mutant.
bool repeated(int number, const std::string& by);

}  // namespace rmasim::memmodel_test
