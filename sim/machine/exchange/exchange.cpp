#include "sim/machine/exchange/exchange.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace rmasim::sim {

namespace {

using Length = std::uint64_t;

struct TakeNothing final : Exchange::ReceivePackets {
    bool operator()() override { return false; }
};

}  // namespace

bool Exchange::all(bool yes) {
    TakeNothing nothing;
    return end_slice(yes ? no_slice : stop, nothing) == no_slice;
}

// Calls end_slice() before it sends. Otherwise the bytes could arrive while process 0 is still at the end of the last
// slice, and process 0 would parse them as packets.
std::vector<std::string> Exchange::gather(std::string bytes) {
    TakeNothing nothing;
    end_slice(no_slice, nothing);
    if (number() != 0) {
        send_whole(bytes);
        return {};
    }
    std::vector<std::string> all{std::move(bytes)};
    for (int from = 1; from < processes(); ++from) all.push_back(take_whole(from));
    return all;
}

void Exchange::ask(int whom) { send_all(whom, "?"); }

void Exchange::wait_until_asked() {
    while (readable(0).empty()) pause();
    taken(0);
}

void Exchange::send_whole(std::string_view bytes) {
    const Length length = bytes.size();
    send_all(0, {reinterpret_cast<const char*>(&length), sizeof length});
    send_all(0, bytes);
}

void Exchange::send_all(int to, std::string_view bytes) {
    while (!bytes.empty()) {
        const std::span<std::byte> space = room(to);
        if (space.empty()) {
            pause();
            continue;
        }
        const std::size_t now = std::min(bytes.size(), space.size());
        std::memcpy(space.data(), bytes.data(), now);
        send(to, now);
        bytes.remove_prefix(now);
    }
}

std::string Exchange::take_whole(int from) {
    std::string got;
    const auto length = [&got] {
        Length is;
        std::memcpy(&is, got.data(), sizeof is);
        return is;
    };
    while (got.size() < sizeof(Length) || got.size() - sizeof(Length) < length()) {
        const std::span<const std::byte> chunk = readable(from);
        if (chunk.empty()) {
            pause();
            continue;
        }
        got.append(reinterpret_cast<const char*>(chunk.data()), chunk.size());
        taken(from);
    }
    return got.substr(sizeof(Length));
}

}  // namespace rmasim::sim
