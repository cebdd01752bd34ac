#include "protocol/base/counts.h"

#include <algorithm>

namespace rmasim {

void Counts::clear() {
    indices_.fill(0);
    list_.assign(1, {no_code, 0});
    total_ = wire_bytes_ = 0;
}

std::uint16_t Counts::find(std::uint64_t code) {
    auto at = std::lower_bound(list_.begin(), list_.end(), code,
                               [](const Kind& kind, std::uint64_t wanted) { return kind.code < wanted; });
    if (at->code != code) at = list_.insert(at, {code, 0});
    return static_cast<std::uint16_t>(at - list_.begin());
}

std::map<std::string, std::uint64_t> Counts::by_kind(const PacketVocabulary& vocabulary) const {
    std::map<std::string, std::uint64_t> named;
    for (const Kind& kind : kinds()) named[vocabulary.name(type_of(kind.code))] = kind.packets;
    return named;
}

}  // namespace rmasim
