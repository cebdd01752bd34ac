#include "protocol/memmodel/happens_before.h"

#include <memory>

namespace rmasim::memmodel {

HappensBefore::HappensBefore(const Setup& setup, Threads& threads, Shadow& shadow)
    : predicts_(setup.predicts), threads_(threads), shadow_(shadow) {
    if (predicts_) shadow_.predict(orders_);
    shadow_.follow([this]() -> const std::vector<Tick>& { return known_to_all(); });
}

HappensBefore::OrderedByRun HappensBefore::ordered_by_run(const Findings& findings) const {
    OrderedByRun counts;
    findings.each_ordered([&](const Concerned& first, const Concerned& second) {
        const Prediction why = reason(first, second);
        counts.by_lock += why == Prediction::ordered_by_lock ? 1 : 0;
        counts.by_match += why == Prediction::ordered_by_match ? 1 : 0;
    });
    return counts;
}

void HappensBefore::released(const Origin& origin, std::uint32_t flag) {
    flags_[{origin.rank, flag}].add(moment(origin));
}

void HappensBefore::awaited(const Origin& origin, std::uint32_t flag) {
    const auto found = flags_.find({origin.rank, flag});
    if (found != flags_.end()) threads_.state(origin).clock.join(found->second.known());
    threads_.joined();
}

Moment HappensBefore::moment(const Origin& origin) { return threads_.state(origin).clock.point(); }

void HappensBefore::acquires_clock(const Origin& origin, const Moment& moment) {
    threads_.state(origin).clock.join(moment);
    threads_.joined();
}

void HappensBefore::acquires_clock(const Origin& origin, const Knowledge& known) {
    threads_.state(origin).clock.join(known);
    threads_.joined();
}

MatchRef HappensBefore::acquires_match(const Origin& origin, const Moment& sent, Rank source) {
    if (!predicts_) {
        acquires_clock(origin, sent);
        return nullptr;
    }
    Clock& clock = threads_.state(origin).clock;
    clock.join_order(sent);
    threads_.joined();
    MatchRef match = std::make_shared<Match>(Match{source, clock.point(), false});
    orders_.matched(match, sent);
    return match;
}

bool HappensBefore::needs(const Origin& origin, const Moment& moment) {
    return threads_.state(origin).clock.now().needs(moment.thread) >= moment.own;
}

void HappensBefore::memory_barrier(const Origin& origin) { shadow_.order_all_memory(origin.rank, moment(origin)); }

void HappensBefore::thread_started(Rank rank, std::uint32_t thread) {
    if (threads_.start(rank, thread)) shadow_.thread_started(rank);
}

void HappensBefore::need(ThreadState& thread, const Needed& read) {
    if (read.empty()) return;
    thread.now = nullptr;
    if (read.known.exists()) thread.clock.join_needs(read.known);
    if (read.held.empty()) return;
    const Moment now = thread.clock.point();
    for (const SectionRef& section : read.held) section->enter(now);
}

void HappensBefore::hold(Rank rank, Toward& toward) const {
    if (!predicts_ || toward.section != nullptr || toward.nocheck || !is_lock(toward.mode)) return;
    toward.section = make_ref<Section>();
    toward.section->exclusive = toward.mode == Mode::lock_exclusive;
    toward.section->holder = rank;
}

void HappensBefore::order_after_releases(ThreadState& thread, const Knowledge& gates, bool all) const {
    if (!gates.exists()) return;
    if (!predicts_) return all ? thread.clock.adopt(gates) : thread.clock.join(gates);
    return all ? thread.clock.adopt_order(gates) : thread.clock.join_order(gates);
}

void HappensBefore::order_after_lock(ThreadState& thread, const Knowledge& gates, const SectionRef& section) const {
    order_after_releases(thread, gates, false);
    if (section != nullptr) section->enter(thread.clock.point());
}

const std::vector<Tick>& HappensBefore::known_to_all() {
    if (threads_.renew_known_to_all()) shadow_.forget_synchronisations(threads_.known_to_all());
    return threads_.known_to_all();
}

}  // namespace rmasim::memmodel
