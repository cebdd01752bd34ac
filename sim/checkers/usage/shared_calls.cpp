#include "sim/checkers/usage/shared_calls.h"

#include "protocol/base/call_table.h"
#include "protocol/base/collective.h"
#include "protocol/base/errors.h"
#include "sim/machine/engine/packed_values.h"

#include <algorithm>
#include <set>
#include <utility>

namespace rmasim::sim::usage {

namespace {

// The synchronisation calls on a window that a rule between ranks concerns.
constexpr CallSet synchronising{Call::fence, Call::win_create, Call::win_free,       Call::lock,     Call::unlock,
                                Call::post,  Call::start,      Call::complete,       Call::lock_all, Call::unlock_all,
                                Call::wait,  Call::test,       Call::win_change_comm};
// The rules between ranks that concern operations, too.
constexpr Rules of_operations{Rule::groups_match, Rule::locks_apart, Rule::not_updated};

// The first bytes of a record. The arguments of the call follow if the call begins.
struct Head {
    Time time;
    Rank rank;
    WindowId window;
    Rank target;
    std::uint32_t bytes;  // of the record, including the head
    ThreadId thread;
    Call call;
    bool returns;
    bool done;  // the answer of a test that returns
};

// The arguments of a call that rules between ranks compare.
struct Arguments {
    LockType lock_type;
    Assert asserts;
    WindowId comm;
    OpKind kind;
    ReduceOp reduce;
    Datatype datatype;
    std::uint32_t elements;  // of an operation's region
    Rank root;               // of a collective call; then `count` and `datatype` are those of the data sent
    std::uint32_t count;
    std::uint32_t user_operator;  // of a reduction with ReduceOp::user
    Rank new_size;                // WIN_CHANGE_COMM
    std::uint32_t group_members;  // POST, START, WIN_CHANGE_COMM: this number of ranks follows
    bool has_group;
};

Arguments arguments_of(const CallRequest& call) {
    const bool is_message = is_collective_call(call.call);
    return {.lock_type = call.lock_type,
            .asserts = call.asserts,
            .comm = call.comm,
            .kind = call.operation.kind,
            .reduce = call.operation.reduce,
            .datatype = is_message ? call.message.datatype : call.operation.region.datatype,
            .elements = call.operation.region.count,
            .root = call.message.peer,
            .count = static_cast<std::uint32_t>(call.message.count),
            .user_operator = call.more ? call.more->op.number : 0,
            .new_size = call.more ? call.more->new_size : 0,
            .group_members = 0,
            .has_group = false};
}

Group group_in(const CallRequest& call, bool& has_group) {
    if (call.call != Call::win_change_comm) return call.group;
    Group members;
    const RankGroup* const group = call.more->new_group;
    has_group = group != nullptr;
    for (Rank rank = 0; has_group && rank < group->size(); ++rank) members.push_back(group->member(rank));
    return members;
}

Head head_at(std::string_view records) { return take<Head>(records); }

}  // namespace

CallRecorder::CallRecorder(const Scenario& scenario)
    : rules_(rules_needed(scenario)), collectives_differ_(collectives_may_differ(scenario)) {
    for (Rules& rules : rules_) rules = rules & between_ranks;
}

bool CallRecorder::is_needed(const Scenario& scenario) {
    if (collectives_may_differ(scenario)) return true;
    return std::ranges::any_of(rules_needed(scenario), [](Rules rules) { return !(rules & between_ranks).empty(); });
}

bool CallRecorder::concerns_rules(const CallRequest& call) const {
    const CallDescription& described = description_of(call.call);
    if (is_collective_call(described.call)) return collectives_differ_;
    if (described.kind == CallClass::operation) return !(rules_[call.window] & of_operations).empty();
    return synchronising.contains(call.call) && !rules_[call.window].empty();
}

void CallRecorder::began(const Thread& thread, const CallRequest& call, Time now) {
    if (!concerns_rules(call)) return;
    Arguments arguments = arguments_of(call);
    const Group group = group_in(call, arguments.has_group);
    arguments.group_members = static_cast<std::uint32_t>(group.size());
    const std::size_t bytes = sizeof(Head) + sizeof(Arguments) + group.size() * sizeof(Rank);
    append(records_, Head{now, thread.rank, call.window, call.target, static_cast<std::uint32_t>(bytes), thread.number,
                          call.call, false, false});
    append(records_, arguments);
    for (const Rank member : group) append(records_, member);
}

void CallRecorder::returned(const Thread& thread, Time now) {
    const Call call = thread.making;
    const CallDescription& described = description_of(call);
    const bool on_window = described.has(Argument::window);
    const bool ends_span = on_window && synchronising.contains(call) && !rules_[thread.window].empty();
    // With several threads, a rule may depend on the calls that other threads of the rank are making.
    const bool recorded = ends_span || (!thread.alone && on_window && described.kind == CallClass::operation &&
                                        !(rules_[thread.window] & of_operations).empty());
    if (!recorded) return;
    append(records_, Head{now, thread.rank, thread.window, thread.target, sizeof(Head), thread.number, call, true,
                          thread.answer.done});
}

CallJudge::CallJudge(const Scenario& scenario) : usage_(scenario, Checks::between_ranks) {
    usage_.follow(&steps_);
    for (Rank rank = 0; rank < scenario.ranks; ++rank) {
        const std::int32_t program = scenario.program_of_rank[static_cast<std::size_t>(rank)];
        const std::size_t count = program < 0 ? 1 : scenario.programs[static_cast<std::size_t>(program)].size();
        first_thread_.push_back(threads_.size());
        for (std::size_t number = 0; number < count; ++number) {
            threads_.push_back({.rank = rank,
                                .number = static_cast<ThreadId>(number),
                                .alone = count == 1,
                                .program = nullptr,
                                .random = Random(0, 0),
                                .variables = {},
                                .call = {},
                                .answer = {}});
        }
    }
    first_thread_.push_back(threads_.size());
}

void CallJudge::add(std::string_view records) {
    std::size_t first_byte = records_.size();
    records_ += records;
    while (first_byte < records_.size()) {
        const Head head = head_at(std::string_view(records_).substr(first_byte));
        positions_.push_back({head.time, head.rank, first_byte});
        first_byte += head.bytes;
    }
}

bool CallJudge::finds_no_error() {
    const auto key = [](const Position& one) { return std::pair(one.time, one.rank); };
    std::ranges::stable_sort(positions_, {}, key);
    bool none = true;
    for (auto first = positions_.begin(); none && first != positions_.end();) {
        const auto last = std::find_if(first, positions_.end(),
                                       [time = first->time](const Position& one) { return one.time != time; });
        none = judge(Positions(&*first, static_cast<std::size_t>(last - first)));
        steps_.next();
        first = last;
    }
    positions_.clear();
    records_.clear();
    return none;
}

bool CallJudge::judge(Positions at_one_time) {
    if (is_undecided(at_one_time)) return false;
    return std::ranges::all_of(at_one_time, [this](const Position& one) {
        const std::string_view record = std::string_view(records_).substr(one.first_byte);
        if (!head_at(record).returns) return judge_begin(record);
        note_return(record);
        return true;
    });
}

// True if a rank returns from UNLOCK at the time at which another rank begins a fence on the same window. The order of
// these two events decides if the window segment was locked in a fence epoch of its owner (lock_rules.h).
bool CallJudge::is_undecided(Positions at_one_time) const {
    std::map<WindowId, std::set<Rank>> unlocked;
    for (const Position& one : at_one_time) {
        const Head head = head_at(std::string_view(records_).substr(one.first_byte));
        const bool unlock = head.call == Call::unlock || head.call == Call::unlock_all;
        if (head.returns && unlock) unlocked[head.window].insert(head.rank);
    }
    if (unlocked.empty()) return false;
    return std::ranges::any_of(at_one_time, [&](const Position& one) {
        const Head head = head_at(std::string_view(records_).substr(one.first_byte));
        if (head.returns || head.call != Call::fence) return false;
        const auto found = unlocked.find(head.window);
        if (found == unlocked.end()) return false;
        return found->second.size() > 1 || *found->second.begin() != head.rank;
    });
}

bool CallJudge::judge_begin(std::string_view record) {
    const Head head = head_at(record);
    const std::span<Thread> threads = threads_of(head.rank);
    Thread& thread = threads[head.thread];
    const CallRequest call = request_in(record);
    try {
        if (usage_.begins(threads, thread, call) != nullptr) return false;
    } catch (const ErroneousProgram&) {
        return false;
    }
    thread.activity = Thread::Activity::in_call;
    thread.makes(call);
    return true;
}

void CallJudge::note_return(std::string_view record) {
    const Head head = head_at(record);
    Thread& thread = threads_of(head.rank)[head.thread];
    thread.making = head.call;
    thread.window = head.window;
    thread.target = head.target;
    thread.answer.done = head.done;
    usage_.returned(thread);
    thread.activity = Thread::Activity::between_calls;
}

CallRequest CallJudge::request_in(std::string_view record) {
    const auto head = take<Head>(record);
    const auto arguments = take<Arguments>(record);
    Group members(arguments.group_members);
    for (Rank& member : members) member = take<Rank>(record);

    CallRequest call{.call = head.call,
                     .window = head.window,
                     .target = head.target,
                     .lock_type = arguments.lock_type,
                     .asserts = arguments.asserts,
                     .comm = arguments.comm};
    call.operation.kind = arguments.kind;
    call.operation.reduce = arguments.reduce;
    call.operation.region.count = arguments.elements;
    call.operation.region.datatype = arguments.datatype;
    call.message.peer = arguments.root;
    call.message.count = arguments.count;
    call.message.datatype = arguments.datatype;
    const bool has_more = head.call == Call::win_change_comm || arguments.reduce == ReduceOp::user;
    if (!has_more) {
        call.group = std::move(members);
        return call;
    }
    auto more = std::make_shared<RequestArguments>();
    more->op.number = arguments.user_operator;
    more->new_size = arguments.new_size;
    if (arguments.has_group) more->new_group = &groups_.try_emplace(members, members).first->second.group;
    call.more = std::move(more);
    return call;
}

}  // namespace rmasim::sim::usage
