#include "sim/checkers/usage/call_record.h"

namespace rmasim::sim::usage {

std::string text_of(const CallRecord& record) {
    const std::string what = record.call == Call::none ? "stored" : fmt::format("called {}", name_of(record.call));
    const Program* const program = record.who->program;
    const bool has_place = program != nullptr && record.place < program->places.size();
    return fmt::format("{} {}{}", record.who->name(), what, has_place ? " at " + program->places[record.place] : "");
}

}  // namespace rmasim::sim::usage
