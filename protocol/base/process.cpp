#include "protocol/base/process.h"

namespace rmasim {

namespace {

[[noreturn]] void refuse(Call call) {
    throw ProtocolError(std::string(name_of(call)) + " is no call of this protocol family");
}

}  // namespace

Task<> Process::post(WindowId, std::vector<Rank>, Assert) { refuse(Call::post); }
Task<> Process::start(WindowId, std::vector<Rank>, Assert) { refuse(Call::start); }
Task<> Process::complete(WindowId) { refuse(Call::complete); }
Task<> Process::wait(WindowId) { refuse(Call::wait); }
Task<bool> Process::test(WindowId) { refuse(Call::test); }
Task<> Process::lock(WindowId, LockType, Rank, Assert) { refuse(Call::lock); }
Task<> Process::unlock(WindowId, Rank) { refuse(Call::unlock); }
Task<> Process::lock_all(WindowId, Assert) { refuse(Call::lock_all); }
Task<> Process::unlock_all(WindowId) { refuse(Call::unlock_all); }
Task<> Process::flush(WindowId, Rank) { refuse(Call::flush); }
Task<> Process::flush_local(WindowId, Rank) { refuse(Call::flush_local); }
Task<> Process::flush_all(WindowId) { refuse(Call::flush_all); }
Task<> Process::flush_local_all(WindowId) { refuse(Call::flush_local_all); }
Task<> Process::sync(WindowId) { refuse(Call::sync); }
RequestId Process::new_request() { refuse(Call::rput); }
Task<> Process::request_wait(RequestId) { refuse(Call::request_wait); }
Task<bool> Process::request_test(RequestId) { refuse(Call::request_test); }

}  // namespace rmasim
