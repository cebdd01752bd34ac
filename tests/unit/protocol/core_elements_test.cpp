// The operation list of a target element, compared with a vector. The test appends and issues elements, removes them at
// any position, and moves some kinds to the tail.
#include "protocol/newrma/elements.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <random>
#include <vector>

namespace rmasim::newrma {
namespace {

struct ListModel {
    std::vector<OperationElement*> issued;  // issued ones come first, in order
    std::vector<OperationElement*> pending;

    void check(const TargetElement& target) const {
        std::vector<OperationElement*> expected = issued;
        expected.insert(expected.end(), pending.begin(), pending.end());
        std::vector<OperationElement*> got;
        for (OperationElement* op = target.ops; op != nullptr; op = op->next) got.push_back(op);
        ASSERT_EQ(got, expected);
        ASSERT_EQ(target.pending, pending.size());
        ASSERT_EQ(target.next_to_issue, pending.empty() ? nullptr : pending.front());
        if (expected.empty()) return;
        ASSERT_EQ(target.ops->prev, expected.back()) << "the head's prev is the tail";
        for (std::size_t i = 1; i < expected.size(); ++i) ASSERT_EQ(expected[i]->prev, expected[i - 1]);
    }
};

class CoreElements : public testing::Test {
protected:
    OperationElement* make(OpKind kind) {
        made_.push_back(std::make_unique<OperationElement>());
        made_.back()->operation.kind = kind;
        return made_.back().get();
    }
    void append(OpKind kind) {
        OperationElement* op = make(kind);
        target_.append(op);
        model_.pending.push_back(op);
    }
    // Like progress when an operation is issued and must wait for its answer.
    void issue() {
        OperationElement* op = target_.next_to_issue;
        target_.next_to_issue = op->next;
        op->progress = Progress::issued;
        --target_.pending;
        model_.issued.push_back(op);
        model_.pending.erase(model_.pending.begin());
    }
    void remove(std::vector<OperationElement*>& from, std::size_t at) {
        target_.remove(from[at]);
        from.erase(from.begin() + static_cast<std::ptrdiff_t>(at));
    }
    void move_gets() {
        target_.move_to_tail([](const StoredOperation& operation) { return operation.kind == OpKind::get; });
        std::stable_partition(model_.pending.begin(), model_.pending.end(),
                              [](const OperationElement* op) { return op->operation.kind != OpKind::get; });
    }

    TargetElement target_;
    ListModel model_;
    std::vector<std::unique_ptr<OperationElement>> made_;
};

TEST_F(CoreElements, GetsMoveToTheTailAndKeepTheirOrder) {
    for (OpKind kind : {OpKind::get, OpKind::put, OpKind::get, OpKind::accumulate, OpKind::get}) append(kind);
    move_gets();
    model_.check(target_);
}

TEST_F(CoreElements, IssuedGetsStayWhereTheyAre) {
    for (OpKind kind : {OpKind::get, OpKind::get, OpKind::put}) append(kind);
    issue();
    move_gets();
    model_.check(target_);
    EXPECT_TRUE(target_.ops->issued());
}

TEST_F(CoreElements, ReleasedGetsStayWhereTheyAre) {
    for (OpKind kind : {OpKind::get, OpKind::put, OpKind::get, OpKind::put}) append(kind);
    target_.released = 2;
    target_.move_to_tail([](const StoredOperation& operation) { return operation.kind == OpKind::get; });
    std::swap(model_.pending[2], model_.pending[3]);
    model_.check(target_);
}

TEST_F(CoreElements, NothingToMove) {
    move_gets();
    model_.check(target_);
    append(OpKind::get);
    move_gets();
    model_.check(target_);
}

TEST_F(CoreElements, EveryMixtureOfSixOperationsIsPartitioned) {
    for (unsigned mixture = 0; mixture < 64; ++mixture) {
        for (unsigned i = 0; i < 6; ++i) append((mixture >> i & 1) != 0 ? OpKind::get : OpKind::put);
        move_gets();
        model_.check(target_);
        while (!model_.pending.empty()) remove(model_.pending, 0);
    }
}

TEST_F(CoreElements, BehavesLikeAVector) {
    std::mt19937_64 random(2);
    constexpr OpKind kinds[] = {OpKind::put, OpKind::get, OpKind::accumulate};
    for (int step = 0; step < 20000; ++step) {
        switch (random() % 6) {
            case 0:
            case 1: append(kinds[random() % 3]); break;
            case 2:
                if (!model_.pending.empty()) issue();
                break;
            case 3:
                if (!model_.issued.empty()) remove(model_.issued, random() % model_.issued.size());
                break;
            case 4:
                if (!model_.pending.empty()) remove(model_.pending, random() % model_.pending.size());
                break;
            default: move_gets();
        }
        model_.check(target_);
        if (HasFatalFailure()) return;
    }
}

TEST(CoreTargetElement, IsQuietWithNothingQueuedAndNothingAsked) {
    TargetElement target;
    EXPECT_TRUE(target.quiet());
    target.sync_flag = SyncFlag::flush;
    EXPECT_FALSE(target.quiet());
    target.sync_flag = SyncFlag::none;
    OperationElement op;
    target.append(&op);
    EXPECT_FALSE(target.quiet());
}

TEST(CoreTargetElement, ItsLockIsNotSentOnlyWhileNothingCarriesIt) {
    TargetElement target;
    EXPECT_FALSE(target.lock_not_sent());
    target.state = TargetState::lock_called;
    EXPECT_TRUE(target.lock_not_sent());
    OperationElement op;
    target.append(&op);
    EXPECT_FALSE(target.lock_not_sent());
}

TEST(CoreTargetElement, KnowsWhetherOperationsUpToASerialAreDone) {
    TargetElement target;
    std::vector<OperationElement> ops(3);
    for (std::size_t i = 0; i < ops.size(); ++i) {
        ops[i].serial = 10 + static_cast<std::uint32_t>(i);
        target.append(&ops[i]);
    }
    EXPECT_TRUE(target.completed_up_to(9));
    EXPECT_FALSE(target.completed_up_to(10));
    target.remove(&ops[0]);
    EXPECT_TRUE(target.completed_up_to(10));
    EXPECT_FALSE(target.completed_up_to(11));
    target.remove(&ops[2]);
    EXPECT_FALSE(target.completed_up_to(12));
    target.remove(&ops[1]);
    EXPECT_TRUE(target.completed_up_to(12));
}

TEST(CoreTargetElement, KnowsWhichOperationsAreReleased) {
    TargetElement target;
    std::vector<OperationElement> ops(3);
    for (OperationElement& op : ops) target.append(&op);
    EXPECT_FALSE(target.is_released(ops[0]));
    target.released = 2;
    EXPECT_TRUE(target.is_released(ops[0]));
    EXPECT_TRUE(target.is_released(ops[1]));
    EXPECT_FALSE(target.is_released(ops[2]));
}

TEST(CoreTargetElement, CountsWhatIsNotAcknowledged) {
    TargetElement target;
    EXPECT_EQ(target.acks_due(), 0u);
    target.acks_asked = 3;
    target.acknowledged = 1;
    EXPECT_EQ(target.acks_due(), 2u);
}

}  // namespace
}  // namespace rmasim::newrma
