// Process 0 requests the contents of a window from one process after another. Each process sends the contents in
// chunks, and an empty chunk at the end. A chunk is a sequence of entries. An entry is a number of zeros, a number of
// bytes, and these bytes.
#include "sim/frontend/processes/shared_contents.h"

#include <cstring>
#include <string>
#include <string_view>

namespace rmasim::sim {

namespace {

struct PartHead {
    std::uint64_t zeros;
    std::uint64_t bytes;  // number of bytes after the zeros; the bytes follow this struct
};

class Sender final : public ContentsSink {
public:
    explicit Sender(Exchange& exchange) : exchange_(exchange) {}

    void zeros(std::uint64_t bytes) override { zeros_ += bytes; }
    void bytes(std::span<const std::byte> bytes) override {
        const PartHead head{zeros_, bytes.size()};
        zeros_ = 0;
        chunk_.append(reinterpret_cast<const char*>(&head), sizeof head);
        chunk_.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
        if (chunk_.size() >= enough) send();
    }
    void end() {
        if (zeros_ > 0) bytes({});
        if (!chunk_.empty()) send();
        exchange_.send_whole({});
    }

private:
    static constexpr std::size_t enough = std::size_t{1} << 18;

    void send() {
        exchange_.send_whole(chunk_);
        chunk_.clear();
    }

    Exchange& exchange_;
    std::uint64_t zeros_ = 0;
    std::string chunk_;
};

void forward(std::string_view chunk, ContentsSink& to) {
    while (!chunk.empty()) {
        PartHead head;
        std::memcpy(&head, chunk.data(), sizeof head);
        chunk.remove_prefix(sizeof head);
        if (head.zeros > 0) to.zeros(head.zeros);
        if (head.bytes > 0) to.bytes(std::as_bytes(std::span(chunk.data(), head.bytes)));
        chunk.remove_prefix(head.bytes);
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
            for (std::string chunk = exchange.take_whole(from); !chunk.empty(); chunk = exchange.take_whole(from)) {
                forward(chunk, *to);
            }
        }
    }
}

}  // namespace rmasim::sim
