#include "sim/checkers/usage/call_record.h"

namespace rmasim::sim::usage {

std::string text_of(const CallRecord& record) {
    const Program* const program = record.who->program;
    const std::string what =
        record.call == Call::none ? "stored" : fmt::format("called {}", record.name_of(record.call));
    const std::string location = program == nullptr ? "" : program->location_text(record.location);
    return fmt::format("{} {}{}", record.who->name(), what, location.empty() ? "" : " at " + location);
}

}  // namespace rmasim::sim::usage
