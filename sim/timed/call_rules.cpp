#include "sim/timed/call_rules.h"

namespace rmasim::sim {

CallRules::CallRules(RunParts& run, ProgramErrors& errors, EventOrder order, usage::Checks checks,
                     usage::CallRecorder* recorder)
    : run_(run), errors_(errors), recorder_(recorder) {
    if (run.live == nullptr) usage_ = usage::Usage::of_programs(run.scenario, checks);
    if (order == EventOrder::by_node) return;
    // keep_broken() lets the run continue after an error of the program, to find more errors. Runs by node must not
    // continue, since they are repeated by time after an error. Rules that the programs cannot break are not checked:
    // then only the object's record of epochs is needed, for reports.
    if (!usage_) usage_ = std::make_unique<usage::Usage>(run.scenario, run.communicators);
    usage_->keep_broken();
    usage_->record_epochs();
    run.ranks.report_with(usage_->epochs(), run.live);
}

CallRules::Verdict CallRules::check_by_usage(RankState& rank, Thread& thread, const CallRequest& call) {
    try {
        LivePrograms* const live = run_.live;
        if (live != nullptr && live->handles_errors(thread) && !usage_->permitted(thread, call)) {
            live->refused(thread);
            return Verdict::refused;
        }
        const usage::CallRecord* const other = usage_->begins(rank.threads(), thread, call);
        if (recorder_ != nullptr) recorder_->began(thread, call, run_.loop.now());
        if (usage_->has_broken()) [[unlikely]]
            add_broken(thread);
        return other == nullptr ? Verdict::begins : leave_unmatched(thread, call, *other);
    } catch (const ErroneousProgram& error) {
        errors_.fail(thread, error);
    }
}

CallRules::Verdict CallRules::leave_unmatched(Thread& thread, const CallRequest& call, const usage::CallRecord& other) {
    thread.activity = Thread::Activity::unmatched;
    run_.ranks.add_unmatched({thread.rank, thread.number, call.call, call.window, other.who->rank, text_of(other)});
    run_.events.call_unmatched(thread, call);
    return Verdict::unmatched;
}

void CallRules::add_broken(const Thread& thread) {
    for (const ErroneousProgram& error : usage_->take_broken()) errors_.add(thread, error);
}

void CallRules::returned_by_usage(const Thread& thread) {
    usage_->returned(thread);
    if (recorder_ != nullptr) recorder_->returned(thread, run_.loop.now());
}

}  // namespace rmasim::sim
