#include "sim/checkers/usage/deed.h"

namespace rmasim::sim::usage {

std::string text_of(const Deed& deed) {
    const std::string what = deed.call == Call::none ? "stored" : fmt::format("called {}", name_of(deed.call));
    const Program* const program = deed.who->program;
    const bool has_place = program != nullptr && deed.place < program->places.size();
    return fmt::format("{} {}{}", deed.who->name(), what, has_place ? " at " + program->places[deed.place] : "");
}

}  // namespace rmasim::sim::usage
