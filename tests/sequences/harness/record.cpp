#include "tests/sequences/harness/record.h"

#include "tests/sequences/harness/values.h"

#include <fmt/core.h>

namespace rmasim::seq {

void Record::packet_sent(const Packet& packet) {
    counts_.add(packet);
    Transcript::packet_sent(packet);
}

void Record::cache_flushed(Rank rank, WindowId, std::uint32_t lines) {
    add(fmt::format("{}: cache flush, {} lines", rank, lines));
}

void Record::cache_invalidated(Rank rank, WindowId, std::uint32_t lines) {
    add(fmt::format("{}: cache invalidation, {} lines", rank, lines));
}

void Record::data_fetched(Rank rank, std::int64_t what, Datatype datatype, std::span<const std::byte> data) {
    const std::string_view name = what == message  ? "recv"
                                  : what < message ? name_of(static_cast<Call>(message - 1 - what))
                                                   : name_of(static_cast<OpKind>(what));
    add(fmt::format("{}: {} brings {}", rank, name, text_of(data, datatype)));
}

}  // namespace rmasim::seq
