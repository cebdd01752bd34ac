#include "sim/checkers/usage/call_record.h"

namespace rmasim::sim::usage {

std::string text_of(const CallRecord& record) {
    const std::string what = record.call == Call::none ? "stored" : fmt::format("called {}", name_of(record.call));
    const Program* const program = record.who->program;
    const std::string place = program == nullptr ? "" : program->location_text(record.place);
    return fmt::format("{} {}{}", record.who->name(), what, place.empty() ? "" : " at " + place);
}

}  // namespace rmasim::sim::usage
