// Process 0 requests the contents of a window from one process after another. Each process sends pieces, and an empty
// piece at the end. A piece is a sequence of entries: a number of zeros, a number of bytes, and these bytes.
#include "sim/frontend/processes/shared_contents.h"

#include <cstring>
#include <string>
#include <string_view>

namespace rmasim::sim {

namespace {

struct PartHead {
    std::uint64_t zeros;
    std::uint64_t bytes;  // bytes after the zeros; they follow this struct
};

class Sender final : public ContentsSink {
public:
    explicit Sender(Exchange& exchange) : exchange_(exchange) {}

    void zeros(std::uint64_t bytes) override { zeros_ += bytes; }
    void bytes(std::span<const std::byte> bytes) override {
        const PartHead head{zeros_, bytes.size()};
        zeros_ = 0;
        piece_.append(reinterpret_cast<const char*>(&head), sizeof head);
        piece_.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
        if (piece_.size() >= enough) send();
    }
    void end() {
        if (zeros_ > 0) bytes({});
        if (!piece_.empty()) send();
        exchange_.send_whole({});
    }

private:
    static constexpr std::size_t enough = std::size_t{1} << 18;

    void send() {
        exchange_.send_whole(piece_);
        piece_.clear();
    }

    Exchange& exchange_;
    std::uint64_t zeros_ = 0;
    std::string piece_;
};

void hand_on(std::string_view piece, ContentsSink& to) {
    while (!piece.empty()) {
        PartHead head;
        std::memcpy(&head, piece.data(), sizeof head);
        piece.remove_prefix(sizeof head);
        if (head.zeros > 0) to.zeros(head.zeros);
        if (head.bytes > 0) to.bytes(std::as_bytes(std::span(piece.data(), head.bytes)));
        piece.remove_prefix(head.bytes);
    }
}

}  // namespace

void gather_contents(Exchange& exchange, const Scenario& scenario, const WindowMemory& memory, RankRange ranks,
                     ContentsSink* to) {
    for (WindowId window = 0; window < scenario.windows.size(); ++window) {
        if (exchange.number() != 0) {
            exchange.wait_until_asked();
            Sender sender(exchange);
            give_contents(scenario, memory, window, ranks, sender);
            sender.end();
            continue;
        }
        give_contents(scenario, memory, window, ranks, *to);
        for (int from = 1; from < exchange.processes(); ++from) {
            exchange.ask(from);
            for (std::string piece = exchange.take_whole(from); !piece.empty(); piece = exchange.take_whole(from)) {
                hand_on(piece, *to);
            }
        }
    }
}

}  // namespace rmasim::sim
