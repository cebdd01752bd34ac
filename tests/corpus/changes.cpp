#include "tests/corpus/changes.h"

#include <nlohmann/json.hpp>

namespace rmasim::corpus {

std::string any_key(Random& random, const Json& object) {
    auto at = object.begin();
    for (auto left = random.below(object.size()); left > 0; --left) ++at;
    return at.key();
}

}  // namespace rmasim::corpus
