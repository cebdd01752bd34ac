#include "protocol/parts/requests/operation_requests.h"

#include "protocol/base/errors.h"

namespace rmasim {

Request& require_request(RequestTable& requests, Call call, RequestId id) {
    Request* const request = requests.find(id);
    if (request == nullptr) throw ErroneousProgram(call, "no active request has the number " + std::to_string(id));
    if (!request->done && request->op == no_operation) {
        throw ErroneousProgram(call, "the operation of request " + std::to_string(id) + " was refused");
    }
    return *request;
}

}  // namespace rmasim
