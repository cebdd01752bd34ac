#include "sim/mpi/recorded/recorder.h"

#include "sim/mpi/recorded/sequence.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace rmasim::sim {

namespace {

constexpr std::uint64_t computation_form = UINT64_MAX;

bool frees_request(Call call) { return call == Call::request_free; }

}  // namespace

Recorder::Recorder(Rank ranks) : of_rank_(static_cast<std::size_t>(ranks)) {
    recording_.ranks = ranks;
    recording_.calls.resize(of_rank_.size());
    recording_.requests.resize(of_rank_.size());
    recording_.messages.resize(of_rank_.size());
}

std::int64_t Recorder::Numbers::take() {
    const auto free = std::ranges::find(used_, false);
    const auto number = free - used_.begin();
    if (free == used_.end()) used_.push_back(true);
    else *free = true;
    return number;
}

void Recorder::refuse(Rank rank, Call call, std::uint32_t location, std::string reason) {
    if (refusal_) return;
    refusal_ = {rank, std::string(description_of(call).mpi_name), location, std::move(reason)};
}

std::uint32_t Recorder::form_of(const std::vector<std::uint64_t>& key, const CallForm& form) {
    const auto [at, is_new] = forms_.try_emplace(key, static_cast<std::uint32_t>(recording_.forms.size()));
    if (is_new) recording_.forms.push_back(form);
    if (is_new) recording_.forms.back().key = key;
    return at->second;
}

const RankGroup* Recorder::members_of(Rank rank, const CallRequest& call) {
    const CallDescription& row = description_of(call.call);
    if (row.has(Argument::window)) {
        const std::vector<RecordedWindow>& windows = recording_.windows;
        if (call.window >= windows.size()) return nullptr;
        const auto segment = windows[call.window].segments.find(rank);
        return segment == windows[call.window].segments.end() ? nullptr : segment->second.members;
    }
    if (!row.has(Argument::comm) || call.comm == no_window) return nullptr;
    const RankGroup& members = world_->communicators().group_of(rank, call.comm);
    note_communicator(call.comm, members);
    return &members;
}

void Recorder::note_communicator(WindowId number, const RankGroup& members) {
    std::vector<Rank>& known = recording_.communicators[number][members.member(0)];
    if (!known.empty() && known.size() == static_cast<std::size_t>(members.size())) return;
    known.clear();
    for (Rank i = 0; i < members.size(); ++i) known.push_back(members.member(i));
}

std::pair<std::int64_t, std::int64_t> Recorder::data_of(Rank rank, const CallRequest& call) const {
    if (!description_of(call.call).has(Argument::value)) return {unknown_number, unknown_number};
    const bool operates = is_operation(call.call);
    const OriginBuffer& buffer = operates ? call.operation.origin : call.message.buffer;
    const Datatype datatype = operates ? call.operation.region.datatype : call.message.datatype;
    const std::uint64_t count = operates ? call.operation.elements_sent() : call.message.count;
    return sequence_in(world_->memory(), rank, buffer, datatype, count);
}

void Recorder::begins(Rank rank, std::uint32_t location, const CallRequest& call) {
    if (refusal_) return;
    OfRank& of = of_rank_[static_cast<std::size_t>(rank)];
    if (!of.wrong_window.empty()) return refuse(rank, call.call, location, of.wrong_window);
    CallContext context{.rank = rank, .ranks = recording_.ranks, .members = members_of(rank, call)};
    of.call = call.call;
    of.location = location;
    of.awaited = call.requests;
    of.made = -1;
    for (const RequestId request : call.requests) {
        const auto known = of.request_numbers.find(request);
        if (known == of.request_numbers.end()) return refuse(rank, call.call, location, "a request of another call");
        context.requests.push_back(known->second);
    }
    const CallDescription& row = description_of(call.call);
    if (row.has(Argument::matched)) {
        const auto handle = static_cast<RequestId>(call.more->handle);
        const auto known = of.message_numbers.find(handle);
        if (known == of.message_numbers.end()) return refuse(rank, call.call, location, "a message from nobody");
        context.matched = known->second;
        of.messages.free(known->second);
        of.message_numbers.erase(known);
    }
    if (row.has(Argument::new_request)) context.made = of.made = of.requests.take();
    if (row.has(Argument::new_message)) context.made = of.made = of.messages.take();
    context.data = data_of(rank, call);
    if (auto reason = numbers_.divide(call, location, context))
        return refuse(rank, call.call, location, std::move(*reason));
    const std::uint32_t form = form_of(numbers_.form(), {false, call, numbers_.names(), location});
    recording_.calls[static_cast<std::size_t>(rank)].add(form, numbers_.numbers());
    ++recording_.count;
}

void Recorder::completed(OfRank& of, RequestId request) {
    const auto known = of.request_numbers.find(request);
    if (known == of.request_numbers.end()) return;
    of.requests.free(known->second);
    of.request_numbers.erase(known);
}

void Recorder::returned(Rank rank, const CallAnswer& answer) {
    OfRank& of = of_rank_[static_cast<std::size_t>(rank)];
    const Call call = std::exchange(of.call, Call::none);
    if (call == Call::none || refusal_) return;
    const CallDescription& row = description_of(call);
    if (row.has(Argument::new_request)) {
        if (answer.request == no_request) of.requests.free(of.made);
        else of.request_numbers[answer.request] = of.made;
    }
    if (row.has(Argument::new_message)) {
        if (row.has(Argument::as) && !answer.done) of.messages.free(of.made);
        else of.message_numbers[answer.request] = of.made;
    }
    recording_.requests[static_cast<std::size_t>(rank)] = of.requests.most();
    recording_.messages[static_cast<std::size_t>(rank)] = of.messages.most();
    const auto ends = [&](RequestId request) {
        if (frees_request(call) || (request & persistent_request) == 0) completed(of, request);
    };
    switch (call) {
        case Call::request_wait:
        case Call::request_waitall:
        case Call::request_free:
            for (const RequestId request : of.awaited) ends(request);
            break;
        case Call::request_test:
        case Call::request_testall:
            for (const RequestId request : of.awaited) {
                if (answer.done) ends(request);
            }
            break;
        case Call::request_waitsome:
        case Call::request_testsome:
            for (std::int32_t i = 0; answer.lists && i < answer.index; ++i)
                ends(of.awaited[static_cast<std::size_t>(answer.lists->indices[static_cast<std::size_t>(i)])]);
            break;
        default: break;
    }
}

void Recorder::refused(Rank rank) {
    OfRank& of = of_rank_[static_cast<std::size_t>(rank)];
    refuse(rank, std::exchange(of.call, Call::none), of.location, "an erroneous call, whose error the program handles");
}

Time Recorder::computes(Rank rank, Time time) {
    const std::int64_t ns = to_ns(time);
    const std::uint32_t form = form_of({computation_form}, {.computes = true, .names = {{}}});
    recording_.calls[static_cast<std::size_t>(rank)].add(form, std::span(&ns, 1));
    return from_ns(ns);
}

void Recorder::creates(Rank rank, const CreatedSegment& segment) {
    if (recording_.windows.size() <= segment.number) recording_.windows.resize(segment.number + std::size_t{1});
    RecordedWindow& window = recording_.windows[segment.number];
    const auto [at, is_new] = window.segments.try_emplace(rank, segment);
    if (segment.members != nullptr) note_communicator(segment.comm, *segment.members);
    std::string& wrong = of_rank_[static_cast<std::size_t>(rank)].wrong_window;
    if (segment.dynamic) wrong = "a dynamic window, whose displacements are addresses of the process";
    if (is_new) return;
    const CreatedSegment& before = at->second;
    const auto properties = [](const CreatedSegment& one) {
        return std::tuple(one.comm, one.bytes, one.disp_unit, one.shared, one.dynamic, one.in_any_order, one.same_op);
    };
    if (properties(before) != properties(segment))
        wrong = "a window with the number of one that was freed, and of another size or kind";
    at->second = segment;
}

}  // namespace rmasim::sim
