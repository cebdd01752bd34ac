// Random programs with synchronisation counters. They consist of rounds in which origins access the window segment of a
// counter's owner and signal the counter, of messages and barriers, and occasionally of a change of the group. There
// are no epochs.
#include "tests/memmodel/program_generator.h"

#include <map>

namespace rmasim::memmodel_test {

namespace {

class WithCounters : ProgramGenerator {
public:
    using ProgramGenerator::ProgramGenerator;

    Program generate() {
        choose_ranks(20);
        program_.windows.push_back({0, {0, 64}, false});
        if (chance(15)) program_.windows.push_back({0, {16, 64}, false});  // that nobody operates on
        program_.counted = chance(40) ? Guarantee::applied : Guarantee::complete_at_origin;
        program_.adds = chance(40);
        if (chance(20)) program_.members = static_cast<Rank>(1 + below(ranks()));
        sparse_ = chance(50);
        for (std::uint64_t i = 1 + below(3); i > 0; --i) choose_counter();
        for (std::uint64_t i = 1 + below(sparse_ ? 6 : 3); i > 0; --i) {
            if (chance(30)) messages();
            else if (chance(10)) change_group();
            else round(element_of(plans_));
        }
        return with_threads();
    }

private:
    struct Plan {
        Rank owner;
        std::uint32_t request;
        std::vector<std::uint32_t> origins;  // their requests
    };

    std::uint32_t add_request(TestRequest request) {
        request.number = static_cast<std::uint32_t>(program_.requests.size());
        request.restart = chance(20);
        program_.requests.push_back(request);
        return request.number;
    }

    void choose_counter() {
        Plan plan{any_rank(), 0, {}};
        const auto counter = static_cast<std::uint32_t>(program_.counters.size());
        program_.counters.push_back(plan.owner);
        const std::uint64_t origins = 1 + below(2);
        for (std::uint64_t i = 0; i < origins; ++i) {
            const auto modes = static_cast<SyncModes>(chance(60) ? 1 : below(8));
            TestRequest request{.rank = any_rank(), .counter = counter, .modes = modes};
            const auto& threads = program_.steps[static_cast<std::size_t>(request.rank)];
            if (threads.size() > 1 && chance(50)) request.thread = 1;
            plan.origins.push_back(add_request(request));
        }
        const std::int64_t count = static_cast<std::int64_t>(origins) - (chance(10) ? 1 : 0);
        plan.request = add_request({.rank = plan.owner, .counter = counter, .object = true, .count = count});
        plans_.push_back(plan);
    }

    void requests(std::size_t rank, Call what, std::vector<std::uint32_t> list) {
        call(rank, what).requests = std::move(list);
    }
    // One that starts itself is started once.
    void start(std::uint32_t request) {
        const TestRequest& of = program_.requests[request];
        if (of.restart && started_[request]) return;
        started_[request] = true;
        thread_ = of.thread;
        requests(static_cast<std::size_t>(of.rank), Call::request_start, {request});
    }
    void finish(std::uint32_t request) {
        const auto rank = static_cast<std::size_t>(program_.requests[request].rank);
        thread_ = program_.requests[request].thread;
        if (chance(20)) {
            requests(rank, Call::request_test, {request});
            maybe_touch(rank, 20);
            if (chance(30)) operate(rank, 0, program_.counters[program_.requests[request].counter], false, 3);
        }
        requests(rank, chance(80) ? Call::request_wait : Call::request_waitany, {request});
        maybe_touch(rank, 20);
        thread_ = 0;
    }

    // The owner starts its request before or after the other ranks are allowed to signal.
    void round(const Plan& plan) {
        const auto owner = static_cast<std::size_t>(plan.owner);
        maybe_touch(owner, 30);
        start(plan.request);
        if (chance(50)) barrier();
        for (const std::uint32_t request : plan.origins) {
            const auto rank = static_cast<std::size_t>(program_.requests[request].rank);
            thread_ = program_.requests[request].thread;
            while (chance(60)) operate(rank, 0, plan.owner, false, 3);
            start(request);
            if (chance(30)) operate(rank, 0, plan.owner, false, 3);
            maybe_touch(rank, 20);
            thread_ = 0;
        }
        if (chance(15) && plan.origins.size() == 2) return both(plan);
        for (const std::uint32_t request : plan.origins) finish(request);
        maybe_touch(owner, 20);
        if (chance(90)) finish(plan.request);
        maybe_touch(owner);
    }

    // In one call, if one rank has them all; in turn, with WAITANY, otherwise.
    void both(const Plan& plan) {
        const Rank rank = program_.requests[plan.origins[0]].rank;
        const bool one_thread = program_.requests[plan.origins[0]].thread == program_.requests[plan.origins[1]].thread;
        if (rank == program_.requests[plan.origins[1]].rank && one_thread) {
            thread_ = program_.requests[plan.origins[0]].thread;
            std::vector<std::uint32_t> list = plan.origins;
            if (rank == plan.owner && thread_ == 0) list.push_back(plan.request);
            const Call what = chance(50) ? Call::request_wait : Call::request_waitany;
            for (std::size_t i = 0; i < list.size(); ++i) {
                requests(static_cast<std::size_t>(rank), what, list);
                maybe_touch(static_cast<std::size_t>(rank), 30);
                if (what == Call::request_wait) break;
            }
        }
        thread_ = 0;
        for (const std::uint32_t request : plan.origins) finish(request);
        finish(plan.request);
        maybe_touch(static_cast<std::size_t>(plan.owner));
    }

    void change_group() {
        const Rank all = static_cast<Rank>(ranks());
        Rank& now = members_ = members_ > 0 ? members_ : program_.members > 0 ? program_.members : all;
        const auto next = static_cast<Rank>(1 + below(ranks()));
        for (Rank rank = 0; rank < std::max(now, next); ++rank) {
            call(static_cast<std::size_t>(rank), Call::win_change_comm).flag = static_cast<std::uint32_t>(next);
        }
        now = next;
    }

    std::vector<Plan> plans_;
    std::map<std::uint32_t, bool> started_;
    Rank members_ = 0;
};

}  // namespace

Program random_counter_program(std::uint64_t seed) { return WithCounters(seed).generate(); }

}  // namespace rmasim::memmodel_test
