// Ways of POSIX and of C++'s library to notify a thread.
#include "tests/mpi/orders/order.h"

#include <pthread.h>
#include <sched.h>
#include <atomic>
#include <barrier>
#include <chrono>
#include <condition_variable>
#include <future>
#include <latch>
#include <mutex>
#include <semaphore>
#include <shared_mutex>
#include <thread>

namespace {

int flag;
std::mutex mutex;
std::shared_mutex shared;
std::condition_variable condition;
std::condition_variable_any condition_any;
pthread_spinlock_t spin;
pthread_rwlock_t read_write = PTHREAD_RWLOCK_INITIALIZER;
pthread_barrier_t posix_barrier;

// New for each way, as some can be used once.
struct Objects {
    std::promise<int> promise;
    std::packaged_task<int()> task{[] { return 3; }};
    std::atomic<int> number{0};
    std::once_flag once;
    std::latch latch{1};
    std::barrier<> barrier{2};
    std::binary_semaphore semaphore{0};
    std::counting_semaphore<5> several{0};
    std::atomic_flag atomic_flag{};
};
Objects* objects;

template <class Lock>
void set_under(Lock&& lock) {
    std::scoped_lock<std::remove_reference_t<Lock>> held(lock);
    flag = 1;
}

void notify() {
    put_source();
    Objects& with = *objects;
    switch (how) {
        case 0: set_under(mutex); break;
        case 1:
            set_under(mutex);
            condition.notify_all();
            break;
        case 2: with.promise.set_value(3); break;
        case 3:
            pthread_spin_lock(&spin);
            flag = 1;
            pthread_spin_unlock(&spin);
            break;
        case 4:
            pthread_rwlock_wrlock(&read_write);
            flag = 1;
            pthread_rwlock_unlock(&read_write);
            break;
        case 5: set_under(shared); break;
        case 6: pthread_barrier_wait(&posix_barrier); break;
        case 7: with.number.store(1); break;
        case 8: break;
        case 9: with.task(); break;
        case 10: std::call_once(with.once, [] { flag = 1; }); break;
        case 11: with.latch.count_down(); break;
        case 12: with.barrier.arrive_and_wait(); break;
        case 13: with.semaphore.release(); break;
        case 14: with.several.release(2); break;
        case 15:
            with.number.store(1, std::memory_order_release);
            with.number.notify_one();
            break;
        case 16:
            with.atomic_flag.test_and_set(std::memory_order_release);
            with.atomic_flag.notify_all();
            break;
        case 17:
            set_under(mutex);
            condition_any.notify_one();
            break;
        case 18: with.promise.set_value_at_thread_exit(4); break;
        default: std::abort();
    }
}

template <class Lock>
void wait_under(Lock&& make_lock) {
    for (int done = 0; done == 0; sched_yield()) {
        const auto lock = make_lock();
        done = flag;
    }
}

// The thread has been in call_once by then.
void wait_for_once() {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    std::call_once(objects->once, [] { std::abort(); });
}

void wait() {
    Objects& with = *objects;
    switch (how) {
        case 0: wait_under([] { return std::unique_lock(mutex); }); break;
        case 1: {
            std::unique_lock lock(mutex);
            condition.wait(lock, [] { return flag != 0; });
            break;
        }
        case 2:
        case 18: with.promise.get_future().get(); break;
        case 3:
            for (int done = 0; done == 0; sched_yield()) {
                pthread_spin_lock(&spin);
                done = flag;
                pthread_spin_unlock(&spin);
            }
            break;
        case 4:
            for (int done = 0; done == 0; sched_yield()) {
                pthread_rwlock_rdlock(&read_write);
                done = flag;
                pthread_rwlock_unlock(&read_write);
            }
            break;
        case 5: wait_under([] { return std::shared_lock(shared); }); break;
        case 6: pthread_barrier_wait(&posix_barrier); break;
        case 7:
            while (with.number.load() == 0) std::this_thread::yield();
            break;
        case 9: with.task.get_future().wait(); break;
        case 10: wait_for_once(); break;
        case 11: with.latch.wait(); break;
        case 12: with.barrier.arrive_and_wait(); break;
        case 13: with.semaphore.acquire(); break;
        case 14:
            with.several.acquire();
            with.several.acquire();
            break;
        case 15: with.number.wait(0, std::memory_order_acquire); break;
        case 16: with.atomic_flag.wait(false, std::memory_order_acquire); break;
        case 17: {
            std::unique_lock lock(mutex);
            condition_any.wait(lock, [] { return flag != 0; });
            break;
        }
        default: std::abort();
    }
}

void run() {
    Objects some;
    objects = &some;
    flag = 0;
    std::thread thread(notify);
    if (how == 8) thread.join();
    else wait();
    source[0] = 6;
    if (how != 8) thread.join();
}

}  // namespace

int main(int argc, char** argv) {
    pthread_spin_init(&spin, 0);
    pthread_barrier_init(&posix_barrier, nullptr, 2);
    run_each(argc, argv, run);
}
