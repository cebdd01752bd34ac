// The checker's record of signals: a call that makes a request signal must report the signal.
#include "protocol/synccount/packets.h"
#include "tests/unit/checkers/check_history.h"

namespace rmasim::sim::check {

namespace {

CheckerContext world_of_two_ranks() {
    CheckerContext context{2, {"w"}};
    context.family = &family_named("synccount");
    context.protocol = context.family->settings.defaults();
    return context;
}

class CheckUnreported : public History {
protected:
    CheckUnreported() : History(world_of_two_ranks()) {}
};

}  // namespace

TEST_F(CheckUnreported, ARequestOfTheCallHasSignalled) {
    constexpr RequestId request = persistent_request | 1;
    constexpr unsigned put_mode = 1;
    begins_wait(0, request);
    checker.request_stepped(0, request, RequestStep::started, 0, 1, put_mode);
    sends(packet(0, 1, synccount::kind::decrement));
    checker.request_stepped(0, request, RequestStep::complete, 0, 1, put_mode);
    returns(0);
    expect_violation(
        Invariant::signalled_once,
        "request 1073741825 of rank 0 has sent its signal, but request_wait did not report the request as complete");
}

}  // namespace rmasim::sim::check
