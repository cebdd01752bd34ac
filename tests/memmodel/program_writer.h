// Writes test programs call by call.
#pragma once

#include "tests/memmodel/program.h"

namespace rmasim::memmodel_test {

// A program of ranks with one thread each and one window of 64 bytes.
struct ProgramWriter {
    explicit ProgramWriter(std::size_t ranks) {
        program.windows.push_back({0, {0, 64}, false});
        program.steps.resize(ranks, std::vector<std::vector<Step>>(1));
    }
    Step& call(std::size_t rank, Call call, Rank target = no_rank, std::size_t thread = 0) {
        return program.steps[rank][thread].emplace_back(step_of(call, 0, target));
    }

    Program program;
};

}  // namespace rmasim::memmodel_test
