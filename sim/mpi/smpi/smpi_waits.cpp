#include "sim/mpi/smpi/smpi_waits.h"

#include <simgrid/s4u/Engine.hpp>
#include <xbt/config.hpp>

#include <string>

namespace rmasim::sim {

namespace {

namespace config = simgrid::config;

// The time that a test takes in SMPI, and the number of ranks inside a test that must take no time. This number may be
// greater than 1, since other ranks may run during a test.
struct TimeOfTest {
    const char* setting;
    double takes;
    int without = 0;
};

TimeOfTest& of_test() {
    static TimeOfTest time{"smpi/test", config::get_value<double>("smpi/test")};
    return time;
}
TimeOfTest& of_probe() {
    static TimeOfTest time{"smpi/iprobe", config::get_value<double>("smpi/iprobe")};
    return time;
}

class NoTime {
public:
    explicit NoTime(TimeOfTest& of) : of_(of) {
        if (of_.without++ == 0) config::set_value(of_.setting, 0.0);
    }
    ~NoTime() {
        if (--of_.without == 0) config::set_value(of_.setting, of_.takes);
    }
    NoTime(const NoTime&) = delete;
    NoTime& operator=(const NoTime&) = delete;

private:
    TimeOfTest& of_;
};

void pass(double time) { RankThreads::get().sleep_until(simgrid::s4u::Engine::get_clock() + time); }

int made_alone(const std::function<int()>& test, const int& done, TimeOfTest& time) {
    int code = MPI_SUCCESS;
    {
        const NoTime no_time(time);
        code = test();
    }
    if (done == 0) pass(time.takes);
    return code;
}

// Blocks the thread until `test` sets its argument to a value that is not 0.
int await(const std::function<int(int* done)>& test) {
    int code = MPI_SUCCESS;
    SmpiWorld::get().wait_for_smpi([&] {
        const NoTime no_time(of_test());
        int done = 0;
        code = test(&done);
        return done != 0;
    });
    return code;
}

}  // namespace

bool others_may_run() { return world().has_joined() && RankThreads::get().several(); }

bool collectives_make_requests() { return world().has_joined() && world().thread_level() >= MPI_THREAD_SERIALIZED; }

int await_all(int count, MPI_Request* all, MPI_Status* statuses) {
    return await([=](int* done) { return PMPI_Testall(count, all, done, statuses); });
}

int await_any(int count, MPI_Request* all, int* index, MPI_Status* status) {
    return await([=](int* done) { return PMPI_Testany(count, all, index, done, status); });
}

int await_some(int count, MPI_Request* all, int* found, int* indices, MPI_Status* statuses) {
    return await([=](int* done) {
        const int code = PMPI_Testsome(count, all, found, indices, statuses);
        *done = *found != 0 ? 1 : 0;
        return code;
    });
}

int await_one(MPI_Request* request, MPI_Status* status) {
    return await([=](int* done) { return PMPI_Test(request, done, status); });
}

// Polls for a message, as SMPI's MPI_Probe does.
int await_message(const Caller& caller, int source, int tag, MPI_Comm comm, MPI_Status* status) {
    int found = 0, code = MPI_SUCCESS;
    const auto probe = [&] { return PMPI_Iprobe(source, tag, comm, &found, status); };
    while (found == 0 && code == MPI_SUCCESS) {
        code = others_may_run() ? probe_alone(probe, found) : probe();
        if (found == 0) world().polled(caller, PollKind::test);
    }
    return code;
}

int test_alone(const std::function<int()>& test, const int& done) { return made_alone(test, done, of_test()); }
int probe_alone(const std::function<int()>& test, const int& done) { return made_alone(test, done, of_probe()); }

}  // namespace rmasim::sim
