// Processes of a job, each with its library, as threads that take turns: one runs until it waits or ends, then the next
// one. A program for them has no messages; it creates and frees communicators.
#pragma once

#include "sim/mpi/objects/library.h"

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace rmasim::mpi {

class Ranks {
public:
    // `node_of` has the node of each process.
    explicit Ranks(std::vector<int> node_of) : job_(std::move(node_of)) {
        for (int process = 0; process < job_.size(); ++process) {
            Host host{[](int, int code, const std::string& text) {
                          throw std::runtime_error(text + " " + std::to_string(code));
                      },
                      [this, process] { pass_turn(process); },
                      [](const std::string& text) { throw std::runtime_error(text); }};
            libraries_.push_back(std::make_unique<Library>(job_, process, std::move(host)));
        }
    }
    Ranks(const Ranks&) = delete;
    Ranks& operator=(const Ranks&) = delete;

    Job& job() { return job_; }
    Library& objects_of(int process) { return *libraries_[static_cast<std::size_t>(process)]; }

    // Executes the program on all processes. Throws if no process can continue.
    void run(const std::function<void(int process)>& program) {
        running_.assign(libraries_.size(), true);
        turn_ = 0;
        std::vector<std::thread> threads;
        for (int process = 0; process < job_.size(); ++process)
            threads.emplace_back([&, process] {
                wait_for_turn(process);
                use_library(&objects_of(process));
                program(process);
                end(process);
            });
        for (std::thread& thread : threads) thread.join();
        use_library(nullptr);
    }

private:
    void wait_for_turn(int process) {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return turn_ == process; });
    }
    // The next process that has not ended.
    int next_of(int process) const {
        for (int step = 1; step <= job_.size(); ++step) {
            const int next = (process + step) % job_.size();
            if (running_[static_cast<std::size_t>(next)]) return next;
        }
        return -1;
    }
    void pass_turn(int process) {
        {
            const std::lock_guard lock(mutex_);
            turn_ = next_of(process);
        }
        changed_.notify_all();
        wait_for_turn(process);
        use_library(&objects_of(process));
    }
    void end(int process) {
        {
            const std::lock_guard lock(mutex_);
            running_[static_cast<std::size_t>(process)] = false;
            turn_ = next_of(process);
        }
        changed_.notify_all();
    }

    Job job_;
    std::vector<std::unique_ptr<Library>> libraries_;
    std::vector<bool> running_;
    int turn_ = 0;
    std::mutex mutex_;
    std::condition_variable changed_;
};

}  // namespace rmasim::mpi
