// Suites whose cases are made of the project's scenarios and worlds.
#pragma once

#include "tests/corpus/corpus.h"

#include <string>
#include <vector>

namespace rmasim::corpus {

void add_file_suites(const std::string& root, std::vector<Suite>& suites);

}  // namespace rmasim::corpus
