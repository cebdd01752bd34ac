#include "sim/mpi/hosted/type_labels.h"

#include <fmt/format.h>

namespace rmasim::sim {

std::uint32_t TypeLabels::of(const mpi::TypeRef& type, std::uint32_t location) {
    if (by_location_.size() <= location) by_location_.resize(location + 1u);
    std::vector<std::uint32_t>& labels = by_location_[location];
    const int uniform = type->signature().uniform();
    for (const std::uint32_t label : labels) {
        const mpi::TypeRef& known = entry(label).type;
        const bool same_elements = uniform != 0 && known->signature().uniform() == uniform;
        if (known == type || same_elements || known->signature() == type->signature()) return label;
    }
    entries_.push_back({type, location});
    labels.push_back(static_cast<std::uint32_t>(entries_.size()));
    return labels.back();
}

std::string TypeLabels::text_of_send(Rank sender, std::uint32_t label) const {
    return fmt::format("rank {} sends it at {}", sender, scenario_.programs[0][0].location_text(entry(label).location));
}

bool TypeLabels::differ(std::uint32_t sent, std::uint32_t received, std::uint64_t bytes) const {
    if (sent == no_label || received == no_label) return false;
    const mpi::TypeRef &from = entry(sent).type, &into = entry(received).type;
    return from != into && mpi::differ_within(*from, *into, static_cast<std::int64_t>(bytes));
}

std::string TypeLabels::difference(std::uint32_t sent, std::uint32_t received, std::uint64_t bytes) const {
    const mpi::Datatype &from = *entry(sent).type, &into = *entry(received).type;
    const std::int64_t element = mpi::first_difference(from, into, static_cast<std::int64_t>(bytes));
    return fmt::format("element {} is {} at the sender, but {} at the receiver", element,
                       mpi::basic_at(from, element).name, mpi::basic_at(into, element).name);
}

}  // namespace rmasim::sim
