// Shelves whose cases are made of the project's scenarios and worlds.
#pragma once

#include "tests/corpus/corpus.h"

#include <string>
#include <vector>

namespace rmasim::corpus {

void add_shelves_of_files(const std::string& root, std::vector<Shelf>& shelves);

}  // namespace rmasim::corpus
